"""How many records are unique under some columns, and how much each column adds to that."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from semblant.assessment.drivers import drivers
from semblant.data.table import Table
from semblant.space.product import unique_columns


@dataclass(frozen=True)
class Uniqueness:
    """Unique records by some quasi-identifiers, and what each of them adds."""

    records: int
    uniques: int
    below_k: int
    added: tuple[tuple[str, int], ...]
    """For every column the records that are unique only because of it, most first."""

    @property
    def percent(self) -> float:
        """The share of unique records."""
        return 100.0 * self.uniques / self.records if self.records else 0.0


def uniqueness(table: Table, names: Sequence[str], k: int) -> Uniqueness:
    """Count the records that are unique by the exact text of some columns.

    Example:
        >>> import polars as pl
        >>> table = Table(pl.DataFrame({"town": ["a", "a", "b", "b"], "age": ["1", "2", "3", "3"]}))
        >>> uniqueness(table, ["town", "age"], 2)
        Uniqueness(records=4, uniques=2, below_k=2, added=(('age', 2), ('town', 0)))
    """
    if not names:
        return Uniqueness(table.records, 0, 0, ())
    columns = [table.column(name) for name in names]
    tuples, _, counts = unique_columns(np.stack([c.codes for c in columns]), [len(c.values) for c in columns])
    found = drivers(names, tuples, counts, k)
    if found is None:
        alone = int(np.count_nonzero(counts == 1))
        return Uniqueness(table.records, alone, int(counts[counts < k].sum()), ((names[0], alone),))
    added = {name: found.uniques - one.uniques for name, one in found.without.items()}
    ranked = sorted(added.items(), key=lambda one: (-one[1], one[0]))
    return Uniqueness(table.records, found.uniques, found.below_k, tuple(ranked))
