"""The recommended run for a criterion such as "at most 5 % risk": the one with the least loss that meets it."""

import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from semblant.errors import PolicyError
from semblant.release.runs import Run

_CRITERION = re.compile(r"\s*([a-z_ -]+?)\s*(<=|>=|≤|≥|<|>|==?)\s*([0-9]+(?:\.[0-9]+)?)\s*%?\s*")
_SAID = re.compile(r"\s*(at most|at least|less than|more than|exactly)\s+([0-9]+(?:\.[0-9]+)?)\s*%?\s*([a-z]+)\s*")
_LEAST = re.compile(r"\s*(?:the )?(?:least|lowest) (loss|risk)\s*")
SIGNS: dict[str, tuple[Callable[[float, float], bool], str]] = {
    "<=": (operator.le, "at most"), "≤": (operator.le, "at most"), "<": (operator.lt, "less than"),
    ">=": (operator.ge, "at least"), "≥": (operator.ge, "at least"), ">": (operator.gt, "more than"),
    "=": (operator.eq, "exactly"), "==": (operator.eq, "exactly"),
}  # fmt: skip


@dataclass(frozen=True)
class _Figure:
    """A figure that a criterion can bound: its name, its unit, and how to read it from a run."""

    words: str
    unit: str
    of: Callable[[Run], float | None]


FIGURES = {
    "risk": _Figure("semantic record linkage", " %", lambda run: run.semantic_record_linkage_percent),
    "linkage": _Figure("exact record linkage", " %", lambda run: run.record_linkage_percent),
    "prosecutor": _Figure("a highest re-identification risk", " %", lambda run: run.certainty_percent),
    "certainty": _Figure("a highest re-identification risk", " %", lambda run: run.certainty_percent),
    "loss": _Figure("information loss", " %", lambda run: run.loss_percent),
    "k": _Figure("k", "", lambda run: float(run.k)),
}


@dataclass(frozen=True)
class Bound:
    """One bound of a criterion."""

    figure: str
    sign: str
    value: float

    def kept_by(self, run: Run) -> bool:
        """Whether a run meets it."""
        value = FIGURES[self.figure].of(run)
        return value is not None and SIGNS[self.sign][0](value, self.value)

    def __str__(self) -> str:
        return f"{FIGURES[self.figure].words} of {SIGNS[self.sign][1]} {self.value:g}{FIGURES[self.figure].unit}"


@dataclass(frozen=True)
class Suggestion:
    """The recommended run, or none, and the reason."""

    run: Run | None
    why: str


@dataclass(frozen=True)
class Criterion:
    """The bounds that a run has to meet, and the figure to minimise among those that do."""

    bounds: tuple[Bound, ...]
    least: str | None = None

    def __str__(self) -> str:
        return " and ".join(map(str, self.bounds))


def read_criterion(text: str) -> Criterion:
    """Parse a criterion such as ``risk<=5, k>=3`` or ``at most 5 % risk, least loss``.

    Example:
        >>> str(read_criterion("risk<=5, k>=3")), read_criterion("at most 5 % risk, least loss").least
        ('semantic record linkage of at most 5 % and k of at least 3', 'loss')
    """
    bounds, least = [], None
    for part in re.split(r",|\band\b", text):
        if (goal := _LEAST.fullmatch(part.lower())) is not None:
            least = goal[1]
            continue
        bounds.append(_bound(part))
    return Criterion(tuple(bounds), least)


def _bound(part: str) -> Bound:
    if (found := _CRITERION.fullmatch(part.lower())) is not None and found[1] in FIGURES:
        return Bound(found[1], found[2], float(found[3]))
    if (found := _SAID.fullmatch(part.lower())) is not None and found[3] in FIGURES:
        sign = next(sign for sign, (_, words) in SIGNS.items() if words == found[1])
        return Bound(found[3], sign, float(found[2]))
    raise PolicyError(
        f"The criterion {part.strip()[:60]!r} cannot be read.",
        where="--suggest",
        hints=[
            'write it as "risk<=5, k>=3" or as "at most 5 % risk, least loss"',
            f"figures are: {', '.join(FIGURES)}",
        ],
    )


def choose(runs: Sequence[Run], criterion: Criterion) -> Suggestion:
    """Choose the run with the least loss that meets a criterion; where it bounds only the loss, the least risk.

    A criterion may name the figure to minimise. Ties go to the lower risk, then to the greater k.
    """
    judged = [r for r in runs if r.measured]
    asked = f" with {criterion}" if criterion.bounds else ""
    fulfilling = [r for r in judged if all(bound.kept_by(r) for bound in criterion.bounds)]
    bounded = {bound.figure for bound in criterion.bounds}
    by_risk = criterion.least == "risk" if criterion.least else bounded <= {"loss", "k"} and "loss" in bounded
    first, second = ("risk", "loss") if by_risk else ("loss", "risk")
    if not fulfilling:
        return Suggestion(None, _none(judged, criterion))
    best = min(fulfilling, key=lambda r: (_value(r, first), _value(r, second), -r.k))
    also = len(fulfilling)
    least = "least risk" if by_risk else "least loss"
    why = (
        f"Recommended run: {best.method} at k = {best.k:,}: {_told(best)}. "
        f"{'It is the only run' if also == 1 else f'Of the {also:,} runs'}{asked}"
        f"{'' if also == 1 else f', it has the {least}'}."
    )
    return Suggestion(best, why)


def _none(judged: Sequence[Run], criterion: Criterion) -> str:
    """The message for a criterion that no run meets: the run that comes nearest, and what to try."""
    if not judged:
        return "No run has figures to choose by."

    def short(run: Run) -> dict[str, float]:
        return {b.figure: abs(_value(run, b.figure) - b.value) for b in criterion.bounds if not b.kept_by(run)}

    nearest = min(judged, key=lambda r: (len(short(r)), sum(short(r).values()), _value(r, "risk"), _value(r, "loss")))
    ways = {"loss": "a smaller k", "k": "other k"}
    more = dict.fromkeys(ways.get(figure, "a greater k") for figure in short(nearest))
    return (
        f"No run has {criterion}. Nearest comes {nearest.method} at k = {nearest.k:,}: {_told(nearest)}. "
        f"Try {next(iter(more)) if len(more) == 1 else 'a weaker criterion'}, or other methods."
    )


def _value(run: Run, figure: str) -> float:
    value = FIGURES[figure].of(run)
    return float("inf") if value is None else value


def _told(run: Run) -> str:
    return f"{_value(run, 'loss'):.2f} % loss, {_value(run, 'risk'):.2f} % semantic record linkage"
