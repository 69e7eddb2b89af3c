"""Columns that are published as they are and find a record by themselves, whatever k is."""

import numpy as np

from semblant.data.columnnames import NAMES_PEOPLE, words_of
from semblant.data.table import Table
from semblant.policy import MISSING, SUPPRESSED, Policy, Telling

_FEWEST = 10
"""Records from which on a share says anything."""
_MOST, _SOME = 0.5, 0.05
"""The share of records with a value of their own that tells: of any column, and of one whose name says so."""


def telling(release: Table, policy: Policy) -> dict[str, Telling]:
    """The released columns in which most records have a value of their own: whoever knows it finds the record.

    Masked columns are no such columns: what is promised of them is proven. A column whose name says that it names
    people is told from a few such records on.

    Example:
        >>> import polars as pl
        >>> table = Table(pl.DataFrame({"job": ["nurse"] * 12, "salary": [str(1000 + i) for i in range(12)]}))
        >>> policy = Policy(attributes={"job": {"role": "quasi"}, "salary": {"role": "sensitive"}})
        >>> {name: (one.once, one.of) for name, one in telling(table, policy).items()}
        {'salary': (12, 12)}
    """
    found = {}
    for name in release.names:
        attribute = policy.attributes.get(name)
        if attribute is not None and attribute.role == "quasi":
            continue
        column = release.column(name)
        there = np.array([value.strip() not in (MISSING, SUPPRESSED) for value in column.values], bool)
        filled, once = int(column.counts[there].sum()), int(np.count_nonzero(column.counts[there] == 1))
        names = bool(words_of(name) & NAMES_PEOPLE)
        if filled >= _FEWEST and once >= (_SOME if names else _MOST) * filled:
            found[name] = Telling(once=once, of=filled, names_people=names)
    return found
