"""Measure how long semantic record linkage takes: Adult as the papers use it, Adult in twelve columns, a million rows.

    python scripts/measure_linkage.py [ADULT]

Prints the table of ``bench/RESULTS.md``. ``ADULT`` is a folder with adult.csv and mapping.csv, which are not ours to
ship; without it only the million rows are measured, which are drawn by chance.
"""

import sys
import time
from pathlib import Path

import numpy as np
import polars as pl

from semblant.assessment.linkage import intruder_linkage, matching_linkage, semantic_linkage
from semblant.assessment.pairing import Pairing, compare_columns, pair
from semblant.data.table import Table
from semblant.policy.model import Policy
from semblant.release.pipeline import read_input
from semblant.space.reading import Library, read_columns

WORDS = {"role": "quasi", "kind": "semantic", "knowledge": "wordnet"}
NUMBER = {"role": "quasi", "kind": "numeric"}
NOMINAL = {"role": "quasi", "kind": "nominal"}
NOUNS = [
    "surgeon", "nurse", "dentist", "baker", "cook", "butcher", "painter", "sculptor", "poet", "singer", "dancer",
    "actor", "farmer", "fisherman", "shepherd", "miner", "mason", "carpenter", "plumber", "electrician", "driver",
    "pilot", "sailor", "soldier", "officer", "judge", "lawyer", "clerk", "teacher", "professor", "student",
    "librarian", "physicist", "chemist", "biologist", "geologist", "astronomer", "economist", "historian",
    "journalist", "editor", "printer", "tailor", "weaver", "cobbler", "jeweller", "potter", "waiter", "barber",
    "gardener", "florist", "grocer", "pharmacist", "optician", "veterinarian", "midwife", "fireman", "postman",
    "porter", "janitor", "guard", "tutor",
]  # fmt: skip


def main() -> None:
    """Print one line for each table."""
    print("| table | records | distinct before | distinct after | SRL | SRL, seconds | RL and MRL, seconds |")
    print("|---|---|---|---|---|---|---|")
    if len(sys.argv) > 1:
        folder = Path(sys.argv[1])
        two = {"occupation": WORDS, "native-country": WORDS}
        numbers = ("age", "education-num", "capital-gain", "capital-loss", "hours-per-week")
        nominal = ("workclass", "education", "marital-status", "relationship", "race")
        twelve = two | dict.fromkeys(numbers, NUMBER) | dict.fromkeys(nominal, NOMINAL)
        for name, columns in (("Adult, 2 columns", two), ("Adult, 12 columns", twelve)):
            line(name, released(folder, columns))
    line("drawn, 3 columns", drawn(1_000_000))


def released(folder: Path, columns: dict[str, dict[str, str]]) -> Pairing:
    """Adult and its release by s-mdav at k = 5."""
    policy = Policy.model_validate(
        {"k": 5, "method": "s-mdav", "mapping": "mapping.csv", "others": "drop", "attributes": columns}
    )
    ready = read_input(folder / "adult.csv", policy, folder)
    after = ready.represented(ready.masking(np.random.default_rng(0))).table
    return pair(compare_columns(ready.readers, ready.table, after, "logsc"))


def drawn(records: int) -> Pairing:
    """Three columns of nouns, some frequent and most rare; every two neighbours in order are released as the first."""
    rng = np.random.default_rng(1)
    share = 1 / np.arange(2, len(NOUNS) + 2)
    nouns = np.array(NOUNS)
    frame = pl.DataFrame({n: nouns[rng.choice(len(NOUNS), records, p=share / share.sum())] for n in "abc"})
    distinct = frame.unique().sort("a", "b", "c").with_row_index("at")
    first = distinct.filter(pl.col("at") % 2 == 0)
    after = (
        frame.join(distinct, on=["a", "b", "c"], how="left", maintain_order="left")
        .select((pl.col("at") // 2 * 2).alias("at"))
        .join(first, on="at", how="left", maintain_order="left")
        .select("a", "b", "c")
    )
    policy = Policy.model_validate({"k": 2, "attributes": dict.fromkeys("abc", WORDS | {"sense": "first"})})
    before = Table(frame)
    return pair(compare_columns(read_columns(before, policy, Library(policy)), before, Table(after), "logsc"))


def line(name: str, pairing: Pairing) -> None:
    """Measure and print; the first call on a machine compiles, so it does not count."""
    sizes = [len(np.unique(side, axis=1).T) for side in (pairing.before, pairing.after)]
    warm(pairing)
    began = time.perf_counter()
    found = semantic_linkage(pairing)
    linked = time.perf_counter()
    matching_linkage(pairing), intruder_linkage(pairing)
    ended = time.perf_counter()
    print(
        f"| {name} | {pairing.records:,} | {sizes[0]:,} | {sizes[1]:,} | {found:.2f} % | {linked - began:.2f} "
        f"| {ended - linked:.2f} |",
        flush=True,
    )


def warm(pairing: Pairing) -> None:
    """Compile on a handful of pairs."""
    few = slice(0, 50)
    semantic_linkage(Pairing(pairing.columns, pairing.before[:, few], pairing.after[:, few], pairing.counts[few]))


if __name__ == "__main__":
    main()
