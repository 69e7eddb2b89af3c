"""Columns that find a record by themselves, whatever k is, because they are published as they are or name people."""

import numpy as np

from semblant.data.columnnames import IDENTIFYING_WORDS, words_of
from semblant.data.missing import no_value
from semblant.data.table import Table
from semblant.evidence import IdentifyingColumn
from semblant.policy.model import Policy

_FEWEST = 10
"""Records from which on a share says anything."""
_MOST = 0.5
"""The share of records with a value of their own from which on a column tells."""


def identifying_columns(release: Table, policy: Policy) -> dict[str, IdentifyingColumn]:
    """The released columns in which most records have a value of their own, or whose name says that they name people.

    What is promised of masked columns is proven. But where values are no more than names, masking gives one person's to
    others, so a nominal column that names people is told as well.

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
