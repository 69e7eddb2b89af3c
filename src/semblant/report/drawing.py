"""A column's released concepts drawn in the knowledge they come from."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from semblant.assessment.columns import ReadColumn
from semblant.charts.svg import Chart
from semblant.charts.treechart import Node, draw_tree
from semblant.report.counts import released_concepts
from semblant.report.wording import shown
from semblant.semantics.outline import Row, tree
from semblant.space.column import Point

MOST = 20
"""Released concepts in a drawing; more would not be read."""


def concepts_drawn(
    column: ReadColumn,
    counts: Mapping[str, int],
    spell: Callable[[str], str],
    place: int,
    *,
    least: int | None = 0,
) -> dict[str, Any] | None:
    """The concepts released most often, and how many are left out; ``counts`` are the records of every released text.

    Wider ones are named where at least so many released records lie below them; None: not at all. That depends on the
    release alone, so that a name says nothing about the original.
    """
    taxonomy = column.reader.taxonomy
    meant = released_concepts(column, counts) if taxonomy is not None else {}
    chosen = largest({point: n for point, (_, n) in meant.items()})
    if taxonomy is None or not chosen:
        return None
    rows = tree(taxonomy, chosen)
    below = _below(rows)
    labels = {
        row.concept: shown(taxonomy.label(row.concept))
        for row, records in zip(rows, below, strict=True)
        if least is not None and records >= least
    }
    labels |= {point.concept: spell(text) for point, (text, _) in meant.items() if point.concept in chosen}
    left = [n for point, (_, n) in meant.items() if point.named and point.concept not in chosen]
    title = f"Released concepts of {shown(column.reader.name)}"
    return {
        "svg": draw_concepts(rows, labels, key=f"column-{place}-concepts", title=title),
        "left_out": len(left),
        "left_out_records": sum(left),
    }


def _below(rows: Sequence[Row]) -> list[int]:
    """The released records of every concept of a drawing and of those below it."""
    sums = [row.records or 0 for row in rows]
    for place in range(len(rows) - 1, -1, -1):  # a row comes after the one it hangs below
        if (above := rows[place].above) is not None:
            sums[above] += sums[place]
    return sums


def largest(counts: Mapping[Point, int]) -> dict[int, int]:
    """The concepts released most often, with their records."""
    ranked = sorted((-n, point.concept) for point, n in counts.items() if point.named)
    return {concept: -n for n, concept in ranked[:MOST]}


def draw_concepts(rows: Sequence[Row], labels: Mapping[int, str], *, key: str, title: str) -> Chart:
    """Draw concepts as a tree: released ones with their records; those without a label are bare joints."""
    nodes = [
        Node(labels.get(row.concept, ""), row.above, f"{row.records or 0:,}" if full else "", full)
        for row in rows
        for full in [row.records is not None]
    ]
    return draw_tree(nodes, title=title, description="Released concepts with their records", key=key)
