"""What a format cannot hold: too many rows, names that it does not allow, and texts that it would not give back."""

from collections.abc import Mapping
from typing import NamedTuple

import polars as pl

from semblant.data.formats import Format
from semblant.data.table import Table
from semblant.errors import OutputError
from semblant.policy.model import MISSING

_HINTS = ["--to parquet", "--to csv"]


class Capacity(NamedTuple):
    """The limits of a format."""

    rows: int | None = None
    columns: int | None = None
    characters: int | None = None
    lost: Mapping[str, str] = {}
    """Signs, as a pattern, that are not read as they were written, and what they are."""
    blank: bool = True
    """Whether a record without any value can be told from a row that is no record."""


_NUL = {r"\x00": "the character NUL"}
_BLANKS = _NUL | {r" $": "a space at the end"}
_CAPACITIES = {
    "xlsx": Capacity(1_048_575, 16_384, 32_767, {r"[\x{FFFE}\x{FFFF}]": "a code that is no character"}, blank=False),
    "sav": Capacity(characters=32_767, lost=_BLANKS),
    "zsav": Capacity(characters=32_767, lost=_BLANKS),
    "xpt": Capacity(characters=32_767, lost=_BLANKS),
    "dta": Capacity(lost=_NUL),
    "csv": Capacity(lost=_NUL),
    "tsv": Capacity(lost=_NUL),
}


def refuse_unheld(table: Table, kind: Format, unknown: Mapping[str, pl.Series] | None = None) -> None:
    """Refuse a table that a format cannot hold; the cells of ``unknown`` columns are not known yet but for some.

    What came in the same format has room there, but for records that have lost all their values.
    """
    limits = _CAPACITIES.get(kind.name, Capacity())
    if not limits.blank and not unknown:
        _refuse_blank(table)
    if kind.name == table.origin.format:
        return
    if limits.rows is not None and table.records > limits.rows:
        raise _unheld(f"It holds at most {limits.rows:,} records, and there are {table.records:,}.", table, kind)
    if limits.columns is not None and len(table.names) > limits.columns:
        raise _unheld(f"It holds at most {limits.columns:,} columns, and there are {len(table.names):,}.", table, kind)
    names = pl.Series("", table.names, pl.String)
    if wrong := _wrong(names, limits):
        raise _unheld(f"The name of a column has {wrong[0]}, which it does not hold.", table, kind)
    for name in table.names:
        some = (unknown or {}).get(name)
        if wrong := _wrong(table.frame[name] if some is None else some, limits):
            what, often = wrong
            thing = "cell" if some is None else "word"
            told = f"{often:,} {thing}s have" if often > 1 else f"a {thing} has"
            raise _unheld(f"In column {name!r}, {told} {what}, which it does not hold.", table, kind)


def _refuse_blank(table: Table) -> None:
    blank = int(table.frame.select(pl.all_horizontal(pl.all() == MISSING)).to_series().sum())
    if blank:
        raise OutputError(
            f"{blank:,} of {table.records:,} records would have no value in any released column, and a workbook cannot "
            "hold such records. Nothing was published.",
            where=table.origin.name,
            hints=["--to csv", "missing: suppress writes * for masked values that are missing"],
        )


def _wrong(texts: pl.Series, limits: Capacity) -> tuple[str, int] | None:
    """What some texts have that is not held, and how many."""
    found = {what: texts.str.contains(pattern) for pattern, what in limits.lost.items()}
    if limits.characters is not None:
        found[f"more than {limits.characters:,} characters"] = texts.str.len_chars() > limits.characters
    return next(((what, int(there.sum())) for what, there in found.items() if there.any()), None)


def _unheld(why: str, table: Table, kind: Format) -> OutputError:
    return OutputError(
        f"The release cannot be written as {kind.title}. {why} Nothing was published.",
        where=table.origin.name,
        hints=[hint for hint in _HINTS if hint != f"--to {kind.name}"],
    )
