"""Models that a user names, trained on the release and tested on the original: what they lose against the original."""

import warnings
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from typing import Any

import numpy as np

from semblant.arrays import Floats, Ints
from semblant.assessment.analysis.features import features
from semblant.assessment.analysis.logistic import logistic_fit, one_thread
from semblant.assessment.analysis.variables import Values, Variable
from semblant.data.table import Table
from semblant.errors import PolicyError
from semblant.evidence import Coefficient, Task
from semblant.policy.model import Policy

FOLDS = 5
ROWS = 50_000
"""The most records that a model is made of."""
_SEED = 20_180_701
_CONFIDENT = 1.96


def refuse_tasks(policy: Policy, table: Table) -> None:
    """Refuse a model of a column that is not released, and any model where scikit-learn is missing."""
    if not policy.analyses:
        return
    hidden = policy.hidden(table.names)
    released = [name for name in table.names if name not in hidden]
    for name in (name for task in policy.analyses for name in (task.target, *task.by)):
        if name not in released:
            raise _not_analysed(name, released)
    if find_spec("sklearn") is None:
        raise PolicyError("Analyses need scikit-learn.", where="analyses", hints=["pip install 'semblant[analysis]'"])


def _not_analysed(name: str, there: Iterable[str]) -> PolicyError:
    return PolicyError(
        f"Column {name!r} cannot be analysed: it is not released, or its values hardly repeat.",
        where="analyses",
        hints=[f"choose among {', '.join(there)}"],
    )


