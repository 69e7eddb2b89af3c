"""Where a released search log deviates from its policy: its columns, its users, their order, and the times.

What the bytes show by themselves (``log_form``) recipients can check too; the rest needs the original.
"""

import re
from collections.abc import Collection, Iterator, Mapping

import numpy as np
import polars as pl

from semblant.data.link import Link, of_users
from semblant.data.same import person_key
from semblant.data.table import Table
from semblant.data.wholes import whole
from semblant.evidence import Deviation
from semblant.policy.model import MISSING, Log, Policy
from semblant.proof.deviations import one_way
from semblant.proof.identifiers import CAME_BACK, computed
from semblant.proof.logs import count_column, left_out, released_columns

_DAY = re.compile(r"\d{1,4}([-/.])\d{1,2}\1\d{1,4}", re.ASCII)
_NUMBER = re.compile(r"[1-9]\d*", re.ASCII)
_COUNT = re.compile(r"0|[1-9]\d*", re.ASCII)


def log_deviations(
    original: Table,
    release: Table,
    policy: Policy,
    link: Link | None = None,
    *,
    times: Collection[str] | None = None,
    silent: Collection[str] = (),
) -> list[Deviation]:
    """All deviations of a released log.

    ``times`` are those that the policy lets through, ``silent`` the users of whom nothing can be published. Without a
    link nobody can tell whose a released log is, only whether there are too many, or names of the original.
    """
    found, log = log_form(release, policy), policy.log
    if log is None or log.user not in release.names or log.user not in original.names:
        return found
    users = None if link is None else of_users(link)
    then, now = ({person_key(text) for text in table.column(log.user).values} for table in (original, release))
    if len(now) > len(then):
        said = f"The release has {len(now):,} users; the original has only {len(then):,}."
        found.append(Deviation(check="rows", column=log.user, message=said))
    if beyond := left_out(release, policy, original, silent, users).beyond:
        said = f"{beyond:,} users more are left out than suppression_limit: {policy.suppression_limit:g} allows."
        found.append(Deviation(check="suppression", message=said))
    if not any(one.check == "identifier" for one in found) and (said := _named(original, release, log, users)):
        found.append(Deviation(check="identifier", column=log.user, message=said))
    if users is not None and policy.order == "shuffle" and _in_order(original, release, log.user, users):
        said = f"The users are in the order of the original; the policy asks for order: {policy.order}."
        found.append(Deviation(check="order", column=log.user, message=said))
    if log.time is not None and log.time in release.names and times is not None:
        other = sum(text not in times for text in release.column(log.time).values if text != MISSING)
        if other and not any(one.check == "changed" for one in found):
            said = f"Column {log.time!r} has {other:,} values that are no times of the original."
            found.append(Deviation(check="changed", column=log.time, message=said))
    return found


def _named(original: Table, release: Table, log: Log, users: Mapping[str, str] | None) -> str:
    """How the users of a release tell who they are in the original; empty where they do not."""
    now, then = release.column(log.user), original.column(log.user)
    if users is None:
        # plain numbers are everybody's: without a link nobody knows that 7 is still 7
        known = {t for t in map(person_key, now.values) if not t.isdecimal()} & {*map(person_key, then.values)}
        own = len(known)
    else:
        own = sum(person_key(text) == person_key(users.get(text, "")) for text in now.values)
    if own >= max(2, CAME_BACK * len(now.values)):
        return f"Users of the original are named in {log.user!r}."
    if how := computed(now, then):
        return f"Column {log.user!r} holds {how} of the users' names: anyone can compute them."
    return ""


def _in_order(original: Table, release: Table, name: str, users: Mapping[str, str]) -> bool:
    """Whether the users of a log come in the order of the original."""
    before, after = (table.texts(name).unique(maintain_order=True) for table in (original, release))
    place = {text: i for i, text in enumerate(before)}
    return one_way(np.array([place[users[text]] for text in after if users.get(text) in place], np.int64))


