"""Sets and search logs on the same way as tables: encode, mask, represent; nothing is written here."""

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from semblant.assessment.assessment import Assessment
from semblant.assessment.shapes import judge_log, judge_sets
from semblant.data.read import read
from semblant.data.table import Table
from semblant.errors import PolicyError, UnreachableError
from semblant.methods import logrivals as rivals
from semblant.methods import logs as log_methods
from semblant.methods import sets as set_methods
from semblant.methods.km import km_apriori
from semblant.methods.mdav import centred
from semblant.methods.registry import PAPERS, budget_of, refines
from semblant.methods.topdown import top_down
from semblant.policy import KnowledgeFacts, MappingFacts, Policy, Privacy
from semblant.progress import Advance, ignore
from semblant.release.evidence import knowledge_facts, mapping_facts
from semblant.represent import represent
from semblant.sets.bags import Bags
from semblant.sets.distances import Blocks, Distances, by_meaning
from semblant.sets.items import join
from semblant.sets.logs import SearchLog, read_log
from semblant.sets.proof import (
    OTHER_PROMISES,
    count_column,
    differential,
    privacy_of_shape,
    promised,
    refuse_columns,
    refuse_unkept,
)
from semblant.sets.reading import SetReader, Understanding, read_sets, set_column
from semblant.sets.space import SetSpace, unmerged
from semblant.sets.times import coarsened
from semblant.sets.tree import ItemTree
from semblant.space.build import build_space
from semblant.space.kinds import resolve
from semblant.space.product import Product
from semblant.space.reading import Library, Readers, read_columns
from semblant.verify import verify

NOT_K_ANONYMOUS = tuple(OTHER_PROMISES)
"""Methods with another guarantee than k-anonymity; they run only where the policy accepts that."""


@dataclass(frozen=True, eq=False)
class ReadySets:
    """A table of sets read and understood."""

    table: Table
    policy: Policy
    decisions: tuple[str, ...]
    reader: SetReader
    readers: Readers  # of the ordinary quasi-identifiers
    space: SetSpace
    product: Product | None

    @property
    def understanding(self) -> Understanding:
        """What the items mean."""
        return self.reader.understanding


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
        text = self.policy.attributes.get(self.log.name)
        said = [f"{self.log.name} is read by {' + '.join(self.understanding.sources)}"]
        if text is None or "unknown" not in text.model_fields_set:
            said.append(f"phrases of {self.log.name} that are not known there are left out")
        return tuple(said if text is None or text.knowledge is None else said[1:])

    @property
    def understanding(self) -> Understanding:
        """What the phrases mean."""
        return self.log.understanding


@dataclass(frozen=True, eq=False)
class Shaped:
    """A masked table of sets or a masked log, not yet written, and the group of every record or user.

    ``rows`` says which record or user each row is of. A log with users in another order has its ``own`` beside it,
    under the numbers of the original, which only the run itself knows.
    """

    table: Table
    groups: NDArray[np.int64]
    rows: NDArray[np.int64]
    own: Table | None = None


def measure_of(policy: Policy) -> str:
    """What guides a run: the policy's measure; `auto` is guided by what it is judged by."""
    return policy.measure or (policy.loss_measure if policy.method == "auto" else "logsc")


def check_method(policy: Policy) -> None:
    """Stop at a method that is not for this shape, or whose weaker guarantee nobody accepted."""
    known = PAPERS[policy.shape]
    if policy.method not in known:
        raise PolicyError(
            f"The method {policy.method!r} is not for shape: {policy.shape}. There are: {', '.join(known)}.",
            where="method",
        )
    if policy.shape == "log" and policy.draw == "record":
        raise PolicyError(
            "All users of a group share one log, so its words are drawn once.",
            where="draw",
            hints=["leave draw out, or set draw: group"],
        )
    if policy.method in NOT_K_ANONYMOUS and policy.accept != "not-k-anonymous":
        raise PolicyError(
            f"The method {policy.method!r} does not give k-anonymity but a guarantee of its own.",
            where="method",
            hints=["set accept: not-k-anonymous, to use it all the same", "choose method: auto"],
        )
    if policy.method == "log-korolova" and math.isinf(differential(policy.d, policy.K, policy.b)[0]):
        raise PolicyError(
            f"With K = {policy.K:g} and b = {policy.b:g} nothing is promised: a query that nobody else asked passes "
            "nearly always, and epsilon is infinite.",
            where="K",
            hints=["raise K to 1 or more"],
        )


