"""Where a release deviates from its policy, found on its bytes and on the original, whoever made it.

Counting classes says nothing about a name that came back in another column or about a falsified illness. Every check
returns the deviations it finds, each as a sentence that names columns and counts and never shows a value.
"""

from collections.abc import Iterable, Iterator
from typing import get_args

import numpy as np
import polars as pl
from numpy.typing import NDArray

from semblant.arrays import Ints
from semblant.data.link import Link, of_rows, of_users
from semblant.data.same import fold, person_key, same_name
from semblant.data.table import Table
from semblant.errors import VerificationError
from semblant.evidence import Deviation
from semblant.policy.model import Accepted, Policy
from semblant.proof.hashes import hashed
from semblant.proof.logs import let_through
from semblant.proof.suppression import suppressed, suppression

_SURE = 0.99  # share of records for which a column tells a masked value
_CAME_BACK = 0.1  # share of records with values of an identifier
_FEWEST = 8  # rows whose order can hardly be the original's by chance


def table_deviations(original: Table, release: Table, policy: Policy, link: Link | None = None) -> list[Deviation]:
    """All deviations of a released table or of released sets."""
    found = [*_columns(original, release, policy), *_too_many(original, release)]
    linked = None if link is None or any(d.check == "rows" for d in found) else of_rows(link)
    falsified = list(_falsified(original, release, policy, linked))
    found += falsified
    changed = {d.column for d in falsified}
    found += _came_back(original, release, policy, changed)
    found += _determined(original, release, policy, linked, changed)
    found += _in_order(original, release, policy, linked)
    found += _persons(release, policy, linked)
    found += _withheld(original, release, policy)
    return found


def refuse_deviating(deviations: Iterable[Deviation], policy: Policy) -> None:
    """Refuse a release that is not what the policy says, unless the policy accepts what was found."""
    found = [d for d in deviations if d.check not in policy.accept]
    if found:
        said = dict.fromkeys(d.message for d in found)
        hints = [
            f"accept: {{{name}: your reason}}" for name in get_args(Accepted) if any(d.check == name for d in found)
        ]
        remedy = "leave such a column out, or mask it too"
        raise VerificationError(" ".join([*said, "Nothing was published."]), where="release", hints=[remedy, *hints])


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


def _too_many(original: Table, release: Table) -> Iterator[Deviation]:
    if release.records > original.records:
        said = f"The release has {release.records:,} records; the original has only {original.records:,}."
        yield Deviation(check="rows", message=said)


def _in_order(original: Table, release: Table, policy: Policy, rows: Ints | None) -> Iterator[Deviation]:
    """Rows in the order of the original, unless that is the sorted order too."""
    if policy.order == "keep" or release.records < _FEWEST or release.frame.equals(release.frame.sort(release.names)):
        return
    if rows is not None:
        kept = bool(np.all(np.diff(rows) > 0))
    else:
        names = _untouched(original, release, policy)
        now, then = release.frame.select(names), original.frame.select(names)
        kept = bool(names) and now.n_unique() >= _FEWEST and now.equals(then)
    if kept:
        said = f"The rows are in the order of the original; the policy asks for order: {policy.order}."
        yield Deviation(check="order", message=said)


def _persons(release: Table, policy: Policy, rows: Ints | None) -> Iterator[Deviation]:
    if policy.individual is not None and rows is None and policy.individual not in release.names:
        said = (
            f"The persons of {policy.individual!r} cannot be counted: the column is not released, and no link is given."
        )
        yield Deviation(check="persons", column=policy.individual, message=said)


def _withheld(original: Table, release: Table, policy: Policy) -> Iterator[Deviation]:
    if beyond := suppression(release, policy, original).beyond:
        said = f"{beyond:,} records more are suppressed than suppression_limit: {policy.suppression_limit:g} allows."
        yield Deviation(check="suppression", message=said)


# --- cells that must be the original's ----------------------------------------------------------------


