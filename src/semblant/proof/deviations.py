"""Where a release deviates from its policy, found on its bytes and on the original, whoever made it.

Counting classes says nothing about a name that came back in another column or about a falsified illness. Every check
returns the deviations it finds, each as a sentence that names columns and counts and never shows a value.
"""

import math
from collections.abc import Collection, Iterable, Iterator, Mapping

import numpy as np

from semblant.arrays import AnyInts, Floats, Ints
from semblant.data.filebacked import chunks, gathered, large_array, row_numbers, rows_where
from semblant.data.joint import counts_of, distinct_rows
from semblant.data.link import Link, of_rows, shared_sources
from semblant.data.order import is_sorted
from semblant.data.same import persons_of, same_name
from semblant.data.table import Column, Table
from semblant.evidence import Deviation
from semblant.policy.model import MISSING, SUPPRESSED, Policy
from semblant.proof.identifiers import came_back
from semblant.proof.notations import Days
from semblant.proof.suppression import suppressed, suppression
from semblant.proof.tables import classes_of, differing, numbered_alike, surplus
from semblant.proof.treatments import outside, untreated

_SURE = 0.99  # share of records for which a column tells a masked value
_SAME_DAY = 0.9  # share of records whose day a column says that is a masked one
_CHANCE = 0.01  # how likely it may be that unrelated columns look so
_FEWEST = 8  # rows whose order can hardly be the original's by chance
_NEAR = 4  # places of the original between rows that are near each other
_FEWEST_NEAR = 30  # rows that can hardly be near each other by chance
_IN_ORDER = 0.9  # share of rows that come after the one before them in the original


def table_deviations(
    original: Table,
    release: Table,
    policy: Policy,
    link: Link | None = None,
    labels: Mapping[str, Collection[str]] = {},
) -> list[Deviation]:
    """All deviations of a released table or of released sets; ``labels`` are those of columns that are generalised."""
    found = [*_columns(original, release, policy), *_too_many(original, release)]
    linked = None if link is None or any(d.check == "rows" for d in found) else of_rows(link)
    if link is None and policy.order == "keep" and original.records == release.records:
        linked = row_numbers(original.records)  # each row is that of its place
    falsified = list(_falsified(original, release, policy, linked))
    found += falsified
    if falsified and link is not None and linked is not None and not [*_falsified(original, release, policy, None)]:
        said = "The link is contradicted: with other rows of the original, the unmasked columns would not differ."
        found.append(Deviation(check="link", message=said))
    changed = {d.column for d in falsified}
    found += came_back(original, release, policy, linked, set(_untouched(original, release, policy)) - changed)
    found += _determined(original, release, policy, linked, changed)
    found += _in_order(original, release, policy, linked)
    found += _persons(release, policy, linked)
    found += _withheld(original, release, policy)
    found += untreated(release, policy, policy.columns("quasi"))
    found += outside(original, release, policy)
    found += _unlabelled(original, release, policy, labels)
    return found


def link_deviations(link: Link | None) -> list[Deviation]:
    """Whether a link cannot be one, because it says that two released rows, or users, are the same original one."""
    if link is None or not (number := shared_sources(link)):
        return []
    what = "users" if isinstance(link, Mapping) else "rows"
    said = f"The link is not one-to-one: it names {number:,} original {what} more than once."
    return [Deviation(check="link", message=said)]


def falsified_columns(deviations: Iterable[Deviation]) -> set[str | None]:
    """The columns whose cells are not the original's."""
    return {d.column for d in deviations if d.check == "changed"}


# --- columns and rows ------------------------------------------------------------------------------


def _columns(original: Table, release: Table, policy: Policy) -> Iterator[Deviation]:
    there, hidden = set(original.names), set(policy.hidden(original.names))
    for name in release.names:
        if name in there:
            if name not in hidden:
                continue
            if name in policy.columns("identifier"):
                yield Deviation(check="identifier", column=name, message=f"The identifier {name!r} is in the release.")
            else:
                said = f"Column {name!r} is in the release, but the policy does not let it through."
                yield Deviation(check="column", column=name, message=said)
        elif (like := next((other for other in original.names if same_name(name, other)), None)) is not None:
            said = f"Column {name!r} looks like {like!r} of the original, but its name is another."
            yield Deviation(check="look-alike", column=name, message=said)
        else:
            yield Deviation(check="column", column=name, message=f"The original has no column {name!r}.")
    for name in original.names:
        if name not in hidden and name not in release.names:
            said = f"Column {name!r} is not in the release, though the policy publishes it."
            yield Deviation(check="column", column=name, message=said)


def _too_many(original: Table, release: Table) -> Iterator[Deviation]:
    if release.records > original.records:
        said = f"The release has {release.records:,} records; the original has only {original.records:,}."
        yield Deviation(check="rows", message=said)


