"""Sets of diagnoses, which the papers on sets and on logs name as future work: meaning by ICD-10."""

from collections.abc import Sequence

from experiments._findings import Claim, Findings, Picture, Row, compared, contests, grid
from experiments._runs import Cell, Scale
from experiments._shapes import measure_sets as measure

TITLE = "Sets of diagnoses"
PAPER = "future work of the papers on sets and on logs"
METHODS = {
    "by meaning (DsAvg)": ("set-mdav", {"set_distance": "avg", "measure": "ratio"}),
    "by equality (DAvg)": ("set-mdav", {"set_distance": "avg", "measure": "equality"}),
    "top-down": ("top-down", {}),
    "auto": ("auto", {}),
}
KS = (2, 3, 5, 10)
PATIENTS = (600, 30)

__all__ = ["PAPER", "TITLE", "cells", "findings", "measure"]


def cells(scale: Scale) -> list[Cell]:
    """Four methods on five made-up hospitals."""
    return [
        {"data": "discharges-sets", "size": scale.size(*PATIENTS), "seed": seed, "method": name, "run": run,
         "policy": policy, "judge": "ratio", "ks": scale.some(KS)}
        for seed in scale.seeds for name, (run, policy) in METHODS.items()
    ]  # fmt: skip


def findings(rows: Sequence[Row]) -> Findings:
    """Meaning against equality, and against generalising."""
    rows = [{**row, "k": int(k), **figures} for row in rows for k, figures in row["by_k"].items()]
    meaning, equality, generalised, _ = METHODS
    return Findings(
        did="",
        does=f"{PATIENTS[0]} made-up patients with two to six diagnoses of one ward each, coded in ICD-10; five such "
        "hospitals: mean (least–greatest). Guided and judged by the ratio of ancestors (sets, eq. 1 and 8).",
        claims=[
            Claim("Sets compared by meaning lose less than by equality", compared(rows, "sse", meaning, equality)),
            Claim("Sets compared by meaning lose less than sets generalised top-down",
                  compared(rows, "sse", meaning, generalised)),
            Claim("Ours loses less than set microaggregation by meaning", compared(rows, "sse", "auto", meaning)),
        ],
        tables=[grid(rows, "L", "Information loss, % (lower is better)"), grid(rows, "sse", "SSE (eq. 8)", digits=4)],
        pictures=[Picture(rows, "L", "information loss, %", even=True)],
        contests=contests(rows, "sse", "SSE (eq. 8), ratio of ancestors", made_up=True),
    )  # fmt: skip
