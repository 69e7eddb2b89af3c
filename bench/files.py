"""How long a table of 1,000,000 × 10 takes to read from each format, and how much memory a large one takes at most.

    python -m bench files                      # every format whose extra is installed
    python bench/files.py 1000000 csv parquet  # so many rows, these formats
    python bench/files.py --gigabyte           # CSV of 1 GB, and the same table in Parquet: memory
    python bench/files.py --lazy               # a table of 900,000 × 40 of which 4 columns are needed: memory

Every figure is that of a fresh process: process seconds (user and system) of `read` alone, and the peak of memory above
that of the process before, beside what is allowed: 2 × (UTF-8 bytes of the cells + 16 for each cell).
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import polars as pl

from semblant.data.table import Table
from semblant.release.staging import write_table

KINDS = ("csv", "tsv", "jsonl", "parquet", "arrow", "xlsx", "sav", "dta", "xpt")
JOBS = ("nurse", "general practitioner", "baker", "primary school teacher", "cook", "")

READ = """
import resource, sys, time
import polars, numpy
from semblant.data import delimited, parquet, arrow, jsonlines, read as reading
warm = polars.DataFrame({"a": ["x"]}).write_csv()
def peak():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) << 10
before, start = peak(), time.process_time()
table = reading.read(sys.argv[1])
took, most = time.process_time() - start, peak() - before
text = sum(int(column.str.len_bytes().sum()) for column in table.frame)
print(table.records, took, most, 2 * (text + 16 * table.records * len(table.names)))
"""

LAZY = """
import sys, time
import duckdb, polars
from semblant.data.frames import from_frame, in_memory
from semblant.policy.model import Policy
def peak():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) << 10
roles = {"id": "identifier", "job": "quasi", "age": "quasi", "zip": "quasi"}
policy = Policy(attributes=roles, others=sys.argv[3])
duckdb.sql("set enable_progress_bar = false")
frame = polars.scan_parquet(sys.argv[1]) if sys.argv[2] == "polars" else duckdb.read_parquet(sys.argv[1])
before, start = peak(), time.process_time()
table = from_frame(in_memory(frame, policy.needed))
print(len(table.names), time.process_time() - start, peak() - before)
"""


def table(rows: int, seed: int = 7) -> Table:
    """A table of ten columns: codes, words, numbers, dates and free text."""
    rng = np.random.default_rng(seed)
    pick = rng.integers(0, len(JOBS), rows)
    days = np.datetime64("1950-01-01") + rng.integers(0, 20_000, rows)
    columns = {
        "id": [f"{i:010d}" for i in range(rows)],
        "job": [JOBS[i] for i in pick],
        "age": rng.integers(18, 95, rows).astype(str),
        "zip": [f"{i:05d}" for i in rng.integers(0, 99_999, rows)],
        "income": [f"{x:.2f}" for x in rng.gamma(2, 15_000, rows)],
        "born": days.astype(str),
        "visits": rng.integers(0, 20, rows).astype(str),
        "score": [str(x) for x in rng.random(rows).round(4)],
        "yes": [("true", "false")[i] for i in rng.integers(0, 2, rows)],
        "note": [f"visit {i} to the {JOBS[j]} of the town" for i, j in enumerate(pick)],
    }  # fmt: skip
    return Table(pl.DataFrame(columns, schema=dict.fromkeys(columns, pl.String)))


def measure(script: str, *words: object) -> list[float]:
    """What a script prints in a fresh process: how many, seconds, peak of memory, and what is allowed."""
    line = [sys.executable, "-c", script, *map(str, words)]
    return [float(word) for word in subprocess.run(line, capture_output=True, text=True, check=True).stdout.split()]


def lazy() -> None:
    """Take a wide Parquet file as a lazy frame and as a DuckDB relation, with all columns and with those needed."""
    part = table(300_000).frame
    wide = pl.concat([part, *(part.rename(f"{{}}{i}".format) for i in range(3))], how="horizontal")
    print("| frame | columns | process seconds | peak, MB |\n|---|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "wide.parquet"
        pl.concat([wide] * 3).write_parquet(path)
        for kind in ("polars", "duckdb"):
            for others in ("keep", "drop"):
                columns, took, most = measure(LAZY, path, kind, others)
                print(f"| {kind} | {columns:.0f} | {took:.2f} | {most / 1e6:,.0f} |", flush=True)


def main() -> None:
    """Read each format and print a row for it."""
    words = sys.argv[1:]
    if words == ["--lazy"]:
        lazy()
        return
    if words == ["--gigabyte"]:
        kinds, made = ("csv", "parquet"), Table(pl.concat([table(1_000_000).frame] * 10))
    else:
        kinds, made = tuple(words[1:]) or KINDS, table(int(words[0]) if words else 1_000_000)
    print("| format | file, MB | process seconds | peak, MB | allowed, MB |\n|---|--:|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as folder:
        for kind in kinds:
            path = write_table(made, Path(folder), to=kind)
            size = path.stat().st_size
            _, took, most, allowed = measure(READ, path)
            print(f"| {kind} | {size / 1e6:,.0f} | {took:.2f} | {most / 1e6:,.0f} | {allowed / 1e6:,.0f} |", flush=True)
            path.unlink()


if __name__ == "__main__":
    main()
