"""What analysts keep, by method, at k = 5 on three tables: ``python -m bench.analyses [adult] [insurance] [hospital]``.

Does a lower loss mean better analyses? For each table and method: information loss, the score of one model trained on
the release and tested on the original, the median error of count queries, and pMSE; then the rank correlation of each
with the loss. Adult and Insurance are looked for in ../shared/data (or in the folder that DATA names).
"""

import os
import random
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scipy.stats import spearmanr

from semblant.catalogue import CATALOGUE
from semblant.policy.model import Policy
from semblant.progress import watch
from semblant.release.compare import compare
from semblant.release.runs import Run

K = 5
RECORDS = 5_000  # of Adult
LEFT_OUT = {"adult": {"incognito": "12 columns make a lattice of 6.2 million generalisations, each to be counted"}}
SHARED = Path(os.environ.get("DATA", "../shared/data"))
NOMINAL = {"role": "quasi", "kind": "nominal"}
NUMERIC = {"role": "quasi", "kind": "numeric"}
SEMANTIC = {"role": "quasi", "kind": "semantic", "knowledge": "wordnet"}
AGES = ["<1", "1-4", *(f"{a}-{a + 4}" for a in range(5, 85, 5)), ">=85"]


@dataclass(frozen=True)
class Case:
    """A table, its policy and where the policy's files lie."""

    file: Path
    policy: Policy
    base: Path


def cases(folder: Path) -> Iterator[tuple[str, Case]]:
    """The tables that are there."""
    if (file := SHARED / "adult" / "adult.csv").is_file():
        keys = {
            "age": NUMERIC, "workclass": NOMINAL, "fnlwgt": "identifier", "education": "identifier",
            "education-num": NUMERIC, "marital-status": NOMINAL, "occupation": SEMANTIC, "relationship": NOMINAL,
            "race": NOMINAL, "sex": NOMINAL, "capital-gain": NUMERIC, "capital-loss": NUMERIC,
            "hours-per-week": NUMERIC, "native-country": SEMANTIC, "income": "sensitive",
        }  # fmt: skip
        yield "adult", Case(some(file, folder), policy(keys, "income", mapping="mapping.csv"), file.parent)
    if (source := SHARED / "insurance" / "insurance10K_Occup_Uniform_SalaryClass.csv").is_file():
        names = ["sex", "age", "decade", "job", "place", "hobby", "venue", "salary"]
        file = folder / "insurance.csv"
        file.write_text(",".join(names) + "\n" + source.read_text("utf-8").replace("_", " "), "utf-8")
        spoken = SEMANTIC | {"unknown": "nominal"}
        keys = {
            "sex": NOMINAL, "age": NUMERIC, "decade": "identifier", "job": spoken, "place": spoken, "hobby": spoken,
            "venue": spoken, "salary": "sensitive",
        }  # fmt: skip
        yield "insurance", Case(file, policy(keys, "salary"), folder)
    coded = SEMANTIC | {"knowledge": "icd10"}
    keys = {
        "patient_id": "identifier", "sex": NOMINAL, "age_group": {"role": "quasi", "kind": "ordinal", "levels": AGES},
        "principal": coded, "secondary": coded, "outcome": NOMINAL, "length_of_stay": NUMERIC,
    }  # fmt: skip
    file = Path(__file__).parents[1] / "examples" / "discharges" / "discharges.csv"
    yield "hospital", Case(file, policy(keys, "length_of_stay"), file.parent)


def some(file: Path, folder: Path) -> Path:
    """Some of a file's records, chosen by a fixed seed: a few methods take hours for all."""
    head, *lines = file.read_text("utf-8").splitlines()
    chosen = random.Random(1).sample(lines, RECORDS)
    (made := folder / file.name).write_text("\n".join([head, *chosen]) + "\n", "utf-8")
    return made


def policy(attributes: dict[str, Any], target: str, **more: Any) -> Policy:
    """A policy whose one task is to predict a column from all other released ones."""
    by = [name for name, one in attributes.items() if one != "identifier" and name != target]
    task = {"target": target, "by": by}
    return Policy.model_validate(
        {"k": K, "seed": 1, "suppression_limit": 1.0, "attributes": attributes, "analyses": [task], **more}
    )


def main() -> None:
    """Print a table for each case."""
    methods = [name for name, entry in CATALOGUE["table"].items() if entry.promise == "k-anonymity"]
    with tempfile.TemporaryDirectory() as scratch:
        for name, case in cases(Path(scratch)):
            if sys.argv[1:] and name not in sys.argv[1:]:
                continue
            left_out = LEFT_OUT.get(name, {})
            made = [one for one in methods if one not in left_out]
            runs = compare(case.file, case.policy, made, [K], base=case.base, progress=watch(quiet=False)).runs
            runs += tuple(Run(method=method, k=K, reason=why) for method, why in left_out.items())
            print("\n".join(told(name, runs)), flush=True)


def told(name: str, runs: tuple[Run, ...]) -> list[str]:
    """One table, best loss first, and what the loss says of the rest."""
    made = sorted((one for one in runs if one.measured and one.tasks), key=lambda one: one.loss_percent or 0.0)
    task = made[0].tasks[0]
    score = "R²" if task.score == "r2" else "accuracy"
    lines = [
        f"\n**{name}**: {task.target} by the {len(task.by)} other columns; {score} trained on the original "
        f"{task.before:.3f}, without any column {task.chance:.3f}",
        "",
        f"| method | loss, % | {score} | error of counts, % | pMSE | semantic linkage, % |",
        "|---|---|---|---|---|---|",
    ]
    figures = []
    for one in made:
        after, counts = one.tasks[0].after or 0.0, one.query_error_percent or 0.0
        figures.append((one.loss_percent or 0.0, -after, counts, one.propensity_error or 0.0))
        lines.append(
            f"| {one.method} | {one.loss_percent:.2f} | {after:.3f} | {counts:.2f} | {one.propensity_error:.4f} "
            f"| {one.semantic_record_linkage_percent:.2f} |"
        )
    lines += [f"\nNot made: {one.method}: {one.reason}" for one in runs if one not in made]
    loss, *others = zip(*figures, strict=True)
    agree = [spearmanr(loss, other).statistic for other in others]
    lines.append(
        f"\nRank correlation of the loss with the fall of {score} {agree[0]:.2f}, with the error of counts "
        f"{agree[1]:.2f}, with pMSE {agree[2]:.2f}."
    )
    return lines


if __name__ == "__main__":
    main()
