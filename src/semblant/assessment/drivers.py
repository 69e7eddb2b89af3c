"""Which quasi-identifiers make records unique, by counts of the original.

What a column adds to the risk is seen by leaving it out; which columns suffice to find people, by counting unique
records over few columns at a time.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import comb

import numpy as np

from semblant.arrays import AnyInts, Ints
from semblant.assessment.quickloss import QuickLoss
from semblant.evidence import Combination, Drivers, LeftOut
from semblant.space.product import unique_columns

_SHOWN = 12
"""The most combinations that are listed."""
_SMALL = 3
"""The most columns of a combination."""
_WORK = 20_000_000
"""The most tuples that are sorted to count combinations; larger combinations are left out beyond it."""


def drivers(names: Sequence[str], tuples: AnyInts, counts: Ints, k: int) -> Drivers | None:
    """The drivers of risk among distinct records: ``tuples`` are codes by column, ``counts`` how many have each.

    Example:
        >>> towns, ages = [0, 0, 1, 1], [0, 1, 2, 2]
        >>> found = drivers(["town", "age"], np.array([towns, ages]), np.ones(4, np.int64), 2)
        >>> found.uniques, {name: one.uniques for name, one in found.without.items()}
        (2, {'town': 2, 'age': 0})
        >>> [(one.columns, one.uniques) for one in found.combinations]
        [(('age',), 2)]
    """
    if len(names) < 2:
        return None
    tuples = np.asarray(tuples)

    def count(chosen: Sequence[int]) -> tuple[int, int]:
        sizes = _sizes(tuples[list(chosen)], counts)
        return int(np.count_nonzero(sizes == 1)), int(sizes[sizes < k].sum())

    every = tuple(range(len(names)))
    uniques, below = count(every)
    without = {names[j]: count([i for i in every if i != j]) for j in every}
    found: dict[tuple[int, ...], int] = {}
    for size in range(1, min(_SMALL, len(names) - 1) + 1):
        if comb(len(names), size) * tuples.shape[1] * size > _WORK:
            break
        for chosen in combinations(every, size):
            number, _ = count(chosen)
            if number > max((found.get(fewer, 0) for fewer in combinations(chosen, size - 1)), default=0):
                found[chosen] = number
    most = sorted(found, key=lambda chosen: (-found[chosen], len(chosen), chosen))[:_SHOWN]
    return Drivers(
        uniques=uniques,
        below_k=below,
        without={name: LeftOut(uniques=alone, below_k=few) for name, (alone, few) in without.items()},
        combinations=tuple(
            Combination(columns=tuple(names[j] for j in chosen), uniques=found[chosen]) for chosen in most
        ),
    )


def with_losses(found: Drivers, records: int, losses: Mapping[str, QuickLoss]) -> Drivers:
    """The same drivers with what each column costs the others in quick runs on so many records."""
    without = {
        name: one.model_copy(
            update={"others_loss_percent": loss.grouped_with, "others_loss_without_percent": loss.grouped_without}
        )
        if (loss := losses.get(name)) is not None
        else one
        for name, one in found.without.items()
    }
    return found.model_copy(update={"without": without, "quick_records": records})


def _sizes(tuples: AnyInts, counts: Ints) -> Ints:
    """The sizes of the classes that records make by some columns."""
    _, of_tuple, _ = unique_columns(tuples.astype(np.int32), [int(line.max(initial=0)) + 1 for line in tuples])
    return np.bincount(of_tuple, counts).astype(np.int64)
