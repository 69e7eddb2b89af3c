"""How far off counts are that an analyst takes from a release: many random count queries, before and after."""

from collections.abc import Sequence

import numpy as np

from semblant.arrays import Flags, Floats
from semblant.assessment.analysis.variables import Values, Variable

QUERIES = 1_000
CONDITIONS = 3
"""The most conditions of one query."""
FLOOR = 0.01
"""Errors are shares of the true count, or of this share of all records where that is more."""


def query_errors(found: Sequence[Variable], rng: np.random.Generator, queries: int = QUERIES) -> Floats:
    """|count after - count before| / max(count before, 1 % of the records), for random count queries.

    A query has one to three conditions on different columns: a category, a concept with all below it, or a range.
    Counts are not scaled, so that suppressed records are missing from those after.
    """
    if not found:
        return np.zeros(0)
    records = len(found[0].before.codes)
    errors = np.empty(queries)
    for i in range(queries):
        some = rng.choice(len(found), size=min(len(found), int(rng.integers(1, CONDITIONS + 1))), replace=False)
        before, after = np.ones(records, bool), np.ones(len(found[0].after.codes), bool)
        for j in some:
            one, other = condition(found[j], rng)
            before, after = before & one, after & other
        true, said = int(np.count_nonzero(before)), int(np.count_nonzero(after))
        errors[i] = abs(said - true) / max(true, FLOOR * records)
    return errors


def condition(variable: Variable, rng: np.random.Generator) -> tuple[Flags, Flags]:
    """Which records of both files fulfil one random condition on a column."""
    row = int(rng.integers(len(variable.before.codes)))
    if variable.measured:
        other = int(rng.integers(len(variable.before.codes)))
        numbers = variable.before.numbers
        assert numbers is not None
        low, high = sorted((numbers[row], numbers[other]))
        return _within(variable.before, low, high), _within(variable.after, low, high)
    code = int(variable.before.codes[row])
    fulfils = np.zeros(len(variable.labels) + 1, bool)  # the last is for records without a value
    fulfils[code] = True
    if code >= 0 and (wider := sorted(variable.above[code])):
        concept = wider[int(rng.integers(len(wider)))]
        fulfils[:-1] = [concept in above for above in variable.above]
    return fulfils[variable.before.codes], fulfils[variable.after.codes]


def _within(values: Values, low: float, high: float) -> Flags:
    assert values.numbers is not None
    if np.isnan(low) or np.isnan(high):
        return np.isnan(values.numbers)
    return (values.numbers >= low) & (values.numbers <= high)
