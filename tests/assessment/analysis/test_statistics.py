"""Every figure against an obvious twin: numpy, scipy, scikit-learn, or a loop."""

import numpy as np
import pytest
from scipy import optimize, stats

from semblant.assessment.analysis import distinguish, population, tasks
from semblant.assessment.analysis.associations import (
    associations,
    correlation,
    correlation_ratio,
    cramers_v,
    distance_correlation,
)
from semblant.assessment.analysis.distinguish import propensities, propensity_error
from semblant.assessment.analysis.features import features
from semblant.assessment.analysis.logistic import chances, logistic_fit
from semblant.assessment.analysis.marginals import column_analysis, variance
from semblant.assessment.analysis.queries import query_errors
from semblant.assessment.analysis.tasks import _folds, run_task
from semblant.assessment.analysis.variables import Values, Variable

SEEDS = pytest.mark.parametrize("seed", range(5))


def number(name: str, before: np.ndarray, after: np.ndarray) -> Variable:
    sides = (Values.plain(np.zeros(len(x), np.int64), x.astype(float)) for x in (before, after))
    return Variable(name, "number", (), tuple(sides))


def category(name: str, before: np.ndarray, after: np.ndarray) -> Variable:
    labels = tuple(str(i) for i in range(1 + int(max(before.max(), after.max()))))
    return Variable(name, "category", labels, (Values.plain(before), Values.plain(after)))


@SEEDS
def test_correlation_is_that_of_scipy(seed: int) -> None:
    rng = np.random.default_rng(seed)
    x, y = rng.standard_cauchy(50), rng.normal(size=50)
    x[rng.random(50) < 0.1] = np.nan
    there = ~np.isnan(x)
    assert correlation(x, y) == pytest.approx(stats.pearsonr(x[there], y[there]).statistic)


@SEEDS
def test_the_correlation_ratio_is_the_root_of_the_share_of_variance(seed: int) -> None:
    rng = np.random.default_rng(seed)
    codes, y = rng.integers(-1, 4, 60), rng.normal(size=60)
    y, codes = y[codes >= 0], codes[codes >= 0]
    means = np.array([y[codes == c].mean() for c in codes])
    assert correlation_ratio(codes, y) == pytest.approx(np.sqrt(means.var() / y.var()))


@SEEDS
def test_cramers_v_is_that_of_scipy(seed: int) -> None:
    rng = np.random.default_rng(seed)
    a, b = rng.integers(0, 3, 80), rng.integers(0, 4, 80)
    table = np.zeros((3, 4))
    np.add.at(table, (a, b), 1)
    twin = stats.contingency.association(table[table.sum(1) > 0][:, table.sum(0) > 0].astype(int), method="cramer")
    assert cramers_v(a, b) == pytest.approx(twin)


@SEEDS
def test_distance_correlation_is_that_of_all_pairs_of_records(seed: int) -> None:
    rng = np.random.default_rng(seed)
    places = rng.normal(size=(2, 5))
    da, db = (np.abs(p[:, None] - p[None, :]) for p in places)
    a, b = rng.integers(0, 5, 30), rng.integers(0, 5, 30)
    big = [d[np.ix_(c, c)] for d, c in ((da, a), (db, b))]
    big = [d - d.mean(0) - d.mean(1)[:, None] + d.mean() for d in big]
    twin = np.sqrt((big[0] * big[1]).mean() / np.sqrt((big[0] ** 2).mean() * (big[1] ** 2).mean()))
    assert distance_correlation(a, b, da, db) == pytest.approx(twin)


def test_columns_that_do_not_vary_have_no_association() -> None:
    same, other = np.zeros(5, np.int64), np.arange(5)
    assert cramers_v(same, other) is None
    assert correlation(same.astype(float), other.astype(float)) is None
    assert correlation_ratio(other, same.astype(float)) is None
    assert distance_correlation(same, other, np.zeros((1, 1)), 1.0 - np.eye(5)) is None


@SEEDS
def test_numbers_in_figures(seed: int) -> None:
    rng = np.random.default_rng(seed)
    x, y = rng.lognormal(size=200), rng.lognormal(size=200)
    x[:5] = np.nan
    figures = column_analysis(number("pay", x, y)).figures
    there = x[5:]
    assert figures["mean"].before == pytest.approx(np.nanmean(x))
    assert figures["sd"].after == pytest.approx(np.std(y, ddof=1))
    assert figures["q95"].before == pytest.approx(np.percentile(there, 95))
    assert figures["high_tail"].after == pytest.approx(np.mean(y >= np.percentile(there, 95)))


