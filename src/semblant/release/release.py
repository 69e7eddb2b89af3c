"""A published release: its evidence, its table, and what is needed to explain its rows."""

from dataclasses import dataclass, replace
from pathlib import Path

from semblant.arrays import AnyInts
from semblant.assessment.assessment import Assessment
from semblant.data.link import Link
from semblant.data.table import Table
from semblant.errors import InputError, PolicyError
from semblant.evidence import Evidence, PublicEvidence
from semblant.explain import Explanation
from semblant.release.evidence_builder import in_brief
from semblant.report.checklist import concerns
from semblant.runkey import RunKey
from semblant.shapes.shape import Masked
from semblant.visible import visible


@dataclass(frozen=True, repr=False, eq=False)
class Release:
    """A release as it was published."""

    evidence: Evidence
    public_evidence: PublicEvidence
    table: Table
    groups: AnyInts  # the class of every row
    decisions: tuple[str, ...]
    folder: Path
    assessment: Assessment
    masked: Masked
    rows: AnyInts  # the masked row of each released row
    link: Link | None
    """Which original row each released row is, from 0; of a log, which original user each released one is."""
    key: RunKey

    def explain(self, row: int) -> Explanation:
        """Why a released row says what it says: its group, what stands for it, and what that cost."""
        if self.masked.explain is None:
            raise PolicyError("Rows of sets and of logs are not explained one by one.", where="shape")
        if not 0 <= row < self.table.records:
            raise InputError(f"The release has rows 0 to {self.table.records - 1:,}. Got {row}.")
        return replace(self.masked.explain(int(self.rows[row])), row=row)

    def __repr__(self) -> str:
        warned = (f"\n  Warning: {visible(one)}" for one in concerns(self.evidence.checklist))
        return f"<{type(self).__name__}: {in_brief(self.evidence)}{''.join(warned)}>"
