"""How well semantic measures agree with people's ratings of likeness."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np

from experiments._data import place_of, there
from experiments._findings import Claim, Findings, Printed, Row, Trial, number, table, where
from experiments._runs import Cell, Scale
from semblant.knowledge.sources import load
from semblant.policy.model import Source
from semblant.semantics.measures import similarity

TITLE = "Measures against human ratings"
PAPER = "thesis, Table 4"
PRINTED = {
    "path": (0.59, None), "wu-palmer": (0.74, None), "leacock-chodorow": (0.74, 0.77), "rodriguez": (0.71, None),
    "tversky": (0.73, None), "x-similarity": (0.74, None), "logsc": (0.85, 0.86), "resnik": (0.72, 0.72),
    "lin": (0.7, 0.72), "jiang-conrath": (0.73, 0.75),
}  # fmt: skip
LISTS = ("mc30", "rg65")
INFORMATIVE = ("resnik", "lin", "jiang-conrath")
CONTENT = ("sanchez", "seco")
"""Two ways to take information content from the taxonomy; the literature that the thesis quotes counted a corpus."""


def cells(scale: Scale) -> list[Cell]:
    """Two lists of pairs, ten measures; those by information content in two ways."""
    measures = scale.some(PRINTED) if scale.tiny else list(PRINTED)
    return [
        {"data": "ratings", "list": one, "method": m, "ic": ic}
        for _ in there("ratings")
        for ic in CONTENT
        for one in LISTS
        for m in measures
        if ic == CONTENT[0] or m in INFORMATIVE
    ]


def measure(cell: Cell) -> Mapping[str, Any]:
    """Pearson's correlation over the best pair of senses."""
    wordnet, folder = load("wordnet"), place_of("ratings")
    assert folder is not None
    people, ours, options = [], [], Source(source="wordnet", ic=cell["ic"])
    for line in (folder / f"{cell['list']}.txt").read_text("utf-8").splitlines():
        a, b, rating = line.split()
        people.append(float(rating))
        senses = product(wordnet.senses(a), wordnet.senses(b))
        ours.append(max(similarity(wordnet, x, y, cell["method"], options) for x, y in senses))
    return {"r": float(np.corrcoef(people, ours)[0, 1])}


def findings(rows: Sequence[Row]) -> Findings:
    """The correlations beside the printed ones."""
    ours = {(row["list"], row["method"]): row["r"] for row in where(rows, ic=CONTENT[0])}
    other = ours | {(row["list"], row["method"]): row["r"] for row in where(rows, ic=CONTENT[1])}
    measures = list(dict.fromkeys(row["method"] for row in rows))
    taxonomic = [m for m in measures if m not in INFORMATIVE]

    def best(of: Mapping[tuple[str, str], float], some: Sequence[str]) -> dict[str, bool]:
        return {f"{one}, against {m}": of[one, "logsc"] >= of[one, m]
                for one in LISTS for m in some if m != "logsc" and (one, "logsc") in of}  # fmt: skip

    def printed(of: Mapping[tuple[str, str], float], some: Sequence[str]) -> list[Printed]:
        return [Printed(f"{one}, {m}", value, of[one, m])
                for m, values in PRINTED.items() for one, value in zip(LISTS, values, strict=True)
                if m in some and value is not None and (one, m) in of]  # fmt: skip

    lines = [
        [m, *(f"{number(ours[one, m])} ({PRINTED[m][i] or '–'})" for i, one in enumerate(LISTS))] for m in measures
    ]
    return Findings(
        did="Correlations of ten measures with the ratings of Miller & Charles (30 pairs) and Rubenstein & Goodenough "
        "(65 pairs), quoted from the literature.",
        does="The same pairs over WordNet 3.0, best pair of senses; where the list of ratings is there.",
        claims=[
            Claim("logSC agrees best with people", best(ours, measures), printed(ours, measures),
                  [Trial("information content, which the quoted literature counted in a corpus that we do not have: "
                         "taken from the taxonomy it agrees far better with people", "those three measures left out",
                         best(ours, taxonomic), printed(ours, taxonomic)),
                   Trial("how information content is taken from the taxonomy", "Seco's content instead of Sánchez's",
                         best(other, measures), printed(other, measures))]),
        ],
        tables=[f"Pearson's correlation, printed figures in brackets\n\n{table(['measure', 'mc30', 'rg65'], lines)}"],
    )  # fmt: skip
