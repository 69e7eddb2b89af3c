"""Profiles of columns: counts only, never a value, because a value may identify a person."""

from dataclasses import dataclass

import numpy as np
import polars as pl

from semblant.data.missing import no_value
from semblant.data.numerals import NUMBER, Numerals
from semblant.data.table import Column

_NUMBER = r"^\s*[+-]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$"
_D, _M = "(?:0?[1-9]|[12][0-9]|3[01])", "(?:0?[1-9]|1[0-2])"
_MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
_DATE = (
    r"(?i)^\s*(?:\d{4}([-/.])\d{1,2}[-/.]\d{1,2}|(?:0?[1-9]|1[0-2])/(?:19|20)\d\d|\d{1,2}([-/.])\d{1,2}[-/.]\d{4}"
    rf"|{_D}/{_M}/\d\d|{_M}/{_D}/\d\d|{_D}-{_M}-\d\d|{_M}-{_D}-\d\d|{_D}\.{_M}\.\d\d"
    rf"|(?:\d{{1,2}}[ -]?)?{_MONTH}[a-z]*[ -]?\d{{4}}|\d{{1,2}}[ -]?{_MONTH}[ -]?\d\d)"
    r"(?:[T ]\d{1,2}:\d{2}.*)?\s*$"
)


@dataclass(frozen=True)
class ColumnProfile:
    """One column in counts. Shares are of the records that are not missing; a missing value is no distinct value."""

    name: str
    records: int
    missing: int
    distinct: int
    uniques: int
    numeric: float
    dates: float
    longest: int


def profile_column(column: Column) -> ColumnProfile:
    """One column in counts, to suggest what it may be.

    Numbers may be written in the column's own format, as ``1.234,50``, if all are. A number with zeros in front is a
    code and does not count as numeric.

    Example:
        >>> from semblant.data.table import Table
        >>> table = Table(pl.DataFrame({"age": ["39", "40", "", "40"], "zip": ["0012", "0012", "0770", "9999"]}))
        >>> for column in map(profile_column, map(table.column, table.names)):
        ...     print(column.name, column.missing, column.distinct, column.uniques, column.numeric, column.longest)
        age 1 2 1 1.0 2
        zip 0 3 2 0.25 4
    """
    values = pl.Series(column.values, dtype=pl.String)
    present = np.array([not no_value(value) for value in column.values], bool)
    records = int(column.counts.sum())
    filled = int(column.counts[present].sum())

    def share(pattern: str) -> float:
        matched = values.str.contains(pattern).to_numpy() & present
        return int(column.counts[matched].sum()) / filled if filled else 0.0

    return ColumnProfile(
        name=column.name,
        records=records,
        missing=records - filled,
        distinct=int(present.sum()),
        uniques=int(np.sum(column.counts[present] == 1)),
        numeric=1.0 if _dressed(column) else share(_NUMBER),
        dates=share(_DATE),
        longest=int(values.str.len_chars().max() or 0),  # type: ignore[arg-type]
    )


def _dressed(column: Column) -> bool:
    """Whether all values are numbers, but not as programs write them, and none has zeros in front."""
    told = [value for value in column.values if not no_value(value)]
    if all(map(NUMBER.fullmatch, told)) or (numerals := Numerals.through(told)) is None or numerals.glued:
        return False
    return not numerals.codes(told)