def _blocks(understanding: Understanding, bags: Bags, measure: str) -> Blocks | None:
    if measure == "equality":
        return None
    return by_meaning(bags.points, understanding.taxonomy, measure, understanding.options)


# --- sets --------------------------------------------------------------------------------------------------------


def prepare_sets(table: Table, policy: Policy, library: Library) -> ReadySets:
    """Read a table of sets: the set column by its items, ordinary columns beside it as ever."""
    check_method(policy)
    resolved = resolve(table, policy, library)
    policy = resolved.policy
    name = set_column(policy)
    reader = read_sets(table.column(name), policy, library)
    rest = policy.model_copy(update={"attributes": {n: a for n, a in policy.attributes.items() if n != name}})
    readers = read_columns(table, rest, library)
    measure = measure_of(policy)
    product = None
    if readers.columns:
        centroid = policy.centroid or ("mode" if measure == "equality" else "semantic")
        product = build_space(readers, measure=measure, centroid=centroid, combine="mean")
    bags = reader.literal() if measure == "equality" else reader.masked()
    how = "avg" if policy.method == "auto" else policy.set_distance
    blocks = _blocks(reader.understanding, bags, measure)
    space = SetSpace(bags, blocks, how, ordinary=product, weight=reader.attribute.weight)
    return ReadySets(table, policy, resolved.decisions, reader, readers, space, product)


def mask_sets(ready: ReadySets, rng: np.random.Generator, advance: Advance = ignore) -> Shaped:
    """Mask and represent a table of sets by the policy's method."""
    policy, space, reader = ready.policy, ready.space, ready.reader
    _refuse_few(space.records, policy.k, "records")
    separator = reader.attribute.separator
    hidden = [n for n in ready.table.names if not released(n, policy)]
    if policy.method in ("km-apriori", "top-down"):
        return _generalised(ready, hidden)
    if patience := patience_of(policy):
        masking = set_methods.auto_sets(space, policy.k, _size(policy), patience=patience, advance=advance)
    else:
        masking = set_methods.set_mdav(space, policy.k, _size(policy))
    literal = measure_of(policy) == "equality"
    terms = reader.terms(space.bags, literal=literal, k=policy.k, min_count=policy.min_term_count)
    cells = set_methods.synthetic_sets(space, masking, terms, draw=policy.draw, separator=separator, rng=rng)
    table = ready.table
    if ready.product is not None:
        single = unmerged(ready.product)
        rows = np.arange(space.records)
        table = represent(
            table, ready.readers, single, centred(single, rows, np.ones(len(rows), np.int64), masking.groups)
        ).table
    return Shaped(table.with_columns({reader.name: cells}, drop=hidden), masking.groups, np.arange(space.records))


def released(name: str, policy: Policy) -> bool:
    """Whether a column goes out."""
    attribute = policy.attributes.get(name)
    return policy.others == "keep" if attribute is None else attribute.role != "identifier"


