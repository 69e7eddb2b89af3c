"""Semantic against distributional recoding: what meaning loses, what distribution loses, and what is linked."""

from collections.abc import Callable, Sequence
from itertools import pairwise

from experiments._findings import Claim, Findings, Picture, Row, compared, contests, grid, means
from experiments._runs import Cell, Scale
from experiments._tables import measure as measure
from experiments._tables import recoding

TITLE = "Semantic against distributional recoding"
PAPER = "thesis, Fig. 14; fusion, Figs. 3, 4 and 5"
METHODS = ("recode", "recode-fusion", "recode-dm", "auto")
SEMANTIC = ("recode", "recode-fusion")


def cells(scale: Scale) -> list[Cell]:
    """Recoding by meaning and by the Discernibility Metric, at every k."""
    return recoding(scale, METHODS)


def falling(rows: Sequence[Row], method: str) -> dict[str, bool]:
    """Whether linkage falls from every k to the next, or rises by a fiftieth at most."""
    risk = means(rows, "RL", method)
    return {f"{method} k={b}": risk["survey", b] <= risk["survey", a] * 1.02
            for a, b in pairwise(sorted(k for _, k in risk))}  # fmt: skip


def stable(rows: Sequence[Row], method: str) -> dict[str, bool]:
    """Whether linkage falls less from k = 5 to 15 than from 2 to 5."""
    risk = {k: linked for (_, k), linked in means(rows, "RL", method).items()}
    return {method: risk[5] - risk[15] < risk[2] - risk[5]} if 15 in risk else {}


def findings(rows: Sequence[Row]) -> Findings:
    """Meaning, distribution and risk of both kinds."""
    falls, steady = ({m: check(rows, m) for m in (*SEMANTIC, "recode-dm")} for check in (falling, stable))

    def beside(figure: str, below: Callable[[float, float], bool]) -> dict[str, dict[str, bool]]:
        return {m: compared(rows, figure, m, "recode-dm", below) for m in SEMANTIC}

    both = {f"{m}: {at}": kept for m, points in beside("semiloss", lambda a, b: a < b).items()
            for at, kept in points.items()}  # fmt: skip
    penalised, linked = beside("dm", lambda a, b: b <= a), beside("RL", lambda a, b: a <= b)
    thesis = "Recoding as in the thesis, of which no paper says so"
    claims = [
        Claim("Semantic recoding loses less meaning than distributional recoding (Figs. 14 and 3)", both,
              headline=True),
        Claim("Optimising the distribution gives the lower discernibility penalty (Fig. 4)",
              penalised["recode-fusion"]),
        Claim(f"{thesis}: optimising the distribution gives the lower penalty", penalised["recode"], ours=True),
        Claim("Fewer records are linked after semantic recoding (Fig. 5)", linked["recode-fusion"]),
        Claim(f"{thesis}: fewer records are linked", linked["recode"], ours=True),
        Claim("Record linkage falls as k grows", falls["recode-fusion"] | falls["recode-dm"]),
        Claim(f"{thesis}: linkage falls as k grows", falls["recode"], ours=True),
        Claim("Record linkage is quite stable from k = 5 on: it falls less from 5 to 15 than from 2 to 5",
              steady["recode-fusion"] | steady["recode-dm"]),
        Claim(f"{thesis}: linkage is quite stable from k = 5 on", steady["recode"], ours=True),
    ]  # fmt: skip
    return Findings(
        did="Recoding guided by Wu & Palmer similarity was set against the same algorithm guided by the Discernibility "
        "Metric, by semantic loss, by discernibility, and by record linkage (fusion Fig. 5).",
        does="The same on our survey with both versions of semantic recoding; five seeds where ties are drawn. "
        "Discernibility and linkage are shown in the fusion paper alone, so its claims are judged of its own two "
        "methods; the recoding of the thesis is a check beside them.",
        claims=claims,
        tables=[
            grid(rows, "semiloss", "Mean Wu & Palmer distance (SemILoss; lower is better)"),
            grid(rows, "dm", "Discernibility (lower is better)", digits=5),
            grid(rows, "RL", "Record linkage RL in % (lower is better)"),
        ],
        pictures=[Picture(rows, "semiloss", "mean distance"), Picture(rows, "dm", "discernibility"),
                  Picture(rows, "RL", "record linkage, %")],
        contests=contests(rows, "sse", "SSE, Wu & Palmer") + contests(rows, "semiloss", "mean distance, Wu & Palmer"),
    )  # fmt: skip
