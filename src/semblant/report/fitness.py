"""Whom a release fits, in one sentence: by its k, its highest risk and the advice for each purpose."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from semblant.policy.advice import ADVICE, AUDIENCE, enough_for
from semblant.report.plurals import counted
from semblant.report.wording import listed
from semblant.report.yardsticks import two_digits

if TYPE_CHECKING:
    from semblant.evidence import CheckResult
    from semblant.policy.model import Purpose

_ANONYMOUS = ("k-anonymity", "k-anonymity of meanings")


def fitness(
    k: int,
    highest: float | None,
    checks: "Sequence[CheckResult]" = (),
    *,
    purpose: "Purpose | None" = None,
    promise: str = "k-anonymity",
) -> str:
    """Whom a release fits; empty where k is not what it promises, so that the advice for k says nothing.

    ``highest`` is the highest re-identification risk, from 0 to 1. The advice is about k alone, so what is amber is
    still to be read, and nothing fits anybody while a check is red.

    Example:
        >>> fitness(3, None)
        'By its k = 3 it fits internal use; for researchers under contract, k = 5; for open data, k = 12 is advised.'
        >>> fitness(5, 0.2, purpose="open")
        'By its k = 5 (highest risk 20 %) it does not fit open data, its purpose: k = 12 is advised.'
    """
    if promise not in _ANONYMOUS:
        return ""
    lights = [one.status for one in checks]
    if "red" in lights:
        return f"It fits nobody yet: {counted(lights.count('red'), 'check is', 'checks are')} red."
    by = f"By its k = {k:,}" + ("" if highest is None else f" (highest risk {two_digits(100 * highest)})")
    fits = k >= (min(ADVICE.values()) if purpose is None else ADVICE[purpose])
    return " ".join([f"{by} it {_for_whom(k, purpose)}.", *(_first(lights.count("amber")) if fits else ())])


def _for_whom(k: int, purpose: "Purpose | None") -> str:
    if purpose is not None:
        whom = f"{AUDIENCE[purpose]}, its purpose"
        least = f"k = {ADVICE[purpose]} is advised"
        return f"fits {whom} ({least})" if k >= ADVICE[purpose] else f"does not fit {whom}: {least}"
    fit, short = enough_for(k), [one for one in ADVICE if k < ADVICE[one]]
    advised = "; ".join(f"for {AUDIENCE[one]}, k = {ADVICE[one]}" for one in reversed(short))
    if not fit:
        return f"fits no usual purpose: {advised} is advised"
    whom = f"fits {listed([AUDIENCE[one] for one in fit])}"
    return f"{whom}; {advised} is advised" if short else whom


def _first(amber: int) -> list[str]:
    """What is still to be read, because k alone does not tell it."""
    return [f"Read the {counted(amber, 'amber check') if amber > 1 else 'amber check'} first."] if amber else []
