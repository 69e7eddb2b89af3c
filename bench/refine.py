"""Ours beside the published methods: loss, time and groups, on all the data there are: ``python -m bench refine``.

    python -m bench.refine adult census      # only these

Every release is judged alike, as it would be written: by logsc, numbers rounded, SSE and its share of SST. ``auto`` has
its default budget; the seconds are those of grouping alone, compiled before. The example data lie in examples/, the
others in the folder that DATA names (or ../shared/data); what is not there is skipped.
"""

import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from semblant.assessment.loss import utility
from semblant.assessment.pairing import judge, pair
from semblant.data.read import read
from semblant.data.table import Table
from semblant.errors import SemblantError
from semblant.policy import Policy
from semblant.policyfile import build_policy, read_policy
from semblant.release.evidence import Steps
from semblant.release.pipeline import mask, prepare, released_table

DATA = Path(os.environ.get("DATA", "../shared/data"))
EXAMPLES = Path(__file__).parents[1] / "examples"
MEANING = ("auto", "sa-mdav", "sa-mdav none", "sa-mdav-static", "s-mdav", "mdav-mode", "mdav-lcs")
NUMBERS = ("auto", "mdav", "sa-mdav none")
BARS = {
    ("adult", 5): "4.17", ("adult", 20): "16.5", ("adult", 100): "47.3", ("adult", 800): "123",
    ("census", 3): "5.20 %", ("census", 5): "7.95 %", ("census", 10): "12.22 %",
    ("tarragona", 3): "14.9 %", ("tarragona", 5): "20.75 %", ("tarragona", 10): "30.75 %",
    ("adult-owl", 3): "0.28 a record",
}  # fmt: skip


@dataclass(frozen=True)
class Case:
    """One table, what it means and how often it is to be masked."""

    name: str
    source: Path | Table
    base: Path
    keys: dict[str, Any]
    ks: tuple[int, ...]
    methods: tuple[str, ...] = MEANING

    @cached_property
    def table(self) -> Table:
        """The table, read once."""
        return self.source if isinstance(self.source, Table) else read(self.source)

    def policy(self, name: str, k: int, budget: int = 200) -> Policy:
        """The policy of one run; ``sa-mdav none`` is SA-MDAV without frequency weights."""
        method, _, weighting = name.partition(" ")
        asked = {"k": k, "method": method, "weighting": weighting or None, "budget": budget}
        return Policy.model_validate({**self.keys, **asked})


def cases() -> Iterator[Case]:
    """All the data there are."""
    semantic = {"role": "quasi", "kind": "semantic", "knowledge": "wordnet", "sense": "first", "unknown": "nominal"}
    numeric = {"role": "quasi", "kind": "numeric"}
    for name, ks in (("survey", (2, 3, 5, 10, 20, 50)), ("discharges", (5, 20))):
        folder = EXAMPLES / name
        keys = build_policy(read_policy(folder / "policy.yaml")).model_dump(exclude_unset=True)
        yield Case(name, folder / f"{name}.csv", folder, keys, ks)
    if (path := DATA / "adult" / "adult.csv").is_file():
        columns = {"occupation": semantic, "native-country": semantic}
        keys = {"mapping": "mapping.csv", "others": "drop", "attributes": columns}
        yield Case("adult", path, path.parent, keys, (2, 5, 20, 100, 800, 1800))
    if (path := DATA / "insurance" / "insurance10K_Occup_Gauss_RiskClass.csv").is_file():
        frame = pl.read_csv(path, has_header=False, infer_schema_length=0)
        frame = frame.rename(dict(zip(frame.columns[3:7], ("job", "workplace", "hobby", "place"), strict=True)))
        keys = {"others": "drop", "attributes": dict.fromkeys(("job", "workplace", "hobby", "place"), semantic)}
        yield Case("insurance", Table(frame), path.parent, keys, (2, 3, 5, 10, 20, 50))
    for name, file in (("census", "cascrefmicrodata.csv"), ("tarragona", "tarragona.csv")):
        if (path := DATA / "casc" / file).is_file():
            names = read(path).names
            keys = {"combine": "euclidean", "attributes": dict.fromkeys(names, numeric)}
            yield Case(name, path, path.parent, keys, (3, 5, 10), NUMBERS)
    if (path := DATA / "adult-owl" / "adult-owl.csv").is_file():
        meaning = ("workclass", "education", "marital-status", "occupation", "relationship", "race", "sex")
        attributes: dict[str, Any] = {
            name: {**semantic, "knowledge": name, "sense": "first"} for name in (*meaning, "native-country")
        }
        attributes |= dict.fromkeys(("age", "capital-gain", "capital-loss", "hours-per-week"), numeric)
        knowledge = {name: {"source": f"./{name}-ontology.owl"} for name in (*meaning, "native-country")}
        keys = {"combine": "euclidean", "others": "drop", "knowledge": knowledge, "attributes": attributes}
        yield Case("adult-owl", path, path.parent, keys, (3,), ("auto", "mdav"))


def row(case: Case, name: str, k: int) -> None:
    """Mask, judge and print."""
    ready = prepare(case.table, case.policy(name, k), case.base, Steps())
    began = time.perf_counter()
    masking = mask(ready, np.random.default_rng(0))
    seconds = time.perf_counter() - began
    released = released_table(ready, masking).table
    combine = case.keys.get("combine") or "mean"
    loss = utility(pair(judge(ready.readers, case.table, released, "logsc")), combine=combine)
    assert loss.sse is not None
    a_record = loss.sse / case.table.records
    bar = BARS.get((case.name, k), "") if name == "auto" else ""
    print(
        f"| {case.name} | {k} | {name} | {loss.sse:.4g} | {loss.loss_percent:.2f} | {a_record:.4f} "
        f"| {bar} | {masking.size:,} | {seconds:.2f} s |",
        flush=True,
    )


def main(names: tuple[str, ...] = ()) -> None:
    """Print one row per table, k and method."""
    print("| table | k | method | SSE | L % | SSE a record | bar | groups | time |")
    print("|---|---|---|---|---|---|---|---|---|")
    for case in cases():
        if names and case.name not in names:
            continue
        try:
            for name in case.methods:  # compiles
                mask(
                    prepare(case.table, case.policy(name, case.ks[0], 1), case.base, Steps()), np.random.default_rng(0)
                )
            for k in case.ks:
                for name in case.methods:
                    row(case, name, k)
        except SemblantError as error:
            print(f"{case.name} skipped: {error}", file=sys.stderr)


if __name__ == "__main__":
    main(tuple(sys.argv[1:]))
