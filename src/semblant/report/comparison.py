"""The page of a comparison: a map of risk and loss on which every run is a point, and a table that says it all."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from semblant.report.build import _rendered
from semblant.report.charts import clip, width
from semblant.report.wording import counted, number, percent

_WIDE, _HIGH = 640, 430
_LEFT, _RIGHT, _TOP, _BOTTOM = 58, 16, 14, 46
_SHAPES = 4
COLOURS = 8
"""Colours that the page's style has for methods."""


@dataclass(frozen=True)
class Mark:
    """One run as a point of the map."""

    method: str
    k: int
    loss: float
    risk: float
    frontier: bool
    key: str
    taken: bool = False


def comparison_page(content: Mapping[str, Any]) -> str:
    """A comparison as one offline document."""
    return _rendered("comparison.html", content)


def draw_map(marks: Sequence[Mark]) -> Markup:
    """Every run by what it costs (to the right) and what risk it leaves (upward), the frontier as a line.

    Example:
        >>> drawing = draw_map([Mark("auto", 5, 12.5, 3.0, True, "run-1")])
        >>> "auto, k = 5: loss 12.5" in drawing
        True
    """
    across, up = _Scale.over([m.loss for m in marks]), _Scale.over([m.risk for m in marks])
    methods = list(dict.fromkeys(m.method for m in marks))
    parts = [_grid(across, up)]
    for place, method in enumerate(methods):
        line = sorted((m for m in marks if m.method == method), key=lambda m: m.k)
        parts.append(_line([_at(m, across, up) for m in line], f"run c{place % COLOURS}"))
    best = sorted((m for m in marks if m.frontier), key=lambda m: (m.loss, -m.risk))
    parts.append(_line([_at(m, across, up) for m in best], "frontier"))
    parts += [_point(m, methods.index(m.method), across, up) for m in marks]
    parts += _labels(sorted(best, key=lambda m: not m.taken), [_at(m, across, up) for m in marks], across, up)
    legend, deep = _legend(methods)
    return Markup(
        '<svg class="map" viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="img" '
        'aria-labelledby="map-title map-desc"><title id="map-title">Risk and loss of {n}</title>'
        '<desc id="map-desc">{told}</desc>{parts}</svg>'
    ).format(
        w=_WIDE,
        h=_HIGH + deep,
        n=counted(len(marks), "run"),
        told="; ".join(_told(m) for m in marks),
        parts=Markup("").join([*parts, legend]),
    )


@dataclass(frozen=True)
class _Scale:
    """From 0 to a round number beyond the greatest."""

    top: float
    step: float

    @classmethod
    def over(cls, values: Sequence[float]) -> "_Scale":
        greatest = max((v for v in values if math.isfinite(v)), default=0.0) or 1.0
        rough = greatest / 4
        power = 10.0 ** math.floor(math.log10(rough))
        step = next(power * m for m in (1, 2, 2.5, 5, 10) if power * m >= rough * (1 - 1e-9))
        return cls(step * math.ceil(greatest / step - 1e-9), step)

    @property
    def ticks(self) -> list[float]:
        return [i * self.step for i in range(round(self.top / self.step) + 1)]


def _at(mark: Mark, across: _Scale, up: _Scale) -> tuple[float, float]:
    x = _LEFT + (_WIDE - _LEFT - _RIGHT) * mark.loss / across.top
    return x, _HIGH - _BOTTOM - (_HIGH - _TOP - _BOTTOM) * mark.risk / up.top


def _told(mark: Mark) -> str:
    best = ("; on the frontier" if mark.frontier else "") + ("; the run to take" if mark.taken else "")
    return f"{mark.method}, k = {mark.k:,}: loss {percent(mark.loss)}, linked by meaning {percent(mark.risk)}{best}"


