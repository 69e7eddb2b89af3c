"""Privacy, utility and risk of released sets and logs, from the two files and the policy's knowledge."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from semblant.assessment.assessment import Assessment
from semblant.assessment.columns import ComparedColumn, compared
from semblant.assessment.identifying import telling
from semblant.assessment.pairing import judge
from semblant.assessment.sets import SetsCompared, item_linkage, particulars
from semblant.data.items import split
from semblant.data.missing import is_nothing
from semblant.data.table import Column, Table, encode
from semblant.errors import InputError
from semblant.evidence import AttributeUtility, Particulars, Privacy, Risk, Utility
from semblant.policy.model import Policy
from semblant.proof.logs import log_classes
from semblant.proof.shapes import privacy_of_shape
from semblant.space.bags import Bags
from semblant.space.column import Point
from semblant.space.kinds import resolve
from semblant.space.log import SearchLog, read_log
from semblant.space.reader import CategoryReader
from semblant.space.reading import Library, Readers, read_columns
from semblant.space.rules import ColumnRules, rules_of
from semblant.space.setreader import SetReader, read_sets, set_column
from semblant.terms.mapping import matcher_of
from semblant.terms.phrases import Phrases

Ints = NDArray[np.int64]


def judge_tables(original: Table, release: Table, policy: Policy, library: Library) -> Assessment:
    """Judge any release of sets or of a log, from the two tables and the policy alone."""
    if policy.shape == "log":
        log = read_log(original, policy, library)
        return judge_log(log, release, policy, privacy_of_shape(original, release, policy))
    policy = resolve(original, policy, library).policy
    name = set_column(policy)
    reader = read_sets(original.column(name), rules_of(name, policy), library)
    readers = read_columns(original, policy, library, names=[n for n in policy.columns("quasi") if n != name])
    privacy = privacy_of_shape(original, release, policy, reader)
    return judge_sets(reader, readers, original, release, policy, privacy)


def judge_sets(
    reader: SetReader,
    readers: Readers,
    original: Table,
    release: Table,
    policy: Policy,
    privacy: Privacy,
    *,
    clusters: int | None = None,
    aligned: bool | None = None,
) -> Assessment:
    """Judge released sets against their originals; ``privacy`` is what the bytes promise.

    Records are matched by position unless the policy shuffles them (or ``aligned`` says otherwise); where they are
    not, only what needs no matching is given.
    """
    if release.records != original.records:
        raise InputError(f"The release has {release.records:,} records; the original has {original.records:,}.")
    before, after = reader.judged(original.column(reader.name)), reader.judged(release.column(reader.name))
    beside = judge(readers, original, release, policy.loss_measure) if readers.columns else ()
    names = [r.name for r in readers]
    classes = _class_sizes(release, reader, names)
    matched = policy.order == "keep" if aligned is None else aligned
    more = particulars(
        before,
        after,
        reader.understanding,
        (set(_items(original, reader)), set(_items(release, reader))),
        k=policy.k,
        measure=policy.loss_measure,
        counted=False,
        clusters=clusters,
        matched=matched,
    )
    drawn = _as_values(reader.name, policy, original.column(reader.name), release.column(reader.name))
    open_to_all = {"telling": telling(release, policy)}
    if not matched:
        utility, risk = _unlinked([reader.name, *names], classes, more)
        return Assessment(privacy, utility, risk.model_copy(update=open_to_all), (drawn, *beside))
    compared = SetsCompared.of(
        before,
        after,
        reader.understanding,
        policy.loss_measure,
        how="avg",
        counted=False,
        beside=beside,
        weight=reader.rules.weight,
    )
    linkage = _linkage(*(_texts(table, reader, names) for table in (original, release)))
    risk = compared.risk(classes, linkage).model_copy(update=open_to_all)
    return Assessment(privacy, compared.utility(reader.name, more), risk, (drawn, *beside))


def _unlinked(names: Sequence[str], classes: Sequence[int], more: Particulars) -> tuple[Utility, Risk]:
    """What can be said where released records cannot be matched with the original ones."""
    nothing = AttributeUtility(sse=None, sst=None, loss_percent=None, semantic_loss=None, changed_records=None)
    people = sum(classes)
    utility = Utility(
        **nothing.model_dump(exclude={"changed_records"}),
        semantic_quality=None,
        kl=None,
        kl_floored=None,
        discernibility=float(sum(size**2 for size in classes)),
        per_attribute=dict.fromkeys(names, nothing),
        particulars=more,
    )
    risk = Risk(
        record_linkage_percent=None,
        semantic_record_linkage_percent=None,
        uniques=sum(size == 1 for size in classes),
        prosecutor_max=1.0 / min(classes) if classes else 0.0,
        prosecutor_mean=len(classes) / people if people else 0.0,
    )
    return utility, risk


def _as_values(name: str, policy: Policy, before: Column, after: Column) -> ComparedColumn:
    reader = CategoryReader(Column(name, before.codes, before.values, before.counts), ColumnRules(k=policy.k))
    return compared(reader, before, after, "equality")


def _logs_as_values(log: SearchLog, release: Table, policy: Policy) -> ComparedColumn:
    """Every user's log as one value: what it asks for most, and a number of its own."""
    before: list[Counter[str]] = [Counter() for _ in log.users]
    for u, q in zip(log.user_of_row.tolist(), log.queries.codes.tolist(), strict=True):
        before[u][log.queries.values[q].strip()] += 1
    query, user = release.column(log.columns.text), release.column(log.columns.user)
    after: list[Counter[str]] = [Counter() for _ in user.values]
    for u, q in zip(user.codes.tolist(), query.codes.tolist(), strict=True):
        after[u][query.values[q]] += 1
    sides = [encode(pl.Series(log.name, _named_logs(side), pl.String)) for side in (before, after)]
    return _as_values(log.name, policy, *sides)