def log_form(release: Table, policy: Policy) -> list[Deviation]:
    """What the bytes of a released log show: columns, users by number in the order of the policy, days without a time.

    Example:
        >>> policy = Policy(shape="log", log={"user": "user", "text": "query"})
        >>> log = Table(pl.DataFrame({"user": ["1", "1", "2"], "query": ["milk", "tea", "saw"]}))
        >>> other = Table(pl.DataFrame({"user": ["2", "1", "1"], "query": ["saw", "milk", "tea"]}))
        >>> [[found.check for found in log_form(one, policy)] for one in (log, other)]
        [[], ['order']]
    """
    log = policy.log
    assert log is not None
    found = [*_columns(release, policy)]
    if policy.promise == "differential privacy":
        found += _counts(release, policy, log.text)
    elif log.user in release.names:
        found += _users(release, policy, log.user)
    if policy.times == "day" and log.time is not None and log.time in release.names:
        exact = sum(not _DAY.fullmatch(text) for text in release.column(log.time).values if text != MISSING)
        if exact:
            said = f"Column {log.time!r} has {exact:,} values that are no days; the policy asks for times: day."
            found.append(Deviation(check="changed", column=log.time, message=said))
    return found


def _columns(release: Table, policy: Policy) -> Iterator[Deviation]:
    through = released_columns(policy)
    for name in release.names:
        if name not in through:
            said = f"Column {name!r} is in the release, but the policy does not let it through."
            yield Deviation(check="column", column=name, message=said)
    for name in through:
        if name not in release.names:
            said = f"Column {name!r} is not in the release, though the policy publishes it."
            yield Deviation(check="column", column=name, message=said)


def _counts(release: Table, policy: Policy, text: str) -> Iterator[Deviation]:
    """A list of queries has whole numbers for counts, and is sorted if the policy says so."""
    name = count_column(text)
    wrong = sum(not _COUNT.fullmatch(t) for t in release.column(name).values) if name in release.names else 0
    if wrong:
        said = f"Column {name!r} has {wrong:,} values that are no counts."
        yield Deviation(check="changed", column=name, message=said)
    if policy.order == "sorted" and not release.frame.equals(release.frame.sort(release.names)):
        yield Deviation(
            check="order", column=text, message="The list is not sorted; the policy asks for order: sorted."
        )


def _users(release: Table, policy: Policy, user: str) -> Iterator[Deviation]:
    """Users are numbers from 1 in the order in which they come, so that nothing else can be told by them."""
    names = release.frame.get_column(user)
    met = names.unique(maintain_order=True).to_list()
    wanted = [str(number) for number in range(1, len(met) + 1)]
    numbers = all(_NUMBER.fullmatch(text) for text in met)
    if not numbers or (policy.order != "keep" and set(met) != set(wanted)):
        said = f"The users in {user!r} are not called 1 to {len(met):,}: what their names tell cannot be checked."
        yield Deviation(check="identifier", column=user, message=said)
    elif not _in_turn(release, policy, user, [whole(text) for text in met]):
        told = "users come by their whole log, then by number" if policy.order == "sorted" else "users come by number"
        yield Deviation(check="order", column=user, message=f"With order: {policy.order}, {told}; here they do not.")


def _in_turn(release: Table, policy: Policy, user: str, met: list[int]) -> bool:
    """Whether users come one after another by number; and, where the policy sorts, by what they are released with."""
    runs = release.frame.get_column(user).rle().struct.field("value").len()
    if runs != len(met) or any(np.diff(met) < 0):
        return False
    if policy.order != "sorted":
        return True
    logs: dict[str, list[tuple[str, ...]]] = {}
    for name, *row in release.frame.select(user, pl.exclude(user)).iter_rows():
        logs.setdefault(name, []).append(tuple(row))
    told = [*logs.values()]
    return told == sorted(sorted(log) for log in told)
