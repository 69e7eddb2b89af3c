"""Treatments of single columns before records are grouped: coding of extremes, rounding, bands, coarser dates.

They are done once, where a table is read by its policy. Everything after it (method, proof, assessment, reports) takes
the treated table for the original.
"""

import math
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from itertools import pairwise
from typing import Any

import numpy as np
import polars as pl

from semblant.data.missing import no_value
from semblant.data.same import person_key
from semblant.data.table import Column, Table
from semblant.data.typed import as_read
from semblant.errors import PolicyError
from semblant.policy.model import MISSING, Attribute, Policy
from semblant.space.rulers import COARSE, Dated, Numeric, multiple, period_of, ruler_of

_MOST_BANDS = 1000


@dataclass(frozen=True)
class Treated:
    """A table and its policy after the treatments, and how many records each treatment changed."""

    table: Table
    policy: Policy
    changed: Mapping[str, int]
    emptied: Table
    """The table as it came, but for ``missing_values``."""


def treat(table: Table, policy: Policy) -> Treated:
    """Treat the columns whose policy asks for it.

    A column of bands is ordinal from then on, and its levels are the bands.

    Example:
        >>> import polars as pl
        >>> ages = Table(pl.DataFrame({"age": ["17", "23", "97", ""], "born": ["2007-03-17"] * 4}))
        >>> rules = {"age": {"role": "quasi", "round": 5, "top": 90}, "born": {"role": "keep", "precision": "quarter"}}
        >>> done = treat(ages, Policy(attributes=rules))
        >>> done.table.frame.rows(), done.changed["age"]
        ([('15', '2007-Q1'), ('25', '2007-Q1'), ('90', '2007-Q1'), ('', '2007-Q1')], 3)
    """
    table, changed = _emptied(table, policy)
    attributes, replaced = dict(policy.attributes), dict[str, Any]()
    for name, attribute in policy.attributes.items():
        if not attribute.treatments or name not in table.names:
            continue
        column = table.column(name)
        texts, settings = _dates(table, column, attribute) if attribute.precision else _numbers(column, attribute)
        attributes[name] = attribute.model_copy(update=settings)
        texts = as_read(table, name, texts, numeric=attribute.precision is None)
        differs = np.array([a != b for a, b in zip(column.values, texts, strict=True)], bool)
        records = int(column.counts[differs].sum())
        changed[name] = changed.get(name, 0) + records
        if records:
            replaced[name] = Column.of(name, texts, column.packed)
    if not changed:
        return Treated(table, policy, {}, table)
    return Treated(table.with_columns(replaced), policy.model_copy(update={"attributes": attributes}), changed, table)


def _emptied(table: Table, policy: Policy) -> tuple[Table, dict[str, int]]:
    """The table without the values that say there is none, and how many records had one, by column.

    Example:
        >>> import polars as pl
        >>> born = Table(pl.DataFrame({"born": ["1980", "9999.0", "unk "]}))
        >>> rules = {"born": {"role": "keep", "missing_values": [9999, "unk"]}}
        >>> done, changed = _emptied(born, Policy(attributes=rules))
        >>> done.frame["born"].to_list(), changed
        (['1980', '', ''], {'born': 2})
    """
    replaced, changed = dict[str, Any](), dict[str, int]()
    for name, attribute in policy.attributes.items():
        if not attribute.missing_values or name not in table.names:
            continue
        column, none = table.column(name), {person_key(text) for text in attribute.missing_values}
        hit = np.array([text != MISSING and person_key(text) in none for text in column.values], bool)
        changed[name] = int(column.counts[hit].sum())
        if changed[name]:
            texts = [MISSING if gone else text for text, gone in zip(column.values, hit.tolist(), strict=True)]
            replaced[name] = Column.of(name, texts, column.packed)
    return table.with_columns(replaced) if replaced else table, changed


def _each(values: Sequence[str], treated: Callable[[str], str]) -> list[str]:
    """Every value treated, except those that say that there is none."""
    return [text if no_value(text) else treated(text) for text in values]


# --- numbers -----------------------------------------------------------------------------------------


def _numbers(column: Column, attribute: Attribute) -> tuple[list[str], dict[str, Any]]:
    """The values of a numeric column, treated, and what the policy says of the column from then on."""
    ruler = ruler_of(column.name, "numeric", None, column.values)
    assert isinstance(ruler, Numeric)
    _refuse_fractions(column.name, attribute, ruler)
    if attribute.bands is None:
        return _each(column.values, lambda text: _rounded(text, attribute, ruler)), {"kind": "numeric"}
    numbers = {text: _coded(text, attribute, ruler) for text in column.values if not no_value(text)}
    starts = _starts(column.name, attribute.bands, list(numbers.values()))
    labels = _labels(starts, None if isinstance(attribute.bands, tuple) else Decimal(repr(float(attribute.bands))))
    of_number = {text: labels[bisect_right(starts, number)] for text, number in numbers.items()}
    used = labels[_band(attribute.bottom, starts, 0) : _band(attribute.top, starts, len(starts)) + 1]
    if not isinstance(attribute.bands, tuple):
        used = [label for label in used if label != labels[0]]
    return _each(column.values, of_number.__getitem__), {"kind": "ordinal", "levels": tuple(used)}


