"""Which run to take for a wish such as "at most 5 % risk": the least costly of those that fulfil it, and why."""

import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from semblant.errors import PolicyError

_WISH = re.compile(r"\s*([a-z_ -]+?)\s*(<=|>=|≤|≥|<|>|==?)\s*([0-9]+(?:\.[0-9]+)?)\s*%?\s*")
_SIGNS: dict[str, tuple[Callable[[float, float], bool], str]] = {
    "<=": (operator.le, "at most"), "≤": (operator.le, "at most"), "<": (operator.lt, "less than"),
    ">=": (operator.ge, "at least"), "≥": (operator.ge, "at least"), ">": (operator.gt, "more than"),
    "=": (operator.eq, "exactly"), "==": (operator.eq, "exactly"),
}  # fmt: skip


class Measured(Protocol):
    """A run with its figures, so far as it has any."""

    @property
    def method(self) -> str: ...
    @property
    def k(self) -> int: ...
    @property
    def loss_percent(self) -> float | None: ...
    @property
    def record_linkage_percent(self) -> float | None: ...
    @property
    def semantic_record_linkage_percent(self) -> float | None: ...
    @property
    def prosecutor_max(self) -> float | None: ...


@dataclass(frozen=True)
class _Figure:
    """A figure one can wish for: what it is called, its unit, and how it is read off a run."""

    words: str
    unit: str
    of: Callable[[Measured], float | None]


def _certainty(run: Measured) -> float | None:
    return None if run.prosecutor_max is None else 100 * run.prosecutor_max


FIGURES = {
    "risk": _Figure("linkage by meaning", " %", lambda run: run.semantic_record_linkage_percent),
    "linkage": _Figure("linkage by equal values", " %", lambda run: run.record_linkage_percent),
    "certainty": _Figure("a highest risk of one person", " %", _certainty),
    "loss": _Figure("information loss", " %", lambda run: run.loss_percent),
    "k": _Figure("k", "", lambda run: float(run.k)),
}


@dataclass(frozen=True)
class Bound:
    """One part of a wish."""

    figure: str
    sign: str
    value: float

    def kept_by(self, run: Measured) -> bool:
        """Whether a run fulfils it."""
        value = FIGURES[self.figure].of(run)
        return value is not None and _SIGNS[self.sign][0](value, self.value)

    def __str__(self) -> str:
        return f"{FIGURES[self.figure].words} of {_SIGNS[self.sign][1]} {self.value:g}{FIGURES[self.figure].unit}"


@dataclass(frozen=True)
class Suggestion:
    """The run to take, or none, and why."""

    run: Measured | None
    why: str


def read_wish(text: str) -> tuple[Bound, ...]:
    """A wish as it is written, such as ``risk<=5`` or ``risk<=5, k>=3``.

    Example:
        >>> [str(bound) for bound in read_wish("risk<=5, k>=3")]
        ['linkage by meaning of at most 5 %', 'k of at least 3']
    """
    bounds = []
    for part in re.split(r",|\band\b", text):
        found = _WISH.fullmatch(part.lower())
        if found is None or found[1] not in FIGURES:
            raise PolicyError(
                f"The wish {part.strip()[:60]!r} cannot be read.",
                where="--suggest",
                hints=['write it as "risk<=5" or "risk<=5, k>=3"', f"figures are: {', '.join(FIGURES)}"],
            )
        bounds.append(Bound(found[1], found[2], float(found[3])))
    return tuple(bounds)


def choose(runs: Sequence[Measured], wish: Sequence[Bound]) -> Suggestion:
    """Take the run with the least loss of those that fulfil a wish; where it bounds only the loss, the least risk.

    Among equals the less risky, then the greater k is taken.
    """
    judged = [r for r in runs if r.loss_percent is not None and r.semantic_record_linkage_percent is not None]
    asked = " and ".join(map(str, wish))
    fulfilling = [r for r in judged if all(bound.kept_by(r) for bound in wish)]
    by_risk = {bound.figure for bound in wish} <= {"loss", "k"} and any(bound.figure == "loss" for bound in wish)
    first, second = ("risk", "loss") if by_risk else ("loss", "risk")
    if not fulfilling:
        return Suggestion(None, _none(judged, wish, asked))
    best = min(fulfilling, key=lambda r: (_value(r, first), _value(r, second), -r.k))
    also = len(fulfilling)
    least = "least risk" if by_risk else "least loss"
    why = (
        f"Take {best.method} at k = {best.k:,}: {_told(best)}. "
        f"{'It is the only run' if also == 1 else f'Of the {also:,} runs'} with {asked}"
        f"{'' if also == 1 else f', it has the {least}'}."
    )
    return Suggestion(best, why)


def _none(judged: Sequence[Measured], wish: Sequence[Bound], asked: str) -> str:
    if not judged:
        return "No run has figures to choose by."
    nearest = max(judged, key=lambda r: (sum(b.kept_by(r) for b in wish), -_value(r, "risk"), -_value(r, "loss")))
    return (
        f"No run has {asked}. Nearest comes {nearest.method} at k = {nearest.k:,}: {_told(nearest)}. "
        "Try a greater k, or other methods."
    )


def _value(run: Measured, figure: str) -> float:
    value = FIGURES[figure].of(run)
    return float("inf") if value is None else value


def _told(run: Measured) -> str:
    return f"{_value(run, 'loss'):.2f} % loss, {_value(run, 'risk'):.2f} % linked by meaning"
