"""A column's released concepts drawn in the knowledge they come from."""

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from semblant.knowledge.taxonomy import VIRTUAL_ROOT, Taxonomy
from semblant.report.charts import SIZE, WIDTH, svg, text, width
from semblant.space.column import Point

MOST = 20
"""Released concepts in a drawing; more would not be read."""

_ROW = 21
_JOINT = 11
_STEP = 15
_INDENTED = 120


@dataclass(frozen=True)
class Row:
    """One concept of the drawing: how deep it stands, below which row, and how many records were released as it."""

    concept: int
    level: int
    above: int | None
    records: int | None


def largest(counts: Mapping[Point, int], most: int = MOST) -> dict[int, int]:
    """The concepts released most often, with their records."""
    ranked = sorted((-n, point.concept) for point, n in counts.items() if point.named)
    return {concept: -n for n, concept in ranked[:most]}


def tree(taxonomy: Taxonomy, counts: Mapping[int, int]) -> list[Row]:
    """The minimum subsumer hierarchy of concepts as lines, widest branch first.

    A concept with several parents stands below the deepest; one that was not released and does not part branches
    is left out.

    Example:
        >>> jobs = Taxonomy.from_paths(["work/health/nurse", "work/health/doctor", "work/food/trade/baker"])
        >>> rows = tree(jobs, {jobs.index("nurse"): 3, jobs.index("doctor"): 2, jobs.index("baker"): 4})
        >>> [(r.level, jobs.label(r.concept), r.records) for r in rows]
        [(0, 'work', None), (1, 'health', None), (2, 'nurse', 3), (2, 'doctor', 2), (1, 'baker', 4)]
    """
    inside = {int(c) for c in taxonomy.hierarchy(counts)} if counts else set()
    below: dict[int, list[int]] = {VIRTUAL_ROOT: []}
    for c in sorted(inside):
        parents = [int(p) for p in taxonomy.parents(c) if int(p) in inside]
        below.setdefault(max(parents, key=lambda p: (taxonomy.depth[p], -p), default=VIRTUAL_ROOT), []).append(c)
    total: dict[int, int] = {}
    for c in sorted(inside, key=lambda c: -int(taxonomy.depth[c])):
        total[c] = counts.get(c, 0) + sum(total[b] for b in below.get(c, ()))
    rows: list[Row] = []
    waiting: list[tuple[int, int, int | None]] = [(c, 0, None) for c in _narrowest(below[VIRTUAL_ROOT], total)]
    while waiting:
        c, level, above = waiting.pop()
        under = _narrowest(below.get(c, []), total)
        if c not in counts and len(under) == 1:
            waiting.append((under[0], level, above))
            continue
        rows.append(Row(c, level, above, counts.get(c)))
        waiting += [(b, level + 1, len(rows) - 1) for b in under]
    return rows


def _narrowest(concepts: list[int], total: Mapping[int, int]) -> list[int]:
    """Those that lead to released concepts; the other parents of a concept drawn elsewhere may lead to none."""
    return sorted((c for c in concepts if total[c]), key=lambda c: (total[c], -c))


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
