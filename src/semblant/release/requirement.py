"""Requirements of a pipeline on an assessed release, such as ``risk<=5``."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from semblant.assessment.assessment import Assessment
from semblant.errors import PolicyError
from semblant.release.criterion import SIGNS

_REQUIREMENT = re.compile(r"\s*(loss\..+?|[a-z]+)\s*(<=|>=|≤|≥|<|>|==?)\s*([0-9]+(?:\.[0-9]+)?)\s*%?\s*")


def _suppressed(found: Assessment) -> float:
    columns = found.columns
    records = len(columns[0].after.codes) if columns else 0
    return 100.0 * found.privacy.suppressed_records / records if records else 0.0


_FIGURES: dict[str, Callable[[Assessment], float | None]] = {
    "k": lambda found: float(found.privacy.k_achieved),
    "l": lambda found: min((found.privacy.l_achieved or {}).values(), default=None),
    "t": lambda found: max((found.privacy.t_achieved or {}).values(), default=None),
    "risk": lambda found: found.risk.semantic_record_linkage_percent,
    "prosecutor": lambda found: 100.0 * found.risk.prosecutor_max,
    "loss": lambda found: found.utility.loss_percent,
    "suppressed": _suppressed,
}
"""The figures that can be required; shares in percent."""


@dataclass(frozen=True)
class Requirement:
    """One requirement, as it was written."""

    text: str
    figure: str
    sign: str
    value: float

    def found_in(self, assessment: Assessment) -> float | None:
        """The figure that it is about; None where it is not known."""
        if self.figure in _FIGURES:
            return _FIGURES[self.figure](assessment)
        column = assessment.utility.per_attribute.get(self.figure.removeprefix("loss."))
        if column is None:
            names = ", ".join(assessment.utility.per_attribute)
            raise PolicyError(f"There is no masked column {self.figure.removeprefix('loss.')!r}.",
                              where="--require", hints=[f"masked columns are: {names}"])  # fmt: skip
        return column.loss_percent

    def kept_by(self, assessment: Assessment) -> bool:
        """Whether a release meets it; what is not known is not met."""
        found = self.found_in(assessment)
        return found is not None and SIGNS[self.sign][0](found, self.value)


def read_requirements(texts: Sequence[str]) -> list[Requirement]:
    """Parse requirements.

    Example:
        >>> [(one.figure, one.sign, one.value) for one in read_requirements(["risk<=5", "loss.job < 30 %"])]
        [('risk', '<=', 5.0), ('loss.job', '<', 30.0)]
    """
    return [_read(text) for text in texts]


def _read(text: str) -> Requirement:
    found = _REQUIREMENT.fullmatch(text)
    if found is None or not (found[1] in _FIGURES or found[1].startswith("loss.")):
        raise PolicyError(
            f"The requirement {text.strip()[:60]!r} cannot be read.",
            where="--require",
            hints=['write it as "risk<=5" or "k>=10"', f"figures are: {', '.join(_FIGURES)}, loss.COLUMN"],
        )
    return Requirement(text.strip(), found[1], found[2], float(found[3]))


def broken_lines(requirements: Sequence[Requirement], assessment: Assessment) -> list[str]:
    """One sentence for every requirement that a release does not meet."""
    said = []
    for one in requirements:
        if not one.kept_by(assessment):
            found = one.found_in(assessment)
            said.append(f"{one.text} does not hold: {'it is not known' if found is None else f'it is {found:.4g}'}.")
    return said