def _generalised(ready: ReadySets, hidden: list[str]) -> Shaped:
    """Sets written with wider items, by km-apriori or top-down."""
    policy, space, reader = ready.policy, ready.space, ready.reader
    if ready.product is not None:
        raise PolicyError(f"The method {policy.method!r} masks a set column alone.", where="method")
    tree = ItemTree.over(space.bags.points, reader.understanding.taxonomy)
    names = [reader.understanding.label(p) for p in tree.points]
    if policy.method == "km-apriori":
        cut = km_apriori(space.bags, tree, policy.k, policy.m)
        nodes = [frozenset(cut[space.bags.of_record(i)].tolist()) for i in range(space.records)]
    else:
        nodes = top_down(space.bags, tree, policy.k)
    cells = [join((tree.text(n, names) for n in held), reader.attribute.separator) for held in nodes]
    groups = np.unique(cells, return_inverse=True)[1].astype(np.int64)
    return Shaped(ready.table.with_columns({reader.name: cells}, drop=hidden), groups, np.arange(space.records))


def patience_of(policy: Policy) -> set_methods.Patience | None:
    """How long groups are improved after the method; None: as published."""
    if policy.budget == 0 or not refines(policy):
        return None
    return set_methods.Patience(**budget_of(policy))


def _size(policy: Policy) -> int | None:
    """How many records are masked at a time; None: all."""
    return None if policy.blocks == "none" else policy.blocks


def _refuse_few(number: int, k: int, what: str) -> None:
    if number < k:
        raise UnreachableError(
            f"{number:,} {what} cannot be made {k}-anonymous: fewer than k = {k}.",
            hints=["choose a smaller k, if that is enough for your purpose"],
        )


# --- logs --------------------------------------------------------------------------------------------------------


def prepare_log(table: Table, policy: Policy, library: Library) -> ReadyLog:
    """Read a search log by user."""
    check_method(policy)
    log = read_log(table, policy, library)
    measure = "equality" if policy.method == "log-navarro" else measure_of(policy)
    bags = log.literal() if measure == "equality" else log.bags()
    return ReadyLog(
        table, policy, log, SetSpace(bags, _blocks(log.understanding, bags, measure), "minsum", counted=True)
    )


def mask_log(ready: ReadyLog, rng: np.random.Generator, advance: Advance = ignore) -> Shaped:
    """Mask a log by the policy's method and write it as a log again: user, text and perhaps time."""
    policy, log = ready.policy, ready.log
    _refuse_few(len(log.users), policy.k, "users")
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


def log_parts(ready: ReadyLog, rng: np.random.Generator, advance: Advance = ignore) -> log_methods.LogParts:
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
    return log_methods.LogParts(log, space, terms, compare, policy.k, rng, _size(policy), advance)


def log_masking(ready: ReadyLog, rng: np.random.Generator, advance: Advance = ignore) -> log_methods.LogMasking:
    """Who is in which group, and what each group is said to have searched for."""
    policy, parts = ready.policy, log_parts(ready, rng, advance)
    match policy.method:
        case "auto":
            return log_methods.auto_log(parts, patience_of(policy) or set_methods.Patience(0))
        case "log-erola":
            return rivals.log_erola(parts)
        case "log-navarro":
            return rivals.log_navarro(parts)
        case "log-korolova":
            return rivals.log_korolova(parts, d=policy.d, K=policy.K, b=policy.b)
        case "log-poblete":
            return rivals.log_poblete(parts, kp=policy.kp)
        case _:
            return log_methods.log_mdav(parts, patience_of(policy))


def write_log(ready: ReadyLog, masked: log_methods.LogMasking, rng: np.random.Generator) -> Table:
    """The masked log as a table; users are numbered as they first appear, or by chance where rows are shuffled."""
    return _log_table(ready, masked, _numbers(ready, rng))


def _numbers(ready: ReadyLog, rng: np.random.Generator) -> NDArray[np.int64]:
    users = np.arange(len(ready.log.users))
    return rng.permutation(users) if ready.policy.order == "shuffle" else users