def _grid(across: _Scale, up: _Scale) -> Markup:
    parts = []
    for tick in across.ticks:
        x = _LEFT + (_WIDE - _LEFT - _RIGHT) * tick / across.top
        parts.append(Markup('<path class="tick" d="M{:.1f} {}V{}"/>').format(x, _TOP, _HIGH - _BOTTOM))
        parts.append(_words(x, _HIGH - _BOTTOM + 14, number(tick), "middle", "small muted"))
    for tick in up.ticks:
        y = _HIGH - _BOTTOM - (_HIGH - _TOP - _BOTTOM) * tick / up.top
        parts.append(Markup('<path class="tick" d="M{} {:.1f}H{}"/>').format(_LEFT, y, _WIDE - _RIGHT))
        parts.append(_words(_LEFT - 8, y, number(tick), "end", "small muted"))
    middle = (_TOP + _HIGH - _BOTTOM) / 2
    parts.append(_words((_LEFT + _WIDE - _RIGHT) / 2, _HIGH - 10, "information loss in % · lower is better", "middle"))
    parts.append(
        Markup('<text text-anchor="middle" transform="translate(14 {:.0f}) rotate(-90)">{}</text>').format(
            middle, "linked by meaning in % · lower is better"
        )
    )
    return Markup("").join(parts)


def _line(points: Sequence[tuple[float, float]], name: str) -> Markup:
    if len(points) < 2:
        return Markup("")
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return Markup('<path class="{}" d="M{}"/>').format(name, path)


def _point(mark: Mark, place: int, across: _Scale, up: _Scale) -> Markup:
    x, y = _at(mark, across, up)
    return Markup('<g class="point c{}{}" data-run="{}">{}{}<title>{}</title></g>').format(
        place % COLOURS,
        (" best" if mark.frontier else "") + (" taken" if mark.taken else ""),
        mark.key,
        Markup('<circle class="reach" cx="{:.1f}" cy="{:.1f}" r="14"/>').format(x, y),
        _shape(place, x, y),
        _told(mark) + ". Click to copy its policy.",
    )


def _shape(place: int, x: float, y: float) -> Markup:
    """The sign of the method at this place: circles, squares, diamonds, triangles in turn."""
    match place % _SHAPES:
        case 0:
            return Markup('<circle class="sign" cx="{:.1f}" cy="{:.1f}" r="5.5"/>').format(x, y)
        case 1:
            return Markup('<rect class="sign" x="{:.1f}" y="{:.1f}" width="10" height="10"/>').format(x - 5, y - 5)
        case 2:
            return Markup('<path class="sign" d="M{:.1f} {:.1f}l6.5 6.5l-6.5 6.5l-6.5 -6.5Z"/>').format(x, y - 6.5)
        case _:
            return Markup('<path class="sign" d="M{:.1f} {:.1f}l6.5 11h-13Z"/>').format(x, y - 6.5)


def _labels(best: Sequence[Mark], points: Sequence[tuple[float, float]], across: _Scale, up: _Scale) -> list[Markup]:
    """Names beside the points of the frontier, where there is room for them."""
    taken = [(x - 6, x + 6, y) for x, y in points]
    parts = []
    for mark in best:
        x, y = _at(mark, across, up)
        words = clip(f"{mark.method}, k = {mark.k:,}", 170, 11)
        long = width(words, 11)
        near = 16 if mark.taken else 10
        for start, at in ((x + near, y - 10), (x + near, y + 11), (x - near - long, y + 11), (x - near - long, y - 10)):
            inside = start >= _LEFT and start + long <= _WIDE and at > _TOP
            if inside and all(abs(at - b) > 11 or start > right or start + long < left for left, right, b in taken):
                taken.append((start, start + long, at))
                parts.append(_words(start, at, words, "start", "small"))
                break
    return parts


def _legend(methods: Sequence[str]) -> tuple[Markup, int]:
    """The sign of every method with its name, below the map, and how deep that is."""
    parts, x, y = [], float(_LEFT), float(_HIGH + 16)
    for place, method in enumerate(methods):
        long = 26 + width(method, 12)
        if x + long > _WIDE and x > _LEFT:
            x, y = float(_LEFT), y + 20
        sign = Markup('<g class="sample c{}">{}</g>').format(place % COLOURS, _shape(place, x + 6, y))
        parts += [sign, _words(x + 18, y, method, "start")]
        x += long + 12
    return Markup("").join(parts), round(y) - _HIGH + 14


def _words(x: float, y: float, words: str, anchor: str, name: str = "") -> Markup:
    return Markup('<text x="{:.1f}" y="{:.1f}" text-anchor="{}" class="{}">{}</text>').format(x, y, anchor, name, words)
