"""What a pipeline requires of a release, such as ``risk<=5``: read, measured on an assessment, and told."""

import operator
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from semblant.assessment.assessment import Assessment
from semblant.errors import PolicyError

_WRITTEN = re.compile(r"\s*([A-Za-z]\w*(?:\..+?)?)\s*(<=|>=|≤|≥|==?|<|>)\s*(-?[0-9]+(?:\.[0-9]+)?)\s*%?\s*")
_SIGNS: dict[str, Callable[[float, float], bool]] = {
    "<=": operator.le, "≤": operator.le, "<": operator.lt, ">=": operator.ge, "≥": operator.ge, ">": operator.gt,
    "=": operator.eq, "==": operator.eq,
}  # fmt: skip
_LOSS_OF = "loss."


def _least(values: dict[str, float] | None) -> float | None:
    return min(values.values()) if values else None


def _greatest(values: dict[str, float] | None) -> float | None:
    return max(values.values()) if values else None


def _suppressed(found: Assessment) -> float | None:
    return 100 * found.privacy.suppressed_records / found.records if found.records else None


FIGURES: dict[str, Callable[[Assessment], float | None]] = {
    "k": lambda found: found.privacy.k_achieved,
    "l": lambda found: _least(found.privacy.l_achieved),
    "t": lambda found: _greatest(found.privacy.t_achieved),
    "risk": lambda found: found.risk.semantic_record_linkage_percent,
    "prosecutor": lambda found: 100 * found.risk.prosecutor_max,
    "loss": lambda found: found.utility.loss_percent,
    "suppressed": _suppressed,
}
"""The figures that can be required, in percent but for k, l and t."""


@dataclass(frozen=True)
class Requirement:
    """A bound of one figure; a figure that is not known does not keep it."""

    figure: str
    sign: str
    bound: float

    def __str__(self) -> str:
        return f"{self.figure}{self.sign}{self.bound:g}"

    def measured(self, found: Assessment) -> "Required":
        """The figure in an assessment, and whether it keeps the bound."""
        if self.figure.startswith(_LOSS_OF):
            name = self.figure.removeprefix(_LOSS_OF)
            columns = found.utility.per_attribute
            if name not in columns:
                raise PolicyError(
                    f"There is no masked column {name!r}.", where="--require", hints=[f"columns: {', '.join(columns)}"]
                )
            value = columns[name].loss_percent
        else:
            value = FIGURES[self.figure](found)
        return Required(str(self), value, value is not None and _SIGNS[self.sign](value, self.bound))


@dataclass(frozen=True)
class Required:
    """A requirement, the figure that was found, and whether it holds."""

    requirement: str
    value: float | None
    holds: bool

    def __str__(self) -> str:
        if self.value is None:
            return f"{self.requirement}  NOT KNOWN: it needs matched rows (--link, --id) or sensitive columns"
        return f"{self.requirement}  {'holds' if self.holds else 'DOES NOT HOLD'}: {self.value:.4g}"

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"requirement": self.requirement, "value": self.value, "holds": self.holds}


def read_requirements(texts: Iterable[str]) -> tuple[Requirement, ...]:
    """Parse requirements.

    Example:
        >>> [str(one) for one in read_requirements(["k >= 5", "loss.age<=20 %"])]
        ['k>=5', 'loss.age<=20']
    """
    return tuple(_requirement(text) for text in texts)


def _requirement(text: str) -> Requirement:
    found = _WRITTEN.fullmatch(text)
    if found is None or not (found[1] in FIGURES or found[1].startswith(_LOSS_OF)):
        raise PolicyError(
            f"The requirement {text.strip()[:60]!r} cannot be read.",
            where="--require",
            hints=['write it as "k>=5" or "risk<=5"', f"figures are: {', '.join(FIGURES)}, loss.COLUMN"],
        )
    return Requirement(found[1], found[2], float(found[3]))


def measure_all(requirements: Sequence[Requirement], found: Assessment) -> tuple[Required, ...]:
    """All requirements, measured on an assessment."""
    return tuple(one.measured(found) for one in requirements)
