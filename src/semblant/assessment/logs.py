"""Privacy, utility and risk of a released search log, from the log as it was read and the released table."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np
import polars as pl

from semblant.arrays import AnyInts, Flags, Ints
from semblant.assessment.analysis.holdings import analysis_of_holdings
from semblant.assessment.assessment import Assessment
from semblant.assessment.columns import ComparedColumn, in_one_case
from semblant.assessment.compared_bags import ComparedBags, as_values, text_linkage, unmatched_bags
from semblant.assessment.particulars import clusters_of, particulars
from semblant.assessment.risk import register_risk, risk_before
from semblant.data.link import Link, of_users
from semblant.data.missing import is_nothing
from semblant.data.order import row_text
from semblant.data.table import Column, Table, encode
from semblant.data.wholes import whole
from semblant.errors import InputError
from semblant.evidence import Privacy, RareFacts
from semblant.policy.model import Log, Policy
from semblant.proof.logs import log_classes
from semblant.proof.meanings import holders_of
from semblant.proof.rare import Held, counted, with_rare
from semblant.space.bags import Bags
from semblant.space.column import Point
from semblant.space.searchlog import SearchLog
from semblant.space.times import day
from semblant.terms.mapping import matcher_of
from semblant.terms.phrases import Phrases


def assess_log(
    log: SearchLog,
    release: Table,
    policy: Policy,
    privacy: Privacy,
    *,
    clusters: int | None = None,
    link: Link | None = None,
    aligned: bool | None = None,
) -> Assessment:
    """Assess a released log against its original; users are matched by the link.

    Without a link they are matched by their numbers where the policy keeps their order (or ``aligned`` says so). Where
    they are not matched, or the release has no users, only what needs no matching is given.
    """
    named = log.columns.user in release.names
    matched = named and (link is not None or (policy.order == "keep" if aligned is None else aligned))
    privacy = with_rare(privacy, _rare(log, release, policy), policy)
    owners, users = _owners(log, release, link, matched=matched)
    query = release.column(log.columns.text)
    after = released_bags(log, query.values, owners, query.codes.astype(np.int64), users)
    texts = set(log.phrases_of) | set(log.mapped_texts.phrases.values), set(query.values)
    sides = log.bags(), after
    number = (clusters or clusters_of(len(log.users))) if matched else None
    more = particulars(sides, log.understanding, texts, policy, counted=True, clusters=number)
    shown = (_logs_as_values(log, release, policy),) if named else ()
    classes = log_classes(release, policy) if named else []
    before = {"before": risk_before(shown[0].texts[0].counts) if shown else None}
    read = *sides, log.understanding, policy.loss_measure
    days = _sessions(log.table, log.columns), _sessions(release, log.columns)
    analysed = partial(analysis_of_holdings, *read, how="minsum", matched=matched, sessions=days)
    if not matched:
        utility, risk = unmatched_bags([log.name], classes, more)
        return Assessment(privacy, utility, risk.model_copy(update=before), shown, analysed=analysed)
    compared = ComparedBags.of(*read, how="minsum")
    written = _by_user(owners, query, users)
    linkage = text_linkage(_asked(log), [sorted(texts) for texts in written])
    asked = _by_user(log.user_of_row, log.queries, len(log.users), strip=True)
    changed = np.array([_in_one_case(a) != _in_one_case(b) for a, b in zip(asked, written, strict=True)], bool)
    named_right = register_risk(*_same_logs(asked, release, log.columns.user, owners))
    risk = compared.risk(classes, linkage).model_copy(update=before | named_right)
    return Assessment(privacy, compared.utility(log.name, changed, more), risk, shown, analysed=analysed)


def _same_logs(asked: Sequence[Counter[str]], release: Table, user: str, owners: AnyInts) -> tuple[Ints, Ints, Flags]:
    """For every original user, numbers of their original and released log, and whether anything is released."""
    number: dict[frozenset[tuple[str, int]], int] = {}
    original = [number.setdefault(frozenset(log.items()), len(number)) for log in asked]
    rows = release.frame.select(row_text([n for n in release.names if n != user]).alias("row"))
    logs = rows.with_columns(pl.Series("owner", owners)).group_by("owner").agg(pl.col("row").sort().str.join(""))
    released = np.full(len(asked), -1, np.int64)
    released[logs.get_column("owner").to_numpy()] = encode(logs.get_column("row")).codes
    return np.array(original, np.int64), released, released >= 0


def _sessions(table: Table, columns: Log) -> float | None:
    """On how many days a user searched, on average; None where no day is known."""
    if columns.time is None or not {columns.user, columns.time} <= set(table.names):
        return None
    user, time = table.column(columns.user), table.column(columns.time)
    days = encode(pl.Series([day(text) or "" for text in time.values], dtype=pl.String)).codes[time.codes]
    pairs = np.unique(np.stack([user.codes, days]), axis=1)
    return pairs.shape[1] / len(user.values) if len(user.values) else None


def _in_one_case(queries: Counter[str]) -> Counter[str]:
    """A user's queries, whatever their case and spacing."""
    folded: Counter[str] = Counter()
    for text, times in queries.items():
        folded[in_one_case(text)] += times
    return folded


