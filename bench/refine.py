"""Ours beside the published methods: loss, time and groups, on all the data there are: ``python -m bench refine``.

    python -m bench.refine adult census      # only these
    python -m bench.refine promises          # what l, t and persons cost on the discharges, merged and refined
    python -m bench.refine seeds             # the numeric reference sets with several seeds: no lucky one

Every release is judged alike, as it would be written: by logsc, numbers rounded, SSE and its share of SST. ``auto`` has
its default budget; the seconds are those of the processor for grouping alone, compiled before. The example data lie in
examples/, the others in the folder that DATA names (or ../shared/data); what is not there is skipped.
"""

import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from semblant.assessment.loss import utility
from semblant.assessment.pairing import compare_columns, pair
from semblant.data.read import read
from semblant.data.table import Table
from semblant.errors import SemblantError
from semblant.evidence import Utility
from semblant.methods.constrain import constrain
from semblant.methods.job import Job
from semblant.methods.mask import run
from semblant.methods.masking import Masking
from semblant.methods.promise_refinement import refine_under_promises
from semblant.policy.file import build_policy, read_policy
from semblant.policy.model import Policy
from semblant.release.pipeline import read_input
from semblant.shapes.table import TableShape

DATA = Path(os.environ.get("DATA", "../shared/data"))
EXAMPLES = Path(__file__).parents[1] / "examples"
MEANING = (
    "auto", "sa-mdav", "sa-mdav none", "sa-mdav-static", "s-mdav", "mdav-mode", "mdav-lcs", "recode", "recode-fusion",
    "resample",
)  # fmt: skip
NUMBERS = ("auto", "mdav", "sa-mdav none", "recode-fusion")
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
        asked = {"k": k, "method": method, "weighting": weighting or None, "budget": budget, "rare": "publish"}
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


def assessed(case: Case, ready: TableShape, masking: Masking) -> Utility:
    """The loss of a release, as it would be written."""
    released = ready.represented(masking).table
    combine = case.keys.get("combine") or "mean"
    return utility(pair(compare_columns(ready.readers, case.table, released, "logsc")), combine=combine)


def row(case: Case, k: int) -> None:
    """Mask by every method, assess and print."""
    found: dict[str, tuple[Utility, float]] = {}
    for name in case.methods:
        ready = read_input(case.table, case.policy(name, k), case.base)
        began = time.process_time()
        masking = ready.masking(np.random.default_rng(0))
        seconds = time.process_time() - began
        found[name] = assessed(case, ready, masking), seconds
    sse = {name: loss.sse or 0.0 for name, (loss, _) in found.items()}
    ours, seconds = found["auto"]
    best, *others = sorted((name for name in sse if name != "auto"), key=sse.__getitem__)
    print(
        f"| {case.name} | {k} | {sse['auto']:.4g} | {ours.loss_percent:.2f} | {sse['auto'] / case.table.records:.4f} "
        f"| {BARS.get((case.name, k), '')} | {seconds:.2f} s | {best} {sse[best]:.4g} "
        f"| {100 * (1 - sse['auto'] / sse[best]):.0f} % | {', '.join(f'{n} {sse[n]:.4g}' for n in others)} |",
        flush=True,
    )


PROMISES: dict[str, dict[str, Any]] = {
    "k alone": {},
    "`l: 2`": {"outcome": {"l": 2}},
    "`l: 3`": {"outcome": {"l": 3}},
    "`l: 2, l_kind: entropy`": {"outcome": {"l": 2, "l_kind": "entropy"}},
    "`l: 2, l_kind: recursive, c: 5`": {"outcome": {"l": 2, "l_kind": "recursive", "c": 5}},
    "`t: 0.3`": {"outcome": {"t": 0.3}},
    "`t: 0.15`": {"outcome": {"t": 0.15}},
    "`l: 2, t: 0.3`": {"outcome": {"l": 2, "t": 0.3}},
    "stay `t: 0.1, ground: ordered`": {"length_of_stay": {"t": 0.1, "ground": "ordered"}},
    "secondary `l: 3, l_kind: semantic, apart: 0.9`": {
        "secondary": {"knowledge": "icd10", "l": 3, "l_kind": "semantic", "apart": 0.9}
    },
    "secondary `t: 0.5, ground: semantic`": {"secondary": {"knowledge": "icd10", "t": 0.5, "ground": "semantic"}},
    "persons, by age group": {"individual": {}},
}
"""What the discharges promise beyond k = 5; a column that is sensitive is not masked."""


