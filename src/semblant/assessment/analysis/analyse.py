"""All that analysts ask of a released table, in one go."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from semblant.arrays import Floats, Ints
from semblant.assessment.analysis.associations import associations
from semblant.assessment.analysis.distinguish import propensity_error
from semblant.assessment.analysis.marginals import column_analysis
from semblant.assessment.analysis.population import found_of_class, pitman_fit, risk_by_weights, unique_if_unique
from semblant.assessment.analysis.queries import QUERIES, query_errors
from semblant.assessment.analysis.tasks import run_task
from semblant.assessment.analysis.variables import Variable, variables
from semblant.assessment.columns import ComparedColumn, distinct_tuples
from semblant.data.missing import no_value
from semblant.data.same import persons_of
from semblant.data.table import Table
from semblant.errors import InputError, PolicyError
from semblant.evidence import Analysis, PopulationRisk, QueryErrors
from semblant.policy.model import Policy
from semblant.space.rulers import ruler_of

_SEED = 20_260_101  # fixed, so that everybody asks the same queries
ROWS = 1_000_000
"""The most records of long files that queries and associations look at."""
_LONG = 2_000_000  # records of a file that is long
_WIDEST = 40  # columns of which every two are compared


def analysis_of(
    columns: Sequence[ComparedColumn], tables: tuple[Table, Table], policy: Policy, *, matched: bool
) -> Analysis:
    """Analyse an original table and its release; the models that the policy names need records to be matched."""
    original, release = tables
    found = variables(columns, original, release)
    tasks = policy.analyses if matched and original.records == release.records else ()
    persons = (
        persons_of(original.column(policy.individual))
        if policy.individual is not None and policy.individual in original.names
        else None
    )
    return analyse(found, [(one.target, one.by) for one in tasks], persons)


def analyse(
    found: Sequence[Variable], tasks: Sequence[tuple[str, Sequence[str]]] = (), persons: Ints | None = None
) -> Analysis:
    """Analyse both files; ``tasks`` (target, causes) need released records to be matched with original ones.

    Of long files, queries and associations look at records that a fixed seed chooses, the same rows of both files.
    """
    some, sampled = _some(found)
    errors = query_errors(some, np.random.default_rng(_SEED))
    return Analysis(
        columns={one.name: column_analysis(one) for one in found},
        associations=associations(some[:_WIDEST]),
        sampled_records=sampled,
        queries=None if not len(errors) else QueryErrors(
            queries=QUERIES, mean=float(errors.mean()),
            **{name: float(np.quantile(errors, q)) for name, q in (("median", 0.5), ("q90", 0.9), ("q99", 0.99))},
        ),
        propensity_error=propensity_error(found),
        tasks=tuple(run_task(found, target, by, persons) for target, by in tasks),
    )  # fmt: skip


def _some(found: Sequence[Variable]) -> tuple[Sequence[Variable], int | None]:
    """The columns in the records that are looked at, and how many these are where they are not all."""
    if max((side.records for one in found[:1] for side in one.sides), default=0) <= _LONG:
        return found, None
    rows = [_rows(side.records) for side in found[0].sides]
    chosen = [replace(one, sides=(one.before.of(rows[0]), one.after.of(rows[1]))) for one in found]
    return chosen, len(rows[0])


def _rows(records: int) -> Ints:
    if records <= ROWS:
        return np.arange(records)
    return np.sort(np.random.default_rng(_SEED).choice(records, ROWS, replace=False))


def population_of(columns: Sequence[ComparedColumn], original: Table, policy: Policy) -> PopulationRisk | None:
    """The risk of the original in its population, where the policy says how large it is or names sample weights."""
    if not columns or (policy.population is None and policy.weights is None):
        return None
    _, of_record, sizes = distinct_tuples(columns, original=True)
    if policy.weights is not None:
        return weighted_risk(sizes, np.bincount(of_record, _weights(original, policy.weights), len(sizes)).tolist())
    assert policy.population is not None
    if policy.population < original.records:
        raise PolicyError(
            f"The population has at least the {original.records:,} persons of the records. Got {policy.population:,}.",
            where="population",
        )
    return population_risk(sizes, policy.population)


def _weights(original: Table, name: str) -> Floats:
    """The sample weights of all records."""
    column = original.column(name)
    texts = [text for text in column.values if not no_value(text)]
    found = ruler_of(name, "numeric", None, texts)
    weights = np.array([1.0 if no_value(text) else found.place(text) or 0.0 for text in column.values])
    if (weights < 1).any():
        raise InputError(f"Column {name!r} has weights below 1: a record stands for itself at least.", where="weights")
    return np.asarray(weights[column.codes], np.float64)


def population_risk(sizes: Ints, population: int) -> PopulationRisk:
    """The risk of the original's classes in a population of a given size, by Pitman's model."""
    records, uniques = int(sizes.sum()), int(np.count_nonzero(sizes == 1))
    alpha, theta = pitman_fit(sizes)
    size, often = np.unique(sizes, return_counts=True)
    risk = np.array([found_of_class(int(s), alpha, theta, records, population) for s in size])
    return PopulationRisk(
        model="pitman", population=population, sample_uniques=uniques,
        population_uniques=uniques * unique_if_unique(alpha, theta, records, population),
        reidentifications=float((risk * often * size).sum()), highest_risk=float(risk.max(initial=0.0)),
    )  # fmt: skip


def weighted_risk(sizes: Ints, weights: Sequence[float]) -> PopulationRisk:
    """The same where every class has a sum of sample weights."""
    total = np.asarray(weights, np.float64)
    risk = risk_by_weights(sizes, total)
    return PopulationRisk(
        model="weights", population=float(total.sum()), sample_uniques=int(np.count_nonzero(sizes == 1)),
        population_uniques=None, reidentifications=float((risk * sizes).sum()),
        highest_risk=float(risk.max(initial=0.0)),
    )  # fmt: skip
