"""Whole figures against twins that are written from their definitions: pMSE, neighbours, ranges, concepts, classes."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest

import semblant as sb
from semblant.assessment.analysis.distinguish import propensity_error
from semblant.assessment.analysis.holdings import NEIGHBOURS, holdings_analysis
from semblant.assessment.analysis.marginals import variance
from semblant.assessment.analysis.queries import FLOOR, query_errors
from semblant.assessment.analysis.tasks import _folds, run_task
from semblant.assessment.analysis.variables import Values, Variable
from semblant.space.bags import Bags
from semblant.space.column import Point

SEEDS = pytest.mark.parametrize("seed", range(3))


def number(name: str, before: np.ndarray, after: np.ndarray) -> Variable:
    return Variable(name, "number", (), tuple(Values.plain(np.zeros(len(x), np.int64), x) for x in (before, after)))


@SEEDS
def test_pmse_is_the_mean_square_of_scikit_learns_propensities(seed: int) -> None:
    linear = pytest.importorskip("sklearn.linear_model", reason="pip install scikit-learn")
    from sklearn.preprocessing import StandardScaler

    rng = np.random.default_rng(seed)
    before = rng.normal(size=(300, 2))
    after = before * [0.4, 1.0] + [0.5, 0.0]
    both = StandardScaler().fit_transform(np.vstack([before, after]))
    released = np.repeat([0, 1], 300)
    twin = linear.LogisticRegression(C=1 / (1e-4 * 600), tol=1e-10, max_iter=1000).fit(both, released)
    found = propensity_error([number(name, before[:, i], after[:, i]) for i, name in enumerate("ab")])
    assert found == pytest.approx(np.mean((twin.predict_proba(both)[:, 1] - 0.5) ** 2), rel=1e-3)


@SEEDS
def test_neighbours_kept_are_those_of_sorted_distances(seed: int) -> None:
    rng = np.random.default_rng(seed)
    points = [Point(i) for i in range(40)]
    places = rng.normal(size=(2, 40))  # of each person in both files; no two are equally near

    def bags(turn: int) -> Bags:
        return Bags.of(points, 40, np.arange(40), np.roll(np.arange(40), turn))

    given = iter(places)

    def apart(_: Bags) -> np.ndarray:
        at = next(given)
        return np.abs(at[:, None] - at[None, :])

    found = holdings_analysis(bags(0), bags(1), apart).neighbours_kept
    near = [
        [set(sorted((abs(at[i] - at[j]), j) for j in range(40) if j != i)[:NEIGHBOURS]) for i in range(40)]
        for at in places
    ]
    who = [[{j for _, j in one} for one in side] for side in near]
    twin = np.mean([len(a & b) / NEIGHBOURS for a, b in zip(*who, strict=True)])
    assert found == pytest.approx(twin)


@SEEDS
def test_errors_of_ranges_are_those_of_comparing_every_record(seed: int) -> None:
    rng = np.random.default_rng(seed)
    x = rng.normal(size=120)
    y = np.round(x)
    found = query_errors([number("x", x, y)], np.random.default_rng(seed), 50)
    drawn, twin = np.random.default_rng(seed), []
    for _ in range(50):
        drawn.choice(1, size=min(1, int(drawn.integers(1, 4))), replace=False)
        low, high = sorted(x[[int(drawn.integers(120)), int(drawn.integers(120))]])
        then, now = (sum(low <= one <= high for one in side) for side in (x, y))
        twin.append(abs(now - then) / max(then, FLOOR * 120))
    assert found == pytest.approx(twin)


@SEEDS
def test_the_variance_of_concepts_is_that_of_a_loop_over_candidates(seed: int, tmp_path: Path) -> None:
    """Σ d(x, mean)² / n by the distances of a vocabulary, taken pair by pair."""
    leaves = [f"{branch}{i}" for branch in ("oak", "elm") for i in range(3)]
    source = tmp_path / "trees.csv"
    source.write_text("".join(f"{leaf};{leaf[:3]};tree\n" for leaf in leaves))
    taxonomy, rng = sb.load_taxonomy(str(source)), np.random.default_rng(seed)
    before, after = rng.choice([*leaves, "oak"], 60), rng.choice(["oak", "elm"], 60)
    word = {"role": "quasi", "kind": "semantic", "knowledge": "trees"}
    policy = {"k": 2, "order": "keep", "knowledge": {"trees": {"source": str(source)}}, "attributes": {"word": word}}
    tables = (pl.DataFrame({"word": side}) for side in (before, after))
    found = sb.assess(*tables, policy).analysis.columns["word"].figures["variance"]
    there = sorted({*before, *after})
    for said, side in ((found.before, before), (found.after, after)):
        sums = [np.mean([taxonomy.distance(x, centre, measure="logsc") ** 2 for x in side]) for centre in there]
        assert said == pytest.approx(min(sums))


@SEEDS
def test_scores_of_three_categories_are_those_of_scikit_learn_on_the_same_folds(seed: int) -> None:
    linear = pytest.importorskip("sklearn.linear_model", reason="pip install scikit-learn")
    from sklearn.preprocessing import StandardScaler

    rng = np.random.default_rng(seed)
    x = rng.normal(size=300)
    masked, group = np.round(x), np.digitize(x + rng.normal(size=300) / 2, [-0.5, 0.5])
    aim = Variable("g", "category", ("low", "mid", "high"), (Values.plain(group), Values.plain(group)))
    folds, scores = _folds(300, None), []
    for fold in range(folds.max() + 1):
        train, test = folds != fold, folds == fold
        scale = StandardScaler().fit(masked[train, None])
        fitted = linear.LogisticRegression(max_iter=1000).fit(scale.transform(masked[train, None]), group[train])
        scores.append(fitted.score(scale.transform(x[test, None]), group[test]))
    assert run_task([number("x", x, masked), aim], "g", ["x"], None).after == pytest.approx(np.mean(scores))


def test_the_variance_of_unrelated_categories_is_the_share_that_is_not_the_commonest() -> None:
    codes = np.array([0, 0, 0, 1, 2])
    one = Variable("c", "category", ("a", "b", "c"), (Values.plain(codes), Values.plain(codes)))
    assert variance(one, one.before) == pytest.approx(2 / 5)
