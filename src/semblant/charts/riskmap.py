"""The map of a comparison: every run a point by what it costs and what risk it leaves, the frontier as a line."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from semblant.charts.axes import Area, Scale, grid, legend
from semblant.charts.style import SERIES
from semblant.charts.svg import Chart, clip, line, sign, text, width

_WIDE = 640
_AREA = Area(58, 14, 624, 384)


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


def draw_map(marks: Sequence[Mark], *, title: str, hint: str = "") -> Chart:
    """Every run by its loss (to the right) and its risk (upward); ``hint`` follows what hovering says.

    Example:
        >>> one = Mark("auto", 5, 12.5, 3.0, True, "run-1", description="auto: loss 12.5 %")
        >>> chart = draw_map([one], title="One run")
        >>> "<title>auto: loss 12.5 %</title>" in chart.svg
        True
    """
    across, up = Scale.over(m.loss for m in marks), Scale.over(m.risk for m in marks)
    methods = list(dict.fromkeys(m.method for m in marks))
    places = {m: (across.at(m.loss, _AREA.left, _AREA.right), up.at(m.risk, _AREA.bottom, _AREA.top)) for m in marks}
    parts = grid(
        _AREA,
        across.marks(_AREA.left, _AREA.right),
        up.marks(_AREA.bottom, _AREA.top),
        below="information loss in % · lower is better",
        beside="linked by meaning in % · lower is better",
    )
    for place, method in enumerate(methods):
        same = sorted((m for m in marks if m.method == method), key=lambda m: m.k)
        parts.append(line([places[m] for m in same], f"run c{place % SERIES}"))
    best = sorted((m for m in marks if m.frontier), key=lambda m: (m.loss, -m.risk))
    parts.append(line([places[m] for m in best], "frontier"))
    parts += [_point(m, methods.index(m.method), *places[m], hint) for m in marks]
    parts += _labels([(m, *places[m]) for m in sorted(best, key=lambda m: not m.taken)], list(places.values()))
    signs, end = legend(methods, _AREA.left, _WIDE, _AREA.bottom + 46)
    description = "; ".join(m.description for m in marks)
    return Chart(title, description, _WIDE, end, [*parts, *signs], "map", "map")


def _point(mark: Mark, place: int, x: float, y: float, hint: str) -> Markup:
    return Markup('<g class="point c{}{}" data-run="{}">{}{}<title>{}</title></g>').format(
        place % SERIES,
        (" best" if mark.frontier else "") + (" taken" if mark.taken else ""),
        mark.key,
        Markup('<circle class="reach" cx="{:.1f}" cy="{:.1f}" r="14"/>').format(x, y),
        sign(place, x, y),
        mark.description + hint,
    )


def _labels(best: Sequence[tuple[Mark, float, float]], points: Sequence[tuple[float, float]]) -> list[Markup]:
    """Names beside the points of the frontier, where there is room for them."""
    taken = [(x - 6, x + 6, y) for x, y in points]
    parts = []
    for mark, x, y in best:
        words = clip(f"{mark.method}, k = {mark.k:,}", 170, 11)
        long = width(words, 11)
        near = 16 if mark.taken else 10
        for start, at in ((x + near, y - 10), (x + near, y + 11), (x - near - long, y + 11), (x - near - long, y - 10)):
            inside = start >= _AREA.left and start + long <= _WIDE and at > _AREA.top
            if inside and all(abs(at - b) > 11 or start > right or start + long < left for left, right, b in taken):
                taken.append((start, start + long, at))
                parts.append(text(start, at, words, "small"))
                break
    return parts
