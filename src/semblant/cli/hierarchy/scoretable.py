"""Scores of hierarchies as text: the table of the paper, marks where something is odd, and advice."""

import shutil
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from semblant.report.plurals import counted
from semblant.report.terminal import aligned, wrapped

if TYPE_CHECKING:
    from semblant.hierarchy.gsl import Score, Transition

_ROWS = 40
"""The number of values shown; --all shows all of them."""


def score_lines(score: "Score", name: str, whole: bool = False) -> list[str]:
    """A hierarchy's table, its levels, its score, and what to improve."""
    from semblant.hierarchy.gsl import BY_PLACE

    hierarchy, knowledge = score.hierarchy, score.mapped.taxonomy.name
    by = "place on the line" if score.measure == BY_PLACE else f"{score.measure} over {knowledge}"
    size = f"{counted(len(hierarchy.leaves), 'value')}, {counted(hierarchy.height, 'level')}"
    rows = [list(steps) for _, steps in groupby(score.transitions, key=lambda t: t.leaf)]
    shown = rows if whole else rows[:_ROWS]
    lines = [f"{name}: {size}, judged by {by}", ""]
    lines += _table(score, shown)
    if len(shown) < len(rows):
        lines.append(f"  … and {counted(len(rows) - len(shown), 'more value')} (--all shows them)")
    if any(t.odd for t in score.transitions):
        lines += ["", "  ↓ loses less than the level below   ≠ not above the value in the knowledge"]
    built = "the hierarchy built from the values" if score.measure == BY_PLACE else f"the one built from {knowledge}"
    lines += ["", f"Score {score.score:.4f}, {score.rating}: {_times(score.ratio)} the score of {built}."]
    for warning in score.warnings:
        lines += wrapped(f"  - {warning}")
    return lines


def _times(ratio: float) -> str:
    return f"{ratio:.2f} times" if ratio < float("inf") else "more than any number of times"


def _table(score: "Score", rows: Sequence[Sequence["Transition"]]) -> list[str]:
    """One row per value, one column per level; labels where there is room for them."""
    from semblant.hierarchy.draw import MARKS

    width = shutil.get_terminal_size().columns
    first = min(24, max([5, *(len(row[0].leaf) for row in rows)]))
    room = (width - 2 - first) // score.hierarchy.height - 2
    label = room - 9 if room >= 17 else 0

    def cell(t: "Transition") -> str:
        loss = f"{t.loss:.4f}" + "".join(MARKS[odd] for odd in t.odd).ljust(2)
        return f"{loss} {_cut(t.ancestor, label)}" if label else loss

    head = ["value", *(f"level {i}" for i in range(1, score.hierarchy.height + 1))]
    body = [[_cut(row[0].leaf, first), *map(cell, row)] for row in rows]
    return aligned([head, *body, ["level", *(f"{loss:.4f}" for loss in score.levels)]])


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


def rank_lines(entries: Sequence[tuple[str, "Score"]]) -> list[str]:
    """Candidates, best first."""
    rows = [("", "score", "rating", "levels", "hierarchy")]
    rows += [
        (str(i), f"{s.score:.4f}", s.rating, str(s.hierarchy.height), name) for i, (name, s) in enumerate(entries, 1)
    ]
    return aligned(rows, right=(0, 1, 3))