def test_vanished_and_inflated_categories_are_counted() -> None:
    before, after = np.repeat([0, 1, 2, 3], [10, 5, 2, 1]), np.repeat([0, 1, 2, 3], [12, 1, 5, 0])
    found = column_analysis(category("town", before, after)).categories
    assert found is not None
    assert (found.before, found.after, found.vanished, found.vanished_records, found.inflated) == (4, 3, 1, 1, 1)
    assert found.moved == pytest.approx(5 / 18)


def test_the_variance_of_categories_is_the_least_mean_of_squares() -> None:
    codes = np.array([0, 0, 1, 2, 2, 2])
    assert variance(category("x", codes, codes), Values.plain(codes)) == pytest.approx(0.5)


def test_queries_of_an_unchanged_file_have_no_error_and_of_a_constant_one_have() -> None:
    rng = np.random.default_rng(1)
    codes, x = rng.integers(0, 4, 300), rng.normal(size=300)
    same = [category("a", codes, codes), number("b", x, x)]
    assert not query_errors(same, np.random.default_rng(2), 100).any()
    moved = [category("a", codes, np.zeros_like(codes)), number("b", x, np.full(300, x.mean()))]
    assert query_errors(moved, np.random.default_rng(2), 100).mean() > 0.5


def test_a_query_counts_what_a_loop_counts() -> None:
    before, after = np.array([0, 0, 1, 2, -1]), np.array([0, 1, 1, 1, 1])
    found = query_errors([category("a", before, after)], np.random.default_rng(3), 200)
    by_hand = {abs(np.sum(after == c) - np.sum(before == c)) / np.sum(before == c) for c in before}
    assert set(np.round(found, 9)) == {round(float(e), 9) for e in by_hand}


@SEEDS
def test_propensities_are_those_of_scikit_learn(seed: int) -> None:
    linear = pytest.importorskip("sklearn.linear_model", reason="pip install scikit-learn")
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(400, 3))
    y = (rng.random(400) < 1 / (1 + np.exp(-x[:, 0] + 0.5 * x[:, 1]))).astype(float)
    scaled = x / x.std(axis=0)
    twin = linear.LogisticRegression(C=1 / (1e-4 * 400), tol=1e-10, max_iter=1000).fit(scaled, y)
    assert propensities(np.column_stack([np.ones(400), x]), y) == pytest.approx(
        twin.predict_proba(scaled)[:, 1], abs=1e-4
    )


@SEEDS
def test_more_columns_than_records_have_the_propensities_of_all_of_them(seed: int) -> None:
    """The work on them is that of as many columns as there are records."""
    rng = np.random.default_rng(seed)
    x = np.column_stack([np.ones(60), rng.normal(size=(60, 200)) + rng.normal(size=(60, 1))])
    y = (rng.random(60) < 1 / (1 + np.exp(-x[:, 1]))).astype(float)
    scaled = np.column_stack([x[:, 0], (x[:, 1:] - x[:, 1:].mean(axis=0)) / x[:, 1:].std(axis=0)])
    whole = logistic_fit(scaled, y, np.append(0.0, np.full(200, 1e-4 * 60)))[0]
    assert propensities(x, y) == pytest.approx(chances(scaled, whole), abs=1e-6)


