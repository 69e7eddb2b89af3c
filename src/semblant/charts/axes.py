"""Axes: round numbers along the edges of a plot, and the grid they make."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from semblant.charts.style import SERIES
from semblant.charts.svg import sign, text, width


class Area(NamedTuple):
    """The rectangle between the axes."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True)
class Scale:
    """Round numbers around some values.

    Example:
        >>> Scale.over([3, 11]).ticks, Scale.over([101, 111], zero=False).ticks
        ([0.0, 5.0, 10.0, 15.0], [100.0, 102.5, 105.0, 107.5, 110.0, 112.5])
    """

    low: float
    high: float
    step: float

    @classmethod
    def over(cls, values: Iterable[float], *, zero: bool = True) -> "Scale":
        """From 0, or from just below the least, to just beyond the greatest."""
        there = [v for v in values if math.isfinite(v)] or [0.0]
        least = 0.0 if zero else min(there)
        span = (max(there) - least) or abs(max(there)) or 1.0
        rough = span / 4
        power = 10.0 ** math.floor(math.log10(rough))
        step = next(power * m for m in (1, 2, 2.5, 5, 10) if power * m >= rough * (1 - 1e-9))
        low = step * math.floor(least / step + 1e-9)
        return cls(low, step * math.ceil((least + span) / step - 1e-9), step)

    @property
    def ticks(self) -> list[float]:
        """The numbers to write along the axis."""
        return [self.low + i * self.step for i in range(round((self.high - self.low) / self.step) + 1)]

    def at(self, value: float, start: float, end: float) -> float:
        """The position of a value between ``start`` and ``end``."""
        return start + (end - start) * (value - self.low) / (self.high - self.low)

    def marks(self, start: float, end: float) -> list[tuple[float, str]]:
        """The place of every tick with its number in words."""
        return [(self.at(tick, start, end), f"{tick:,.10g}") for tick in self.ticks]


def grid(
    area: Area,
    across: Sequence[tuple[float, str]],
    up: Sequence[tuple[float, str]],
    *,
    below: str,
    beside: str,
) -> list[Markup]:
    """Grid lines at the marks of both axes, with their numbers and the titles of the axes."""
    parts = []
    for x, words in across:
        parts.append(Markup('<path class="tick" d="M{:.1f} {}V{}"/>').format(x, area.top, area.bottom))
        parts.append(text(x, area.bottom + 14, words, "small muted", anchor="middle"))
    for y, words in up:
        parts.append(Markup('<path class="tick" d="M{} {:.1f}H{}"/>').format(area.left, y, area.right))
        parts.append(text(area.left - 8, y, words, "small muted", anchor="end"))
    parts.append(text((area.left + area.right) / 2, area.bottom + 36, below, anchor="middle"))
    parts.append(text(area.left - 44, (area.top + area.bottom) / 2, beside, anchor="middle", turn=True))
    return parts


def legend(names: Sequence[str], left: float, right: float, top: float) -> tuple[list[Markup], float]:
    """The symbol of every name, in lines between two edges, and where the last line ends."""
    parts, x, y = [], left, top + 16
    for place, name in enumerate(names):
        long = 26 + width(name)
        if x + long > right and x > left:
            x, y = left, y + 20
        parts.append(Markup('<g class="sample c{}">{}</g>').format(place % SERIES, sign(place, x + 6, y)))
        parts.append(text(x + 18, y, name))
        x += long + 12
    return parts, y + 14
