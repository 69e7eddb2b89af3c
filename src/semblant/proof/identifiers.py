"""Identifiers that came back: in another column or inside its texts, as a hash or another encoding, or as users."""

import math
from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from semblant.arrays import AnyInts, Ints, Ints32
from semblant.data.filebacked import chunks, gathered, row_numbers, rows_where
from semblant.data.joint import counts_of, distinct_rows
from semblant.data.same import fold, number_key, persons_of
from semblant.data.table import Column, Table
from semblant.evidence import Deviation
from semblant.policy.model import Policy
from semblant.proof.hashes import encoded, hashed
from semblant.proof.inside import named_inside
from semblant.proof.notations import Days, Reading, agreement, codes_of
from semblant.proof.told import Told

CAME_BACK = 0.1
"""The share of records with values of an identifier that can hardly be chance."""


_MOST = 0.5


def came_back(
    original: Table, release: Table, policy: Policy, rows: AnyInts | None, untouched: set[str]
) -> Iterator[Deviation]:
    """Columns that hold an identifier's values, or unkeyed hashes of them; ``untouched`` are those of the original."""
    for identifier in policy.columns("identifier"):
        if identifier not in original.names:
            continue
        names, some = _identifiers(original, release, identifier)
        known = {fold(text) for text in names.values} - {""}
        if len(known) < 2 and identifier not in original.aside:
            continue
        persons = _persons_with(names, original, policy)
        days = Days.of(names)
        codes = [one.only(persons < policy.k) for one in codes_of(names)]
        for name in release.names:
            if name == identifier:
                continue
            if name in untouched:
                # The same in both files, so the original tells whether it repeats the identifier record by record.
                repeated = _repeats(names, original.column(name))
            else:
                repeated = _returned(original, release, policy, (names, name), rows, known)
            if repeated >= CAME_BACK:
                said = f"Column {name!r} holds values of the identifier {identifier!r}."
                yield Deviation(check="identifier", column=name, message=said)
            elif how := computed(release.column(name), names, some):
                said = f"Column {name!r} holds {how} of the identifier {identifier!r}: anyone can compute them."
                yield Deviation(check="identifier", column=name, message=said)
            elif name not in policy.columns("quasi"):
                same = name in untouched
                cells = (original if same else release).column(name)
                whose = row_numbers(original.records) if same else rows
                if whose is not None and _in_another_notation(days, codes, cells, whose):
                    said = f"Column {name!r} holds the identifier {identifier!r} in another notation."
                    yield Deviation(check="identifier", column=name, message=said)
                    continue
                yield from _told_inside(identifier, names, persons, cells, whose, policy.k)


def _identifiers(original: Table, release: Table, identifier: str) -> tuple[Column, Sequence[str] | None]:
    """The identifier of every record, and some that are hashed.

    Where very many differ, those that nothing in the release can be, or hold, are left out as missing: what is looked
    for is the same.
    """
    if (aside := original.aside.get(identifier)) is None:
        return original.column(identifier), None
    said = [t.column(n).values for t in (original, release) for n in release.names if n in t.names and n not in t.aside]
    told = Told.by({text for values in said for text in values})
    return told.those_of(aside, identifier), told.some


def _persons_with(names: Column, original: Table, policy: Policy) -> Ints:
    """How many persons have each value of an identifier; every record is somebody's own if no persons are named."""
    if policy.individual is None or policy.individual not in original.names:
        return names.counts
    if policy.individual == names.name:
        return np.ones(len(names.values), np.int64)
    persons, size = persons_of(original.column(policy.individual)), len(names.values)
    once = distinct_rows([names.packed, persons], [size, int(persons.max(initial=0)) + 1])[0]
    return counts_of(once[0], size)


def _told_inside(
    identifier: str, names: Column, persons: Ints, cells: Column, whose: AnyInts | None, k: int
) -> Iterator[Deviation]:
    """What a column that is not masked says of an identifier inside its texts."""
    records, part = named_inside(names, cells, whose, k, persons)
    if records:
        what = "a part" if part else "a value"
        where = f"{records:,} of {len(cells.codes):,} records"
        said = f"Texts of {cells.name!r} hold {what} of the identifier {identifier!r} in {where}."
        yield Deviation(check="identifier", column=cells.name, message=said)


