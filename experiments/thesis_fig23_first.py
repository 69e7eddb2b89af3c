"""The first centroid that SA-MDAV looks for: over one whole column, against the mode and the LCS."""

from collections.abc import Mapping, Sequence
from typing import Any

from experiments._findings import Claim, Findings, Printed, Row, Trial, number, table, where
from experiments._runs import Cell, Scale
from experiments._tables import prepared
from semblant.policy.model import Centroid
from semblant.semantics.operators import aggregate, costs

TITLE = "The centroid of a whole column"
PAPER = "thesis, Fig. 23"
DATA = ("survey", "survey-25")
RULES: dict[str, Centroid] = {"centroid": "semantic", "mode": "mode", "LCS": "lcs"}


def cells(scale: Scale) -> list[Cell]:
    """Both columns of the survey, and of the survey of 25 terms."""
    return [
        {"data": data, "records": scale.records, "method": "sa-mdav", "k": 2, "judge": "wu-palmer", "policy": {},
         "column": column}
        for data in DATA
        for column in ("reason", "activity")
    ]  # fmt: skip


def measure(cell: Cell) -> Mapping[str, Any]:
    """The centroid of the column by each rule, and the sum of distances to it."""
    ready = prepared(cell)
    reader = next(r for r in ready.readers if r.name == cell["column"])
    taxonomy = reader.taxonomy
    assert taxonomy is not None
    weights: dict[int, float] = {}
    for text, count in zip(reader.column.values, reader.column.counts.tolist(), strict=True):
        concept = reader.point_of(text).concept
        weights[concept] = weights.get(concept, 0) + count
    sums = costs(taxonomy, weights, "wu-palmer")
    found = {name: aggregate(taxonomy, weights, "wu-palmer", rule) for name, rule in RULES.items()}
    return {name: {"label": taxonomy.label(c), "sum": sums[c]} for name, c in found.items()}


def findings(rows: Sequence[Row]) -> Findings:
    """The sums of the three, and how many times the least they are."""
    printed = {"mode": 322.74 / 257.97, "LCS": 746.31 / 257.97}
    least, near = (
        {row["column"]: row["centroid"]["sum"] <= row["mode"]["sum"] < row["LCS"]["sum"] for row in where(rows, data=d)}
        for d in DATA
    )
    sizes, nearer = (
        [Printed(f"sum from the {r}, as times the centroid's ({d}, reason)", v, row[r]["sum"] / row["centroid"]["sum"])
         for r, v in printed.items() for row in where(rows, data=d, column="reason")]
        for d in DATA
    )  # fmt: skip
    lines = [
        [f"{row['data']}, {row['column']}", *(f"{row[r]['label']}: {number(row[r]['sum'], 5)}" for r in RULES)]
        for row in rows
    ]
    lines.append(["an attribute of the paper's survey", "inactivity: 257.97", "relaxation: 322.74", "entity: 746.31"])
    return Findings(
        did="Over one attribute of the survey the distances sum up to 257.97 from the centroid (inactivity), 322.74 "
        "from the mode (relaxation) and 746.31 from the LCS (entity).",
        does="Both attributes of our survey, and of one of 25 terms in which *relaxation* is as common as in the "
        "thesis, by Wu & Palmer; its words are others, so only proportions can agree.",
        claims=[
            Claim(
                "The centroid has the least sum, the LCS by far the greatest",
                least,
                sizes,
                [Trial("other words with other frequencies", "25 terms, *relaxation* 249 times as in the thesis",
                       near, nearer)],
            ),
        ],
        tables=[f"Sum of Wu & Palmer distances\n\n{table(['column', *RULES], lines)}"],
    )  # fmt: skip
