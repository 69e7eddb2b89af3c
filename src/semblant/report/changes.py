"""The values that changed most, and why they were grouped."""

from dataclasses import dataclass

import numpy as np

from semblant.assessment.columns import ComparedColumn, is_suppressed
from semblant.assessment.pairing import Pairing
from semblant.knowledge.taxonomy import VIRTUAL_ROOT
from semblant.policy.model import Kind
from semblant.report.counts import explained
from semblant.report.wording import counted, number, shown


@dataclass(frozen=True)
class Change:
    """One value that became another: its records, the distance, and what the two have in common."""

    column: str
    before: str
    after: str
    records: int
    distance: float
    why: str


def most_changed(pairing: Pairing, most: int = 15) -> list[Change]:
    """The changes that cost most: records times distance, weighted as the columns are."""
    found: list[tuple[float, int, int, int, int, float]] = []
    for j, column in enumerate(pairing.columns):
        pairs = pairing.before[j].astype(np.int64) * len(column.after.points) + pairing.after[j]
        distinct, place = np.unique(pairs, return_inverse=True)
        counts = np.bincount(place, pairing.counts).astype(np.int64)
        b, a = (code.astype(np.int32) for code in np.divmod(distinct, len(column.after.points)))
        apart = column.apart(b, a)
        cost = apart * counts * pairing.weights[j]
        for i in np.argsort(-cost, kind="stable")[:most]:
            if cost[i] > 0:
                found.append((-float(cost[i]), j, int(b[i]), int(a[i]), int(counts[i]), float(apart[i])))
    return [_change(pairing.columns[j], b, a, n, apart) for _, j, b, a, n, apart in sorted(found)[:most]]


def _change(column: ComparedColumn, b: int, a: int, records: int, apart: float) -> Change:
    return Change(
        column=column.reader.name,
        before=explained(column, column.before.points[b]),
        after=explained(column, column.after.points[a]),
        records=records,
        distance=apart,
        why=_why(column, b, a),
    )


def _why(column: ComparedColumn, b: int, a: int) -> str:
    if is_suppressed(column.after.points[a]):
        return "Withheld."
    by = column.moved(b, a)
    return _joined(column, b, a) if by is None else _moved(column.reader.kind, by)


def _joined(column: ComparedColumn, b: int, a: int) -> str:
    before, after, taxonomy = column.before.points[b], column.after.points[a], column.reader.taxonomy
    if taxonomy is None:
        return "Another value of the column; no knowledge says how near the two are."
    if not (before.named and after.named):
        return "Not in the knowledge, so nothing is known to join the two."
    common = taxonomy.lcs(before.concept, after.concept)
    if common == after.concept:
        return "Made wider: the old value is a kind of the new one."
    if common == before.concept:
        return "Made narrower: the new value is a kind of the old one."
    if common == VIRTUAL_ROOT:
        return "The two have nothing in common."
    return f"Both are kinds of “{shown(taxonomy.label(common), 60)}”."


def _moved(kind: Kind, by: float) -> str:
    if np.isnan(by):
        return "One of the two has no place on the line."
    if kind == "date":
        return f"Moved {counted(round(abs(by)), 'day')} {'later' if by > 0 else 'earlier'}, to the middle of its group."
    unit = counted(round(abs(by)), "level") if kind == "ordinal" else f"by {number(abs(by))}"
    return f"Moved {'up' if by > 0 else 'down'} {unit}, to the middle of its group."
