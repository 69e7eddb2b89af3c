"""Sets and logs before and after: what is popular, what goes together, and who is like whom."""

from collections.abc import Callable

import numpy as np

from semblant.arrays import Floats, Ints
from semblant.assessment.analysis.associations import correlation
from semblant.assessment.analysis.marginals import moved
from semblant.evidence import Analysis, HoldingsAnalysis
from semblant.space.bags import NOTHING, Bags, together
from semblant.space.distances import by_meaning, distances
from semblant.space.understanding import Understanding

NEIGHBOURS = 10
_PROFILES = 500  # persons whose neighbours are compared
_PAIRED = 200  # commonest items of which every two are counted
_SEED = 20_130_901


Apart = Callable[[Bags], Floats]
"""The distances between all persons of some bags."""


def holdings_analysis(before: Bags, after: Bags, apart: Apart | None) -> HoldingsAnalysis:
    """Compare what persons hold in both files; neighbours only where persons are matched, by their distances."""
    before, after = together(before, after)
    persons = [_persons(bags) for bags in (before, after)]
    popular = np.argsort(-persons[0], kind="stable")[:_PAIRED]
    return HoldingsAnalysis(
        items_moved=moved(*persons),
        popularity=correlation(persons[0][popular].astype(float), persons[1][popular].astype(float)),
        co_occurrence=correlation(_pairs(before, popular), _pairs(after, popular)),
        neighbours_kept=None if apart is None else _neighbours_kept(before, after, apart),
    )


def analysis_of_holdings(
    before: Bags,
    after: Bags,
    understanding: Understanding,
    measure: str,
    *,
    how: str,
    matched: bool,
    sessions: tuple[float | None, float | None] = (None, None),
) -> Analysis:
    """What analyses of released sets (``how`` is avg) or logs (minsum) keep; distances are those of the assessment."""

    def apart(bags: Bags) -> Floats:
        blocks = by_meaning(bags.points, understanding.taxonomy, measure, understanding.options)
        return np.asarray(distances(bags, bags, [how], blocks, counted=how == "minsum")[how], np.float64)

    found = holdings_analysis(before, after, apart if matched else None)
    found = found.model_copy(update=dict(zip(("sessions_before", "sessions_after"), sessions, strict=True)))
    return Analysis(columns={}, associations=(), queries=None, propensity_error=None, holdings=found)


def _persons(bags: Bags) -> Ints:
    """How many persons hold each thing."""
    held = np.bincount(bags.codes, minlength=len(bags.points))
    if NOTHING in bags.points:
        held[bags.points.index(NOTHING)] = 0
    return held


def _pairs(bags: Bags, popular: Ints) -> Floats:
    """How many persons hold both of every two popular things."""
    held = bags.matrix()[:, popular]
    both = np.asarray((held.T @ held).todense(), np.float64)
    return np.asarray(both[np.triu_indices(len(popular), 1)])


def _neighbours_kept(before: Bags, after: Bags, apart: Apart) -> float | None:
    """The share of a person's nearest others who are among the nearest in the release too, on average."""
    persons = before.records
    if persons <= NEIGHBOURS + 1:
        return None
    some = np.sort(np.random.default_rng(_SEED).choice(persons, min(persons, _PROFILES), replace=False))
    near = []
    for bags in (before, after):
        table = np.array(apart(bags.take(some)), np.float64)
        np.fill_diagonal(table, np.inf)
        near.append(_shares(table, min(NEIGHBOURS, len(some) - 1)))
    return float(np.minimum(near[0], near[1]).sum(axis=1).mean() / min(NEIGHBOURS, len(some) - 1))


def _shares(table: Floats, many: int) -> Floats:
    """Who is among the nearest of each: 1, or a share where several are equally near at the border."""
    border = np.partition(table, many - 1, axis=1)[:, many - 1 : many]
    inside, at = table < border, table == border
    left = many - inside.sum(axis=1, keepdims=True)
    return np.asarray(inside + at * (left / np.maximum(at.sum(axis=1, keepdims=True), 1)), np.float64)
