"""A search log, one row per query: read by user, masked, and written as a log again."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Self

import numpy as np
import polars as pl

from semblant.arrays import Ints, numbered
from semblant.assessment.assessment import Assessment, Questions
from semblant.assessment.logs import assess_log
from semblant.assessment.rising import in_order_of_original
from semblant.data.link import Link
from semblant.data.table import Table
from semblant.engine.engine import LOCAL, Engine
from semblant.errors import UnreachableError
from semblant.evidence import Deviation, PlanFacts, Privacy
from semblant.methods.job import Job, check_method, guide_of, refinement_of, refuse_few
from semblant.methods.logs.grouplog import LogParts
from semblant.methods.logs.korolova import korolova
from semblant.methods.mask import mask_log
from semblant.methods.masking import LogMasking
from semblant.policy.model import Policy
from semblant.progress import Advance, Steps, ignore
from semblant.proof.logdeviations import log_deviations
from semblant.proof.logs import count_column, privacy_of_log, refuse_delta, verify_log
from semblant.runkey import RunKey
from semblant.shapes.shape import NO_QUESTIONS, Facts, Masked, named_facts
from semblant.space.bags import NOTHING
from semblant.space.reading import Library
from semblant.space.searchlog import SearchLog, read_log
from semblant.space.sets import SetSpace, item_distances
from semblant.space.times import coarsened, moments
from semblant.space.understanding import Understanding


@dataclass(frozen=True, eq=False)
class LogShape:
    """A search log, read and mapped; its people are its users."""

    table: Table
    policy: Policy
    library: Library
    log: SearchLog
    space: SetSpace
    treated: Mapping[str, int] = field(default_factory=dict)
    engine: Engine = LOCAL

    @classmethod
    def read(cls, table: Table, policy: Policy, library: Library, steps: Steps | None = None) -> Self:
        """Read a search log by user."""
        with (steps or Steps()).step("meaning"):
            check_method(policy)
            log = read_log(table, policy, library)
            measure = "equality" if policy.method == "log-navarro" else guide_of(policy).measure
            bags = log.literal() if measure == "equality" else log.bags()
            space = SetSpace(bags, item_distances(log.understanding, bags, measure), "minsum", counted=True)
        return cls(table, policy, library, log, space)

    @property
    def decisions(self) -> tuple[str, ...]:
        """Decisions made automatically because the policy left them open."""
        name, sources = self.log.name, " + ".join(self.understanding.sources)
        told, said = self.policy.attributes.get(name), [*self.table.origin.notes]
        if told is None or told.knowledge is None:
            said.append(f"{name} is read by {sources}")
        if told is None or "unknown" not in told.model_fields_set:
            said.append(f"phrases of {name} that {sources} does not know are left out")
        return tuple(said)

    @property
    def understanding(self) -> Understanding:
        """What the phrases mean."""
        return self.log.understanding

    @cached_property
    def silent(self) -> frozenset[str]:
        """The users of whom nothing can be published: what they searched for is unknown, or too few others did."""
        bags = self.log.literal() if self.policy.method == "log-erola" else self.space.bags
        instead = self.log.stand_ins(bags, self.policy.least_term_holders)
        shown = np.array([p != NOTHING and text != "" for p, text in zip(bags.points, instead, strict=True)], bool)
        told = np.bincount(bags.owners[shown[bags.codes]], minlength=len(self.log.users)) > 0
        return frozenset(user for user, there in zip(self.log.users, told.tolist(), strict=True) if not there)

    @property
    def sizes(self) -> Ints:
        """How many users share each distinct log."""
        return np.bincount(self.space.distinct)

    @property
    def measure(self) -> str:
        """The measure that guides the method."""
        return guide_of(self.policy).measure

    @property
    def drivers(self) -> None:
        """Only tables have columns that can be left out one by one."""
        return None

    def facts(self) -> Facts:
        """What the evidence says about the log."""
        mapping = {self.log.name: self.log.mapped_texts.coverage()}
        return Facts(len(self.sizes), named_facts(self.understanding.sources, self.policy, self.library), mapping)

    # --- masking -------------------------------------------------------------------------------------

    def dealt(self, key: RunKey) -> Self:
        """The same log with its users in an order that the run key makes."""
        users = np.argsort(turns := key.turns("deal", self.log.users))
        log = replace(
            self.log,
            users=tuple(self.log.users[user] for user in users.tolist()),
            user_of_row=turns[self.log.user_of_row],
        )
        return replace(self, log=log, space=replace(self.space, bags=self.space.bags.take(users)))

    def mask(self, rng: np.random.Generator, advance: Advance = ignore, *, linkable: bool = False) -> Masked:
        """Mask by the policy's method and write it as a log again: user, text and perhaps time."""
        if self.policy.method == "log-korolova":
            refuse_delta(self.policy, len(self.log.users))
            return self._without_users(rng) if not linkable else self._kept_queries(rng)
        masked = self.masking(rng, advance)
        users = self._users(masked, rng.permutation(len(self.log.users)))
        table = self.written(masked, users)
        _refuse_nothing(table.records)
        numbers = table.column(self.log.columns.user)
        of_number = users[np.array([int(number) - 1 for number in numbers.values], np.int64)]
        link = {number: self.log.users[user] for number, user in zip(numbers.values, of_number.tolist(), strict=True)}
        return Masked(table, masked.groups[of_number][numbers.codes], self._plan(masked.groups), link)

    def _without_users(self, rng: np.random.Generator) -> Masked:
        """A list of queries with noisy counts, without users."""
        text = self.log.columns.text
        refuse_few(len(self.log.users), self.policy.k, "user")
        counts = korolova(self.log, Job.of(self.policy, rng))
        _refuse_nothing(len(counts))
        listed = {text: list(counts), count_column(text): [str(c) for c in counts.values()]}
        everybody = np.zeros(len(self.log.users), np.int64)
        return Masked(self._table(listed), np.zeros(len(counts), np.int64), self._plan(everybody), None)

    def _kept_queries(self, rng: np.random.Generator) -> Masked:
        """What Korolova's list keeps of each user's own queries, as a log: for comparison only, never published."""
        masked = self.masking(rng)
        table = self.written(masked)
        privacy = privacy_of_log(table, self.policy)
        return Masked(table, np.zeros(table.records, np.int64), self._plan(masked.groups), None, privacy=privacy)

    def _plan(self, groups: Ints) -> PlanFacts:
        policy = self.policy
        size = policy.blocks if isinstance(policy.blocks, int) else self.space.records
        return PlanFacts(
            method=policy.method,
            measure=self.measure,
            centroid="medoid",
            weighting="frequency",
            combine="mean",
            ties=guide_of(policy).ties,
            refined=refinement_of(policy) is not None,
            groups=int(groups.max(initial=-1)) + 1,
            blocks=-(-self.space.records // max(size, 1)),
            block_size=policy.blocks if isinstance(policy.blocks, int) else None,
            decisions=self.decisions,
        )

    def masking(self, rng: np.random.Generator, advance: Advance = ignore) -> LogMasking:
        """The group of every user, and the log of every group."""
        job = replace(Job.of(self.policy, rng, advance), solve=self.engine.solve)
        return mask_log(LogParts.of(self.log, self.space, self.policy), job)

    def written(self, masked: LogMasking, users: Ints | None = None) -> Table:
        """The masked log, user by user in this order, the first called 1; absent: as they first appear."""
        users = self._by_appearance() if users is None else users
        rows, user = self._rows(masked), self.log.columns.user
        lines = [(str(i), *row) for i, u in enumerate(users.tolist(), 1) for row in rows[int(masked.groups[u])]]
        columns = {name: [line[i] for line in lines] for i, name in enumerate([user, *self._kept()])}
        return self._table({name: columns[name] for name in self.table.names if name in columns})

    def _users(self, masked: LogMasking, turns: Ints) -> Ints:
        """The users in the order in which they are numbered.

        Sorted, they come by their whole log, and by a random turn where they share it; then, and where they are
        shuffled, only those of whom something is left are numbered.
        """
        if self.policy.order == "keep":
            return self._by_appearance()
        rows = self._rows(masked)
        place = {log: i for i, log in enumerate(sorted({tuple(log) for log in rows}))}
        rank = np.array([place[tuple(log)] for log in rows], np.int64)[masked.groups]
        left = np.array([len(log) for log in rows], np.int64)[masked.groups]
        users = np.lexsort([turns, rank] if self.policy.order == "sorted" else [turns])
        return np.array([user for user in users.tolist() if left[user]], np.int64)

    def _by_appearance(self) -> Ints:
        return numbered(self.log.user_of_row)[1]

    def _kept(self) -> list[str]:
        """The columns of a released log but that of the user, in their order."""
        kept = {self.log.columns.text, self.log.columns.time if self.policy.times != "drop" else None}
        return [name for name in self.table.names if name in kept]

    def _rows(self, masked: LogMasking) -> list[list[tuple[str, ...]]]:
        """The rows of every group's log: by content where the policy sorts them, else by time."""
        policy, time, kept = self.policy, self.log.columns.time, self._kept()
        told, when = [""] * self.table.records, np.zeros(self.table.records)
        if time is not None and time in kept:
            texts, codes = self._times(time), self.table.column(time).codes
            told = [texts[c] for c in codes.tolist()]
            when = np.nan_to_num(moments(texts), nan=np.inf)[codes]
        told, when = [*told, ""], np.append(when, -np.inf)  # row -1: a query without a time
        logs = []
        for entries in masked.logs:
            in_time = sorted((when[row], told[row], text) for text, row in entries)
            rows = [tuple(moment if name == time else text for name in kept) for _, moment, text in in_time]
            logs.append(sorted(rows) if policy.order == "sorted" else rows)
        return logs

    def _times(self, name: str) -> list[str]:
        """The distinct times as they are released."""
        values = self.table.column(name).values
        return coarsened(values, f"log.time: {name}") if self.policy.times == "day" else list(values)

    def _table(self, columns: dict[str, list[str]]) -> Table:
        """A table without any cell of the original."""
        frame = pl.DataFrame(columns, schema=dict.fromkeys(columns, pl.String))
        return Table(frame, self.table.origin, rows=np.zeros(frame.height, np.int64), replaced=frozenset(columns))

    # --- after masking -------------------------------------------------------------------------------

    def verify(self, written: Path, link: Link | None = None) -> Privacy:  # noqa: ARG002
        """Read the written bytes back and refuse them unless they keep the method's promise."""
        return verify_log(self.table, written, self.policy, self.silent)

    def deviations(self, release: Table, link: Link | None = None) -> list[Deviation]:
        """Where a release is not what the policy says, apart from its promises."""
        times = None if self.log.columns.time is None else {*self._times(self.log.columns.time)}
        return log_deviations(self.table, release, self.policy, link, times=times, silent=self.silent)

    def assess(
        self,
        release: Table,
        privacy: Privacy | None = None,
        *,
        link: Link | None = None,
        aligned: bool | None = None,
        combine: str | None = None,  # noqa: ARG002
        questions: Questions = NO_QUESTIONS,
    ) -> Assessment:
        """Assess information loss and remaining risk."""
        questions.refuse("log")
        privacy = privacy or privacy_of_log(release, self.policy, self.table, self.silent)
        found = assess_log(self.log, release, self.policy, privacy, link=link, aligned=aligned)
        named = self.log.columns.user in release.names
        return found.in_order(named and in_order_of_original(release, self.policy, link))


def _refuse_nothing(rows: int) -> None:
    if not rows:
        raise UnreachableError(
            "No query is left to publish.",
            hints=[
                "set attributes.<text column>.unknown: nominal, if the knowledge does not know the words of this log",
                "log-korolova: raise d, or lower K and b as far as δ allows; log-poblete: lower kp",
                "choose method: auto",
            ],
        )
