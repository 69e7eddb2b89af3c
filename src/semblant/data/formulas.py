"""Cells that a spreadsheet would run as formulas, and the apostrophe before them that keeps it from doing so.

Escaping can be undone: one apostrophe more is written before a formula, however many it has already, and one fewer is
read.
"""

import re
from collections.abc import Callable

import polars as pl

from semblant.data.formats import is_text
from semblant.data.table import Table
from semblant.policy.model import Formulas

_SIGNS = "=+-@＝＋－＠"  # some spreadsheets take the wide signs as well
_BEFORE = ' \t\r\n\v\f\u00a0\u3000\ufeff"'
_NUMBER = re.compile(r"[+-]?\s?[0-9.,][0-9.,'\s]*(?:[eE][+-]?[0-9]+)?\s?[%€$£]?")
_MAYBE = rf"""^'*(?:[\t\r\n]|[\s\u{{feff}}"]*[{re.escape(_SIGNS)}])"""
_APOSTROPHE = "'"


def is_formula(text: str) -> bool:
    r"""Whether a spreadsheet would run a cell: it begins with = + - or @, or with a tab or the end of a line.

    Numbers are not, and neither is a sign alone, which often stands for a missing value.

    Example:
        >>> [is_formula(text) for text in ("=1+2", ' "@SUM(A1)', "-2+3", "\tx", "-5", "+3,5 %", "-", "a=b", "'=1")]
        [True, True, True, True, False, False, False, False, False]
    """
    start = text.lstrip(_BEFORE)
    first, rest = start[:1], start[1:].strip()
    if not first or _NUMBER.fullmatch(start.strip()):
        return False
    return bool(rest) if first in _SIGNS else text[0] in "\t\r\n"


def escaped(text: str) -> str:
    """The text as it is written where formulas must not run.

    Example:
        >>> escaped("=1+2"), escaped("'=1+2"), escaped("'tis"), escaped("-5")
        ("'=1+2", "''=1+2", "'tis", '-5')
    """
    return _APOSTROPHE + text if is_formula(text.lstrip(_APOSTROPHE)) else text


def unescaped(text: str) -> str:
    """What was escaped so.

    Example:
        >>> unescaped("'=1+2"), unescaped("''=1+2"), unescaped("'tis"), unescaped("=1+2")
        ('=1+2', "'=1+2", "'tis", '=1+2')
    """
    return text[1:] if text.startswith(_APOSTROPHE) and is_formula(text.lstrip(_APOSTROPHE)) else text


def formulas_in(release: Table, formulas: Formulas) -> int:
    """How many cells of a written release a spreadsheet would run; a text file has none once they are escaped."""
    return 0 if formulas == "escape" and is_text(release.origin.format) else _formulas_of(release)


def _formulas_of(table: Table) -> int:
    columns = (table.column(name) for name in table.names)
    found = sum(int(one.counts[[is_formula(text) for text in one.values]].sum()) for one in columns)
    return found + sum(map(is_formula, table.names))


def escaped_frame(frame: pl.DataFrame) -> pl.DataFrame:
    """The table with all such cells and names escaped."""
    return _changed(frame, escaped)


def unescaped_frame(frame: pl.DataFrame) -> pl.DataFrame:
    """The table that was escaped so."""
    return _changed(frame, unescaped)


def _changed(frame: pl.DataFrame, change: Callable[[str], str]) -> pl.DataFrame:
    columns = []
    for column in frame.get_columns():
        texts = column.filter(column.str.contains(_MAYBE)).unique().to_list()
        moved = {text: new for text in texts if (new := change(text)) != text}
        columns.append(column.replace(moved).alias(change(column.name)))
    return pl.DataFrame(columns)
