"""Settings of SkResampling: with and without meaning, by mode, LCS and semantic centroid."""

from collections.abc import Sequence

from experiments._data import there
from experiments._findings import Claim, Findings, Picture, Row, Trial, compared, contests, grid, least
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
UNWEIGHTED = "sorted without weights"
"""The sort of Algorithm 1 weighs distances by frequency: beside it the settings without weights."""


def cells(scale: Scale) -> list[Cell]:
    """Four settings and ours, five seeds, k from 2 to 15."""
    plain = {f"{m}, {UNWEIGHTED}": {**policy, "weighting": "none"} for m, policy in SETTINGS.items()}
    return [
        *(cell(data, m, k, "wu-palmer", records=scale.records, run="resample", seed=seed,
               policy={**policy, "ties": "random"})
          for data in (there("adult") or ["survey"]) for k in scale.some(range(2, 16))
          for m, policy in (SETTINGS | plain).items() for seed in scale.seeds),
        *(cell(data, "auto", k, "wu-palmer", records=scale.records)
          for data in (there("adult") or ["survey"]) for k in scale.some(range(2, 16))),
    ]  # fmt: skip


def findings(rows: Sequence[Row]) -> Findings:
    """Setting 4 against the others."""
    one, two, three, four = SETTINGS
    by_meaning, unweighted = (compared(rows, "sse", f"{two}{more}", f"{one}{more}") for more in ("", f", {UNWEIGHTED}"))
    cause = "the weights by frequency in the sort (Algorithm 1), which lay equal records side by side without meaning"

    def most(more: str = "") -> dict[str, bool]:
        beaten = [compared(rows, "sse", f"{m}{more}", f"{one}{more}", lambda a, b: a <= b) for m in (two, three, four)]
        points = {at: all(other[at] for other in beaten) for at in beaten[0]}
        return {"half of all k": sum(points.values()) * 2 > len(points)}

    lowest = least(rows, "sse", f"{four}, {UNWEIGHTED}", [f"{m}, {UNWEIGHTED}" for m in SETTINGS])
    claims = [
        Claim("SkResampling (4) loses least at every k", least(rows, "sse", four, list(SETTINGS)), headline=True),
        Claim("Without meaning (1) most is lost at most k", most(),
              trials=[Trial(cause, UNWEIGHTED, most(f", {UNWEIGHTED}"))]),
        Claim("Comparing by meaning (2) loses less than by equality (1)", by_meaning,
              trials=[Trial(cause, UNWEIGHTED, unweighted)]),
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
        notes=[
            "The weights in the sort cut both ways: without them SkResampling (4) loses least at "
            f"{sum(lowest.values())} of {len(lowest)} k."
        ],
    )
