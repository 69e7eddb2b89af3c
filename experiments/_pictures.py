"""Lines over k as small SVG files."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from experiments._findings import Picture, Row, different, mean, where
from semblant.charts.riskmap import Area, Scale, grid, legend
from semblant.charts.style import SERIES
from semblant.charts.svg import Chart, clip, line, text, width

PANEL = (300, 190)
_LEFT, _TOP, _BETWEEN = 64, 22, 24


def draw(picture: Picture, path: Path) -> None:
    """Write a picture; what ran with several seeds is drawn by its mean."""
    points = _points(picture)
    names = different(points, picture.line)
    panels = different(points, picture.panel) if picture.panel else []
    parts: list[Markup] = []
    right = 0.0
    for panel in panels if len(panels) > 1 else [None]:
        here = [p for p in points if panel is None or p[str(picture.panel)] == panel]
        area = Area(right + _LEFT, _TOP, right + _LEFT + PANEL[0], _TOP + PANEL[1])
        parts += [] if panel is None else [text(area.left, 8, str(panel), "strong", room=PANEL[0])]
        parts += _panel(picture, here, names, area)
        right = area.right + _BETWEEN
    signs, end = legend([str(name) for name in names], _LEFT, right, _TOP + PANEL[1] + 46)
    path.parent.mkdir(parents=True, exist_ok=True)
    Chart(picture.title, f"{picture.title} over {picture.over}", right, end, [*parts, *signs]).save(path)


def _panel(picture: Picture, points: Sequence[Row], names: Sequence[Any], area: Area) -> list[Markup]:
    up = Scale.over(p["value"] for p in points)
    if picture.even:
        steps = different(points, picture.over)
        apart = PANEL[0] / len(steps)
        places = {step: area.left + (i + 0.5) * apart for i, step in enumerate(steps)}
        marks = _steps([(x, str(step)) for step, x in places.items()], apart)
    else:
        across = Scale.over((float(p[picture.over]) for p in points), zero=False)
        places = {p[picture.over]: across.at(float(p[picture.over]), area.left, area.right) for p in points}
        marks = across.marks(area.left, area.right)
    parts = grid(area, marks, up.marks(area.bottom, area.top), below=picture.over, beside=picture.title)
    for place, name in enumerate(names):
        mine = [p for p in points if p[picture.line] == name]
        at = [(places[p[picture.over]], up.at(p["value"], area.bottom, area.top)) for p in mine]
        dots = [Markup('<circle cx="{:.1f}" cy="{:.1f}" r="2"/>').format(x, y) for x, y in at]
        inside = line(at, "series") + Markup("").join(dots)
        parts.append(Markup('<g class="c{}" fill="currentColor">{}</g>').format(place % SERIES, inside))
    return parts


def _steps(marks: Sequence[tuple[float, str]], apart: float) -> list[tuple[float, str]]:
    """Every step with its words; where there is no room, numbers are left out and words cut short."""
    widest = max(width(words, 11) for _, words in marks) + 4
    if widest <= apart:
        return list(marks)
    if all(words.replace(".", "").isdigit() for _, words in marks):
        every = -int(-widest // apart)
        return [(x, words if i % every == 0 else "") for i, (x, words) in enumerate(marks)]
    return [(x, clip(words, apart - 4, 11)) for x, words in marks]


def _points(picture: Picture) -> Sequence[Row]:
    keys = [picture.line, picture.over, *([picture.panel] if picture.panel else [])]
    places = dict.fromkeys(tuple(row[key] for key in keys) for row in picture.rows)
    return [
        {
            **dict(zip(keys, at, strict=True)),
            "value": float(f"{mean(where(picture.rows, **dict(zip(keys, at, strict=True))), picture.figure):.5g}"),
        }
        for at in places
    ]
