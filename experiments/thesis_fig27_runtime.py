"""How long SA-MDAV and its rivals take."""

from collections.abc import Sequence

from experiments._data import there
from experiments._findings import Findings, Picture, Printed, Row, beside, grid, means
from experiments._runs import Cell, Scale
from experiments._tables import cell
from experiments._timed import measure as measure

TITLE = "Run time of SA-MDAV and its rivals"
PAPER = "thesis, Fig. 27"
KS = {"survey": (2, 5, 10, 15), "adult": (2, 8, 32, 128)}
SECONDS = {("mdav-lcs", 2): 7873, ("mdav-lcs", 128): 1839, ("mdav-mode", 2): 318, ("mdav-mode", 128): 242}


def cells(scale: Scale) -> list[Cell]:
    """The methods and ours on both data sets, the best of three runs."""
    return [
        cell(data, m, k, "wu-palmer", records=scale.records, times=3)
        for data in there(*KS)
        for k in scale.some(KS[data])
        for m in ("sa-mdav", "mdav-mode", "mdav-lcs", "auto")
    ]


def findings(rows: Sequence[Row]) -> Findings:
    """The times beside the printed ones."""
    printed = [
        Printed(f"Adult, {m}, k = {k}: seconds", seconds, ours["adult", k] / 1e3)
        for (m, k), seconds in SECONDS.items()
        if ("adult", k) in (ours := means(rows, "ms", m))
    ]
    return Findings(
        did="On a 2.4 GHz Intel Core: the survey took SA-MDAV 70 to 80 s, Abril et al. 20 s, Domingo-Ferrer & Torra "
        "next to nothing; Adult took SA-MDAV 131 to 205 s, the mode 242 to 318 s, the LCS 1,839 to 7,873 s.",
        does="Masking alone, without reading and without tables of distances, best of three runs.",
        claims=[],
        tables=[grid(rows, "ms", "Milliseconds of masking"), *filter(None, [beside(printed)])],
        pictures=[Picture(rows, "ms", "milliseconds", even=True)],
    )
