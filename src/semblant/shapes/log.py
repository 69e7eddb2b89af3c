"""A search log, one row per query: read by user, masked, and written as a log again."""

from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
import polars as pl

from semblant.arrays import Ints
from semblant.assessment.assessment import Assessment, Questions
from semblant.assessment.logs import assess_log
from semblant.data.table import Table
from semblant.errors import UnreachableError
from semblant.evidence import PlanFacts, Privacy
from semblant.methods.job import Job, check_method, guide_of, refinement_of, refuse_few
from semblant.methods.logs.grouplog import LogParts
from semblant.methods.logs.korolova import korolova
from semblant.methods.mask import mask_log
from semblant.methods.masking import LogMasking
from semblant.policy.model import Policy
from semblant.progress import Advance, Steps, ignore
from semblant.proof.logs import count_column, privacy_of_log, verify_log
from semblant.shapes.shape import NO_QUESTIONS, Facts, Masked, named_facts
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

    @property
    def sizes(self) -> Ints:
        """How many users share each distinct log."""
        return np.bincount(self.space.distinct)

    @property
    def measure(self) -> str:
        """The measure that guides the method."""
        return guide_of(self.policy).measure

    def facts(self) -> Facts:
        """What the evidence says about the log."""
        mapping = {self.log.name: self.log.mapped_texts.coverage(self.understanding.rules.unknown)}
        return Facts(len(self.sizes), named_facts(self.understanding.sources, self.policy, self.library), mapping)

    # --- masking -------------------------------------------------------------------------------------

    def mask(self, rng: np.random.Generator, advance: Advance = ignore, *, linkable: bool = False) -> Masked:
        """Mask by the policy's method and write it as a log again: user, text and perhaps time."""
        if self.policy.method == "log-korolova":
            return self._without_users(rng) if not linkable else self._kept_queries(rng)
        masked = self.masking(rng, advance)
        number = self._numbers(rng)
        table = self.written(masked, number)
        _refuse_nothing(table.records)
        shuffled = self.policy.order == "shuffle"
        in_order = self.written(masked) if shuffled else None
        lengths = np.array([len(entries) for entries in masked.logs], np.int64)[masked.groups]
        users = np.argsort(number, kind="stable")
        rows = np.repeat(users, lengths[users])
        return Masked(table, masked.groups[rows], self._plan(masked.groups), in_order)

    def _without_users(self, rng: np.random.Generator) -> Masked:
        """A list of queries with noisy counts, without users."""
        text = self.log.columns.text
        refuse_few(len(self.log.users), self.policy.k, "user")
        counts = korolova(self.log, Job.of(self.policy, rng))
        _refuse_nothing(len(counts))
        listed = {text: list(counts), count_column(text): [str(c) for c in counts.values()]}
        everybody = np.zeros(len(self.log.users), np.int64)
        return Masked(self._table(listed), np.zeros(len(counts), np.int64), self._plan(everybody))

    def _kept_queries(self, rng: np.random.Generator) -> Masked:
        """What Korolova's list keeps of each user's own queries, as a log: for comparison only, never published."""
        masked = self.masking(rng)
        table = self.written(masked, self._numbers(rng))
        privacy = privacy_of_log(table, self.policy)
        return Masked(table, np.zeros(table.records, np.int64), self._plan(masked.groups), privacy=privacy)

    def _plan(self, groups: Ints) -> PlanFacts:
        policy = self.policy
        size = policy.blocks if isinstance(policy.blocks, int) else self.space.records
        return PlanFacts(
            method=policy.method,
            measure=self.measure,
            centroid="medoid",
            weighting="frequency",
            combine="mean",
            refined=refinement_of(policy) is not None,
            groups=int(groups.max(initial=-1)) + 1,
            blocks=-(-self.space.records // max(size, 1)),
            decisions=self.decisions,
        )

    def masking(self, rng: np.random.Generator, advance: Advance = ignore) -> LogMasking:
        """The group of every user, and the log of every group."""
        return mask_log(LogParts.of(self.log, self.space, self.policy), Job.of(self.policy, rng, advance))

    def _numbers(self, rng: np.random.Generator) -> Ints:
        """The number of every user: as they first appear, or random where rows are shuffled."""
        users = np.arange(len(self.log.users))
        return rng.permutation(users) if self.policy.order == "shuffle" else users

    def written(self, masked: LogMasking, number: Ints | None = None) -> Table:
        """The masked log, user by user in the order of their numbers; the first is called 1.

        Without numbers, users are numbered as they first appear.
        """
        number = np.arange(len(self.log.users)) if number is None else number
        policy, log = self.policy, self.log
        time = log.columns.time if policy.times != "drop" else None
        told, when = [""] * self.table.records, np.zeros(self.table.records)
        if time is not None:
            column = self.table.column(time)
            texts = coarsened(column.values, f"log.time: {time}") if policy.times == "day" else list(column.values)
            told = [texts[c] for c in column.codes.tolist()]
            when = np.nan_to_num(moments(texts), nan=np.inf)[column.codes]
        told, when = [*told, ""], np.append(when, -np.inf)  # row -1: a query without a time
        logs = [sorted((when[row], told[row], text) for text, row in entries) for entries in masked.logs]
        rows = [
            (str(number[user] + 1), text, moment)
            for user in np.argsort(number, kind="stable").tolist()
            for _, moment, text in logs[int(masked.groups[user])]
        ]
        names = [log.columns.user, log.columns.text, *([time] if time is not None else [])]
        columns = {name: [row[i] for row in rows] for i, name in enumerate(names)}
        order = [name for name in self.table.names if name in columns]
        return self._table({name: columns[name] for name in order})

    def _table(self, columns: dict[str, list[str]]) -> Table:
        """A table without any cell of the original."""
        frame = pl.DataFrame(columns, schema=dict.fromkeys(columns, pl.String))
        return Table(frame, self.table.origin, rows=np.zeros(frame.height, np.int64), replaced=frozenset(columns))

    # --- after masking -------------------------------------------------------------------------------

    def verify(self, written: Path) -> Privacy:
        """Read the written bytes back and refuse them unless they keep the method's promise."""
        return verify_log(self.table, written, self.policy)

    def assess(
        self,
        release: Table,
        privacy: Privacy | None = None,
        *,
        aligned: bool | None = None,
        combine: str | None = None,  # noqa: ARG002
        questions: Questions = NO_QUESTIONS,
    ) -> Assessment:
        """Assess information loss and remaining risk."""
        questions.refuse("log")
        privacy = privacy or privacy_of_log(release, self.policy, self.table)
        return assess_log(self.log, release, self.policy, privacy, aligned=aligned)


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
