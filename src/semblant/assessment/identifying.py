"""Columns that identify records on their own, whatever k is: unchanged unique values, or names of people."""

import numpy as np

from semblant.data.columnnames import IDENTIFYING_WORDS, words_of
from semblant.data.missing import no_value
from semblant.data.table import Table
from semblant.evidence import IdentifyingColumn
from semblant.policy.model import Policy

_FEWEST = 10
"""The fewest records for which a share is meaningful."""
_MOST = 0.5
"""The share of records with a unique value from which a column counts as identifying."""


def identifying_columns(release: Table, policy: Policy) -> dict[str, IdentifyingColumn]:
    """The released columns in which most values are unique, or whose name suggests that they identify people.

    Masked columns are covered by the proof. But masking a nominal column gives one person's value to others, so a
    nominal column whose name suggests that it identifies people is reported as well.

    Example:
        >>> import polars as pl
        >>> table = Table(pl.DataFrame({"job": ["nurse"] * 12, "salary": [str(1000 + i) for i in range(12)]}))
        >>> policy = Policy(attributes={"job": {"role": "quasi"}, "salary": {"role": "sensitive"}})
        >>> {name: (one.once, one.of) for name, one in identifying_columns(table, policy).items()}
        {'salary': (12, 12)}
    """
    found = {}
    for name in release.names:
        attribute = policy.attributes.get(name)
        masked = attribute is not None and attribute.role == "quasi"
        names = bool(words_of(name) & IDENTIFYING_WORDS)
        if masked and not (names and attribute is not None and attribute.kind == "nominal"):
            continue
        column = release.column(name)
        there = np.array([not no_value(value) for value in column.values], bool)
        filled, once = int(column.counts[there].sum()), int(np.count_nonzero(column.counts[there] == 1))
        if filled >= _FEWEST and (names or once >= _MOST * filled):
            found[name] = IdentifyingColumn(once=once, of=filled, names_people=names, masked=masked)
    return found
