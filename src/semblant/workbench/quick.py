"""Quick runs: what a policy would cost and leave, at several k, with little effort; a release takes all of it."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from semblant.arrays import AnyInts, Flags
from semblant.catalogue import CATALOGUE
from semblant.data.table import Column, Table
from semblant.policy.model import Policy
from semblant.release.runs import Run, measure, read_once

BUDGET = 5
"""Refinement rounds of a quick run; a release has 200 unless its policy says otherwise."""

SAMPLE = 50_000
"""Records of a large table that quick runs take."""
_PERSONS = 1_000  # at least, where a person has several records
_SEED = 1  # the same records for every k and every policy, so that their figures can be compared


def quickly(policy: Policy, k: int | None = None) -> Policy:
    """The same policy with a small budget.

    Example:
        >>> quickly(Policy(k=5), 12).k, quickly(Policy()).budget
        (12, 5)
    """
    refines = CATALOGUE[policy.shape][policy.method].name == "auto"
    return policy.model_copy(update={"k": k or policy.k} | ({"budget": BUDGET} if refines else {}))


def ladder(records: int) -> list[int]:
    """The k of a risk–utility curve for a table.

    Example:
        >>> ladder(1000), ladder(20)
        ([2, 3, 5, 8, 12, 20, 30, 50], [2, 3, 5])
    """
    return [k for k in (2, 3, 5, 8, 12, 20, 30, 50) if 4 * k <= records]


def sampled(table: Table, policy: Policy) -> AnyInts | None:
    """The records that quick runs take, all that a person has or none; None for all of a table.

    Lists and logs are taken whole: how many people must have an item is a number, not a share.
    """
    if _whole(table, policy):
        return None
    if policy.individual not in table.names:
        return np.sort(np.random.default_rng(_SEED).choice(table.records, SAMPLE, replace=False))
    people = table.column(policy.individual)
    return np.flatnonzero(_taken(people)[people.packed])


def sample_size(table: Table, policy: Policy) -> int | None:
    """How many records quick runs take, counted without taking them; None for all of a table."""
    if _whole(table, policy):
        return None
    if policy.individual not in table.names:
        return SAMPLE
    people = table.column(policy.individual)
    return int(people.counts[_taken(people)].sum())


def _whole(table: Table, policy: Policy) -> bool:
    return policy.shape != "table" or table.records <= SAMPLE


def _taken(people: Column) -> Flags:
    """Which of all persons quick runs take."""
    persons = len(people.values)
    taken = np.zeros(persons, np.bool_)
    chosen = max(_PERSONS, persons * SAMPLE // people.records)
    taken[np.random.default_rng(_SEED).permutation(persons)[:chosen]] = True
    return taken


def curve(source: Path, policy: Policy, base: Path, ks: Sequence[int]) -> Iterator[Run]:
    """Measure quick runs at several k, one after the other; of a large table on a sample of its records."""
    table = read_once(source, policy)
    rows = sampled(table, policy)
    if rows is not None:
        table = table.with_columns({}, rows=rows)
    for k in ks:
        yield measure(table, quickly(policy, k), base)