def _band(end: float | None, starts: Sequence[Decimal], otherwise: int) -> int:
    """The band in which coded extremes lie; beyond it there are none."""
    return otherwise if end is None else bisect_right(starts, Decimal(repr(end)))


def _coded(text: str, attribute: Attribute, ruler: Numeric) -> Decimal:
    """A number, no lower than the bottom and no higher than the top."""
    number = Decimal(ruler.numerals.plain(text) or "0")
    if attribute.bottom is not None:
        number = max(number, Decimal(repr(attribute.bottom)))
    return number if attribute.top is None else min(number, Decimal(repr(attribute.top)))


def _rounded(text: str, attribute: Attribute, ruler: Numeric) -> str:
    """A number with its extremes coded and rounded, as it was written if neither changes it."""
    number = _coded(text, attribute, ruler)
    if attribute.round is not None:
        number = multiple(number, attribute.round)
    same = number == Decimal(ruler.numerals.plain(text) or "0")
    decimals = ruler.decimals if attribute.round is None else min(ruler.decimals, _decimals(attribute.round))
    if same and attribute.round is None:
        return text
    written = f"{number:.{decimals}f}"
    return ruler.numerals.written(written.removeprefix("-") if float(written) == 0.0 else written)


def _refuse_fractions(name: str, attribute: Attribute, ruler: Numeric) -> None:
    """Whole numbers stay whole, and others get no more decimals than they have."""
    for key in ("round", "bottom", "top"):
        value = getattr(attribute, key)
        if value is not None and _decimals(value) > ruler.decimals:
            what = "whole numbers" if not ruler.decimals else f"numbers with {ruler.decimals} decimals"
            raise PolicyError(
                f"{key}: {value:g} has more decimals than the column {name!r}, which holds {what}.",
                where=f"attributes.{name}.{key}",
                hints=[f"give {key} no more decimals than the column has"],
            )


def _decimals(number: float) -> int:
    return max(0, -int(Decimal(repr(number)).normalize().as_tuple().exponent))


def _starts(name: str, bands: float | tuple[float, ...], numbers: Sequence[Decimal]) -> list[Decimal]:
    """Where each band begins, rising; bands of one width cover the numbers from the lowest to the highest."""
    if isinstance(bands, tuple):
        return [Decimal(repr(float(start))) for start in bands]
    if not numbers:
        return [Decimal(0)]
    width = Decimal(repr(float(bands)))
    first, last = (math.floor(number / width) for number in (min(numbers), max(numbers)))
    if last - first >= _MOST_BANDS:
        raise PolicyError(
            f"The column {name!r} would have {last - first + 1:,} bands; {_MOST_BANDS:,} are the most.",
            where=f"attributes.{name}.bands",
            hints=["give a greater width, or the numbers at which bands begin", "code extremes with bottom and top"],
        )
    return [width * band for band in range(first, last + 1)]


def _labels(starts: Sequence[Decimal], width: Decimal | None = None) -> list[str]:
    """What the bands are called: that below the first start, then one for each start; the last has a width or no end.

    Example:
        >>> _labels([Decimal(18), Decimal("65")]), _labels([Decimal(20)], Decimal(5))
        (['<18', '[18,65)', '>=65'], ['<20', '[20,25)'])
    """
    texts = [f"{start.normalize():f}" for start in starts]
    last = f">={texts[-1]}" if width is None else f"[{texts[-1]},{(starts[-1] + width).normalize():f})"
    between = [f"[{low},{high})" for low, high in pairwise(texts)]
    return [f"<{texts[0]}", *between, last]


# --- dates -------------------------------------------------------------------------------------------


def _dates(table: Table, column: Column, attribute: Attribute) -> tuple[list[str], dict[str, Any]]:
    """The values of a date column with the precision asked for.

    They are written as ``2024-03``, ``2024-Q1`` and ``2024``; where the file has a type for dates, as the first day.
    """
    ruler = ruler_of(column.name, "date", None, column.values, attribute.last_year)
    assert isinstance(ruler, Dated)
    precision = attribute.precision
    days = ruler.to_days()
    if precision is None or precision == "day":
        return _each(column.values, lambda text: days.text(ruler.place(text) or 0.0)), {"kind": "date"}
    typed = table.types.get(column.name, pl.String()).is_temporal()
    written = days if typed else Dated(COARSE[precision])

    def cut(text: str) -> str:
        moment = datetime.fromtimestamp(round((ruler.place(text) or 0.0) * 86_400), UTC)
        return written.text(period_of(moment, precision).timestamp() / 86_400)

    return _each(column.values, cut), {"kind": "date"}
