"""More rows than memory: ``python -m bench large [ROWS ...] [--csv] [--spark MASTER]``.

Ten columns: an identifier that tells every row apart, three semantic quasi-identifiers of 100 WordNet nouns each (about
a million distinct tuples among 30 million rows), and six columns that are kept. Every command runs in a process of its
own; printed are its time and its peak of memory, and what a record loses.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import polars as pl
from polars.io.plugins import register_io_source

from semblant.knowledge.sources import load

ROWS = (1_000_000, 10_000_000, 30_000_000)
NOUNS, PART = 100, 500_000
START = "from semblant.cli import main; main()"
SCHEMA = {
    "id": pl.String, "work": pl.String, "illness": pl.String, "pastime": pl.String, "sex": pl.String,
    "region": pl.String, "day": pl.Date, "pay": pl.Int64, "score": pl.Float64, "reason": pl.String,
}  # fmt: skip
POLICY = """\
k: 5
seed: 1
others: keep
knowledge:
  wordnet: {source: wordnet}
attributes:
  id: {role: identifier}
  work: {role: quasi, kind: semantic, knowledge: wordnet}
  illness: {role: quasi, kind: semantic, knowledge: wordnet}
  pastime: {role: quasi, kind: semantic, knowledge: wordnet}
  pay: {role: sensitive, kind: numeric}
"""


def nouns(below: str, rng: np.random.Generator) -> list[str]:
    """So many names of concepts below one, each of one meaning."""
    wordnet = load("wordnet")
    top = wordnet.senses(below)[0]
    names = [wordnet.label(c) for c in range(len(wordnet)) if top in wordnet.ancestors(c)]
    clear = sorted({name for name in names if len(wordnet.senses(name)) == 1})
    return rng.choice(clear, NOUNS, replace=False).tolist()


def parts(rows: int) -> Iterator[pl.DataFrame]:
    """The table, some rows at a time; the same rows whatever their number."""
    rng = np.random.default_rng(7)
    words = {name: pl.Series(nouns(top, rng)) for name, top in
             (("work", "worker"), ("illness", "disease"), ("pastime", "artifact"))}  # fmt: skip
    chance = 1 / (np.arange(NOUNS) + 20)
    chance /= chance.sum()
    for start in range(0, rows, PART):
        n = min(PART, rows - start)
        made = {"id": "P" + pl.Series(np.arange(start, start + n)).cast(pl.String).str.zfill(9)}
        made |= {name: one.gather(rng.choice(NOUNS, n, p=chance)) for name, one in words.items()}
        made["sex"] = pl.Series(["f", "m"]).gather(rng.integers(0, 2, n))
        made["region"] = pl.Series([f"region {i}" for i in range(50)]).gather(rng.integers(0, 50, n))
        made["day"] = pl.Series(18_000 + rng.integers(0, 1_500, n)).cast(pl.Int32).cast(pl.Date)
        made["pay"] = pl.Series(1_000 + rng.integers(0, 60_000, n))
        made["score"] = pl.Series(rng.integers(0, 100, n) / 10)
        made["reason"] = pl.Series([f"reason {i}" for i in range(40)]).gather(rng.integers(0, 40, n))
        yield pl.DataFrame(made, schema=SCHEMA)


def write(rows: int, file: Path) -> None:
    """Write the table as Parquet or CSV."""
    frame = register_io_source(lambda *_: parts(rows), schema=SCHEMA)
    frame.sink_csv(file) if file.suffix == ".csv" else frame.sink_parquet(file, row_group_size=PART)


def run(*arguments: str) -> tuple[float, float]:
    """Run a command; its seconds and its peak of memory in GB."""
    began = time.time()
    child = subprocess.Popen([sys.executable, "-c", START, *arguments], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"semblant {' '.join(arguments)} ended with {child.returncode}")
    return time.time() - began, used.ru_maxrss / 1e6


def main() -> None:
    """Print one row for each number of rows."""
    asked = argparse.ArgumentParser()
    asked.add_argument("rows", nargs="*", type=int, default=ROWS)
    asked.add_argument("--csv", action="store_true")
    asked.add_argument("--spark", metavar="MASTER", help="anonymise by Spark; the peak is that of the driver")
    given = asked.parse_args([one for one in sys.argv[1:] if one != "large"])
    print("| rows | anonymise | peak | assess | peak | verify | peak | loss |\n|---|---|---|---|---|---|---|---|")
    for rows in given.rows:
        with tempfile.TemporaryDirectory() as folder:
            data, policy, out = (Path(folder) / n for n in ("t.csv" if given.csv else "t.parquet", "p.yaml", "out"))
            write(rows, data)
            policy.write_text(POLICY, "utf-8")
            spark = ["--engine", "spark", "--master", given.spark] if given.spark else []
            made = run("anonymise", str(data), "--policy", str(policy), "-o", str(out), *spark)
            private = Path(f"{out}-private")
            release = next(out.glob("release.*"))
            again = run("assess", str(data), str(release), "--policy", str(policy), "--link", str(private / "link.csv"))
            checked = run("verify", str(out))
            loss = json.loads((private / "evidence.json").read_text("utf-8"))["utility"]["loss_percent"]
        cells = " | ".join(f"{seconds:.0f} s | {memory:.2f} GB" for seconds, memory in (made, again, checked))
        print(f"| {rows:,} | {cells} | {loss:.2f} % |", flush=True)


if __name__ == "__main__":
    main()
