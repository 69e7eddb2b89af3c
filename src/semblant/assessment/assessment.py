"""What was found of a release: the one answer for tables, sets and logs."""

from dataclasses import dataclass, field

from semblant.assessment.columns import ComparedColumn
from semblant.assessment.pairing import Pairing
from semblant.evidence import Intruder, Particulars, Privacy, Risk, Utility


@dataclass(frozen=True)
class Assessment:
    """What a release promises, what risk is left and what masking cost."""

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
        """What analysts ask of sets and logs beyond loss and risk."""
        assert self.utility.particulars is not None, "a table has none"
        return self.utility.particulars
