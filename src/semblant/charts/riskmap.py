"""The map of a comparison: every run a point by what it costs and what risk it leaves, with axes and frontier."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from semblant.charts.style import SERIES
from semblant.charts.svg import Chart, clip, line, sign, text, width


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
    area: Area, across: Sequence[tuple[float, str]], up: Sequence[tuple[float, str]], *, below: str, beside: str
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


_WIDE, _AREA = 640, Area(58, 14, 624, 384)
_NARROW, _NARROW_AREA = 320, Area(52, 14, 308, 300)  # for a phone, where letters must not shrink


@dataclass(frozen=True)
class Mark:
    """One run as a point of the map; ``description`` is its text."""

    method: str
    k: int
    loss: float
    risk: float
    frontier: bool
    key: str
    taken: bool = False
    description: str = ""


def draw_map(marks: Sequence[Mark], *, title: str, hint: str = "", narrow: bool = False) -> Chart:
    """Every run by its loss (to the right) and its risk (upward); ``hint`` follows what hovering says.

    A ``narrow`` one is for a phone.

    Example:
        >>> one = Mark("auto", 5, 12.5, 3.0, True, "run-1", description="auto: loss 12.5 %")
        >>> chart = draw_map([one], title="One run")
        >>> "<title>auto: loss 12.5 %</title>" in chart.svg
        True
    """
    wide, area = (_NARROW, _NARROW_AREA) if narrow else (_WIDE, _AREA)
    across, up = Scale.over(m.loss for m in marks), Scale.over(m.risk for m in marks)
    methods = list(dict.fromkeys(m.method for m in marks))
    places = {m: (across.at(m.loss, area.left, area.right), up.at(m.risk, area.bottom, area.top)) for m in marks}
    better = "" if narrow else " · lower is better"
    parts = grid(
        area,
        across.marks(area.left, area.right),
        up.marks(area.bottom, area.top),
        below=f"information loss in %{better}",
        beside=f"semantic record linkage in %{better}",
    )
    for place, method in enumerate(methods):
        same = sorted((m for m in marks if m.method == method), key=lambda m: m.k)
        parts.append(line([places[m] for m in same], f"run c{place % SERIES}"))
    best = sorted((m for m in marks if m.frontier), key=lambda m: (m.loss, -m.risk))
    parts.append(line([places[m] for m in best], "frontier"))
    parts += [_point(m, methods.index(m.method), *places[m], hint) for m in marks]
    named = [(m, *places[m]) for m in sorted(best, key=lambda m: not m.taken)]
    parts += _labels(named, list(places.values()), area, wide)
    signs, end = legend(methods, area.left, wide, area.bottom + 46)
    description = "; ".join(m.description for m in marks)
    kind = "map narrow" if narrow else "map"
    return Chart(title, description, wide, end, [*parts, *signs], kind.replace(" ", "-"), kind)


def _point(mark: Mark, place: int, x: float, y: float, hint: str) -> Markup:
    return Markup('<g class="point c{}{}" data-run="{}">{}{}<title>{}</title></g>').format(
        place % SERIES,
        (" best" if mark.frontier else "") + (" taken" if mark.taken else ""),
        mark.key,
        Markup('<circle class="reach" cx="{:.1f}" cy="{:.1f}" r="14"/>').format(x, y),
        sign(place, x, y),
        mark.description + hint,
    )


def _labels(
    best: Sequence[tuple[Mark, float, float]], points: Sequence[tuple[float, float]], area: Area, wide: float
) -> list[Markup]:
    """Names beside the points of the frontier, where there is room for them."""
    taken = [(x - 6, x + 6, y) for x, y in points]
    parts = []
    for mark, x, y in best:
        words = clip(f"{mark.method}, k = {mark.k:,}", 170, 11)
        long = width(words, 11)
        near = 16 if mark.taken else 10
        for start, at in ((x + near, y - 10), (x + near, y + 11), (x - near - long, y + 11), (x - near - long, y - 10)):
            inside = start >= area.left and start + long <= wide and at > area.top
            if inside and all(abs(at - b) > 11 or start > right or start + long < left for left, right, b in taken):
                taken.append((start, start + long, at))
                parts.append(text(start, at, words, "small"))
                break
    return parts
