"""Ours against every published method for tables, on all the data there are."""

from collections.abc import Sequence
from typing import Any

from experiments import _tables
from experiments._data import there
from experiments._findings import Claim, Findings, Picture, Row, contests, different, grid, point, where
from experiments._runs import Cell, Scale

TITLE = "Ours against every published method"
PAPER = "no paper compares all of them"
KS = {
    "survey": (2, 3, 5, 10, 20, 50),
    "discharges": (2, 3, 5, 10, 20, 50),
    "adult": (2, 5, 20, 100, 800, 1800),
    "insurance-gauss": (2, 5, 20),
}
NOTHING_LEFT = {("discharges", 50), ("insurance-gauss", 20)}
"""Where every record is rarer than k: suppression would leave none, which is refused."""
FEW = {"suppression_limit": 0.05}
"""Records that share no label below ``*`` with others may be dropped; a dropped one has lost everything."""
METHODS: dict[str, dict[str, Any]] = {
    "sa-mdav": {}, "sa-mdav-static": {}, "s-mdav": {}, "mdav-mode": {}, "mdav-lcs": {},
    "recode": {}, "recode-fusion": {}, "recode-h1": {}, "recode-dm": {}, "recode-random": {}, "resample": {},
    "datafly": {}, "incognito": {}, "best-first": FEW,
    "best-first by meaning": {"measure": "logsc", **FEW},
    "suppress": {"suppression_limit": 1.0}, "auto": {},
}  # fmt: skip


def cells(scale: Scale) -> list[Cell]:
    """Every method on every data set, assessed by logSC; five seeds for random methods."""
    return [
        _tables.cell(data, m, k, "logsc", records=scale.records, run=m.partition(" ")[0], policy=policy, seed=seed)
        for data in (["survey"] if scale.tiny else there(*KS))
        for k in scale.some(KS[data])
        for m, policy in METHODS.items()
        if m != "suppress" or (data, k) not in NOTHING_LEFT
        for seed in _tables.seeds(scale, m.partition(" ")[0], policy)
    ]


measure = _tables.measure


def findings(rows: Sequence[Row]) -> Findings:
    """Whether ours loses least everywhere."""
    met = contests(rows, "sse", "SSE, logSC")
    spare = [f"{c.data}, k = {c.k}: {100 * (1 - c.ours / c.theirs[c.best]):.0f} % less than {c.best}"
             for c in met if c.theirs[c.best] > 0]  # fmt: skip
    return Findings(
        did="",
        does="Every method for tables at the same k on the survey and the discharges, on Adult and Insurance where "
        "they are there, judged by logSC. Methods that generalise get hierarchies of at most five levels built from "
        "the knowledge. Five seeds where chance plays: mean (least–greatest); ours is held against the least.",
        claims=[
            Claim("Ours never loses more than any published method",
                  {point(c.data, c.k): c.outcome != "more" for c in met}),
            Claim("Ours loses less wherever a value changes",
                  {point(c.data, c.k): c.outcome == "less" or c.unchanged for c in met}),
        ],
        tables=[grid(where(rows, data=data), "sse", f"{data}: SSE by logSC (lower is better)", digits=4)
                for data in different(rows, "data")],
        pictures=[Picture([row for row in rows if row["method"] in ("auto", "sa-mdav", "s-mdav", "mdav-lcs", "recode",
                                                                    "resample", "incognito")],
                          "L", "information loss, %", even=True)],
        contests=met,
        notes=["Against the best of the others: " + "; ".join(spare) + "."] if spare else [],
    )  # fmt: skip