def test_wide_tables_are_told_apart_by_fewer_records(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(3)
    found = [number(f"c{i}", x, x + rng.normal(size=400)) for i, x in enumerate(rng.normal(size=(5, 400)))]
    monkeypatch.setattr(distinguish, "CELLS", 6 * 300)
    seen = []
    monkeypatch.setattr(distinguish, "propensities", lambda x, y: seen.append(x.shape) or np.full(len(y), 0.5))
    assert distinguish.propensity_error(found) == 0.0
    assert seen == [(300, 6)]


def test_where_a_column_begins_to_count_does_not_matter() -> None:
    """Dates are days since 1970: far from 0 and close together."""
    pytest.importorskip("sklearn", reason="pip install scikit-learn")
    rng = np.random.default_rng(9)
    x, z = rng.normal(size=400), rng.normal(size=400)
    moved, far = x + rng.normal(size=400), 20_000
    near = propensity_error([number("x", x, moved), number("z", z, z)])
    assert propensity_error([number("x", x + far, moved + far), number("z", z, z)]) == pytest.approx(near, rel=1e-4)
    y = (rng.random(400) < 1 / (1 + np.exp(-x))).astype(np.int64)
    tasks = [
        run_task([number("x", x + by, x + by), category("y", y, y)], "y", ["x"], None).coefficients["x"]
        for by in (0, far)
    ]
    assert tasks[1].before == pytest.approx(tasks[0].before, rel=1e-4)
    assert tasks[1].before_error == pytest.approx(tasks[0].before_error, rel=1e-4)


def test_the_propensity_error_is_between_0_and_a_quarter() -> None:
    x = np.random.default_rng(1).normal(size=500)
    assert propensity_error([number("a", x, x)]) == pytest.approx(0.0, abs=1e-9)
    assert propensity_error([number("a", x, x + 100)]) == pytest.approx(0.25, abs=0.02)


def test_a_task_on_the_original_itself_loses_nothing_and_its_coefficients_are_those_of_least_squares() -> None:
    pytest.importorskip("sklearn", reason="pip install scikit-learn")
    rng = np.random.default_rng(4)
    x, z = rng.normal(size=300), rng.normal(size=300)
    y = 2 * x - z + rng.normal(size=300)
    found = [number("x", x, x), number("z", z, z), number("y", y, y)]
    task = run_task(found, "y", ["x", "z"], None)
    assert task.before == task.after > 0.7
    twin = stats.linregress(x, y - np.polyfit(z, y, 1)[0] * 0)  # the simple slope, for its sign and size
    assert task.coefficients["x"].before == pytest.approx(2, abs=0.2)
    assert np.sign(twin.slope) == np.sign(task.coefficients["x"].before)
    alone = run_task(found, "y", ["x"], None).coefficients["x"]
    assert alone.before == pytest.approx(twin.slope)
    assert alone.before_error == pytest.approx(1.96 * twin.stderr)
    noise = run_task([number("x", x, rng.permutation(x)), number("y", y, y)], "y", ["x"], None)
    assert noise.after < 0.1 < noise.before


def test_a_task_of_categories_is_judged_by_accuracy_against_the_commonest() -> None:
    pytest.importorskip("sklearn", reason="pip install scikit-learn")
    rng = np.random.default_rng(5)
    x = rng.normal(size=400)
    y = (x > 0.3).astype(np.int64)
    task = run_task([number("x", x, x), category("y", y, y)], "y", ["x"], np.repeat(np.arange(100), 4))
    assert task.score == "accuracy"
    assert task.chance == pytest.approx(max(y.mean(), 1 - y.mean()))
    assert task.before > 0.9


@SEEDS
def test_scores_are_those_of_scikit_learn_on_the_same_folds(seed: int) -> None:
    """Trained on the release and tested on the original, written down once more with scikit-learn's own splits."""
    linear = pytest.importorskip("sklearn.linear_model", reason="pip install scikit-learn")
    from sklearn.metrics import accuracy_score, r2_score
    from sklearn.model_selection import PredefinedSplit
    from sklearn.preprocessing import StandardScaler

    rng = np.random.default_rng(seed)
    persons = rng.integers(0, 90, 400)
    x = rng.normal(size=400)
    masked = np.round(x)
    y, group = 3 * x + rng.normal(size=400), (x + rng.normal(size=400) > 0).astype(np.int64)
    noisy = y + rng.normal(size=400)
    found = [number("x", x, masked), number("y", y, noisy), category("g", group, group)]
    for target, seen, true, model, judge in (
        ("y", noisy, y, linear.LinearRegression, r2_score),
        ("g", group, group, linear.LogisticRegression, accuracy_score),
    ):
        scores = []
        for train, test in PredefinedSplit(_folds(400, persons)).split():
            assert not set(persons[train]) & set(persons[test])
            scale = StandardScaler().fit(masked[train, None])
            fitted = model().fit(scale.transform(masked[train, None]), seen[train])
            scores.append(judge(true[test], fitted.predict(scale.transform(x[test, None]))))
        assert run_task(found, target, ["x"], persons).after == pytest.approx(np.mean(scores))


@SEEDS
def test_coefficients_and_intervals_of_two_categories_are_those_of_the_likelihood(seed: int) -> None:
    """The maximum found by scipy without any derivative of ours, and the curvature there by differences."""
    pytest.importorskip("sklearn", reason="pip install scikit-learn")
    rng = np.random.default_rng(seed)
    x, z = rng.normal(size=500), rng.normal(size=500)
    y = (rng.random(500) < 1 / (1 + np.exp(-0.5 - 1.5 * x + z))).astype(np.int64)
    design = np.column_stack([np.ones(500), x, z])

    def unlikely(beta: np.ndarray) -> float:
        return float(np.logaddexp(0, np.where(y == 1, -1, 1) * (design @ beta)).sum())

    best = optimize.minimize(unlikely, np.zeros(3), method="BFGS", options={"gtol": 1e-7}).x
    step = 1e-3 * np.eye(3)
    curvature = np.array(
        [[unlikely(best + a + b) - unlikely(best + a - b) - unlikely(best - a + b) + unlikely(best - a - b)
          for b in step] for a in step]
    ) / 4e-6  # fmt: skip
    errors = 1.96 * np.sqrt(np.diag(np.linalg.inv(curvature)))
    found = run_task([number("x", x, x), number("z", z, z), category("y", y, y)], "y", ["x", "z"], None).coefficients
    assert [found[name].before for name in "xz"] == pytest.approx(best[1:], abs=1e-4)
    assert [found[name].before_error for name in "xz"] == pytest.approx(errors[1:], rel=1e-3)


@SEEDS
def test_coefficients_of_several_columns_are_those_of_the_normal_equations(seed: int) -> None:
    pytest.importorskip("sklearn", reason="pip install scikit-learn")
    rng = np.random.default_rng(seed)
    x, z = rng.normal(size=80), rng.normal(size=80)
    y = x - 2 * z + rng.normal(size=80)
    design = np.column_stack([np.ones(80), x, z])
    inverse = np.linalg.inv(design.T @ design)
    beta = inverse @ design.T @ y
    errors = 1.96 * np.sqrt(np.diag(inverse) * ((y - design @ beta) ** 2).sum() / 77)
    found = run_task([number("x", x, x), number("z", z, z), number("y", y, y)], "y", ["x", "z"], None).coefficients
    assert [(found[n].before, found[n].before_error) for n in "xz"] == [
        (pytest.approx(b), pytest.approx(e)) for b, e in zip(beta[1:], errors[1:], strict=True)
    ]


def test_a_task_of_a_long_table_takes_some_of_its_records(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sklearn", reason="pip install scikit-learn")
    monkeypatch.setattr(tasks, "ROWS", 200)
    rng = np.random.default_rng(8)
    x = rng.normal(size=1_000)
    found = [number("x", x, x), number("y", 2 * x, 2 * x)]
    rows, persons = tasks._some(1_000, np.arange(1_000) // 2)
    assert len(rows) == 200
    assert persons.tolist() == (rows // 2).tolist()
    assert run_task(found, "y", ["x"], None).before == pytest.approx(1.0)


# --- populations -------------------------------------------------------------------------------------


def drawn(persons: int, alpha: float, theta: float, rng: np.random.Generator) -> np.ndarray:
    """The class of every person, one after another: Pitman's model as it is told, in a loop."""
    sizes: list[float] = []
    classes = []
    for i in range(persons):
        at = rng.random() * (theta + i)
        for c, size in enumerate(sizes):
            at -= size - alpha
            if at < 0:
                sizes[c] += 1
                classes.append(c)
                break
        else:
            sizes.append(1.0)
            classes.append(len(sizes) - 1)
    return np.array(classes)


@pytest.mark.parametrize(("alpha", "theta"), [(0.3, 5.0), (0.6, 5.0)])
def test_risk_in_a_population_is_that_of_drawn_populations(alpha: float, theta: float) -> None:
    rng = np.random.default_rng(1)
    stay, risk = [], {1: [], 3: []}
    for _ in range(150):
        classes = drawn(150, alpha, theta, rng)
        whole = np.bincount(classes)
        part = np.bincount(classes[:50], minlength=len(whole))
        stay += (whole[part == 1] == 1).tolist()
        for size, found in risk.items():
            found += (1 / whole[part == size]).tolist()
    assert population.unique_if_unique(alpha, theta, 50, 150) == pytest.approx(np.mean(stay), rel=0.1)
    for size, found in risk.items():
        assert population.found_of_class(size, alpha, theta, 50, 150) == pytest.approx(np.mean(found), rel=0.1)


def test_the_risk_in_a_large_population_is_that_of_its_distribution() -> None:
    rng = np.random.default_rng(2)
    more = rng.binomial(999_000, rng.beta(1.5, 1_008.5, 200_000))
    assert population.found_of_class(2, 0.5, 10.0, 1_000, 1_000_000) == pytest.approx(np.mean(1 / (2 + more)), rel=0.02)


def test_pitmans_parameters_are_found_again() -> None:
    sizes = np.bincount(drawn(1_500, 0.5, 10.0, np.random.default_rng(3)))
    alpha, theta = population.pitman_fit(sizes)
    assert alpha == pytest.approx(0.5, abs=0.1)
    assert theta == pytest.approx(10.0, rel=0.6)


@pytest.mark.parametrize(("size", "rate"), [(1, 0.1), (2, 0.05), (4, 0.5), (100, 0.01), (500, 0.2), (3000, 0.5)])
def test_risk_by_weights_is_the_mean_of_a_negative_binomial(size: int, rate: float) -> None:
    beyond = np.arange(60_000)
    twin = float((stats.nbinom.pmf(beyond, size, rate) / (size + beyond)).sum())
    assert population.risk_by_weights(np.array([size]), np.array([size / rate]))[0] == pytest.approx(twin, rel=1e-6)


def test_dates_are_compared_by_month_and_year() -> None:
    days = np.array([0.0, 31.0, 365.0, -36500.0])  # Jan 1970, Feb 1970, Jan 1971, 1870
    moved = np.array([0.0, 0.0, 0.0, 0.0])
    sides = (Values.plain(np.zeros(4, int), days), Values.plain(np.zeros(4, int), moved))
    figures = column_analysis(Variable("d", "date", (), sides)).figures
    assert figures["years_moved"].after == pytest.approx(0.5)
    assert figures["months_moved"].after == pytest.approx(0.25)


def test_a_coefficient_that_others_explain_is_not_determined_and_leaves_the_others_be() -> None:
    pytest.importorskip("sklearn", reason="pip install scikit-learn")
    rng = np.random.default_rng(6)
    x, z = rng.normal(size=200), rng.normal(size=200)
    y = x + 3 * z + rng.normal(size=200)
    found = [number("x", x, x), number("twice", 2 * x + 5, 2 * x + 5), number("z", z, z), number("y", y, y)]
    both = run_task(found, "y", ["x", "twice", "z"], None).coefficients
    alone = run_task(found, "y", ["x", "z"], None).coefficients
    assert both["twice"].before is None
    assert both["z"].before == pytest.approx(alone["z"].before)
    assert both["x"].before_error == pytest.approx(alone["x"].before_error)


@pytest.mark.parametrize("records", [4, 7])
def test_a_task_of_very_few_records_has_no_score_or_a_finite_one(records: int) -> None:
    pytest.importorskip("sklearn", reason="pip install scikit-learn")
    x = np.arange(records, dtype=float)
    task = run_task([number("x", x, x), number("y", 2 * x, 2 * x)], "y", ["x"], None)
    assert task.before is None or np.isfinite(task.before)


def test_many_categories_need_no_table_of_all_of_them() -> None:
    names = np.arange(30_000)
    many = category("name", names, names)
    assert features(many) == []
    assert associations([many, category("sex", names % 2, names % 2)])[0].statistic == "Cramér's V"


def test_columns_that_say_the_same_leave_the_model_open_but_break_nothing():
    x = np.repeat(np.random.default_rng(1).normal(size=(40, 1)), 3, axis=1)
    y = (x[:, 0] > 0.2).astype(float)
    y[:8] = 1 - y[:8]  # no perfect separation
    together, alone = logistic_fit(x, y)[0], logistic_fit(x[:, :1], y)[0]
    assert together.sum() == pytest.approx(alone[0], rel=1e-3)
