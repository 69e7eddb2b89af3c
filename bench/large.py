"""More rows than memory: ``python -m bench large``, or ``python -m bench.large [ROWS ...] [--format parquet|csv]``.

Ten columns: an identifier that tells every row apart, three semantic quasi-identifiers of 100 WordNet nouns each (about
a million distinct tuples among 30 million rows), and six columns that are kept. `anonymise` with all reports, `verify`,
and `assess` with the link run one after another, each in a process of its own. Printed are their seconds of the
processor and by the clock, their peak of resident memory, and what a record loses. The data lie in TMPDIR meanwhile;
30 million rows need 7 GB there as CSV.

With ``--engine spark`` the same Parquet files are anonymised by Spark, with two workers on this machine. Memory is then
that of the driver's Python, of Java, and of the workers' Python together; printed too are the most bytes in the working
folder, and those that the stages of Spark wrote for each other.
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
from typing import NamedTuple

import numpy as np
import polars as pl
from polars.io.plugins import register_io_source

from bench._spark import SparkRun, run_on_spark
from semblant.knowledge.sources import load

ROWS, FORMATS = (1_000_000, 10_000_000, 30_000_000), ("parquet", "csv")
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
    """So many names of concepts below one, each of one meaning, and none of a single thing."""
    wordnet = load("wordnet")
    top = wordnet.senses(below)[0]
    names = [wordnet.label(c) for c in range(len(wordnet)) if top in wordnet.ancestors(c)]
    clear = sorted({name for name in names if len(wordnet.senses(name)) == 1 and name.islower()})
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


class Run(NamedTuple):
    """What a command took."""

    processor: float
    clock: float
    gigabytes: float

    def __str__(self) -> str:
        return f"{self.processor:.0f} s | {self.clock:.0f} s | {self.gigabytes:.2f} GB"


def run(*arguments: str | Path) -> Run:
    """Run a command."""
    began = time.time()
    child = subprocess.Popen([sys.executable, "-c", START, *map(str, arguments)], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"semblant {' '.join(map(str, arguments))} ended with {child.returncode}")
    return Run(used.ru_utime + used.ru_stime, time.time() - began, used.ru_maxrss * 1024 / 1e9)


def commands(folder: Path, rows: int, form: str) -> Iterator[tuple[str, Run, str]]:
    """Every command with what it took, and what a record loses."""
    data, policy, out = folder / f"t.{form}", folder / "p.yaml", folder / "out"
    private, release = Path(f"{out}-private"), out / f"release.{form}"
    write(rows, data)
    policy.write_text(POLICY, "utf-8")
    made = run("anonymise", data, "--policy", policy, "-o", out)
    yield "anonymise", made, lost(out)
    yield "verify", run("verify", out), ""
    yield "assess", run("assess", data, release, "--policy", policy, "--link", private / "link.csv"), ""


def by_spark(folder: Path, rows: int) -> tuple[SparkRun, str]:
    """What `anonymise` took on Spark, and what a record loses."""
    data, policy, out = folder / "t.parquet", folder / "p.yaml", folder / "out"
    write(rows, data)
    policy.write_text(POLICY, "utf-8")
    return run_on_spark(folder, "anonymise", data, "--policy", policy, "-o", out), lost(out)


def lost(out: Path) -> str:
    """What a record of a release loses."""
    evidence = json.loads((Path(f"{out}-private") / "evidence.json").read_text("utf-8"))
    return f"{evidence['utility']['loss_percent']:.3g} %"


def main() -> None:
    """Print a row for every command."""
    asked = argparse.ArgumentParser()
    asked.add_argument("rows", nargs="*", type=int, default=ROWS)
    asked.add_argument("--format", choices=FORMATS)
    asked.add_argument("--engine", choices=("local", "spark"))
    given = asked.parse_args([one for one in sys.argv[1:] if one != "large"])
    if given.engine == "spark":
        print("| rows | processor | clock | driver | Java | workers | working folder | shuffled | loss |")
        print("|---|---|---|---|---|---|---|---|---|")
        for rows in given.rows:
            with tempfile.TemporaryDirectory() as folder:
                took, loss = by_spark(Path(folder), rows)
                print(f"| {rows:,} | {took} | {loss} |", flush=True)
        return
    print("| rows | format | command | processor | clock | peak | loss |\n|---|---|---|---|---|---|---|")
    for rows in given.rows:
        for form in [given.format] if given.format else FORMATS:
            with tempfile.TemporaryDirectory() as folder:
                for command, took, loss in commands(Path(folder), rows, form):
                    print(f"| {rows:,} | {form} | {command} | {took} | {loss} |", flush=True)


if __name__ == "__main__":
    main()
