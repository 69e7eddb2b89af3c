"""Lines over k as small SVG files, drawn by Altair."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from experiments._findings import Picture, Row, different, mean, where

PANEL = (300, 190)


def draw(picture: Picture, path: Path) -> None:
    """Write a picture; what ran with several seeds is drawn by its mean."""
    import altair as alt

    points = _points(picture)
    if picture.even:
        x: Any = alt.X(f"{picture.over}:O", sort=None, title=picture.over, axis=alt.Axis(labelAngle=-40))
    else:
        x = alt.X(f"{picture.over}:Q", title=picture.over, scale=alt.Scale(zero=False))
    chart = (
        alt.Chart(alt.InlineData(values=list(points)))
        .mark_line(point=alt.OverlayMarkDef(size=14), strokeWidth=1.4)
        .encode(
            x,
            alt.Y("value:Q", title=picture.title),
            alt.Color(f"{picture.line}:N", sort=None, title=None, scale=alt.Scale(scheme="tableau10")),
        )
        .properties(width=PANEL[0], height=PANEL[1])
    )
    panels = different(points, picture.panel) if picture.panel else []
    if picture.panel and len(panels) > 1:
        each = [chart.transform_filter(alt.datum[picture.panel] == p).properties(title=str(p)) for p in panels]
        chart = alt.hconcat(*each)
    chart = chart.configure(aria=False, font="sans-serif", background="white").configure_legend(orient="bottom")
    path.parent.mkdir(parents=True, exist_ok=True)
    chart.save(str(path), format="svg")
    path.write_text(re.sub(r"(\.\d)\d+", r"\1", path.read_text("utf-8")), "utf-8")  # a tenth of a pixel is enough


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