def _in_order(original: Table, release: Table, policy: Policy, rows: AnyInts | None) -> Iterator[Deviation]:
    """Rows in the order of the original, in its reverse, or hardly moved, unless that is the sorted order too."""
    if policy.order == "keep" or is_sorted(release):
        return
    classes = classes_of(release, policy)
    if rows is None:
        places, rows = _rows_told(original, release, _untouched(original, release, policy))
        classes = gathered(classes, places)
    if one_way(rows) or one_way(rows, classes) or side_by_side(rows):
        said = f"The rows are in the order of the original; the policy asks for order: {policy.order}."
        yield Deviation(check="order", message=said)


def _rows_told(original: Table, release: Table, names: list[str]) -> tuple[AnyInts, AnyInts]:
    """The released rows that can be told by their unmasked columns, without a link, and their original rows."""
    if not names:
        return np.empty(0, np.int64), np.empty(0, np.int64)
    then, now = numbered_alike(original, release, names)
    size = max(int(side.max(initial=-1)) for side in (then, now)) + 1
    often = counts_of(now, size)
    alike = len(now) == len(then) and (np.array_equal(now, then) or np.array_equal(now, then[::-1]))
    if alike and np.count_nonzero(often) >= _FEWEST:
        return row_numbers(release.records), row_numbers(release.records)
    single = (often == 1) & (counts_of(then, size) == 1)
    row = large_array(size, np.int64)
    for part in chunks(len(then)):
        row[then[part]] = np.arange(part.start, part.stop)
    places = rows_where(len(now), lambda part: single[now[part]])
    return places, gathered(row, gathered(now, places))


def one_way(rows: AnyInts, classes: AnyInts | None = None) -> bool:
    """Whether nearly all rows come after the one before them in the original, or nearly all before it.

    With ``classes`` only steps within a class count.
    """
    steps = upwards = 0
    for part in chunks(max(len(rows) - 1, 0)):
        here = slice(part.start, part.stop + 1)
        up = rows[here][1:] > rows[here][:-1]
        if classes is not None:
            up = up[classes[here][1:] == classes[here][:-1]]
        steps, upwards = steps + len(up), upwards + int(np.count_nonzero(up))
    if steps < _FEWEST - 1:
        return False
    return max(upwards / steps, 1.0 - upwards / steps) >= _IN_ORDER


def side_by_side(rows: AnyInts) -> bool:
    """Whether nearly all rows stand beside one that was near them in the original, wherever their part of it went.

    Where only some rows are there, the places between them count as so much less.

    Example:
        >>> swapped, halves = np.arange(60).reshape(-1, 2)[:, ::-1].ravel(), np.roll(np.arange(60)[::-1], 30)
        >>> side_by_side(swapped), side_by_side(halves), side_by_side(np.arange(60) * 7 % 59)
        (True, True, False)
    """
    if len(rows) < _FEWEST_NEAR:
        return False
    far = _NEAR * (int(rows.max()) - int(rows.min()) + 1) / len(rows)
    near = 0
    for part in chunks(len(rows) - 1):
        near += int(np.count_nonzero(np.abs(np.diff(rows[part.start : part.stop + 1].astype(np.int64))) <= far))
    return near >= _IN_ORDER * (len(rows) - 1)


def _persons(release: Table, policy: Policy, rows: AnyInts | None) -> Iterator[Deviation]:
    if policy.individual is not None and rows is None and not policy.names_persons(release.names):
        said = (
            f"The persons of {policy.individual!r} cannot be counted: the column is not released as it was, and no "
            "link is given."
        )
        yield Deviation(check="persons", column=policy.individual, message=said)


def _withheld(original: Table, release: Table, policy: Policy) -> Iterator[Deviation]:
    if beyond := suppression(release, policy, original).beyond:
        said = f"{beyond:,} records more are suppressed than suppression_limit: {policy.suppression_limit:g} allows."
        yield Deviation(check="suppression", message=said)


def _unlabelled(
    original: Table, release: Table, policy: Policy, labels: Mapping[str, Collection[str]]
) -> Iterator[Deviation]:
    """Generalised columns with texts that are neither values of the original nor labels of their hierarchy."""
    for name, known in labels.items():
        if name not in release.names or policy.attributes[name].kind in ("numeric", "date", "set"):
            continue
        column, allowed = release.column(name), {*known, *original.column(name).values, SUPPRESSED, MISSING}
        strange = np.array([text not in allowed for text in column.values], np.bool_)
        if records := int(column.counts[strange].sum()):
            said = f"Column {name!r} has {records:,} records that are no values of it, and no labels of its hierarchy."
            yield Deviation(check="treatment", column=name, message=said)


# --- cells that must be the original's ----------------------------------------------------------------


def _untouched(original: Table, release: Table, policy: Policy) -> list[str]:
    """The released columns that the policy does not mask."""
    untouched = set(original.names).difference(policy.columns("quasi"), policy.hidden(original.names))
    return [n for n in release.names if n in untouched]