def _in_another_notation(days: Days, codes: Sequence[Reading], cells: Column, whose: AnyInts) -> bool:
    """Whether records have their own identifier as a date, or as the number of a code, in another notation.

    Of ``codes`` only those say anything that fewer than k persons share: a number of a group is one that others may
    have too.
    """
    if days and (said := Days.of(cells)) and days.taken(whose).agreement(said) >= CAME_BACK:
        return True
    if not codes or not (said_codes := codes_of(cells)):
        return False
    own = [one.taken(whose) for one in codes]
    return agreement([*product(own, said_codes)]) >= CAME_BACK


def computed(column: Column, names: Column, some: Sequence[str] | None = None) -> str:
    """What anyone can compute from an identifier that a column holds, in words; empty for nothing.

    ``some`` of the identifiers are hashed, by default those of ``names``.
    """
    if _share(encoded(column.values, names.values), column.counts) >= CAME_BACK:
        return "another spelling"
    found, tried = hashed(column.values, names.values if some is None else some)
    return "unkeyed hashes" if _share(found, column.counts) >= CAME_BACK * tried else ""


def _repeats(names: Column, column: Column) -> float:
    """The share of records whose cell in a column is the same as in the identifier."""
    keys: dict[str, int] = {}
    first, second = (_folded(one, keys) for one in (names, column))
    nothing = keys.get("", -1)
    same = (np.count_nonzero((first[at] == second[at]) & (first[at] != nothing)) for at in chunks(len(first)))
    return sum(same) / len(first)


def _folded(column: Column, keys: dict[str, int]) -> Ints32:
    """For every record the number of its text as a reader sees it."""
    return gathered(
        np.array([keys.setdefault(fold(text), len(keys)) for text in column.values], np.int32), column.packed
    )


def _returned(
    original: Table, release: Table, policy: Policy, names: tuple[Column, str], rows: AnyInts | None, known: set[str]
) -> float:
    """The share of records of a masked or added column with a value of the identifier that the column did not have.

    In a masked column one name is enough, unless it may be the word for a concept. A mean or a label in digits may be
    an identifier by chance: only those of persons in their own class count, which needs the link, and only if they
    are most; but no mean lies outside the range of its column.
    """
    identifier, name = names
    column = release.column(name)
    own = original.column(name).values if name in original.names else ()
    before = {fold(text) for text in own}
    back = np.array([(key := fold(text)) in known and key not in before for text in column.values], np.bool_)
    if name not in policy.columns("quasi") or not back.any():
        return _share(back, column.counts)
    kind = policy.attributes[name].kind
    chance = np.array([text.strip()[:1].isdigit() or number_key(text) is not None for text in column.values], np.bool_)
    if kind == "numeric":
        chance &= _within(column.values, own)
    words = np.array([kind in ("semantic", "set") and len(text.split()) == 1 for text in column.values], np.bool_)
    if (back & ~chance & ~words).any():
        return 1.0
    members = back & chance & _of_a_member(identifier, column, rows)
    return max(_share(back & ~chance, column.counts), float(_share(members, column.counts) > _MOST))


def _within(values: tuple[str, ...], own: tuple[str, ...]) -> NDArray[np.bool_]:
    """Which values are no numbers outside the range of others."""
    numbers = [float(key) for text in own if (key := number_key(text)) is not None]
    least, most = min(numbers, default=-math.inf), max(numbers, default=math.inf)
    return np.array([(key := number_key(text)) is None or least <= float(key) <= most for text in values], np.bool_)


def _of_a_member(names: Column, column: Column, rows: AnyInts | None) -> NDArray[np.bool_]:
    """Which released values are the identifier of a record that has them; none where nobody knows whose they are."""
    if rows is None:
        return np.zeros(len(column.values), np.bool_)
    keys: dict[str, int] = {}
    first, second = _folded(names, keys), _folded(column, keys)
    same = rows_where(len(second), lambda part: first[rows[part]] == second[part])
    return counts_of(gathered(column.packed, same), len(column.values)) > 0


def _share(flags: NDArray[np.bool_], counts: Ints) -> float:
    return float(counts[flags].sum() / counts.sum())
