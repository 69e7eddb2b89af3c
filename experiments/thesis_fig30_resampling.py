"""Settings of SkResampling: with and without meaning, by mode, LCS and semantic centroid."""

from collections.abc import Sequence

from experiments._data import there
from experiments._findings import Claim, Findings, Picture, Row, compared, contests, grid, least
from experiments._runs import Cell, Scale
from experiments._tables import cell
from experiments._tables import measure as measure

TITLE = "Settings of resampling"
PAPER = "thesis, Fig. 30"
SETTINGS = {
    "1: equality, mode": {"measure": "equality", "centroid": "mode"},
    "2: semantic, mode": {"measure": "wu-palmer", "centroid": "mode"},
    "3: semantic, LCS": {"measure": "wu-palmer", "centroid": "lcs"},
    "4: SkResampling": {"measure": "wu-palmer", "centroid": "semantic"},
}


def cells(scale: Scale) -> list[Cell]:
    """Four settings and ours, five seeds, k from 2 to 15."""
    return [
        *(cell(data, m, k, "wu-palmer", records=scale.records, run="resample", seed=seed,
               policy={**policy, "ties": "random"})
          for data in (there("adult") or ["survey"]) for k in scale.some(range(2, 16))
          for m, policy in SETTINGS.items() for seed in scale.seeds),
        *(cell(data, "auto", k, "wu-palmer", records=scale.records)
          for data in (there("adult") or ["survey"]) for k in scale.some(range(2, 16))),
    ]  # fmt: skip


def findings(rows: Sequence[Row]) -> Findings:
    """Setting 4 against the others."""
    one, two, three, four = SETTINGS
    claims = [
        Claim("SkResampling (4) loses least at every k", least(rows, "sse", four, list(SETTINGS)), headline=True),
        Claim("Without meaning (1) most is lost at most k",
              {"half of all k": sum(compared(rows, "sse", one, two, lambda a, b: a > b).values()) * 2
               > len(compared(rows, "sse", one, two))}),
        Claim("Comparing by meaning (2) loses less than by equality (1)", compared(rows, "sse", two, one)),
        Claim("The LCS (3) is better than the mode (2) at the smallest k",
              compared(rows, "sse", three, two, only=lambda _, k: k == 2)),
        Claim("The LCS (3) is worse than the mode (2) at the greatest k",
              compared(rows, "sse", three, two, lambda a, b: a > b, lambda _, k: k == 15)),
        Claim("Semantic resampling (4) loses less than its equality and mode version (1)",
              compared(rows, "sse", four, one), headline=True),
    ]  # fmt: skip
    return Findings(
        did="SkResampling of Adult with four pairs of comparison and centroid; SSE by Wu & Palmer, k from 2 to 15.",
        does="The same, mean of five seeds (least–greatest), of equals a random one; on the survey where Adult is not "
        "there.",
        claims=claims,
        tables=[grid(rows, "sse", "SSE by Wu & Palmer (lower is better)")],
        pictures=[Picture(rows, "sse", "SSE")],
        contests=contests(rows, "sse", "SSE, Wu & Palmer"),
    )