def run_task(found: Sequence[Variable], target: str, by: Sequence[str], persons: Ints | None) -> Task:
    """One model by cross-validation: folds of persons, trained on one file's records, tested on the original's others.

    A number is predicted by linear regression and judged by R²; a category by logistic regression and judged by its
    accuracy. Both files are row by row; of long ones, records chosen by a fixed seed are taken.
    """
    named = {one.name: one for one in found}
    for name in (target, *by):
        if name not in named:
            raise _not_analysed(name, named)
    rows, persons = _some(named[target].before.records, persons)
    aim, causes = named[target].of(rows), [named[name].of(rows) for name in by]
    sides = [_design(causes, [getattr(one, side) for one in causes]) for side in ("before", "after")]
    names, targets = sides[0][0], [_target(aim, values) for values in aim.sides]
    with one_thread(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # scikit-learn's, of few records and many categories: the score says it
        scores = _cross_validated(aim, sides, targets, _folds(len(rows), persons))
    known = [pair for pair in scores if not np.isnan(pair).any()]  # a fold of one record has no score
    before, after = (float(np.mean([pair[i] for pair in known])) if known else None for i in (0, 1))
    return Task(
        target=target, by=tuple(by), model="linear" if aim.measured else "logistic",
        score="r2" if aim.measured else "accuracy", before=before, after=after,
        chance=_by_chance(targets[0], aim), coefficients=_coefficients(names, sides, targets, aim),
    )  # fmt: skip


def _some(records: int, persons: Ints | None) -> tuple[Ints, Ints | None]:
    """Which records are looked at, the same for everybody, and their persons."""
    if records <= ROWS:
        return np.arange(records), persons
    rows = np.sort(np.random.default_rng(_SEED).choice(records, ROWS, replace=False))
    return rows, None if persons is None else persons[rows]


def _cross_validated(
    aim: Variable, sides: Sequence[tuple[list[str], Floats]], targets: Sequence[Floats], folds: Ints
) -> list[tuple[float, float]]:
    """The scores of every fold: trained on the original and trained on the release."""
    scores: list[tuple[float, float]] = []
    for fold in range(FOLDS):
        test = (folds == fold) & _present(targets[0])
        one = []
        for (_, x), y in zip(sides, targets, strict=True):
            train = (folds != fold) & _present(y)
            one.append(_score(_model(aim).fit(x[train], y[train]), sides[0][1][test], targets[0][test]) if
                       _varied(y[train]) else _nothing_learnt(targets[0][test], y[train], aim))  # fmt: skip
        scores.append((one[0], one[1]))
    return scores


def _design(causes: Sequence[Variable], sides: Sequence[Values]) -> tuple[list[str], Floats]:
    found = [(feature, values) for one, values in zip(causes, sides, strict=True) for feature in features(one)]
    columns = [feature.of(values) for feature, values in found] or [np.zeros(sides[0].records)]
    return [feature.name for feature, _ in found] or ["nothing"], np.column_stack(columns)


def _target(aim: Variable, values: Values) -> Floats:
    if aim.measured:
        assert values.numbers is not None
        return values.numbers
    return np.where(values.codes < 0, np.nan, values.codes).astype(np.float64)


def _present(y: Floats) -> Any:
    return ~np.isnan(y)


def _varied(y: Floats) -> bool:
    return len(y) > 1 and bool(np.any(y != y[0]))


def _folds(records: int, persons: Ints | None) -> Ints:
    """The fold of every record; all records of a person are in one."""
    persons = np.arange(records) if persons is None else np.unique(persons, return_inverse=True)[1]
    size = int(persons.max(initial=-1)) + 1
    return (np.random.default_rng(_SEED).permutation(size) % FOLDS)[persons]


def _model(aim: Variable) -> Any:
    from sklearn.linear_model import LinearRegression, LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    model = LinearRegression() if aim.measured else LogisticRegression(max_iter=1_000)
    return make_pipeline(StandardScaler(), model)


def _score(model: Any, x: Floats, y: Floats) -> float:
    """R² or accuracy on the original."""
    return float(model.score(x, y)) if len(y) > 1 else float("nan")


def _nothing_learnt(y: Floats, seen: Floats, aim: Variable) -> float:
    """The score of a release whose target is the same everywhere: it always predicts that."""
    if aim.measured or not len(seen) or not len(y):
        return 0.0
    return float(np.mean(y == seen[0]))


def _by_chance(y: Floats, aim: Variable) -> float:
    """The score without any cause: the mean, or the commonest category."""
    if aim.measured:
        return 0.0
    codes = y[_present(y)].astype(np.int64)
    return float(np.bincount(codes).max(initial=0) / max(1, len(codes)))


def _coefficients(
    names: Sequence[str], sides: Sequence[tuple[list[str], Floats]], targets: Sequence[Floats], aim: Variable
) -> dict[str, Coefficient]:
    """The coefficients of a model of all records of each file, with 95 % intervals; of two categories at most."""
    if not aim.measured and len(np.unique(targets[0][_present(targets[0])])) != 2:
        return {}
    fits = [_fit(x[_present(y)], y[_present(y)], aim) for (_, x), y in zip(sides, targets, strict=True)]
    return {
        name: Coefficient(before=fits[0][0][i], before_error=fits[0][1][i], after=fits[1][0][i],
                          after_error=fits[1][1][i]) for i, name in enumerate(names)
    }  # fmt: skip


def _fit(x: Floats, y: Floats, aim: Variable) -> tuple[list[float | None], list[float | None]]:
    """Coefficients and half widths of their intervals; None where the data do not determine them."""
    nothing: list[float | None] = [None] * x.shape[1]
    varied = _independent(x)
    design = np.column_stack([np.ones(len(y)), x[:, varied]])
    if not _varied(y) or len(y) <= design.shape[1]:
        return nothing, nothing
    if aim.measured:
        beta = np.linalg.lstsq(design, y, rcond=None)[0]
        rest = y - design @ beta
        covariance = np.linalg.inv(design.T @ design) * float(rest @ rest) / (len(y) - design.shape[1])
    else:
        beta, information = logistic_fit(design, (y == y.max()).astype(np.float64))
        covariance = np.linalg.inv(information)
    errors = _CONFIDENT * np.sqrt(np.maximum(np.diag(covariance), 0.0))
    found, wide = list(nothing), list(nothing)
    for j, column in enumerate(varied.tolist()):
        found[column], wide[column] = float(beta[j + 1]), float(errors[j + 1])
    return found, wide


def _independent(x: Floats) -> Ints:
    """The columns that neither a constant nor those before them explain."""
    if not len(x):
        return np.arange(0)
    scale = np.maximum(np.abs(x).max(axis=0), 1e-300)
    corner = np.abs(np.diag(np.linalg.qr(np.column_stack([np.ones(len(x)), x / scale]), mode="r")))
    return np.flatnonzero(np.pad(corner, (0, x.shape[1] + 1 - len(corner)))[1:] > 1e-8 * np.sqrt(len(x)))