def _named_logs(logs: Sequence[Counter[str]]) -> list[str]:
    number: dict[tuple[tuple[str, int], ...], int] = {}
    named = []
    for log in logs:
        most = sorted(log.items(), key=lambda entry: (-entry[1], entry[0]))
        place = number.setdefault(tuple(most), len(number) + 1)
        named.append(", ".join(text[:40] for text, _ in most[:4]) + f" … (log {place:,})")
    return named


def _items(table: Table, reader: SetReader) -> list[str]:
    return [i for cell in table.column(reader.name).values for i in split(cell, reader.rules.separator)]


def _texts(table: Table, reader: SetReader, names: Sequence[str]) -> list[list[str]]:
    """What an intruder can compare: a record's items, and its values in the columns beside."""
    cells = table.frame.get_column(reader.name).to_list()
    beside = [[f"{n}\0{v}" for v in table.frame.get_column(n).to_list()] for n in names]
    rows = zip(*beside, strict=True) if beside else ([()] * len(cells))
    return [[*split(cell, reader.rules.separator), *row] for cell, row in zip(cells, rows, strict=True)]


def _class_sizes(release: Table, reader: SetReader, names: Sequence[str]) -> list[int]:
    return release.frame.group_by([reader.name, *names]).len().get_column("len").to_list()


def _linkage(before: Sequence[Sequence[str]], after: Sequence[Sequence[str]]) -> float:
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
    held = [sorted({place[t] for t in texts}) for texts in records]
    ptr = np.concatenate([[0], np.cumsum([len(h) for h in held])])
    codes = np.array([c for h in held for c in h], np.int64)
    from scipy import sparse

    return sparse.csr_matrix((np.ones(len(codes), np.int32), codes, ptr), shape=(len(records), max(len(place), 1)))


def judge_log(
    log: SearchLog,
    release: Table,
    policy: Policy,
    privacy: Privacy,
    *,
    clusters: int | None = None,
    aligned: bool | None = None,
) -> Assessment:
    """Judge a released log against its original; users are matched by their numbers.

    Where the policy shuffles the numbers (and ``aligned`` does not say otherwise), or the release has no users, only
    what needs no matching is given.
    """
    matched = policy.order == "keep" if aligned is None else aligned
    if not matched or log.columns.user not in release.names:
        return _unmatched(log, release, policy, privacy)
    user, query = release.column(log.columns.user), release.column(log.columns.text)
    owners = np.array([_number(u, len(log.users)) for u in user.values], np.int64)[user.codes]
    before, after = log.bags(), released_bags(log, query.values, owners, query.codes.astype(np.int64), len(log.users))
    compared = SetsCompared.of(before, after, log.understanding, policy.loss_measure, how="minsum", counted=True)
    asked: list[set[str]] = [set() for _ in log.users]
    for u, q in zip(log.user_of_row.tolist(), log.queries.codes.tolist(), strict=True):
        asked[u].add(log.queries.values[q].strip())
    for u, p in zip(log.spoken.users.tolist(), log.spoken.phrases.tolist(), strict=True):
        asked[u].add(log.speech.phrases.values[p])
    answered: list[set[str]] = [set() for _ in log.users]
    for u, q in zip(owners.tolist(), query.codes.tolist(), strict=True):
        answered[u].add(query.values[q])
    linkage = _linkage([sorted(s) for s in asked], [sorted(s) for s in answered])
    more = particulars(
        before,
        after,
        log.understanding,
        (_words(log), set(query.values)),
        k=policy.k,
        measure=policy.loss_measure,
        counted=True,
        clusters=clusters,
    )
    return Assessment(
        privacy,
        compared.utility(log.name, more),
        compared.risk(log_classes(release, policy), linkage),
        (_logs_as_values(log, release, policy),),
    )


def _unmatched(log: SearchLog, release: Table, policy: Policy, privacy: Privacy) -> Assessment:
    """A log whose users cannot be matched with the original's: one bag each as they come."""
    query = release.column(log.columns.text)
    named = log.columns.user in release.names
    owners = release.column(log.columns.user).codes.astype(np.int64) if named else np.arange(release.records)
    users = len(release.column(log.columns.user).values) if named else release.records
    after = released_bags(log, query.values, owners, query.codes.astype(np.int64), users)
    more = particulars(
        log.bags(),
        after,
        log.understanding,
        (_words(log), set(query.values)),
        k=policy.k,
        measure=policy.loss_measure,
        counted=True,
        matched=False,
    )
    classes = log_classes(release, policy) if named else []
    shown = (_logs_as_values(log, release, policy),) if named else ()
    return Assessment(privacy, *_unlinked([log.name], classes, more), shown)


def _words(log: SearchLog) -> set[str]:
    """All that anybody asked, as whole queries and as phrases."""
    return set(log.phrases_of) | set(log.speech.phrases.values)


def _number(user: str, users: int) -> int:
    """The user a released number stands for."""
    if not (user.isascii() and user.isdigit() and 1 <= int(user) <= users):
        raise InputError("The released log has users that are no numbers of this log.")
    return int(user) - 1


def released_bags(log: SearchLog, texts: Sequence[str], owners: Ints, things: Ints, users: int) -> Bags:
    """Users of a released log by meaning: what the original says too means the same, all else is read anew."""
    known = {text: i for i, text in enumerate(log.speech.phrases.values)}
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
