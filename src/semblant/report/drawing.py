"""A column's released concepts drawn in the knowledge they come from."""

from collections.abc import Mapping

from markupsafe import Markup

from semblant.report.charts import SIZE, WIDTH, svg, text, width
from semblant.semantics.outline import Row
from semblant.space.column import Point

MOST = 20
"""Released concepts in a drawing; more would not be read."""

_ROW = 21
_JOINT = 11
_STEP = 15
_INDENTED = 120


def largest(counts: Mapping[Point, int], most: int = MOST) -> dict[int, int]:
    """The concepts released most often, with their records."""
    ranked = sorted((-n, point.concept) for point, n in counts.items() if point.named)
    return {concept: -n for n, concept in ranked[:most]}


def draw_tree(rows: list[Row], labels: Mapping[int, str], *, key: str, title: str) -> Markup:
    """Draw concepts as an indented tree: released ones with a full dot and their records, others as joints.

    A concept without a label is drawn as a bare joint.
    """
    deepest = max((row.level for row in rows), default=0)
    step = min(_STEP, _INDENTED / max(deepest, 1))
    widest = max((width(f"{row.records:,}", SIZE - 1) for row in rows if row.records), default=0.0)
    heights = [_ROW if row.concept in labels else _JOINT for row in rows]
    middles = [sum(heights[:i]) + heights[i] / 2 for i in range(len(rows))]
    lowest = {row.above: y for row, y in zip(rows, middles, strict=True)}
    parts: list[Markup] = []
    for place, (row, y) in enumerate(zip(rows, middles, strict=True)):
        x = 6 + row.level * step
        if row.above is not None:
            parts.append(_branch(x - step, y, Markup("h{:.1f}").format(step)))
        if place in lowest:
            parts.append(_branch(x, y, Markup("V{:.1f}").format(lowest[place])))
    for row, y in zip(rows, middles, strict=True):
        x = 6 + row.level * step
        full = row.records is not None
        parts.append(
            Markup('<circle class="{}" cx="{:.1f}" cy="{:.1f}" r="{}"/>').format(
                "after" if full else "joint", x, y, 4 if full else 3
            )
        )
        if row.concept in labels:
            room = WIDTH - x - 9 - (widest + 8 if full else 0)
            parts.append(text(x + 9, y, labels[row.concept], room=room, strong=full, muted=not full))
        if row.records is not None:
            parts.append(text(WIDTH, y, f"{row.records:,}", end=True, small=True))
    return svg(key, title, _told(rows, labels), sum(heights) + 2, parts)


def _branch(x: float, y: float, way: Markup) -> Markup:
    return Markup('<path class="branch" d="M{:.1f} {:.1f}{}"/>').format(x, y, way)


def _told(rows: list[Row], labels: Mapping[int, str]) -> str:
    said = []
    for row in rows:
        if row.records is not None:
            above = row.above
            while above is not None and rows[above].concept not in labels:
                above = rows[above].above
            under = f" (under {labels[rows[above].concept]})" if above is not None else ""
            said.append(f"{labels[row.concept]}{under}: {row.records:,}")
    return "Released concepts with their records: " + "; ".join(said)
