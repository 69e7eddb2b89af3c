"""More rows than memory: ``python -m bench large``, or ``python -m bench.large [ROWS ...] [--format parquet|csv]``.

Ten columns: an identifier that tells every row apart, three semantic quasi-identifiers of 100 WordNet nouns each (about
a million distinct tuples among 30 million rows), and six columns that are kept. `anonymise` with all reports, `verify`,
and `assess` with the link run one after another, each in a process of its own. Printed are their seconds of the
processor and by the clock, their peak of resident memory, how much of that is private (the rest are files that the
system keeps there while it has room), and what a record loses. The data lie in TMPDIR meanwhile; 30 million rows need
7 GB there as CSV.

With ``--engine spark`` the same Parquet files are anonymised by Spark, with two workers on this machine. Printed too
are then the memory of Java, of the workers' Python together, the most bytes in the working folder, and those that the
stages of Spark wrote for each other.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import polars as pl
from polars.io.plugins import register_io_source

from bench._run import Run, run, run_on_spark
from semblant.knowledge.sources import load

ROWS, FORMATS = (1_000_000, 10_000_000, 30_000_000), ("parquet", "csv")
NOUNS, PART = 100, 500_000
HEAD = ("rows", "format", "command", "engine", "processor", "clock", "memory", "private", "Java", "workers",
        "working folder", "shuffled", "loss")  # fmt: skip
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


def commands(folder: Path, rows: int, form: str, engine: str) -> Iterator[tuple[str, Run, str]]:
    """Every command with what it took, and what a record loses."""
    data, policy, out = folder / f"t.{form}", folder / "p.yaml", folder / "out"
    private, release = Path(f"{out}-private"), out / f"release.{form}"
    write(rows, data)
    policy.write_text(POLICY, "utf-8")
    asked = ("anonymise", data, "--policy", policy, "-o", out)
    made = run_on_spark(folder, *asked) if engine == "spark" else run(*asked)
    yield "anonymise", made, lost(out)
    yield "verify", run("verify", out), ""
    yield "assess", run("assess", data, release, "--policy", policy, "--link", private / "link.csv"), ""


def lost(out: Path) -> str:
    """What a record of a release loses."""
    evidence = json.loads((Path(f"{out}-private") / "evidence.json").read_text("utf-8"))
    return f"{evidence['utility']['loss_percent']:.3g} %"


def main() -> None:
    """Print a row for every command."""
    asked = argparse.ArgumentParser()
    asked.add_argument("rows", nargs="*", type=int, default=ROWS)
    asked.add_argument("--format", choices=FORMATS)
    asked.add_argument("--engine", choices=("local", "spark"), default="local")
    given = asked.parse_args([one for one in sys.argv[1:] if one != "large"])
    forms = [given.format] if given.format else FORMATS[:1] if given.engine == "spark" else FORMATS
    print(f"| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}")
    for rows in given.rows:
        for form in forms:
            with tempfile.TemporaryDirectory() as folder:
                for command, took, loss in commands(Path(folder), rows, form, given.engine):
                    by = given.engine if command == "anonymise" else "local"
                    print(f"| {rows:,} | {form} | {command} | {by} | {took} | {loss} |", flush=True)


if __name__ == "__main__":
    main()
