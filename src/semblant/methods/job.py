"""One run of a method: its guide, its budget and its other inputs."""

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from semblant.catalogue import CATALOGUE, LOSS_MEASURE, Entry, shapes_of
from semblant.errors import PolicyError, UnreachableError
from semblant.hierarchy.choose import Ladders
from semblant.policy.model import Policy
from semblant.privacy.promises import Promise
from semblant.progress import Advance, ignore
from semblant.space.reading import Readers

if TYPE_CHECKING:
    from semblant.methods.tasks import Solve

ROUNDS = 200
"""The budget where none is given."""


# --- which method ----------------------------------------------------------------------------------


def entry_of(policy: Policy) -> Entry:
    """The catalogue's entry for the policy's method, or an error that lists the methods for this shape of data."""
    known = CATALOGUE[policy.shape]
    if policy.method not in known:
        unfit = "available for tables" if policy.shape == "table" else f"for shape: {policy.shape}"
        raise PolicyError(
            f"The method {policy.method!r} is not {unfit}. There are: {', '.join(known)}.",
            where="method",
            hints=[f"set shape: {shape}, if that is what the data are" for shape in shapes_of(policy.method)],
        )
    return known[policy.method]


def check_method(policy: Policy) -> Entry:
    """The entry of the policy's method, or an error where it cannot run: not accepted, or with invalid options."""
    entry = entry_of(policy)
    if policy.shape == "log" and policy.draw == "record":
        raise PolicyError(
            "All users of a group share one log, so its words are drawn once.",
            where="draw",
            hints=["leave draw out, or set draw: group"],
        )
    if not entry.k_anonymous and "not-k-anonymous" not in policy.accept:
        other = "" if entry.promise == "none" else " but a guarantee of its own"
        raise PolicyError(
            f"The method {entry.name!r} does not give k-anonymity{other}.",
            where="method",
            hints=["set accept: not-k-anonymous, to use it all the same", "choose method: auto"],
        )
    if policy.promises == "blind" and not entry.groups_records:
        raise PolicyError(
            f"The method {entry.name!r} for shape: {policy.shape} makes no groups of records that could be merged "
            "without a look at sensitive values.",
            where="promises",
            hints=["choose a method for tables that groups records, such as method: auto", "leave promises out"],
        )
    if policy.min_term_count == 1 and policy.rare == "hide" and "min_term_count" in entry.options:
        raise PolicyError(
            "With min_term_count: 1, what a single person has is published, which rare: hide rules out.",
            where="min_term_count",
            hints=["set rare: publish, to publish it all the same", "leave min_term_count out, or raise it"],
        )
    # where 2 exp((K - 1) / b) is at most 1, the ε of Korolova et al. is infinite
    if entry.name == "log-korolova" and (policy.K - 1) / policy.b <= -math.log(2):
        raise PolicyError(
            f"With K = {policy.K:g} and b = {policy.b:g} nothing is promised: a query that nobody else asked passes "
            "nearly always, and epsilon is infinite.",
            where="K",
            hints=["raise K to 1 or more"],
        )
    return entry


def refuse_few(number: int, k: int, one: str = "record") -> None:
    """Raise an error where there are fewer records or users than one group needs."""
    if number < k:
        raise UnreachableError(
            f"{number:,} {one}{'s' if number != 1 else ''} cannot be made {k}-anonymous: fewer than k = {k}.",
            hints=["publish a coarser table instead", "choose a smaller k, if that is enough for your purpose"],
        )


# --- what guides it --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Guide:
    """The measure, centroid, weighting, combination and tie order of a run: from the policy, else the method's own."""

    measure: str
    centroid: str
    weighting: str
    combine: str
    ties: str


def guide_of(policy: Policy) -> Guide:
    """What guides the policy's method.

    A non-semantic run takes the mode as its centroid, and equals in random order: the canonical order has meaning.

    Example:
        >>> guide_of(Policy(method="sa-mdav", measure="equality"))
        Guide(measure='equality', centroid='mode', weighting='frequency', combine='mean', ties='random')
    """
    entry = entry_of(policy)
    measure = policy.measure or (policy.loss_measure if entry.measure == LOSS_MEASURE else entry.measure)
    centroid = policy.centroid or ("mode" if measure == "equality" else entry.centroid)
    ties = policy.ties or ("random" if "equality" in (measure, entry.measure) else "canonical")
    if "ties" not in entry.options:
        ties = "canonical"
    return Guide(measure, centroid, policy.weighting or entry.weighting, policy.combine or entry.combine, ties)


# --- how long it may take --------------------------------------------------------------------------


