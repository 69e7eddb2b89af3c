"""All that analysts ask of a released table, in one go."""

from collections.abc import Sequence

import numpy as np

from semblant.arrays import Ints
from semblant.assessment.analysis.associations import associations
from semblant.assessment.analysis.distinguish import propensity_error
from semblant.assessment.analysis.marginals import column_analysis
from semblant.assessment.analysis.population import found_of_class, pitman_fit, risk_by_weights, unique_if_unique
from semblant.assessment.analysis.queries import QUERIES, query_errors
from semblant.assessment.analysis.tasks import run_task
from semblant.assessment.analysis.variables import Variable
from semblant.evidence import Analysis, Association, PopulationRisk, QueryErrors

_SEED = 20_260_101  # fixed, so that everybody asks the same queries
_WIDEST = 40  # columns of which every two are compared


def analyse(
    found: Sequence[Variable], tasks: Sequence[tuple[str, Sequence[str]]] = (), persons: Ints | None = None
) -> Analysis:
    """Analyse both files; ``tasks`` (target, causes) need released records to be matched with original ones."""
    errors = query_errors(found, np.random.default_rng(_SEED))
    return Analysis(
        columns={one.name: column_analysis(one) for one in found},
        associations=tuple(Association(columns=a.columns, statistic=a.statistic, before=a.before, after=a.after)
                           for a in associations(found[:_WIDEST])),
        queries=None if not len(errors) else QueryErrors(
            queries=QUERIES, mean=float(errors.mean()),
            **{name: float(np.quantile(errors, q)) for name, q in (("median", 0.5), ("q90", 0.9), ("q99", 0.99))},
        ),
        propensity_error=propensity_error(found),
        tasks=tuple(run_task(found, target, by, persons) for target, by in tasks),
    )  # fmt: skip


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
