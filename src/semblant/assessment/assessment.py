"""The result of assessing a release, the same for tables, sets and logs."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Self

from semblant.assessment.clusters import Number
from semblant.assessment.columns import ComparedColumn
from semblant.assessment.pairing import Pairing
from semblant.data.table import Table
from semblant.errors import PolicyError
from semblant.evidence import Analysis, CheckResult, Deviation, Intruder, Particulars, Privacy, Risk, Utility
from semblant.proof.deviations import falsified_columns


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
    deviations: tuple[Deviation, ...] = ()
    checklist: tuple[CheckResult, ...] = ()
    records: int | None = None
    """How many records the original has, where it was read."""
    analysed: Callable[[], Analysis] | None = field(default=None, repr=False, compare=False)

    @cached_property
    def analysis(self) -> Analysis | None:
        """What analyses of the release lose; worked out when it is first asked for, because it takes time."""
        return None if self.analysed is None else self.analysed()

    def in_order(self, original_order: bool) -> Self:
        """The same assessment, which says whether released rows stand in the order of the original."""
        return replace(self, risk=self.risk.model_copy(update={"original_order": original_order}))

    @property
    def holds(self) -> bool:
        """Whether the release keeps the policy's promise and is in everything else what the policy says."""
        return self.privacy.verified and not self.deviations and all(one.status != "red" for one in self.checklist)

    def deviating(self, deviations: Iterable[Deviation]) -> Self:
        """The same assessment with what is not as the policy says; l and t of a falsified column are not certified."""
        found = tuple(deviations)
        false, privacy = falsified_columns(found), self.privacy
        counted = {key: getattr(privacy, key) or {} for key in ("l_achieved", "t_achieved")}
        if any(false & values.keys() for values in counted.values()):
            kept = {key: {n: v for n, v in values.items() if n not in false} or None for key, values in counted.items()}
            privacy = privacy.model_copy(update={**kept, "verified": False})
        return replace(self, privacy=privacy, deviations=found)

    @property
    def particulars(self) -> Particulars:
        """Further figures for analysts of sets and logs, beyond loss and risk."""
        assert self.utility.particulars is not None, "a table has none"
        return self.utility.particulars
