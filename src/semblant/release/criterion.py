"""The recommended run for a criterion such as "at most 5 % risk": the one with the least loss that meets it."""

import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from semblant.errors import PolicyError
from semblant.evidence import TaskScore
from semblant.policy.model import AnalysisTask, Policy
from semblant.release.runs import Run

_NUMBER = r"([0-9]+(?:\.[0-9]+)?)\s*%?"
_SIGN = r"(<=|>=|≤|≥|<|>|==?)"
_CRITERION = re.compile(rf"\s*([a-z_ -]+?)\s*{_SIGN}\s*{_NUMBER}\s*")
_SAID = re.compile(rf"\s*(at most|at least|less than|more than|exactly)\s+{_NUMBER}\s*([a-z]+)\s*")
_LEAST = re.compile(r"\s*(?:the )?(?:least|lowest) (loss|risk|queries|pmse)\s*")
_MODEL = r"loss of\s+([^~]+?)\s*~\s*([^~]+?)"
_LEAST_OF_MODEL = re.compile(rf"\s*(?:the )?(?:least|lowest) {_MODEL}\s*", re.IGNORECASE)
_OF_MODEL = re.compile(rf"\s*{_MODEL}\s*{_SIGN}\s*{_NUMBER}\s*", re.IGNORECASE)
_QUOTED = re.compile(r"\"([^\"]+)\"|'([^']+)'|`([^`]+)`")
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
    "queries": _Figure("a median error of counts", " %", lambda run: run.query_error_percent),
    "pmse": _Figure("pMSE", "", lambda run: run.propensity_error),
    "k": _Figure("k", "", lambda run: float(run.k)),
}


@dataclass(frozen=True)
class Model:
    """A model of one column by others, whose loss a criterion bounds or minimises."""

    target: str
    by: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.target} ~ {' + '.join(self.by)}"

    def score(self, run: Run) -> TaskScore | None:
        """The scores of this model in a run."""
        return next((t for t in run.tasks if t.target == self.target and set(t.by) == set(self.by)), None)

    def loss(self, run: Run) -> float | None:
        """How much worse a model of the release predicts than one of the original, in points of R² or accuracy."""
        found = self.score(run)
        if found is None or found.before is None or found.after is None:
            return None
        return 100 * (found.before - found.after)


Goal = str | Model
"""A figure by its name, or what a model loses."""


def _figure(goal: Goal) -> _Figure:
    return FIGURES[goal] if isinstance(goal, str) else _Figure(f"a loss of {goal}", " points", goal.loss)


@dataclass(frozen=True)
class Bound:
    """One bound of a criterion."""

    figure: Goal
    sign: str
    value: float

    def kept_by(self, run: Run) -> bool:
        """Whether a run meets it."""
        value = _figure(self.figure).of(run)
        return value is not None and SIGNS[self.sign][0](value, self.value)

    def __str__(self) -> str:
        figure = _figure(self.figure)
        return f"{figure.words} of {SIGNS[self.sign][1]} {self.value:g}{figure.unit}"


@dataclass(frozen=True)
class Suggestion:
    """The recommended run, or none, and the reason."""

    run: Run | None
    why: str


@dataclass(frozen=True)
class Criterion:
    """The bounds that a run has to meet, and the figure to minimise among those that do."""

    bounds: tuple[Bound, ...]
    least: Goal | None = None

    @property
    def models(self) -> tuple[Model, ...]:
        """The models that it names, which have to be made to judge by it."""
        named = [*(bound.figure for bound in self.bounds), self.least]
        return tuple(dict.fromkeys(one for one in named if isinstance(one, Model)))

    def __str__(self) -> str:
        return " and ".join(map(str, self.bounds))


def read_criterion(text: str) -> Criterion:
    """Parse a criterion such as ``risk<=5, k>=3`` or ``least loss of income ~ job + age with risk <= 5``.

    Names of columns that contain ``,``, ``+``, ``~``, `and` or `with` are written in quotation marks.

    Example:
        >>> str(read_criterion("risk<=5, k>=3")), read_criterion("at most 5 % risk, least loss").least
        ('semantic record linkage of at most 5 % and k of at least 3', 'loss')
        >>> read_criterion("least loss of income ~ job + 'age, years' with risk <= 5").least
        Model(target='income', by=('job', 'age, years'))
    """
    quoted: list[str] = []

    def hide(found: re.Match[str]) -> str:
        quoted.append(next(name for name in found.groups() if name is not None))
        return f"\0{len(quoted) - 1}\0"

    def column(name: str) -> str:
        return re.sub("\0([0-9]+)\0", lambda found: quoted[int(found[1])], name.strip())

    def model(target: str, by: str) -> Model:
        return Model(column(target), tuple(column(name) for name in by.split("+")))

    bounds: list[Bound] = []
    least: Goal | None = None
    for part in re.split(r",|\band\b|\bwith\b", _QUOTED.sub(hide, text)):
        if (goal := _LEAST_OF_MODEL.fullmatch(part)) is not None:
            least = model(goal[1], goal[2])
        elif (goal := _LEAST.fullmatch(part.lower())) is not None:
            least = goal[1]
        elif (found := _OF_MODEL.fullmatch(part)) is not None:
            bounds.append(Bound(model(found[1], found[2]), found[3], float(found[4])))
        else:
            bounds.append(_bound(part))
    return Criterion(tuple(bounds), least)


