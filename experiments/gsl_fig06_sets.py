"""Several columns at once: the best, a medium and the worst set of hierarchies; do clusters survive?"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from experiments import _tables
from experiments._data import INSURANCE, load, there
from experiments._findings import (
    EQUAL,
    Claim,
    Findings,
    Picture,
    Printed,
    Row,
    Trial,
    contests,
    different,
    grid,
    mean,
    number,
    table,
    where,
)
from experiments._hierarchies import CANDIDATES, COLUMNS, domain, ranked, ready_with, wordnet
from experiments._runs import Cell, Scale
from semblant.assessment.clusters import cluster_loss
from semblant.hierarchy.candidates import candidates
from semblant.hierarchy.gsl import scored, set_score
from semblant.hierarchy.meaning import mapped_as

TITLE = "Sets of hierarchies"
PAPER = "gsl, Figs. 6, 7 and 9"
PLACES = {"best": 0.0, "medium": 0.5, "worst": 1.0}
KS = (2, 5, 10, 25, 50, 100)
MEASURES = ("wu-palmer", "leacock-chodorow")
PRINTED = {"best": 0.0491, "medium": 0.2027, "worst": 0.4397}
SCORED: dict[str, tuple[dict[str, Any], Any]] = {
    "as here": ({}, "uniform"),
    "low levels weigh more": ({}, "level"),
    "levels cut evenly": ({"even": True, "idle": True}, "uniform"),
    "levels cut evenly, low ones weigh more": ({"even": True, "idle": True}, "level"),
}
"""How the ideal hierarchy is built and how levels are weighed (eq. 5): the paper leaves both open for its Insurance."""
CLUSTERED = 3_000
"""Records that are clustered: all kinds of them are compared with each other."""


def cells(scale: Scale) -> list[Cell]:
    """Incognito with sets of hierarchies ranked 1, 50 and 100, at several k; ours beside."""
    made = []
    for data in ([] if scale.tiny else there(*INSURANCE)) or ["survey"]:
        for judge in MEASURES:
            for k in scale.some(KS):
                for place in PLACES:
                    made.append(_tables.cell(data, place, k, judge, records=scale.records, run="incognito",
                                             policy={"measure": judge}, number=scale.size(CANDIDATES, 5)))  # fmt: skip
                made.append(_tables.cell(data, "auto", k, judge, records=scale.records))
        for place in (*PLACES, "auto"):
            made.append(_tables.cell(data, place, 2, "wu-palmer", records=scale.records or CLUSTERED, run="incognito",
                                     clusters=True, number=scale.size(CANDIDATES, 5)))  # fmt: skip
        made += [_tables.cell(data, how, 2, "wu-palmer", records=scale.records, number=scale.size(CANDIDATES, 5),
                              run="incognito", scored=True) for how in SCORED]  # fmt: skip
    return made


def measure(cell: Cell) -> Mapping[str, Any]:
    """Generalise all columns with their hierarchies of one rank, or mask by ours; or only score sets of them."""
    if cell.get("scored"):
        return sizes(cell)
    data = load(cell["data"], cell["records"])
    score = 0.0
    if cell["method"] == "auto":
        ready = _tables.prepared({**cell, "run": "auto"})
    else:
        chosen = []
        for column in COLUMNS[cell["data"]]:
            line = ranked(cell["data"], column, cell["judge"], 1, cell["number"], cell["records"])
            chosen.append(line[round(PLACES[cell["method"]] * (len(line) - 1))])
        score = set_score([s.score for s in chosen])
        made = dict(zip(COLUMNS[cell["data"]], (s.hierarchy for s in chosen), strict=True))
        keys = {"k": cell["k"], "method": cell["run"], "measure": cell["judge"], "loss_measure": cell["judge"]}
        ready = ready_with(data, made, keys)
    released = ready.represented(ready.masking(np.random.default_rng(0))).table
    found = ready.assess(released, aligned=True)
    figures = {**_tables.figures(found), "score": score}
    if cell.get("clusters"):
        assert found.pairing is not None
        compared = cluster_loss(found.pairing, combine="mean", clusters="each")
        figures |= {"rand": compared.rand, "nmi": compared.nmi}
    return figures


def sizes(cell: Cell) -> Mapping[str, Any]:
    """The scores of the three sets, where the ideal hierarchy is built and levels are weighed as the cell says."""
    form, weights = SCORED[cell["method"]]
    lines = []
    for column in COLUMNS[cell["data"]]:
        own = domain(cell["data"], column, cell["records"])
        made = candidates(own.ideal(**form), cell["number"], seed=1)
        lines.append(sorted(scored(mapped_as(c, wordnet(), own.meanings), weights=weights).score for c in made))
    return {p: set_score([line[round(at * (len(line) - 1))] for line in lines]) for p, at in PLACES.items()}


def findings(rows: Sequence[Row]) -> Findings:
    """Loss by rank of the set, what the best spares, and the clusters at k = 2."""
    scores = [row for row in rows if row.get("scored") and row["data"] == rows[0]["data"]]
    rows = [row for row in rows if not row.get("scored")]
    clustered = [row for row in rows if row.get("clusters")]
    lost = [row for row in rows if not row.get("clusters")]
    wup = where(lost, judge="wu-palmer")
    order, spared = {}, {"sse": [], "semiloss": []}  # type: ignore[var-annotated]
    for data in different(lost, "data"):
        for judge in MEASURES:
            for figure in spared:
                by = {p: mean(where(lost, data=data, judge=judge, method=p), figure) for p in PLACES}
                order[f"{data}, {judge}, {figure}"] = (
                    by["best"] <= by["medium"] + EQUAL and by["medium"] <= by["worst"] + EQUAL
                )
                spared[figure].append(100 * (1 - by["best"] / by["worst"]) if by["worst"] else 0.0)
    agree: dict[str, bool] = {}
    for data in different(clustered, "data"):
        best, worst = (where(clustered, data=data, method=p)[0] for p in ("best", "worst"))
        agree |= {f"{data}, {f}": best[f] >= worst[f] - EQUAL for f in ("rand", "nmi")}
    printed = {
        how: [Printed(f"VghSetGSL of the {p} set (Insurance), {how}", v, where(scores, method=how)[0][p])
              for p, v in PRINTED.items() if "insurance-gauss" in different(wup, "data")]
        for how in SCORED
    }  # fmt: skip
    return Findings(
        did="Four attributes together (Insurance, Homicide), generalised by Incognito with sets of the hierarchies "
        "ranked 1, 50 and 100; SSE and SemILoss over k; clusters of original and generalised data (Ward, Calinski and "
        "Harabasz) compared by Rand index and NMI at k = 2.",
        does="Both files of Insurance where they are there, else the survey's two columns; k = "
        f"{', '.join(map(str, KS))}. Clusters of the first {CLUSTERED:,} records.",
        claims=[
            Claim("A better set of hierarchies loses less", order, printed["as here"],
                  [Trial("how levels are cut and weighed", how, order, sizes) for how, sizes in printed.items()
                   if how != "as here" and sizes]),
            Claim("The best set keeps clusters better than the worst (Rand, NMI; Fig. 9)", agree),
        ],
        tables=[
            grid(wup, "sse", "SSE by Wu & Palmer (lower is better)", digits=4),
            grid(wup, "semiloss", "Mean Wu & Palmer distance (SemILoss; lower is better)"),
            grid(where(lost, judge="leacock-chodorow"), "semiloss", "Mean Leacock & Chodorow distance (SemILoss)"),
            grid([{**r, "figure": f, "value": r[f]} for r in clustered for f in ("rand", "nmi")], "value",
                 "Clusters of original and masked records at k = 2 (higher is better)", over="figure"),
            "VghSetGSL by Wu & Palmer, by how the ideal hierarchy is cut into levels and levels are weighed\n\n"
            + table(["levels", *PLACES], [[row["method"], *(number(row[p]) for p in PLACES)] for row in scores]),
            "What the best set spares against the worst, mean over k: SSE "
            f"{min(spared['sse']):.0f} to {max(spared['sse']):.0f} % (paper: 49 to 81 %), SemILoss "
            f"{min(spared['semiloss']):.0f} to {max(spared['semiloss']):.0f} % (paper: 29 to 57 %).",
        ],
        pictures=[Picture(wup, "sse", "SSE", even=True)],
        contests=contests(wup, "sse", "SSE, Wu & Palmer")
        + contests(where(lost, judge="leacock-chodorow"), "sse", "SSE, Leacock & Chodorow"),
    )  # fmt: skip
