"""How long recoding takes."""

from collections.abc import Sequence

import numpy as np

from experiments._findings import Findings, Picture, Printed, Row, beside, grid
from experiments._runs import Cell, Scale
from experiments._tables import cell
from experiments._timed import measure as measure

TITLE = "Run time of recoding"
PAPER = "fusion, Fig. 6"


def cells(scale: Scale) -> list[Cell]:
    """The three heuristics at every k, the best of three runs."""
    return [
        cell("survey", m, k, "wu-palmer", records=scale.records, seed=1, times=3, policy={"measure": "wu-palmer"})
        for k in scale.some(range(2, 16))
        for m in ("recode-fusion", "auto")
    ]


def findings(rows: Sequence[Row]) -> Findings:
    """Ours beside the paper's seconds."""
    own = {row["k"]: row["ms"] / 1e3 for row in rows if row["method"] == "recode-fusion"}
    return Findings(
        did="Recoding the survey took 1.2 to 1.6 s on a 2.4 GHz Intel Core with 4 GB, after 6.33 minutes in which the "
        "similarities of all values were computed.",
        does="Masking alone, without reading and without the distances between values (some milliseconds here).",
        claims=[],
        tables=[
            grid(rows, "ms", "Milliseconds of masking"),
            *filter(None, [beside([Printed("least seconds over k", 1.2, float(np.min(list(own.values())))),
                                   Printed("most seconds over k", 1.6, float(np.max(list(own.values()))))])]),
        ],
        pictures=[Picture(rows, "ms", "milliseconds")],
    )  # fmt: skip
