"""Information loss and remaining risk where records are sets, or users of a search log."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from semblant.arrays import Flags, Floats, Ints, bounds
from semblant.assessment.columns import ComparedColumn, compared
from semblant.assessment.exact import Sums, Table, exact_sums
from semblant.assessment.loss import column_loss, unknown_loss
from semblant.assessment.risk import size_ranges
from semblant.data.table import Column
from semblant.evidence import AttributeUtility, Particulars, Risk, Utility
from semblant.space.bags import Bags, together
from semblant.space.distances import SET_ROUNDING, Distances, by_meaning, distances
from semblant.space.reader import CategoryReader
from semblant.space.rules import ColumnRules
from semblant.space.understanding import Understanding


@dataclass(frozen=True, eq=False)
class ComparedBags:
    """Original and released records over one vocabulary, with all distances that the figures need.

    ``how`` is the set distance: `avg` for sets (eq. 8 of the sets paper), `minsum` with multiplicity for logs (eq. 4 of
    the logs paper). Records are matched one to one, by position.
    """

    before: Bags
    released: Bags  # of every distinct released record
    of_record: Ints  # the distinct release of every record
    across: Distances  # [record, distinct release]
    to_centre: Floats  # from every record to the centroid of the original
    columns: tuple[tuple[Floats, Floats], ...]  # the same two of each column, the set first
    beside: tuple[ComparedColumn, ...]  # the columns beside the set
    sums: Sums  # of the distances of every record to every distinct release

    @classmethod
    def of(
        cls,
        before: Bags,
        after: Bags,
        understanding: Understanding,
        measure: str,
        *,
        how: str,
        beside: Sequence[ComparedColumn] = (),
    ) -> "ComparedBags":
        """Compare by a measure; the set and the columns beside it count by their weights."""
        counted = how == "minsum"
        before, after = together(before, after)
        held, of_set = after.distinct()
        lines = np.stack([of_set, *(c.after.codes for c in beside)])
        kinds, of_record = np.unique(lines, axis=1, return_inverse=True)
        of_record = of_record.reshape(-1)
        blocks = by_meaning(before.points, understanding.taxonomy, measure, understanding.options)
        across = distances(before, held, [how], blocks, counted=counted)[how]
        among = distances(before, before, [how], blocks, counted=counted)[how]
        to_centre = among[int(np.argmin(among.sum(axis=1, dtype=np.float64)))].astype(np.float64)
        weight = understanding.rules.weight
        sums = exact_sums(
            [Table(across, SET_ROUNDING), *(c.exact() for c in beside)],
            [weight, *(c.reader.rules.weight for c in beside)],
            np.stack([np.arange(before.records), *(c.before.codes for c in beside)]).astype(np.int32),
            kinds.astype(np.int32),
        )
        columns = [(across[np.arange(before.records), of_set].astype(np.float64), to_centre.copy())]
        if beside:
            total = weight + sum(c.reader.rules.weight for c in beside)
            across = across[:, kinds[0]] * np.float32(weight / total)
            to_centre *= weight / total
            for column, codes in zip(beside, kinds[1:], strict=True):
                share = column.reader.rules.weight / total
                pairs = (np.repeat(column.before.codes, len(codes)), np.tile(codes.astype(np.int32), before.records))
                across += np.float32(share) * column.apart(*pairs).reshape(across.shape).astype(np.float32)
                centre = column.to_centroid[column.before.codes]
                to_centre += share * centre
                columns.append((column.apart(column.before.codes, column.after.codes), centre))
        released = held.take(kinds[0])
        return cls(before, released, of_record.astype(np.int64), across, to_centre, tuple(columns), tuple(beside), sums)

    @property
    def own(self) -> Floats:
        """The distance of each record from its release."""
        return self.across[np.arange(len(self.of_record)), self.of_record].astype(np.float64)

    def utility(self, column: str, changed: Flags, particulars: Particulars | None = None) -> Utility:
        """SSE, SST against the original's medoid, L, and the mean distance; classes are those of meaning.

        ``changed`` says which records' texts changed in the set column.
        """
        sizes = np.bincount(self.of_record).astype(np.float64)
        whole = _figures(self.own, self.to_centre, 0)
        names = [column, *(c.reader.name for c in self.beside)]
        flags = [changed, *(c.changed for c in self.beside)]
        texts = [int(np.count_nonzero(one)) for one in flags]
        return Utility(
            **whole.model_dump(include={"sse", "sst", "loss_percent", "semantic_loss"}),
            changed_cells=sum(texts),
            changed_records=int(np.count_nonzero(np.logical_or.reduce(flags))),
            semantic_quality=1.0 - float(self.own.mean()),
            kl=None,
            total_variation=None,
            discernibility=float((sizes**2).sum()),
            per_attribute={
                name: _figures(own, centre, number)
                for name, number, (own, centre) in zip(names, texts, self.columns, strict=True)
            },
            particulars=particulars,
        )

    def semantic_linkage(self) -> float:
        """SRL: for each original, the probability of picking its own among the nearest releases, in percent."""
        from semblant.kernels.linkage import Links, all_pairs

        found = all_pairs(self.sums, Links(np.arange(len(self.of_record)), self.of_record), np.bincount(self.of_record))
        return 100.0 * float((found.linked / found.records).mean())

    def risk(self, classes: Sequence[int], linkage: float) -> Risk:
        """Record linkage, and the equivalence classes of the written file."""
        return _risk(classes, linkage, self.semantic_linkage())


def _figures(own: Floats, to_centre: Floats, changed: int) -> AttributeUtility:
    """The loss of one column, or of all."""
    sse, sst = float((own**2).sum()), float((to_centre**2).sum())
    return column_loss(sse, sst, float(own.mean()), changed)


def _risk(classes: Sequence[int], linkage: float | None = None, semantic: float | None = None) -> Risk:
    people = sum(classes)
    return Risk(
        record_linkage_percent=linkage,
        semantic_record_linkage_percent=semantic,
        uniques=sum(size == 1 for size in classes),
        prosecutor_max=1.0 / min(classes) if classes else 0.0,
        prosecutor_mean=len(classes) / people if people else 0.0,
        class_sizes=size_ranges(np.array(classes, np.int64)),
    )


def item_linkage(before: Any, released: Any, of_record: Ints) -> float:
    """RL by most items in common (logs paper, eq. 10), in percent; records with nothing in common are not linked.

    ``before`` and ``released`` are sparse 0/1 matrices of records and distinct releases by texts.
    """
    shared = np.asarray((released @ before.T).todense())
    most = shared.max(axis=1)
    linked = (shared == most[:, None]) & (most[:, None] > 0)
    number = linked.sum(axis=1)
    own = linked[of_record, np.arange(len(of_record))]
    return 100.0 * float((own / np.maximum(number, 1)[of_record]).mean())


def text_linkage(before: Sequence[Sequence[str]], after: Sequence[Sequence[str]]) -> float:
    """RL between the texts of originals and of releases, matched by position."""
    place: dict[str, int] = {}
    for texts in (*before, *after):
        for text in texts:
            place.setdefault(text, len(place))
    keys = [tuple(sorted(set(texts))) for texts in after]
    number: dict[tuple[str, ...], int] = {}
    which = np.array([number.setdefault(key, len(number)) for key in keys], np.int64)
    return item_linkage(_held(before, place), _held(list(number), place), which)


def _held(records: Sequence[Sequence[str]], place: dict[str, int]) -> Any:
    from scipy import sparse

    held = [sorted({place[t] for t in texts}) for texts in records]
    ptr = bounds([len(h) for h in held])
    codes = np.array([c for h in held for c in h], np.int64)

    return sparse.csr_matrix((np.ones(len(codes), np.int32), codes, ptr), shape=(len(records), max(len(place), 1)))


def unmatched_bags(names: Sequence[str], classes: Sequence[int], more: Particulars) -> tuple[Utility, Risk]:
    """The figures that do not need released records to be matched with the original ones."""
    return unknown_loss(names, float(sum(size**2 for size in classes)), more), _risk(classes)


def as_values(before: Column, after: Column, k: int) -> ComparedColumn:
    """Columns of whole sets or logs as reports draw them: every set or log is one value, unrelated to the others."""
    return compared(CategoryReader(before, ColumnRules(k=k)), before, after, "equality")
