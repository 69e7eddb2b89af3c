"""Trees: every node on a line of its own, indented below its parent."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from semblant.charts.svg import SIZE, WIDTH, Chart, line, text, width

_ROW = 21
_JOINT = 11
_STEP = 15
_INDENTED = 120


@dataclass(frozen=True)
class Node:
    """One line of a tree: a label, the line it hangs below, and a figure at the right edge.

    Full nodes are what the tree is about; the others connect them. A node without a label is only a branching point.
    """

    label: str
    above: int | None
    figure: str = ""
    full: bool = False
    mark: str = ""
    """``centre`` or ``alarming``, for what should catch the eye."""


def draw_tree(
    nodes: Sequence[Node], *, title: str, description: str, key: str = "chart", across: float | None = WIDTH
) -> Chart:
    """Draw nodes, each after the one it hangs below; without a width ``across``, as wide as its labels need.

    Example:
        >>> nodes = [Node("work", None), Node("nurse", 0, "3", full=True)]
        >>> draw_tree(nodes, title="Jobs", description="Jobs").description
        'Jobs: nurse (under work): 3'
    """
    levels: list[int] = []
    for node in nodes:
        levels.append(0 if node.above is None else levels[node.above] + 1)
    step = _STEP if across is None else min(_STEP, _INDENTED / max(levels, default=0)) if any(levels) else _STEP
    xs = [6 + level * step for level in levels]
    figures = max((width(node.figure, SIZE - 1) for node in nodes), default=0.0)
    if across is None:
        longest = max((x + 1.1 * width(node.label) for x, node in zip(xs, nodes, strict=True)), default=0.0)
        across = longest + 10 + (figures + 12 if figures else 0)
    heights = [_ROW if node.label else _JOINT for node in nodes]
    ys: list[float] = []
    for place, height in enumerate(heights):
        ys.append(height / 2 + (ys[-1] + heights[place - 1] / 2 if place else 0))
    lowest = {node.above: y for node, y in zip(nodes, ys, strict=True)}
    parts: list[Markup] = []
    for place, (node, x, y) in enumerate(zip(nodes, xs, ys, strict=True)):
        if node.above is not None:
            parts.append(line([(x - step, y), (x, y)], "branch"))
        if place in lowest:
            parts.append(line([(x, y), (x, lowest[place])], "branch"))
    for node, x, y in zip(nodes, xs, ys, strict=True):
        kind = node.mark or ("after" if node.full else "joint")
        parts.append(
            Markup('<circle class="{}" cx="{:.1f}" cy="{:.1f}" r="{}"/>').format(kind, x, y, 4 if node.full else 3)
        )
        if node.label:
            room = across - x - 9 - (figures + 8 if node.figure else 0)
            style = f"strong {node.mark}".strip() if node.full or node.mark else "muted"
            parts.append(text(x + 9, y, node.label, style, room=room))
        if node.figure:
            parts.append(text(across, y, node.figure, "small", anchor="end"))
    return Chart(title, f"{description}: {_description(nodes)}", across, sum(heights) + 2, parts, key)


def _description(nodes: Sequence[Node]) -> str:
    description = []
    for node in nodes:
        if node.full:
            above = node.above
            while above is not None and not nodes[above].label:
                above = nodes[above].above
            under = f" (under {nodes[above].label})" if above is not None else ""
            description.append(node.label + under + (f": {node.figure}" if node.figure else ""))
    return "; ".join(description)
