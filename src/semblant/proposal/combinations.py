"""Roles by what columns do together: those that make many records unique are masked, and none twice."""

import hashlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from semblant.data.table import Column, Table
from semblant.proposal.apart import joined, uniques
from semblant.proposal.kinds import KindFound
from semblant.proposal.rolefound import THINGS, RoleFound
from semblant.proposal.unreadable import LEVELS, OPINIONS, like_the_others
from semblant.report.plurals import counted

SEVERAL = 6
"""The most quasi-identifiers that are suggested where names do not ask for more."""
_GAIN = 0.05  # share of records that become unique by a column, from which it is worth masking


def settle_roles(table: Table, found: Sequence[RoleFound], kinds: Sequence[KindFound]) -> list[RoleFound]:
    """The roles after a look at combinations: uncertain columns that make many records unique are masked as well.

    As few as possible: each is taken for what it adds to those before it.
    """
    columns = [table.column(name) for name in table.names]
    settled = like_the_others(columns, _without_doubles(columns, found), kinds)
    masked = [i for i, one in enumerate(settled) if one.role == "quasi"]
    open_ones = [
        i
        for i, one in enumerate(settled)
        if not one.certain and one.role == "keep" and one.about != THINGS and kinds[i].about not in OPINIONS
    ]
    for i in [i for i in open_ones if 2 * int(np.sum(columns[i].counts == 1)) > table.records]:
        settled[i] = RoleFound("quasi", "most records have a value of their own in it", certain=False)
        open_ones.remove(i)
        masked.append(i)
    groups, alone = _together(columns, masked)
    while open_ones and len(masked) < SEVERAL:
        best = max(open_ones, key=lambda i: (uniques(joined(groups, columns[i])), -i))
        finer = joined(groups, columns[best])
        more = uniques(finer) - alone
        if more < _GAIN * table.records and masked:
            break
        why = (
            f"with it, {counted(more, 'more record')} would be unique"
            if masked
            else f"{counted(more, 'record')} unique by it"
        )
        settled[best] = RoleFound("quasi", why, certain=False)
        open_ones.remove(best)
        masked.append(best)
        groups, alone = finer, uniques(finer)
    return settled


def _without_doubles(columns: Sequence[Column], found: Sequence[RoleFound]) -> list[RoleFound]:
    """The roles without quasi-identifiers that only say in other words what an earlier one says."""
    settled = list(found)
    kept: dict[bytes, int] = {}
    for i in [i for i, one in enumerate(found) if one.role == "quasi"]:
        if not LEVELS <= len(columns[i].values) <= len(columns[i].codes) // 2:
            continue
        same = kept.setdefault(_partition(columns[i]), i)
        if same != i:
            settled[i] = RoleFound(
                "identifier", f"it says the same as {columns[same].name}, so one of them is enough", certain=False
            )
    return settled


def _partition(column: Column) -> bytes:
    """How a column divides the records: the same of two where each value of one always stands beside one of the other.

    A hash, so that many columns need not be compared with each other.
    """
    _, first, codes = np.unique(column.codes, return_index=True, return_inverse=True)
    return hashlib.blake2b(first[codes.reshape(-1)].tobytes(), digest_size=16).digest()


def _together(columns: Sequence[Column], chosen: Sequence[int]) -> tuple[NDArray[np.int64], int]:
    """The class of every record by some columns, and how many are unique."""
    groups = np.zeros(len(columns[0].codes) if columns else 0, np.int64)
    for i in chosen:
        groups = joined(groups, columns[i])
    return groups, uniques(groups)
