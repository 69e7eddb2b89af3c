"""What the other columns would lose less if one quasi-identifier were left out, by quick runs on some records.

A quick run is plain MDAV without refinement on records chosen by a fixed seed. It does not say what a release would
lose, but how much a column costs the others.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

import numpy as np

from semblant.arrays import Floats, Ints
from semblant.kernels.mdav import mdav
from semblant.methods.masking import Centroids, Masking
from semblant.methods.table.mdav import centred
from semblant.methods.table.plainmdav import plain_mdav
from semblant.space.product import Product

RECORDS = 2_000
"""The most records of a quick run."""
_CELLS = 20_000_000  # of all tables of distances; they are copied for every run
_PLAIN = 3_000_000  # distances to find; so many take less time than to load the kernel, and far less than to compile it
_SEED = 20_120_301  # fixed, so that everybody gets the same figures


@dataclass(frozen=True)
class QuickLoss:
    """What the other columns lose, in percent, grouped with a column and without it."""

    grouped_with: float
    grouped_without: float


def quick_losses(space: Product, k: int) -> tuple[int, dict[str, QuickLoss]]:
    """How many records the quick runs took, and what each column costs the others; nothing for too few records."""
    names = [column.name for column in space.columns]
    cells = sum(table.distance.size for table, _ in space.tabled)
    if len(names) < 2 or space.records < 2 * k or cells > _CELLS:
        return 0, {}
    rows = np.arange(space.records)
    if space.records > RECORDS:
        rows = np.sort(np.random.default_rng(_SEED).choice(space.records, max(RECORDS, 2 * k), replace=False))
    whole = _some(space, rows, names)
    by_all = _distances(whole, _masked(whole, k))
    found = {}
    for name in names:
        others = [one for one in names if one != name]
        part = _some(space, rows, others)
        with_it, without = _loss(whole, by_all, others), _loss(part, _distances(part, _masked(part, k)), others)
        if with_it is not None and without is not None:
            found[name] = QuickLoss(with_it, without)
    return len(rows), found


def _some(space: Product, rows: Ints, names: Collection[str]) -> Product:
    """The space of some records over some columns."""
    columns = [replace(c, codes=c.codes[rows]) for c in space.columns if c.name in names]  # type: ignore[type-var]
    return Product.of(columns, euclidean=space.euclidean)


def _masked(space: Product, k: int) -> Masking:
    points = space.points
    distances = 2 * (space.records // k) * len(space.weights) * len(space.columns)
    rows = plain_mdav(points, k) if distances <= _PLAIN else mdav(points, k)
    return centred(space, rows[:, 0], rows[:, 1], rows[:, 2])


@dataclass(frozen=True)
class _Distances:
    """For rows of equal records: how many they are, and by column their distance from the group and from the centre."""

    counts: Ints
    moved: Mapping[str, Floats]
    spread: Mapping[str, Floats]


def _distances(space: Product, masking: Masking) -> _Distances:
    tuples, counts, groups = masking.tuples, masking.counts, masking.groups
    chosen = np.zeros((masking.size, len(space.tabled)), np.int64)
    for part in masking.represented:
        assert isinstance(part, Centroids)  # as MDAV has it
        chosen[part.groups] = part.values
    moved = {column.name: np.zeros(len(tuples)) for column in space.columns}
    spread = {name: np.zeros(len(tuples)) for name in moved}
    for i, (table, codes) in enumerate(space.tabled):
        of_row = codes[tuples]
        held = np.bincount(of_row, counts, len(table.values))
        centre = int((table.cost[: table.eligible].astype(np.float64) @ held).argmin())
        moved[table.name] += table.distance[chosen[groups, i], of_row]
        spread[table.name] += table.distance[centre, of_row]
    for line, codes in space.lines:
        x = line.scaled(codes)[tuples].astype(np.float64)
        means = np.bincount(groups, x * counts, masking.size) / np.bincount(groups, counts, masking.size)
        moved[line.name] += np.abs(x - means[groups])
        spread[line.name] += np.abs(x - np.average(x, weights=counts))
    return _Distances(counts, moved, spread)


def _loss(space: Product, found: _Distances, names: Collection[str]) -> float | None:
    """100·SSE/SST over some columns, combined as the space combines them; None where they do not vary."""
    weights = {column.name: column.weight for column in space.columns if column.name in names}

    def squares(by_column: Mapping[str, Floats]) -> float:
        apart = [weight * by_column[name] ** (2 if space.euclidean else 1) for name, weight in weights.items()]
        whole = np.sum(apart, axis=0) / sum(weights.values())
        return float(found.counts @ (whole if space.euclidean else whole**2))

    total = squares(found.spread)
    return 100 * squares(found.moved) / total if total else None