def _untouched(original: Table, release: Table, policy: Policy) -> list[str]:
    """The released columns that the policy does not mask."""
    untouched = set(original.names).difference(policy.columns("quasi"), policy.hidden(original.names))
    return [n for n in release.names if n in untouched]


def _falsified(original: Table, release: Table, policy: Policy, rows: Ints | None) -> Iterator[Deviation]:
    """Kept and sensitive columns whose cells are not the original's: row by row, or as a whole without a link."""
    names, there = _untouched(original, release, policy), ~suppressed(release)
    if not names:
        return
    after = release.frame.select(names).filter(there)
    if rows is not None:
        before = original.frame.select(names)[rows].filter(there)
        for name in names:
            differ = int((before.get_column(name) != after.get_column(name)).sum())
            if differ:
                said = f"Column {name!r} differs from the original in {differ:,} of {after.height:,} records."
                yield Deviation(check="changed", column=name, message=said)
        return
    alone = [name for name in names if _surplus(original.frame.select(name), after.select(name))]
    for name in alone:
        said = f"Column {name!r} has cells that the original does not have, or not so often."
        yield Deviation(check="changed", column=name, message=said)
    if not alone and (surplus := _surplus(original.frame.select(names), after)):
        listed = ", ".join(map(repr, names))
        said = f"{surplus:,} records combine the unmasked columns {listed} in a way that the original does not."
        for name in names:
            yield Deviation(check="changed", column=name, message=said)


def _surplus(before: pl.DataFrame, after: pl.DataFrame) -> int:
    """How many records of a release have no counterpart in the original."""
    names = before.columns
    counts = after.group_by(names).len("\0now").join(before.group_by(names).len("\0then"), on=names, how="left")
    more = pl.col("\0now").cast(pl.Int64) - pl.col("\0then").fill_null(0).cast(pl.Int64)
    return int(counts.select(more.clip(0).sum()).item())


# --- identifiers that came back -------------------------------------------------------------------


def _came_back(original: Table, release: Table, policy: Policy, changed: set[str | None]) -> Iterator[Deviation]:
    """Columns that hold an identifier's values, or unkeyed hashes of them."""
    untouched = set(_untouched(original, release, policy)) - changed
    for identifier in policy.columns("identifier"):
        if identifier not in original.names:
            continue
        names = original.column(identifier)
        known = {fold(text) for text in names.values} - {""}
        if len(known) < 2:
            continue
        for name in release.names:
            if name == identifier:
                continue
            column = release.column(name)
            if name in untouched:
                # The same in both files, so the original tells whether it repeats the identifier record by record.
                repeated = _repeats(original, identifier, name)
            else:
                own = {fold(text) for text in original.column(name).values} if name in original.names else set[str]()
                back = np.array([(key := fold(text)) in known and key not in own for text in column.values])
                repeated = _share(back, column.counts)
            if repeated >= _CAME_BACK:
                said = f"Column {name!r} holds values of the identifier {identifier!r}."
                yield Deviation(check="identifier", column=name, message=said)
            elif _share(hashed(column.values, names.values), column.counts) >= _CAME_BACK:
                said = (
                    f"Column {name!r} holds unkeyed hashes of the identifier {identifier!r}: anyone can compute them."
                )
                yield Deviation(check="identifier", column=name, message=said)


def _repeats(original: Table, identifier: str, name: str) -> float:
    """The share of records whose cell in a column is the same as in the identifier."""
    a, b = original.column(identifier), original.column(name)
    keys: dict[str, int] = {}
    first, second = (
        np.array([keys.setdefault(fold(text), len(keys)) for text in column.values])[column.codes] for column in (a, b)
    )
    return float(np.mean((first == second) & (first != keys.get("", -1))))


def _share(flags: NDArray[np.bool_], counts: Ints) -> float:
    return float(counts[flags].sum() / counts.sum())


