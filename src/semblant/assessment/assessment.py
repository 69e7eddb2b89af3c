"""The result of assessing a release, the same for tables, sets and logs."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from semblant.assessment.clusters import Number
from semblant.assessment.columns import ComparedColumn
from semblant.assessment.pairing import Pairing
from semblant.data.table import Table
from semblant.errors import PolicyError
from semblant.evidence import Intruder, Particulars, Privacy, Risk, Utility


@dataclass(frozen=True)
class Questions:
    """Optional questions about a released table beyond its privacy, utility and risk."""

    known: Sequence[str] | None = None  # the quasi-identifiers that the intruder knows; absent: all of them
    id_column: str | None = None  # matches the rows of both files
    people: Table | None = None  # a file of people that an intruder knows
    clusters: Number | None = None  # compare clusters: so many, `auto`, or `each` for each file

    def refuse(self, shape: str) -> None:
        """Raise an error for a question that only tables can answer, instead of ignoring it."""
        asked = {"known": self.known, "id": self.id_column, "intruder": self.people, "clusters": self.clusters}
        for name, value in asked.items():
            if value is not None:
                raise PolicyError(f"This works on tables only, not on shape: {shape}.", where=f"--{name}")


@dataclass(frozen=True)
class Assessment:
    """Privacy, remaining risk and information loss of a release."""

    privacy: Privacy
    utility: Utility
    risk: Risk
    columns: tuple[ComparedColumn, ...] = field(default=(), repr=False)
    """Both files' columns as reports draw them; a set or a whole log is one value there."""
    pairing: Pairing | None = field(default=None, repr=False)
    intruder: Intruder | None = None

    @property
    def holds(self) -> bool:
        """Whether the release keeps the policy's promise."""
        return self.privacy.verified

    @property
    def particulars(self) -> Particulars:
        """Further figures for analysts of sets and logs, beyond loss and risk."""
        assert self.utility.particulars is not None, "a table has none"
        return self.utility.particulars