def with_models(policy: Policy, criterion: Criterion) -> Policy:
    """The policy, which also asks for the models that a criterion names."""
    there = {(task.target, frozenset(task.by)) for task in policy.analyses}
    more = [one for one in criterion.models if (one.target, frozenset(one.by)) not in there]
    asked = (*policy.analyses, *(AnalysisTask(target=one.target, by=one.by) for one in more))
    return policy.model_copy(update={"analyses": asked}) if more else policy


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
            'for a model: "least loss of income ~ job + age with risk<=5"',
            f"figures are: {', '.join(FIGURES)}",
        ],
    )


def choose(runs: Sequence[Run], criterion: Criterion) -> Suggestion:
    """Choose the run with the least loss that meets a criterion; where it bounds only the loss, the least risk.

    A criterion may name the figure to minimise, or a model that is to lose least. Ties go to the lower risk, then to
    the greater k.
    """
    judged = [r for r in runs if r.measured]
    _refuse_unmade(judged, criterion)
    asked = f" with {criterion}" if criterion.bounds else ""
    fulfilling = [r for r in judged if all(bound.kept_by(r) for bound in criterion.bounds)]
    if not fulfilling:
        return Suggestion(None, _none(judged, criterion))
    goal = criterion.least or ("risk" if _bounds_loss_alone(criterion) else "loss")
    order: tuple[Goal, ...] = (goal, "loss", "risk") if goal == "risk" else (goal, "risk", "loss")
    best = min(fulfilling, key=lambda r: (*(_value(r, one) for one in order), -r.k))
    least = f"loss of {goal}" if isinstance(goal, Model) else _LEAST_WORDS.get(goal, goal)
    place = f"It is the only run{asked}."
    if len(fulfilling) > 1:
        place = f"Of the {len(fulfilling):,} runs{asked}, it has the least {least}."
    return Suggestion(best, f"Recommended run: {best.method} at k = {best.k:,}: {_told(best, criterion)}. {place}")


_LEAST_WORDS = {"queries": "error of counts", "pmse": "pMSE"}


def _bounds_loss_alone(criterion: Criterion) -> bool:
    bounded = {bound.figure for bound in criterion.bounds}
    return "loss" in bounded and bounded <= {"loss", "k"}


def _refuse_unmade(judged: Sequence[Run], criterion: Criterion) -> None:
    """Refuse a model that the runs did not make."""
    for model in criterion.models:
        if judged and all(model.score(run) is None for run in judged):
            raise PolicyError(
                f"The runs did not make the model {model}.",
                where="--suggest",
                hints=[f"name it in the policy: analyses: [{{target: {model.target}, by: [{', '.join(model.by)}]}}]"],
            )


def _none(judged: Sequence[Run], criterion: Criterion) -> str:
    """The message for a criterion that no run meets: the run that comes nearest, and what to try."""
    if not judged:
        return "No run has figures to choose by."

    def short(run: Run) -> dict[Goal, float]:
        return {b.figure: abs(_value(run, b.figure) - b.value) for b in criterion.bounds if not b.kept_by(run)}

    nearest = min(judged, key=lambda r: (len(short(r)), sum(short(r).values()), _value(r, "risk"), _value(r, "loss")))
    more = dict.fromkeys(_way(figure) for figure in short(nearest))
    return (
        f"No run has {criterion}. Nearest comes {nearest.method} at k = {nearest.k:,}: {_told(nearest, criterion)}. "
        f"Try {next(iter(more)) if len(more) == 1 else 'a weaker criterion'}, or other methods."
    )


def _way(figure: Goal) -> str:
    if figure == "k":
        return "other k"
    return "a greater k" if figure in ("risk", "linkage", "prosecutor", "certainty") else "a smaller k"


def _value(run: Run, goal: Goal) -> float:
    value = _figure(goal).of(run)
    return float("inf") if value is None else value


def _told(run: Run, criterion: Criterion) -> str:
    """The figures of a run that a reader of the criterion wants to see."""
    told = [f"{_value(run, 'loss'):.2f} % loss", f"{_value(run, 'risk'):.2f} % semantic record linkage"]
    for model in criterion.models:
        score = model.score(run)
        if score is not None and score.before is not None and score.after is not None:
            name = "R²" if score.score == "r2" else "accuracy"
            told.append(f"{name} of {model} {score.after:.3f}, trained on the original {score.before:.3f}")
    named = {one for one in (*(b.figure for b in criterion.bounds), criterion.least) if isinstance(one, str)}
    if "queries" in named:
        told.append(f"{_value(run, 'queries'):.2f} % median error of counts")
    if "pmse" in named:
        told.append(f"pMSE {_value(run, 'pmse'):.4f}")
    return ", ".join(told)
