"""Categories that a release has lost, which a mean loss can hide."""

from dataclasses import dataclass

from semblant.assessment.columns import ComparedColumn, is_suppressed
from semblant.policy.model import MISSING
from semblant.space.column import Point

LEAST_SHARE = 0.01
"""The share of records from which a category is worth mentioning."""


@dataclass(frozen=True)
class Lost:
    """A category that the release does not have, or much less often."""

    point: Point
    before: int
    after: int


def lost(column: ComparedColumn, k: int) -> list[Lost]:
    """The categories that vanished or lost more than half their records, the largest first.

    Those with fewer than k records, or less than 1 % of all, are rightly hidden. A meaning has not vanished where
    anything wider or narrower is released. Numbers and dates have no categories.
    """
    if column.reader.kind not in ("nominal", "ordinal", "semantic"):
        return []
    then, now = column.before.tally, column.after.tally
    least = max(k, LEAST_SHARE * column.before.column.records)
    found = [
        Lost(point, records, now.get(point, 0))
        for point, records in then.items()
        if records >= least and 2 * now.get(point, 0) < records and not is_suppressed(point) and _is_value(point)
    ]
    if column.reader.taxonomy is not None:
        found = [one for one in found if not one.after and not _related(column, one.point, now)]
    return sorted(found, key=lambda one: (-one.before, one.point.concept, one.point.text))


def lost_categories(column: ComparedColumn, k: int) -> dict[str, int | None]:
    """How many categories vanished, and how many lost more than half their records."""
    if column.reader.kind not in ("nominal", "ordinal", "semantic"):
        return {"vanished": None, "halved": None}
    found = lost(column, k)
    gone = sum(one.after == 0 for one in found)
    return {"vanished": gone, "halved": None if column.reader.taxonomy is not None else len(found) - gone}


def _is_value(point: Point) -> bool:
    return point.named or point.text != MISSING


def _related(column: ComparedColumn, point: Point, now: dict[Point, int]) -> bool:
    """Whether something wider or narrower than a meaning is released."""
    taxonomy = column.reader.taxonomy
    if taxonomy is None or not point.named:
        return False
    above = set(taxonomy.ancestors(point.concept).tolist())
    named = [one.concept for one in now if one.named]
    return any(concept in above or point.concept in taxonomy.ancestors(concept) for concept in named)
