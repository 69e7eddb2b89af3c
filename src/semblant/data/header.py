"""Whether the first line of a text file is a record and not a header: then its cells are those of a person."""

import re
from collections.abc import Iterable, Sequence
from typing import Literal

import polars as pl

from semblant.data.missing import no_value
from semblant.data.numerals import NUMBER
from semblant.data.wholes import whole

_SAMPLE = 500
_MOSTLY = 0.8
_GROUPED = re.compile(r"[€$£]? ?[+-]?\d{1,3}(?:[.,' ]\d{3})*(?:[.,]\d+)? ?[€$£%]?")
_DATE = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ][\d:.+Z-]+)?")
_MAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s.]+")
_YEARS = range(1900, 2101)

Hint = Literal["form", "repeated", "header", "silent", ""]
"""What a name says about its line: it has the form of the cells below it, or is among them; it differs from them in
form; it could have been among them and is not; or nothing."""


def looks_like_record(columns: Iterable[pl.Series]) -> bool:
    """Whether the names of a table look like cells of its columns.

    A name counts as a cell if it is a number, date, mail address or long code as most cells of its column are, or if it
    occurs in its column. It counts as a name if it has no such form and most cells have one. Headings that are years or
    are numbered through say nothing, and neither does a column in which no cell occurs twice.

    Example:
        >>> jobs = ["nurse", "baker", "nurse"]
        >>> looks_like_record(pl.DataFrame({"baker": jobs, "34": ["39", "41", "28"]}))
        True
        >>> looks_like_record(pl.DataFrame({"job": jobs, "age": ["39", "41", "28"]}))
        False
    """
    hints = header_hints([*columns])
    form, repeated, names = (hints.count(hint) for hint in ("form", "repeated", "header"))
    told = len(hints) - hints.count("")
    return form + repeated > names and ((form > 0 and names == 0) or 2 * (form + repeated) >= told)


def header_hints(columns: Sequence[pl.Series]) -> list[Hint]:
    """What the names of columns say about their line, but those that are numbered through."""
    numbered = _numbered([column.name for column in columns])
    return [_hint(column) for column in columns if column.name not in numbered]


def _hint(column: pl.Series) -> Hint:
    name = column.name
    sample = column.head(_SAMPLE).to_list()
    there = {text for text in set(sample) if not no_value(text)}
    cells = [text for text in sample if text in there]
    if no_value(name) or not cells:
        return ""

    def mostly(true: Iterable[bool]) -> bool:
        return sum(true) >= _MOSTLY * len(cells)

    form_of = {text: _form(text) for text in there}
    form, forms = _form(name), [form_of[text] for text in cells]
    if form and mostly(one == form for one in forms):
        a_heading = form == "number" and _is_year(name) and not mostly(map(_is_year, cells))
        return "" if a_heading else "form"
    if not form and mostly(map(bool, forms)):
        return "header"
    if bool((column == name).any()):
        return "repeated"
    return "silent" if len(there) < len(cells) else ""


def _form(text: str) -> str:
    """The form of a cell that no name of a column has: a number, a date, a mail address, or a code with its places."""
    text = text.strip()
    if NUMBER.fullmatch(text) or _GROUPED.fullmatch(text):
        return "number"
    if _DATE.fullmatch(text):
        return "date"
    if _MAIL.fullmatch(text):
        return "mail"
    if len(text) <= 40 and sum(c.isdigit() for c in text) >= 3:
        return re.sub(r"[^\W\d_]", "a", re.sub(r"\d", "0", text))
    return ""


def _is_year(text: str) -> bool:
    return text.strip().isdecimal() and whole(text) in _YEARS


def _numbered(names: list[str]) -> set[str]:
    """The names that are numbered through, from 0 or from 1, as tables without names are by some programs."""
    numbers = [name for name in names if name.strip().isdecimal()]
    if len(numbers) < 2:
        return set()
    first = whole(numbers[0])
    through = first in (0, 1) and [whole(name) for name in numbers] == list(range(first, first + len(numbers)))
    return set(numbers) if through else set()