def _log_table(ready: ReadyLog, masked: log_methods.LogMasking, number: NDArray[np.int64]) -> Table:
    """The masked log, user by user in the order of their numbers; the first is called 1."""
    policy, log = ready.policy, ready.log
    time = log.columns.time if policy.times != "drop" else None
    moments = [""] * ready.table.records
    if time is not None:
        column = ready.table.column(time)
        texts = coarsened(column.values, f"log.time: {time}") if policy.times == "day" else list(column.values)
        moments = [texts[c] for c in column.codes.tolist()]
    logs = [sorted((moments[row] if row >= 0 else "", text) for text, row in entries) for entries in masked.logs]
    rows = [
        (str(number[user] + 1), text, moment)
        for user in np.argsort(number, kind="stable").tolist()
        for moment, text in logs[int(masked.groups[user])]
    ]
    names = [log.columns.user, log.columns.text, *([time] if time is not None else [])]
    columns = {name: [row[i] for row in rows] for i, name in enumerate(names)}
    order = [name for name in ready.table.names if name in columns]
    return _made({name: columns[name] for name in order}, ready.table)


def _made(columns: dict[str, list[str]], original: Table) -> Table:
    """A table in which no cell is the original's."""
    frame = pl.DataFrame(columns, schema=dict.fromkeys(columns, pl.String))
    return Table(frame, original.origin, rows=np.zeros(frame.height, np.int64), replaced=frozenset(columns))


# --- the way in the pipeline ---------------------------------------------------------------------------------------

Ready = ReadySets | ReadyLog


def prepare_shape(table: Table, policy: Policy, library: Library) -> Ready:
    """Read a table of sets or a search log, whichever the policy says it is."""
    return prepare_log(table, policy, library) if policy.shape == "log" else prepare_sets(table, policy, library)


def mask_shape(ready: Ready, rng: np.random.Generator, advance: Advance = ignore) -> Shaped:
    """Mask and represent; chance comes from ``rng`` alone."""
    return mask_log(ready, rng, advance) if isinstance(ready, ReadyLog) else mask_sets(ready, rng, advance)


def verify_shape(ready: Ready, written: Path) -> Privacy:
    """Read the written bytes back and refuse them unless they keep what the method promises, and nothing else."""
    policy, origin = ready.policy, ready.table.origin
    release = read(written, delimiter=origin.delimiter, encoding=origin.encoding)
    if isinstance(ready, ReadyLog):
        refuse_columns(ready.table, release, policy)
        privacy = privacy_of_shape(ready.table, release, policy)
    else:
        counted = {} if promised(policy) == "k-anonymity" else {"accept": "not-k-anonymous"}
        verify(ready.table, written, policy.model_copy(update=counted))
        privacy = privacy_of_shape(ready.table, release, policy, ready.reader)
    refuse_unkept(privacy, policy, written.name)
    return privacy


def facts_of(ready: Ready, library: Library) -> tuple[dict[str, KnowledgeFacts], dict[str, MappingFacts]]:
    """Which knowledge was used, and how much of each column it covers."""
    said = ready.understanding
    if isinstance(ready, ReadyLog):
        knowledge, mapping = {}, {ready.log.name: ready.log.speech.coverage(said.unknown)}
    else:
        knowledge = knowledge_facts(ready.readers)
        mapping = {**mapping_facts(ready.readers), ready.reader.name: ready.reader.coverage()}
    for name in said.sources:
        taxonomy = library.get((name,))
        source = ready.policy.knowledge[name].source if name in ready.policy.knowledge else name
        knowledge[name] = KnowledgeFacts(source=source, sha256=taxonomy.sha256, concepts=len(taxonomy))
    return knowledge, mapping


def judge_shape(ready: Ready, release: Table, privacy: Privacy, *, aligned: bool | None = None) -> Assessment:
    """What masking cost and what risk is left; ``privacy`` is what the bytes were found to promise."""
    if isinstance(ready, ReadyLog):
        return judge_log(ready.log, release, ready.policy, privacy, aligned=aligned)
    return judge_sets(ready.reader, ready.readers, ready.table, release, ready.policy, privacy, aligned=aligned)
