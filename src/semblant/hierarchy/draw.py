"""Drawing a hierarchy: as text, as SVG, or as an HTML page."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

from semblant.charts.treechart import Node, draw_tree
from semblant.hierarchy.gsl import Score
from semblant.hierarchy.trees import by_appearance, downward
from semblant.hierarchy.vgh import Hierarchy
from semblant.visible import visible

_PAGE = (
    "body{font:15px/1.5 system-ui,sans-serif;margin:2rem;color:#1f2933}table{border-collapse:collapse;margin:1rem 0}"
    "td,th{padding:.2rem .7rem;border-bottom:1px solid #d9e2ec;text-align:left}td.n{text-align:right;"
    "font-variant-numeric:tabular-nums}.odd{color:#b42318;font-weight:600}svg{max-width:100%;height:auto}"
)
MARKS = {"falls": "↓", "no ancestor": "≠"}
"""Marks of odd transitions: the loss falls going up; the label is not an ancestor in the vocabulary."""


@dataclass
class _Label:
    label: str
    below: dict[str, "_Label"] = field(default_factory=dict)


def _forest(hierarchy: Hierarchy) -> list[_Label]:
    """The labels as trees, a label that stays the same for some levels once."""
    top = _Label("")
    inner = {parent for _, parent in hierarchy.steps()}
    paths = [downward(row) for row in hierarchy.rows()]
    for path in sorted(paths, key=by_appearance(paths)):
        node, before = top, None
        for i, label in enumerate(path):
            if label != before or (i == len(path) - 1 and label in inner):
                node = node.below.setdefault(label, _Label(label))
            before = label
    return list(top.below.values())


def as_text(hierarchy: Hierarchy, score: Score | None = None) -> str:
    """The tree in lines; with a score, the mean loss of every label and a mark where it is odd.

    Example:
        >>> print(as_text(Hierarchy.of([("nurse", "care", "work"), ("doctor", "care", "work"), ("baker", "work")])))
        work
        ├─ care
        │  ├─ nurse
        │  └─ doctor
        └─ baker
    """
    notes = _notes(score)
    lines: list[str] = []
    waiting = [(node, "", "") for node in reversed(_forest(hierarchy))]
    while waiting:
        node, lead, lead_below = waiting.pop()
        told = f"  {notes[node.label]}" if node.below and node.label in notes else ""
        lines.append(lead + node.label + told)
        children = list(node.below.values())
        for i, child in reversed(list(enumerate(children))):
            last = i == len(children) - 1
            waiting.append((child, lead_below + ("└─ " if last else "├─ "), lead_below + ("   " if last else "│  ")))
    return "\n".join(lines)


def _notes(score: Score | None) -> dict[str, str]:
    """The mean loss of every label and its marks."""
    if score is None:
        return {}
    lost: dict[str, list[float]] = {}
    marks: dict[str, set[str]] = {}
    for t in score.transitions:
        lost.setdefault(t.ancestor, []).append(t.loss)
        marks.setdefault(t.ancestor, set()).update(MARKS[odd] for odd in t.odd)
    return {n: f"{sum(v) / len(v):.4f}{''.join(sorted(marks[n]))}" for n, v in lost.items()}


def as_svg(hierarchy: Hierarchy, score: Score | None = None) -> str:
    """The tree as a picture: values with full dots, with a score the mean loss of every label, red where it is odd."""
    notes = _notes(score)
    nodes: list[Node] = []
    waiting: list[tuple[_Label, int | None]] = [(node, None) for node in reversed(_forest(hierarchy))]
    while waiting:
        one, above = waiting.pop()
        note = notes.get(one.label, "") if one.below else ""
        odd = any(mark in note for mark in MARKS.values())
        waiting += [(child, len(nodes)) for child in reversed(one.below.values())]
        nodes.append(Node(one.label, above, note, not one.below, "alarming" if odd else ""))
    title = f"{hierarchy.name}: {len(hierarchy.leaves):,} values, {hierarchy.height} levels"
    return draw_tree(nodes, title=title, description="Values", across=None).svg


def as_html(hierarchy: Hierarchy, score: Score | None = None) -> str:
    """An HTML page with the picture and, with a score, its table and advice."""
    told = score_html(score) if score else ""
    page = (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(hierarchy.name)}</title>'
        f"<style>{_PAGE}</style></head><body><h1>{escape(hierarchy.name)}</h1>{told}{as_svg(hierarchy, score)}"
        "</body></html>\n"
    )
    return visible(page, keep="\n\t")


def score_html(score: Score) -> str:
    """The score as a table: one row per value, one column per level, odd transitions marked."""
    head = "".join(f"<th>level {i}</th>" for i in range(1, score.hierarchy.height + 1))
    rows = []
    height = score.hierarchy.height
    for at in range(0, len(score.transitions), height):
        steps = score.transitions[at : at + height]
        cells = "".join(_cell(t.ancestor, t.loss, t.odd) for t in steps)
        rows.append(f"<tr><td>{escape(steps[0].leaf)}</td>{cells}</tr>")
    levels = "".join(f'<td class="n">{loss:.4f}</td>' for loss in score.levels)
    advice = "".join(f"<li>{escape(text)}</li>" for text in score.warnings)
    return (
        f"<p><b>{score.score:.4f}</b> ({score.rating}) by {escape(score.measure)}, {score.ratio:.2f} times the score "
        f"of the hierarchy built from {escape(score.mapped.taxonomy.name)}</p>"
        f"<table><tr><th>value</th>{head}</tr>{''.join(rows)}<tr><th>level</th>{levels}</tr></table><ul>{advice}</ul>"
    )


def _cell(ancestor: str, loss: float, odd: Sequence[str]) -> str:
    marks = "".join(MARKS[o] for o in odd)
    kind = "n odd" if odd else "n"
    return f'<td class="{kind}">{escape(ancestor)} {loss:.4f}{marks}</td>'
