"""A column's released concepts drawn in the knowledge they come from."""

from collections.abc import Mapping, Sequence

from semblant.charts.svg import Chart
from semblant.charts.trees import Node, draw_tree
from semblant.semantics.outline import Row
from semblant.space.column import Point

MOST = 20
"""Released concepts in a drawing; more would not be read."""


def largest(counts: Mapping[Point, int], most: int = MOST) -> dict[int, int]:
    """The concepts released most often, with their records."""
    ranked = sorted((-n, point.concept) for point, n in counts.items() if point.named)
    return {concept: -n for n, concept in ranked[:most]}


def draw_concepts(rows: Sequence[Row], labels: Mapping[int, str], *, key: str, title: str) -> Chart:
    """Draw concepts as a tree: released ones with their records; those without a label are bare joints."""
    nodes = [
        Node(labels.get(row.concept, ""), row.above, f"{row.records or 0:,}" if full else "", full)
        for row in rows
        for full in [row.records is not None]
    ]
    return draw_tree(nodes, title=title, said="Released concepts with their records", key=key)