def _rare(log: SearchLog, release: Table, policy: Policy) -> dict[str, RareFacts]:
    """Rare queries in a release: whole ones, phrases or names of concepts that too few users have.

    A noisy list keeps a promise of its own.
    """
    if policy.promise == "differential privacy":
        return {}
    texts = [q.strip() for q in log.queries.values]
    phrases = log.mapped_texts.phrases.values
    asked = [(u, texts[q]) for u, q in zip(log.user_of_row.tolist(), log.queries.codes.tolist(), strict=True)]
    mentioned = zip(log.occurrences.users.tolist(), log.occurrences.phrases.tolist(), strict=True)
    pairs = asked + [(u, phrases[p]) for u, p in mentioned]
    held = Held(pl.Series([u for u, _ in pairs], dtype=pl.Int64), pl.Series([t for _, t in pairs], dtype=pl.String))
    least = policy.least_term_holders if policy.rare == "hide" else policy.k
    holders = holders_of(set(release.column(log.name).values), held, log.understanding, least)
    return {log.name: counted(holders.values(), policy, least)}


def _owners(log: SearchLog, release: Table, link: Link | None, *, matched: bool) -> tuple[Ints, int]:
    """The user of every released row, and how many there are; a release without users has one for every row."""
    if log.columns.user not in release.names:
        return np.arange(release.records), release.records
    user = release.column(log.columns.user)
    if not matched:
        return user.codes.astype(np.int64), len(user.values)
    if link is not None:
        return _linked(log, user.values, of_users(link))[user.codes], len(log.users)
    return np.array([_number(u, len(log.users)) for u in user.values], np.int64)[user.codes], len(log.users)


def _linked(log: SearchLog, released: Sequence[str], link: Mapping[str, str]) -> Ints:
    """The original user of every released one."""
    place = {user: i for i, user in enumerate(log.users)}
    found = [place.get(link[user], -1) if user in link else -1 for user in released]
    if -1 in found or not set(link.values()) <= place.keys():
        raise InputError(
            "The link does not fit: it lacks users of the release, or names users that the original does not have.",
            where="link",
        )
    return np.array(found, np.int64)


def _number(user: str, users: int) -> int:
    """The user that a released number denotes."""
    if not (user.isascii() and user.isdigit() and 1 <= whole(user) <= users):
        raise InputError("The released log has users that are no numbers of this log.")
    return whole(user) - 1


def _asked(log: SearchLog) -> list[list[str]]:
    """What every user asked: whole queries and their phrases."""
    asked = _by_user(log.user_of_row, log.queries, len(log.users), strip=True)
    for u, p in zip(log.occurrences.users.tolist(), log.occurrences.phrases.tolist(), strict=True):
        asked[u][log.mapped_texts.phrases.values[p]] += 1
    return [sorted(texts) for texts in asked]


def _by_user(owners: AnyInts, queries: Column, users: int, *, strip: bool = False) -> list[Counter[str]]:
    """The queries of every user, and how often each was asked."""
    asked: list[Counter[str]] = [Counter() for _ in range(users)]
    texts = [text.strip() if strip else text for text in queries.values]
    for u, q in zip(owners.tolist(), queries.codes.tolist(), strict=True):
        asked[u][texts[q]] += 1
    return asked


def _logs_as_values(log: SearchLog, release: Table, policy: Policy) -> ComparedColumn:
    """Every user's log as one value: its most frequent query, and a number that makes it unique."""
    before = _by_user(log.user_of_row, log.queries, len(log.users), strip=True)
    query, user = release.column(log.columns.text), release.column(log.columns.user)
    after = _by_user(user.codes, query, len(user.values))
    then, now = (encode(pl.Series(log.name, _named_logs(side), pl.String)) for side in (before, after))
    return as_values(then, now, policy.k)


def _named_logs(logs: Sequence[Counter[str]]) -> list[str]:
    number: dict[tuple[tuple[str, int], ...], int] = {}
    named = []
    for log in logs:
        most = sorted(log.items(), key=lambda entry: (-entry[1], entry[0]))
        place = number.setdefault(tuple(most), len(number) + 1)
        named.append(", ".join(text[:40] for text, _ in most[:4]) + f" … (log {place:,})")
    return named


def released_bags(log: SearchLog, texts: Sequence[str], owners: Ints, things: Ints, users: int) -> Bags:
    """Users of a released log by meaning: texts that the original has too mean the same, all others are read anew."""
    known = {text: i for i, text in enumerate(log.mapped_texts.phrases.values)}
    said = log.understanding
    reader = Phrases(matcher_of(said.taxonomy))
    points: dict[Point, int] = {}
    held: list[list[int]] = []
    for text in texts:
        if text in known:
            found = [said.masked(text)]
        elif text in log.phrases_of:
            found = [said.masked(phrase) for phrase in log.phrases_of[text]]
        elif (concept := said.meanings.taxonomy.find(text)) is not None and not is_nothing(text):
            found = [Point(concept)]
        else:
            found = [
                said.masked(p.text) if p.text in known else Point(p.readings[0].concept) for p in reader.read(text)
            ]
        held.append([points.setdefault(p, len(points)) for p in found if p is not None])
    sizes = np.array([len(held[t]) for t in things.tolist()], np.int64)
    flat = np.array([h for t in things.tolist() for h in held[t]], np.int64)
    return Bags.of(list(points), users, np.repeat(owners, sizes), flat)
