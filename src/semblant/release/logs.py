"""A search log on its way to a release: read by user, masked, and put down as a log again; nothing is written here."""

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from semblant.data.table import Table
from semblant.errors import UnreachableError
from semblant.methods.logs import microaggregation as methods
from semblant.methods.logs import rivals
from semblant.methods.sets.microaggregation import Patience
from semblant.policy.model import Policy
from semblant.progress import Advance, ignore
from semblant.proof.shapes import count_column
from semblant.release.guidance import Shaped, blocks_of, check_method, measure_of, patience_of, refuse_few, size_of
from semblant.space.distances import Distances, by_meaning
from semblant.space.log import SearchLog, read_log
from semblant.space.reading import Library
from semblant.space.sets import SetSpace
from semblant.space.times import coarsened, moments
from semblant.space.understanding import Understanding


@dataclass(frozen=True, eq=False)
class ReadyLog:
    """A search log read and understood."""

    table: Table
    policy: Policy
    log: SearchLog
    space: SetSpace

    @property
    def decisions(self) -> tuple[str, ...]:
        """What was decided because the policy left it open."""
        name, sources = self.log.name, " + ".join(self.understanding.sources)
        told, said = self.policy.attributes.get(name), []
        if told is None or told.knowledge is None:
            said.append(f"{name} is read by {sources}")
        if told is None or "unknown" not in told.model_fields_set:
            said.append(f"phrases of {name} that {sources} does not know are left out")
        return tuple(said)

    @property
    def understanding(self) -> Understanding:
        """What the phrases mean."""
        return self.log.understanding


def prepare_log(table: Table, policy: Policy, library: Library) -> ReadyLog:
    """Read a search log by user."""
    check_method(policy)
    log = read_log(table, policy, library)
    measure = "equality" if policy.method == "log-navarro" else measure_of(policy)
    bags = log.literal() if measure == "equality" else log.bags()
    return ReadyLog(
        table, policy, log, SetSpace(bags, blocks_of(log.understanding, bags, measure), "minsum", counted=True)
    )


def mask_log(ready: ReadyLog, rng: np.random.Generator, advance: Advance = ignore) -> Shaped:
    """Mask a log by the policy's method and write it as a log again: user, text and perhaps time."""
    policy, log = ready.policy, ready.log
    refuse_few(len(log.users), policy.k, "users")
    if policy.method == "log-korolova":
        counts = rivals.korolova(log, d=policy.d, K=policy.K, b=policy.b, rng=rng)
        listed = {log.columns.text: list(counts), count_column(log.columns.text): [str(c) for c in counts.values()]}
        _refuse_nothing(len(counts))
        everybody, nobody = np.zeros(len(log.users), np.int64), np.zeros(len(counts), np.int64)
        return Shaped(_made(listed, ready.table), everybody, nobody)
    masked = log_masking(ready, rng, advance)
    number = _numbers(ready, rng)
    table = _log_table(ready, masked, number)
    _refuse_nothing(table.records)
    own = _log_table(ready, masked, np.arange(len(number))) if policy.order == "shuffle" else None
    lengths = np.array([len(entries) for entries in masked.logs], np.int64)[masked.groups]
    users = np.argsort(number, kind="stable")
    return Shaped(table, masked.groups, np.repeat(users, lengths[users]), own)


def _refuse_nothing(rows: int) -> None:
    if not rows:
        raise UnreachableError(
            "No query is left to publish.",
            hints=[
                "set attributes.<text column>.unknown: nominal, if the knowledge does not know the words of this log",
                "log-korolova: lower K, or raise d; log-poblete: lower kp",
                "choose method: auto",
            ],
        )


def log_parts(ready: ReadyLog, rng: np.random.Generator, advance: Advance = ignore) -> methods.LogParts:
    """What a method for logs works with."""
    policy, log, space = ready.policy, ready.log, ready.space
    taxonomy, options, measure = log.understanding.taxonomy, log.understanding.options, measure_of(policy)

    def compare(codes: NDArray[np.int64]) -> Distances:
        things = [space.bags.points[c] for c in codes]
        return np.concatenate([t for _, t in by_meaning(things, taxonomy, measure, options, 1 << 28)()], axis=1)

    count = {"k": policy.k, "min_count": policy.min_term_count}
    if space.blocks is None:
        terms = log.query_terms(space.bags, **count)
    else:
        terms = (log.whole_terms if policy.queries == "whole" else log.terms)(space.bags, **count)
    return methods.LogParts(log, space, terms, compare, policy.k, rng, size_of(policy), advance)


def log_masking(ready: ReadyLog, rng: np.random.Generator, advance: Advance = ignore) -> methods.LogMasking:
    """Who is in which group, and what each group is said to have searched for."""
    policy, parts = ready.policy, log_parts(ready, rng, advance)
    match policy.method:
        case "auto":
            return methods.auto_log(parts, patience_of(policy) or Patience(0))
        case "log-erola":
            return rivals.log_erola(parts)
        case "log-navarro":
            return rivals.log_navarro(parts)
        case "log-korolova":
            return rivals.log_korolova(parts, d=policy.d, K=policy.K, b=policy.b)
        case "log-poblete":
            return rivals.log_poblete(parts, kp=policy.kp)
        case _:
            return methods.log_mdav(parts, patience_of(policy))


def write_log(ready: ReadyLog, masked: methods.LogMasking, rng: np.random.Generator) -> Table:
    """The masked log as a table; users are numbered as they first appear, or by chance where rows are shuffled."""
    return _log_table(ready, masked, _numbers(ready, rng))


def _numbers(ready: ReadyLog, rng: np.random.Generator) -> NDArray[np.int64]:
    users = np.arange(len(ready.log.users))
    return rng.permutation(users) if ready.policy.order == "shuffle" else users


def _log_table(ready: ReadyLog, masked: methods.LogMasking, number: NDArray[np.int64]) -> Table:
    """The masked log, user by user in the order of their numbers; the first is called 1."""
    policy, log = ready.policy, ready.log
    time = log.columns.time if policy.times != "drop" else None
    told, when = [""] * ready.table.records, np.zeros(ready.table.records)
    if time is not None:
        column = ready.table.column(time)
        texts = coarsened(column.values, f"log.time: {time}") if policy.times == "day" else list(column.values)
        told = [texts[c] for c in column.codes.tolist()]
        when = np.nan_to_num(moments(texts), nan=np.inf)[column.codes]
    told, when = [*told, ""], np.append(when, -np.inf)  # row -1: a query of no time
    logs = [sorted((when[row], told[row], text) for text, row in entries) for entries in masked.logs]
    rows = [
        (str(number[user] + 1), text, moment)
        for user in np.argsort(number, kind="stable").tolist()
        for _, moment, text in logs[int(masked.groups[user])]
    ]
    names = [log.columns.user, log.columns.text, *([time] if time is not None else [])]
    columns = {name: [row[i] for row in rows] for i, name in enumerate(names)}
    order = [name for name in ready.table.names if name in columns]
    return _made({name: columns[name] for name in order}, ready.table)


def _made(columns: dict[str, list[str]], original: Table) -> Table:
    """A table in which no cell is the original's."""
    frame = pl.DataFrame(columns, schema=dict.fromkeys(columns, pl.String))
    return Table(frame, original.origin, rows=np.zeros(frame.height, np.int64), replaced=frozenset(columns))
