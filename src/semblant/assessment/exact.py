"""Distances of tuples as exact sums, so that equally near means equal and one outlier blurs nothing.

Numbers, dates, levels and unrelated texts add to a distance exactly: in whole units of which every place, range and
weight of the table is a multiple, however many digits that takes. What a vocabulary adds is known to single precision
only: sums of such distances that differ by no more than their rounding are the same.
"""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from math import lcm
from typing import NamedTuple

import numpy as np

from semblant.arrays import Floats, Floats32, Ints, Ints32, bounds
from semblant.space.column import Point
from semblant.space.rulers import Dated, Ruler

_BITS = 32  # of a digit
_MOMENTS = 2 * 86_400  # of a day: half seconds, so that the middle of two times is one of them


class Line(NamedTuple):
    """A column of both files whose values have whole places on a line, or none and then only equal themselves."""

    before: Sequence[tuple[Point, int | None]]
    after: Sequence[tuple[Point, int | None]]
    one: Fraction  # the distance that counts as 1
    unrelated: Fraction  # what counts between a place and none, or two texts


class Table(NamedTuple):
    """A column of both files with the distances of its original (row) to its released values."""

    distance: Floats32
    rounding: float  # by how much two distances may differ and be the same

    @classmethod
    def by_meaning(cls, distance: Floats) -> "Table":
        """Of a measure, in single precision."""
        return cls(distance.astype(np.float32), float(distance.max(initial=0.0)) * 2.0**-21)


class Sums(NamedTuple):
    """What every column adds to the distance of an original tuple and a released one, as kernels take it.

    Digits are of base 2**32, the lowest first; those of a place may be subtracted from those of another.
    """

    before: Ints32  # [line, original tuple]
    after: Ints32  # [line, released tuple]
    before_start: Ints  # where the values of each line begin
    after_start: Ints
    before_order: Ints32  # [value]: its place among all places of the line, from 0; which text it is, below 0
    after_order: Ints32
    before_digits: Ints  # [value, digit]
    after_digits: Ints
    unrelated: Ints  # [line, digit]
    digit: Floats  # what each digit counts
    meant_before: Ints32  # [table, original tuple]
    meant_after: Ints32  # [table, released tuple]
    meant: Floats32
    meant_start: Ints
    meant_width: Ints
    share: Floats  # [table]: its weight, where all weights are 1
    rounding: float


def whole_places(ruler: Ruler, places: Floats) -> tuple[list[int], int]:
    """Places in a unit of which all are multiples, as the decimals that they were read from; how many make 1.

    Example:
        >>> from semblant.space.rulers import Numeric
        >>> whole_places(Numeric(2), np.array([0.1, 0.25, 3e10]))
        ([10, 25, 3000000000000], 100)
    """
    if isinstance(ruler, Dated):
        return [round(place * _MOMENTS) for place in places.tolist()], _MOMENTS
    decimals = [Decimal(repr(place)) for place in places.tolist()]
    behind = max((-int(d.as_tuple().exponent) for d in decimals), default=0)
    return [int(d.scaleb(max(behind, 0))) for d in decimals], 10 ** max(behind, 0)


def rounded_scale(scale: float) -> Fraction:
    """A standard deviation without the digits that depend on the order in which it was summed up."""
    return Fraction(f"{scale:.12g}")


def exact_sums(columns: Sequence[Line | Table], weights: Sequence[float], before: Ints32, after: Ints32) -> Sums:
    """Lay out what columns with these weights add to the distances of tuples (codes by column)."""
    total = sum(map(_fraction, weights))
    share = [_fraction(weight) / total for weight in weights]
    at = [[j for j, c in enumerate(columns) if isinstance(c, kind)] for kind in (Line, Table)]
    lines, tables = [c for c in columns if isinstance(c, Line)], [c for c in columns if isinstance(c, Table)]
    exact = [(share[j] / line.one, share[j] * line.unrelated) for j, line in zip(at[0], lines, strict=True)]
    unit = lcm(*(f.denominator for both in exact for f in both))
    steps, apart = [int(step * unit) for step, _ in exact], [int(far * unit) for _, far in exact]
    whole: list[tuple[list[int], list[int]]] = []
    most = 0
    for line, step, far in zip(lines, steps, apart, strict=True):
        there = [place for _, place in (*line.before, *line.after) if place is not None]
        low = min(there, default=0)
        sides = [[0 if place is None else (place - low) * step for _, place in side] for side in line[:2]]
        whole.append((sides[0], sides[1]))
        most += max(*sides[0], *sides[1], far)
    width = most.bit_length() // _BITS + 1
    orders = [_orders(line) for line in lines]
    shares = [float(share[j]) for j in at[1]]
    return Sums(
        before=np.ascontiguousarray(before[at[0]]),
        after=np.ascontiguousarray(after[at[0]]),
        before_start=bounds([len(line.before) for line in lines]),
        after_start=bounds([len(line.after) for line in lines]),
        before_order=np.array([o for order, _ in orders for o in order], np.int32),
        after_order=np.array([o for _, order in orders for o in order], np.int32),
        before_digits=_digits([number for side, _ in whole for number in side], width),
        after_digits=_digits([number for _, side in whole for number in side], width),
        unrelated=_digits(apart, width),
        digit=np.array([float(Fraction(1 << _BITS * d, unit)) for d in range(width)]),
        meant_before=np.ascontiguousarray(before[at[1]]),
        meant_after=np.ascontiguousarray(after[at[1]]),
        meant=np.concatenate([np.empty(0, np.float32), *(table.distance.ravel() for table in tables)]),
        meant_start=bounds([table.distance.size for table in tables]),
        meant_width=np.array([table.distance.shape[1] for table in tables], np.int64),
        share=np.array(shares, np.float64),
        rounding=float(sum(s * table.rounding for s, table in zip(shares, tables, strict=True))),
    )


def _fraction(weight: float) -> Fraction:
    """The decimal that a policy says."""
    return Fraction(repr(float(weight)))


def _orders(line: Line) -> tuple[list[int], list[int]]:
    """Where the places of both files come on the line, from 0; other values are numbered from -1 downwards."""
    every = (*line.before, *line.after)
    rank = {place: i for i, place in enumerate(sorted({place for _, place in every if place is not None}))}
    text = {point: -1 - i for i, point in enumerate(dict.fromkeys(point for point, place in every if place is None))}
    before, after = ([text[point] if place is None else rank[place] for point, place in side] for side in line[:2])
    return before, after


def _digits(numbers: Sequence[int], width: int) -> Ints:
    written = b"".join(number.to_bytes(width * _BITS // 8, "little") for number in numbers)
    return np.frombuffer(written, "<u4").astype(np.int64).reshape(len(numbers), width)