@dataclass(frozen=True)
class Budget:
    """The budget for improving groups: in rounds, which are reproducible, or in seconds."""

    rounds: int = ROUNDS
    seconds: float | None = None

    @classmethod
    def of(cls, policy: Policy) -> "Budget":
        """The budget that the policy sets."""
        given = policy.budget
        return cls(given) if isinstance(given, int) else cls(seconds=float(given.rstrip("s")))

    def between(self, begin: float, end: float) -> "Budget":
        """The part of the budget between two shares of it; of a few rounds, the last part gets the most.

        Example:
            >>> [Budget(9).between(begin, end).rounds for begin, end in ((0.0, 0.4), (0.4, 0.8), (0.8, 1.0))]
            [3, 4, 2]
            >>> [Budget(1).between(begin, end).rounds for begin, end in ((0.0, 0.5), (0.5, 1.0))]
            [0, 1]
        """
        if self.seconds is not None:
            return Budget(seconds=self.seconds * (end - begin))
        return Budget(int(self.rounds * end) - int(self.rounds * begin))

    def of_part(self, share: float) -> "Budget":
        """The budget of a part of a table: all the rounds, which are shorter there, but only its share of seconds."""
        return self if self.seconds is None else Budget(seconds=self.seconds * share)

    def steps(self) -> Iterator[tuple[float, float]]:
        """Iterate until the budget is used up: the share that is used, and the estimated total of rounds.

        The last round counts as the end, so that even a small budget ends with improvements only.

        Example:
            >>> list(Budget(4).steps())
            [(0.0, 4), (0.25, 4), (0.5, 4), (1.0, 4)]
        """
        if self.seconds is None:
            for r in range(self.rounds):
                yield (r / self.rounds if r < self.rounds - 1 else 1.0), self.rounds
            return
        began, r = time.monotonic(), 0
        while (passed := time.monotonic() - began) < self.seconds:
            yield passed / self.seconds, max(1.0, r * self.seconds / passed if passed else 0.0)
            r += 1


def refines(policy: Policy) -> bool:
    """Whether groups are improved once they are made: always by `auto`, by any other method where the policy asks."""
    return policy.refine is True or (policy.refine == "auto" and policy.method == "auto")


def refinement_of(policy: Policy) -> Budget | None:
    """How long groups of sets or users are improved after the method; None: as published."""
    return None if policy.budget == 0 or not refines(policy) else Budget.of(policy)


# --- the run ---------------------------------------------------------------------------------------


BLOCKS_FROM, BLOCKS_TO = 100_000, 500_000
"""From so many distinct records on, `blocks: auto` masks three quarters of them at a time, and at most so many: the
measured loss is less than 1 % above that of the whole, the time on two cores shorter; figures in bench/RESULTS.md."""


def block_size(policy: Policy, distinct: int) -> int | None:
    """How many of so many distinct records are masked at a time, at most; None: all.

    `auto` decides for itself; a published method works in blocks only where the policy says so.

    Example:
        >>> [block_size(Policy(blocks=blocks), 100_000) for blocks in ("auto", "none", 7_000)]
        [75000, None, 7000]
        >>> [block_size(Policy(), distinct) for distinct in (1_000, 1_000_000)]
        [None, 500000]
    """
    if isinstance(policy.blocks, int):
        return policy.blocks
    automatic = policy.blocks == "auto" and policy.shape == "table" and policy.method == "auto"
    return part_of(distinct) if automatic and distinct >= BLOCKS_FROM else None


def part_of(distinct: int) -> int:
    """How many of so many distinct records `blocks: auto` masks at a time, at most."""
    return min(distinct * 3 // 4, BLOCKS_TO)


class Share(NamedTuple):
    """The place of a block in its table: effort is shared out by tuples, so that blocks get no more of it."""

    tuples: int  # of the whole table
    begin: float = 0.0  # the share of the table's budget that earlier passes over it have used up
    end: float = 1.0  # and the one at the end of this pass


@dataclass(frozen=True)
class Job:
    """One run of a method: what is asked for, its random numbers, and its progress callback.

    The last six are for tables: what the columns mean, for centroids that look at meanings again; the hierarchies of
    a method that generalises, fitted to the columns; the promises, which such a method keeps itself; how many
    levels `promises: blind` goes up; for a block of a table, which share of it the block is; and what does the work on
    blocks, where threads of this process do not.
    """

    policy: Policy
    guide: Guide
    budget: Budget
    rng: np.random.Generator
    advance: Advance = ignore
    readers: Readers | None = None
    ladders: Ladders = ()
    promises: Sequence[Promise] = ()
    above: int | None = None
    share: Share | None = None
    solve: "Solve | None" = None

    @classmethod
    def of(cls, policy: Policy, rng: np.random.Generator | None = None, advance: Advance = ignore) -> "Job":
        """The run that a policy asks for."""
        rng = np.random.default_rng(policy.seed) if rng is None else rng
        return cls(policy, guide_of(policy), Budget.of(policy), rng, advance)

    @property
    def k(self) -> int:
        """The least size of an equivalence class."""
        return self.policy.k

    @property
    def semantic(self) -> bool:
        """Whether meanings guide the run."""
        return self.guide.measure != "equality"

    @property
    def weighted(self) -> bool:
        """Whether records are compared by frequency too."""
        return self.guide.weighting == "frequency"

    @property
    def random_ties(self) -> bool:
        """Whether equals are taken in random order."""
        return self.guide.ties == "random"

    def block_size(self, distinct: int) -> int | None:
        """How many of so many distinct records are masked at a time, at most; None: all."""
        return block_size(self.policy, distinct)

    @property
    def search_rng(self) -> np.random.Generator | None:
        """Random numbers for improving groups where the policy has a seed; None: a fixed seed."""
        return self.rng if self.policy.seed is not None else None