# --- columns that determine a masked one --------------------------------------------------------------


def _determined(
    original: Table, release: Table, policy: Policy, rows: Ints | None, changed: set[str | None]
) -> Iterator[Deviation]:
    """Released columns whose shared values tell the original value of a masked column."""
    there, quasi = set(original.names), dict.fromkeys(policy.columns("quasi"))
    beside = original.frame.select(n for n in dict.fromkeys((*quasi, policy.individual)) if n in there)
    for name in release.names:
        if name in quasi:
            continue
        if name in there and name not in changed:
            frame = beside.with_columns(original.frame.get_column(name))
        elif rows is not None:
            frame = beside[rows].with_columns(release.frame.get_column(name))
        else:
            continue
        telling = [q for q in quasi if q in there and determines(frame, name, q, policy)]
        if telling:
            listed = ", ".join(map(repr, telling))
            said = f"Column {name!r} tells the original values of masked columns: {listed}."
            yield Deviation(check="determines", column=name, message=said)


def determines(frame: pl.DataFrame, name: str, masked: str, policy: Policy) -> bool:
    """Whether one column tells another among its values that at least k persons share.

    It does where nearly all of those records have the value of the masked column that is commonest beside theirs, and
    that is much more than knowing the commonest value of the masked column alone would tell.

    Example:
        >>> people = pl.DataFrame({"ward": list("aabbab"), "town": list("xxyyxy"), "sex": list("fmfmfm")})
        >>> policy = Policy(k=2, attributes={"town": "quasi", "sex": "quasi"})
        >>> determines(people, "ward", "town", policy), determines(people, "ward", "sex", policy)
        (True, False)
    """
    person = pl.int_range(pl.len(), dtype=pl.Int64)
    if policy.individual is not None and policy.individual in frame.columns:
        texts = frame.get_column(policy.individual).unique().to_list()
        person = pl.col(policy.individual).replace_strict(texts, [person_key(t) for t in texts], return_dtype=pl.String)
    told = frame.select(pl.col(name).alias("by"), pl.col(masked).alias("value"), person.alias("person"))
    shared = told.filter((pl.col("person").n_unique() >= policy.k).over("by"))
    counts = shared.group_by("by", "value").len()
    if counts.get_column("by").n_unique() < 2:
        return False
    right = int(counts.group_by("by").agg(pl.col("len").max()).get_column("len").sum())
    guessed = int(counts.group_by("value").agg(pl.col("len").sum()).get_column("len").to_numpy().max())
    wrong, blind = shared.height - right, shared.height - guessed
    return right >= _SURE * shared.height and 2 * wrong <= blind and blind > 0


# --- search logs -----------------------------------------------------------------------------------


def log_deviations(original: Table, release: Table, policy: Policy, link: Link | None = None) -> list[Deviation]:
    """All deviations of a released log.

    Released users are numbers of their own. Without a link nobody can tell whose they are, only whether there are too
    many, or whether they are names of the original.
    """
    found, users = [], None if link is None else of_users(link)
    for name in release.names:
        if name not in let_through(original, policy):
            said = f"Column {name!r} is in the release, but the policy does not let it through."
            found.append(Deviation(check="column", column=name, message=said))
    log = policy.log
    if log is None or log.user not in release.names or log.user not in original.names:
        return found
    then, now = ({person_key(text) for text in table.column(log.user).values} for table in (original, release))
    if len(now) > len(then):
        said = f"The release has {len(now):,} users; the original has only {len(then):,}."
        found.append(Deviation(check="rows", column=log.user, message=said))
    known = now & then if users is None else {a for a, b in users.items() if person_key(a) == person_key(b)}
    numbered = users is None and all(text.isdecimal() for text in known)
    if not numbered and len(known) >= max(2, _CAME_BACK * len(now)):
        said = f"Users of the original are named in {log.user!r}."
        found.append(Deviation(check="identifier", column=log.user, message=said))
    return found
