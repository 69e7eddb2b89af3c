"""What guides the masking of sets and of logs alike: which methods there are, by what measure, and for how long."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from semblant.data.table import Table
from semblant.errors import PolicyError, UnreachableError
from semblant.methods.registry import PAPERS, budget_of, refines
from semblant.methods.sets.microaggregation import Patience
from semblant.policy.model import Policy
from semblant.proof.shapes import OTHER_PROMISES, differential
from semblant.space.bags import Bags
from semblant.space.distances import Blocks, by_meaning
from semblant.space.understanding import Understanding

NOT_K_ANONYMOUS = tuple(OTHER_PROMISES)
"""Methods with another guarantee than k-anonymity; they run only where the policy accepts that."""


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


def measure_of(policy: Policy) -> str:
    """What guides a run: the policy's measure; `auto` is guided by what it is judged by."""
    return policy.measure or (policy.loss_measure if policy.method == "auto" else "logsc")


def blocks_of(understanding: Understanding, bags: Bags, measure: str) -> Blocks | None:
    """The distances among all items or phrases, in parts; None where only equal ones are alike."""
    if measure == "equality":
        return None
    return by_meaning(bags.points, understanding.taxonomy, measure, understanding.options)


def patience_of(policy: Policy) -> Patience | None:
    """How long groups are improved after the method; None: as published."""
    if policy.budget == 0 or not refines(policy):
        return None
    return Patience(**budget_of(policy))


def size_of(policy: Policy) -> int | None:
    """How many records are masked at a time; None: all."""
    return None if policy.blocks == "none" else policy.blocks


def refuse_few(number: int, k: int, what: str) -> None:
    """Stop where there are fewer records or users than one group needs."""
    if number < k:
        raise UnreachableError(
            f"{number:,} {what} cannot be made {k}-anonymous: fewer than k = {k}.",
            hints=["choose a smaller k, if that is enough for your purpose"],
        )
