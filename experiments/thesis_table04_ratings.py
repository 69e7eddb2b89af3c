"""How well semantic measures agree with people's ratings of likeness."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np

from experiments._data import place_of, there
from experiments._findings import Claim, Findings, Printed, Row, number, table
from experiments._runs import Cell, Scale
from semblant.knowledge.sources import load
from semblant.semantics.measures import similarity

TITLE = "Measures against human ratings"
PAPER = "thesis, Table 4"
PRINTED = {
    "path": (0.59, None), "wu-palmer": (0.74, None), "leacock-chodorow": (0.74, 0.77), "rodriguez": (0.71, None),
    "tversky": (0.73, None), "x-similarity": (0.74, None), "logsc": (0.85, 0.86), "resnik": (0.72, 0.72),
    "lin": (0.7, 0.72), "jiang-conrath": (0.73, 0.75),
}  # fmt: skip
LISTS = ("mc30", "rg65")


def cells(scale: Scale) -> list[Cell]:
    """Two lists of pairs, ten measures."""
    measures = scale.some(PRINTED) if scale.tiny else list(PRINTED)
    return [{"data": "ratings", "list": one, "method": m} for _ in there("ratings") for one in LISTS for m in measures]


def measure(cell: Cell) -> Mapping[str, Any]:
    """Pearson's correlation over the best pair of senses."""
    wordnet, folder = load("wordnet"), place_of("ratings")
    assert folder is not None
    people, ours = [], []
    for line in (folder / f"{cell['list']}.txt").read_text("utf-8").splitlines():
        a, b, rating = line.split()
        people.append(float(rating))
        senses = product(wordnet.senses(a), wordnet.senses(b))
        ours.append(max(similarity(wordnet, x, y, cell["method"]) for x, y in senses))
    return {"r": float(np.corrcoef(people, ours)[0, 1])}


def findings(rows: Sequence[Row]) -> Findings:
    """The correlations beside the printed ones."""
    ours = {(row["list"], row["method"]): row["r"] for row in rows}
    measures = list(dict.fromkeys(row["method"] for row in rows))
    best = {f"{one}, against {m}": ours[one, "logsc"] >= ours[one, m]
            for one in LISTS for m in measures if m != "logsc" and (one, "logsc") in ours}  # fmt: skip
    printed = [
        Printed(f"{one}, {m}", value, ours[one, m])
        for m, values in PRINTED.items() for one, value in zip(LISTS, values, strict=True)
        if value is not None and (one, m) in ours
    ]  # fmt: skip
    lines = [
        [m, *(f"{number(ours[one, m])} ({PRINTED[m][i] or '–'})" for i, one in enumerate(LISTS))] for m in measures
    ]
    return Findings(
        did="Correlations of ten measures with the ratings of Miller & Charles (30 pairs) and Rubenstein & Goodenough "
        "(65 pairs), quoted from the literature.",
        does="The same pairs over WordNet 3.0, best pair of senses; where the list of ratings is there.",
        claims=[
            Claim("logSC agrees best with people", best, printed,
                  "WordNet 3.0 instead of 2; measures by information content take it from the taxonomy, not a corpus"),
        ],
        tables=[f"Pearson's correlation, printed figures in brackets\n\n{table(['measure', 'mc30', 'rg65'], lines)}"],
    )  # fmt: skip