def _falsified(original: Table, release: Table, policy: Policy, rows: AnyInts | None) -> Iterator[Deviation]:
    """Kept and sensitive columns whose cells are not the original's: row by row, or as a whole without a link."""
    names, there = _untouched(original, release, policy), ~suppressed(release)
    if not names:
        return
    if policy.shape != "table":  # a * is an item like any other
        there = np.ones(release.records, np.bool_)
    if rows is not None:
        for name in names:
            if differ := differing(original.column(name), release.column(name), rows, there):
                of = f"{differ:,} of {np.count_nonzero(there):,} records"
                said = f"Column {name!r} differs from the original in {of}."
                yield Deviation(check="changed", column=name, message=said)
        return
    alone = [name for name in names if surplus(original, release, [name], there)]
    for name in alone:
        said = f"Column {name!r} has cells that the original does not have, or not so often."
        yield Deviation(check="changed", column=name, message=said)
    if not alone and (more := surplus(original, release, names, there)):
        listed = ", ".join(map(repr, names))
        said = f"{more:,} records combine the unmasked columns {listed} in a way that the original does not."
        for name in names:
            yield Deviation(check="changed", column=name, message=said)


# --- columns that determine a masked one --------------------------------------------------------------


def _determined(
    original: Table, release: Table, policy: Policy, rows: AnyInts | None, changed: set[str | None]
) -> Iterator[Deviation]:
    """Released columns whose shared values tell the original value of a masked column, or that say its days."""
    there, quasi = set(original.names), dict.fromkeys(policy.columns("quasi"))
    named = policy.individual is not None and policy.individual in there
    persons = persons_of(original.column(str(policy.individual))) if named else None
    dates = {q: found for q in quasi if q in there and (found := Days.of(original.column(q)))}
    for name in release.names:
        if name in quasi:
            continue
        if name in there and name not in changed:
            by, at = original.column(name), None
        elif rows is not None:
            by, at = release.column(name), rows
        else:
            continue
        whose = persons if persons is None or at is None else persons[at]
        masked = (original.column(q) for q in quasi if q in there)
        telling = [q.name for q in masked if determines(by, q if at is None else q.taken(at), whose, policy.k)]
        days = Days.of(by) if dates.keys() - telling else Days([], [])
        for masked_one, found in dates.items() if days else ():
            then = found if at is None else found.taken(at)
            if masked_one not in telling and then.agreement(days) >= _SAME_DAY:
                telling.append(masked_one)
        if telling:
            listed = ", ".join(map(repr, telling))
            said = f"Column {name!r} tells the original values of masked columns: {listed}."
            yield Deviation(check="determines", column=name, message=said)


def determines(by: Column, masked: Column, persons: Ints | None, k: int) -> bool:
    """Whether one column tells another among its values that at least k persons share.

    It does where nearly all of those records have the value of the masked column that is commonest beside theirs, and
    that is much more than knowing the commonest value of the masked column alone would tell, and more than chance:
    where few values are shared, few persons agree easily. ``persons`` has the person of every record, if known.

    Example:
        >>> import polars as pl
        >>> told = {"ward": list("aabbabbaba"), "town": list("xxyyxyyxyx"), "sex": list("fmfmfmfmfm")}
        >>> people = Table(pl.DataFrame(told))
        >>> [determines(people.column("ward"), people.column(name), None, 2) for name in ("town", "sex")]
        [True, False]
    """
    size = len(by.values)
    sharing = by.counts
    if persons is not None:
        span = int(persons.max(initial=0)) + 1
        sharing = counts_of(distinct_rows([by.packed, persons], [size, span])[0][0], size)
    (one, other), _, counts = distinct_rows([by.packed, masked.packed], [size, len(masked.values)])
    shared = (sharing >= k)[one]
    one, other, counts = one[shared], other[shared], counts[shared]
    begins = np.flatnonzero(np.diff(one, prepend=-1))  # pairs are in order
    if len(begins) < 2:
        return False
    records = int(counts.sum())
    right = int(np.maximum.reduceat(counts, begins).sum())
    wrong, blind = records - right, records - int(np.bincount(other, counts).max())
    if right < _SURE * records or 2 * wrong > blind or blind <= 0:
        return False
    if persons is not None:  # everybody counts once for each pair of values
        triples = distinct_rows([by.packed, masked.packed, persons], [size, len(masked.values), span])[0]
        triples = triples[:, (sharing >= k)[triples[0]]]
        one, other, counts = triples[0], triples[1], np.ones(triples.shape[1], np.int64)
    return _agreeing(np.bincount(one, counts), np.bincount(other, counts)) < _CHANCE


def _agreeing(sizes: AnyInts | Floats, held: AnyInts | Floats) -> float:
    """How likely it is that persons who share a value agree in the masked one, if the columns had nothing in common.

    ``sizes`` says how many persons share each value, ``held`` how many have each value of the masked column.
    """
    shares = held / held.sum()
    most = float(shares.max())  # taken out of the sum, which would vanish for large classes
    alike = np.unique(sizes[sizes > 0], return_counts=True)
    told = ((size, times) for size, times in zip(*map(np.ndarray.tolist, alike), strict=True))
    return math.exp(
        sum(n * (size * math.log(most) + math.log(float(((shares / most) ** size).sum()))) for size, n in told)
    )