def promises() -> None:
    """Print what each promise costs: merged until it is kept, and refined while it is."""
    print("| promise | classes, merged | refined | SSE, merged | refined | less by | time |")
    print("|---|---|---|---|---|---|---|")
    case = next(case for case in cases() if case.name == "discharges")
    for name, asked in PROMISES.items():
        sensitive = {column: {"role": "sensitive", **promise} for column, promise in asked.items() if promise}
        keys = case.keys | {"k": 5, "attributes": case.keys["attributes"] | sensitive}
        keys |= {"individual": "age_group"} if "individual" in asked else {}
        ready = read_input(case.table, Policy.model_validate(keys), case.base)
        job = replace(Job.of(ready.policy, np.random.default_rng(0)), readers=ready.readers, promises=ready.promises)
        merged = constrain(run(ready.space, job), ready.space, ready.promises)
        began = time.process_time()
        refined = refine_under_promises(ready.space, merged, job)
        seconds = time.process_time() - began
        lost = [assessed(case, ready, masking).sse or 0.0 for masking in (merged, refined)]
        print(
            f"| {name} | {merged.size} | {refined.size} | {lost[0]:.1f} | {lost[1]:.1f} "
            f"| {100 * (1 - lost[1] / lost[0]):.0f} % | {seconds:.1f} s |",
            flush=True,
        )


SEEDS = (range(1, 6), range(6, 16))


def seeds() -> None:
    """Print the mean loss of the numeric reference sets over seeds, and the seconds of the processor for masking."""
    print(
        "| table | k | "
        + " | ".join(f"seeds {few[0]} to {few[-1]}: L % | least to most" for few in SEEDS)
        + " | time |"
    )
    print("|---|---" + "|---|---" * len(SEEDS) + "|---|")
    for case in cases():
        if case.name not in ("census", "tarragona"):
            continue
        for k in case.ks:
            cells, took = [case.name, str(k)], []
            read_input(case.table, case.policy("auto", k, 1), case.base).masking(np.random.default_rng(0))  # compiles
            for few in SEEDS:
                lost = []
                for seed in few:
                    ready = read_input(case.table, case.policy("auto", k).model_copy(update={"seed": seed}), case.base)
                    began = time.process_time()
                    masking = ready.masking(np.random.default_rng(seed))
                    took.append(time.process_time() - began)
                    lost.append(assessed(case, ready, masking).loss_percent or 0.0)
                cells += [f"{np.mean(lost):.3f}", f"{min(lost):.2f} to {max(lost):.2f}"]
            print(f"| {' | '.join(cells)} | {np.mean(took):.2f} s |", flush=True)


def main(names: tuple[str, ...] = ()) -> None:
    """Print one row per table and k."""
    if names == ("promises",):
        promises()
        return
    if names == ("seeds",):
        seeds()
        return
    print("| table | k | SSE, `auto` | L % | a record | bar | time | best published | less by | the others |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for case in cases():
        if names and case.name not in names:
            continue
        try:
            for name in case.methods:  # compiles
                read_input(case.table, case.policy(name, case.ks[0], 1), case.base).masking(np.random.default_rng(0))
            for k in case.ks:
                row(case, k)
        except SemblantError as error:
            print(f"{case.name} skipped: {error}", file=sys.stderr)


if __name__ == "__main__":
    main(tuple(sys.argv[1:]))
