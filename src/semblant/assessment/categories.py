"""Categories that a release has lost, which a mean loss can hide."""

from dataclasses import dataclass

from semblant.assessment.columns import ComparedColumn, is_suppressed
from semblant.data.looks import fold
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
    anything wider or narrower is released, and a category has not where another spelling of it is: *Yes*, *yes*.
    Numbers and dates have no categories.
    """
    if column.reader.kind not in ("nominal", "ordinal", "semantic"):
        return []
    then, now = _by_category(column.before.tally), _by_category(column.after.tally)
    least = max(k, LEAST_SHARE * column.before.column.records)
    found = []
    for category, spelt in then.items():
        point, records, left = (
            max(spelt, key=spelt.__getitem__),
            sum(spelt.values()),
            sum(now.get(category, {}).values()),
        )
        if records >= least and 2 * left < records and not is_suppressed(point) and _is_value(point):
            found.append(Lost(point, records, left))
    if column.reader.taxonomy is not None:
        found = [one for one in found if not one.after and not _related(column, one.point, column.after.tally)]
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


def _by_category(counts: dict[Point, int]) -> dict[Point, dict[Point, int]]:
    """The spellings of every category, as a reader takes them for the same, with the records of each."""
    found: dict[Point, dict[Point, int]] = {}
    for point, records in counts.items():
        category = point if point.named else Point(point.concept, fold(point.text))
        found.setdefault(category, {})[point] = records
    return found


def _related(column: ComparedColumn, point: Point, now: dict[Point, int]) -> bool:
    """Whether something wider or narrower than a meaning is released."""
    taxonomy = column.reader.taxonomy
    if taxonomy is None or not point.named:
        return False
    above = set(taxonomy.ancestors(point.concept).tolist())
    named = [one.concept for one in now if one.named]
    return any(concept in above or point.concept in taxonomy.ancestors(concept) for concept in named)
