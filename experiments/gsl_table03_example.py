"""The worked hierarchy of occupations: what each step up loses."""

from collections.abc import Mapping, Sequence
from typing import Any

from experiments._findings import Claim, Findings, Printed, Row, table
from experiments._hierarchies import wordnet
from experiments._runs import Cell, Scale
from semblant.hierarchy.gsl import scored
from semblant.hierarchy.meaning import mapped_as
from semblant.hierarchy.vgh import Hierarchy

TITLE = "A worked hierarchy"
PAPER = "gsl, Table 3"
PATHS = [
    ("math_teacher", "teacher", "education", "occupation"), ("music_teacher", "teacher", "education", "occupation"),
    ("surgeon", "medical_practitioner", "doctor", "occupation"),
    ("ophthalmologist", "medical_practitioner", "doctor", "occupation"),
    ("optician", "medical_practitioner", "doctor", "occupation"),
    ("optometrist", "medical_practitioner", "doctor", "occupation"),
    ("tamer", "animal_trainer", "trainer", "occupation"), ("baseball_coach", "coach", "trainer", "occupation"),
]  # fmt: skip
SENSES = {"education": "education#4"}
LOSSES = [
    (0.0400, 0.8261, 0.8095), (0.0400, 0.8261, 0.8095), (0.0769, 0.0370, 0.8182), (0.1111, 0.0714, 0.8261),
    (0.3043, 0.3333, 0.7895), (0.3043, 0.3333, 0.7895), (0.0435, 0.0909, 0.8000), (0.0435, 0.0909, 0.8000),
]  # fmt: skip
TOTALS = {"level 1": 0.1205, "level 2": 0.3261, "level 3": 0.8053, "the hierarchy": 0.4173}


def cells(_: Scale) -> list[Cell]:
    """One hierarchy."""
    return [{"data": "survey", "method": "wu-palmer"}]


def measure(cell: Cell) -> Mapping[str, Any]:
    """The loss of every step, level and of the whole."""
    senses = {label: wordnet().index(SENSES.get(label, f"{label}#1")) for path in PATHS for label in path}
    found = scored(mapped_as(Hierarchy.of(PATHS), wordnet(), senses), cell["method"])
    return {"losses": found.losses.T.tolist(), "totals": [*found.levels, found.score]}


def findings(rows: Sequence[Row]) -> Findings:
    """Our losses beside the printed ones, digit by digit."""
    (row,) = rows
    same = {
        f"{path[0]} to {path[i + 1]}": round(ours[i], 4) == losses[i]
        for path, losses, ours in zip(PATHS, LOSSES, row["losses"], strict=True)
        for i in range(3)
    }
    same |= {name: round(ours, 4) == value for (name, value), ours in zip(TOTALS.items(), row["totals"], strict=True)}
    lines = [[path[0], *(f"{label} {loss:.4f}" for label, loss in zip(path[1:], ours, strict=True))]
             for path, ours in zip(PATHS, row["losses"], strict=True)]  # fmt: skip
    return Findings(
        did="A hierarchy of eight occupations in three levels was scored by Wu & Palmer over WordNet.",
        does="The same over WordNet 3.0, first senses but for education#4.",
        claims=[
            Claim("All losses are the same to the fourth digit", same,
                  [Printed(f"GSL of {name}", value, ours)
                   for (name, value), ours in zip(TOTALS.items(), row["totals"], strict=True)]),
        ],
        tables=[f"TransGSL (ours)\n\n{table(['value', 'level 1', 'level 2', 'level 3'], lines)}"],
    )  # fmt: skip
