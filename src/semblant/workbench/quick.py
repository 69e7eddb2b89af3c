"""Quick runs: what a policy would cost and leave, at several k, with little effort; a release takes all of it."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from semblant.catalogue import CATALOGUE
from semblant.policy.model import Policy
from semblant.release.runs import Run, measure

BUDGET = 5
"""Refinement rounds of a quick run; a release has 200 unless its policy says otherwise."""


def quickly(policy: Policy, k: int | None = None) -> Policy:
    """The same policy with a small budget.

    Example:
        >>> quickly(Policy(k=5), 12).k, quickly(Policy()).budget
        (12, 5)
    """
    refines = CATALOGUE[policy.shape][policy.method].name == "auto"
    return policy.model_copy(update={"k": k or policy.k} | ({"budget": BUDGET} if refines else {}))


def ladder(records: int, *, most: int = 50) -> list[int]:
    """The k of a risk–utility curve for a table.

    Example:
        >>> ladder(1000), ladder(20)
        ([2, 3, 5, 8, 12, 20, 30, 50], [2, 3, 5])
    """
    return [k for k in (2, 3, 5, 8, 12, 20, 30, 50) if k <= most and 4 * k <= records]


def curve(source: Path, policy: Policy, base: Path, ks: Sequence[int]) -> Iterator[Run]:
    """Measure quick runs at several k, one after the other."""
    for k in ks:
        yield measure(source, quickly(policy, k), base)
