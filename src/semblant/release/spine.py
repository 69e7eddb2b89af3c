"""The spine of every release: mask, write aside, verify, assess, report, publish.

Tables, sets and logs differ in what happens at each station, never in their order: that stands here, once.
"""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from semblant.assessment.assess import Assessment
from semblant.data.read import read
from semblant.data.table import Table
from semblant.evidence import (
    BeforeShuffle,
    Evidence,
    InputFacts,
    KnowledgeFacts,
    MappingFacts,
    OutputFacts,
    PlanFacts,
    Privacy,
)
from semblant.methods.registry import PAPERS
from semblant.policy.model import Policy
from semblant.progress import Advance
from semblant.release.evidence import Steps, environment, in_brief, semblant_version
from semblant.release.staging import read_back, staging, write_table
from semblant.report.pages import build_reports


@dataclass(frozen=True, repr=False)
class AnyRelease:
    """What every published release has: its evidence, its table, and the group of every row."""

    evidence: Evidence
    table: Table
    groups: NDArray[np.int64]
    decisions: tuple[str, ...]
    folder: Path
    assessment: Assessment

    def __repr__(self) -> str:
        return f"<{type(self).__name__} in {self.folder.name}: {in_brief(self.evidence)}>"


@dataclass(frozen=True, eq=False)
class Made:
    """What a method made of the data, not yet written.

    ``own`` is given where the table's people already stand in another order than the original's: the same in that
    order, which only the run itself knows.
    """

    table: Table
    groups: NDArray[np.int64]  # the class of every row
    plan: PlanFacts
    own: Table | None = None


Kind = TypeVar("Kind", bound=Made)
KindOut = TypeVar("KindOut", bound=Made, covariant=True)


@dataclass(frozen=True)
class Facts:
    """What there is to say of the data and of what was used to read them."""

    distinct: int
    knowledge: dict[str, KnowledgeFacts]
    mapping: dict[str, MappingFacts]


class Way(Protocol[KindOut]):
    """Data read and understood, and what each station does with them."""

    @property
    def table(self) -> Table:
        """The data as they came in."""

    @property
    def policy(self) -> Policy:
        """What is to be done with them."""

    @property
    def decisions(self) -> tuple[str, ...]:
        """What was decided because the policy left it open."""

    def facts(self) -> Facts:
        """What the evidence says of them."""

    def make(self, rng: np.random.Generator, advance: Advance) -> KindOut:
        """Mask and represent; chance comes from ``rng`` alone."""

    def verify(self, written: Path) -> Privacy:
        """Read the written bytes back and refuse them unless they keep every promise."""

    def assess(self, release: Table, privacy: Privacy, /, *, aligned: bool | None = None) -> Assessment:
        """What masking cost and what risk is left; ``privacy`` is what the bytes were found to promise."""


@dataclass(frozen=True, eq=False)
class Published(Generic[Kind]):
    """A release as it was published; ``rows`` says which row of what was made each row is."""

    evidence: Evidence
    assessment: Assessment
    made: Kind
    table: Table
    rows: NDArray[np.int64]

    @property
    def groups(self) -> NDArray[np.int64]:
        """The class of every row."""
        return self.made.groups[self.rows]


def opened(source: Path | Table, policy: Policy) -> Table:
    """The data as they come in: a table as it is, a file read as the policy says."""
    return source if isinstance(source, Table) else read(source, delimiter=policy.delimiter, encoding=policy.encoding)


def chances(seed: int | None) -> tuple[np.random.Generator, np.random.Generator]:
    """Chance for the order of rows, and chance for masking: neither tells anything of the other."""
    shuffling, masking = map(np.random.default_rng, np.random.SeedSequence(seed).spawn(2))
    return shuffling, masking


def planned(way: Way[Made], sizes: NDArray[Any], measure: str) -> dict[str, Any]:
    """What a run would do; ``sizes`` says how many people there are of each kind."""
    policy = way.policy
    return {
        "records": int(sizes.sum()),
        "distinct": len(sizes),
        "uniques": int(np.count_nonzero(sizes == 1)),
        "below_k": int(sizes[sizes < policy.k].sum()),
        "method": policy.method,
        "paper": PAPERS[policy.shape][policy.method],
        "measure": measure,
        "decisions": list(way.decisions),
        "mapping": {name: facts.model_dump() for name, facts in way.facts().mapping.items()},
        "policy": policy.published(),
    }


def publish(
    way: Way[Kind], out: Path, steps: Steps, *, shown: Policy | None = None, force: bool = False
) -> Published[Kind]:
    """Make a release in the folder ``out``: whole and verified, or not at all. ``shown`` is the policy as published."""
    policy, origin = way.policy, way.table.origin
    shuffling, masking = chances(policy.seed)
    with staging(out, force=force) as folder:
        with steps.step("masking", 1.0) as advance:
            made = way.make(masking, advance)
        with steps.step("writing"):
            rows, table = np.arange(made.table.records), made.table
            if policy.order == "shuffle" and made.own is None:
                rows = shuffling.permutation(rows)
                table = table.with_columns({}, rows=rows)
            written = write_table(table, folder)
        with steps.step("verifying"):
            privacy = way.verify(written)
        with steps.step("assessing"):
            back = read_back(written, way.table)
            found = way.assess(back, privacy)
            before = None
            if policy.order == "shuffle":
                own = way.assess(made.table if made.own is None else made.own, privacy, aligned=True)
                before = BeforeShuffle(utility=own.utility, risk=own.risk)
        facts = way.facts()
        evidence = Evidence(
            semblant=semblant_version(),
            seed="entropy" if policy.seed is None else "given",
            input=InputFacts(sha256=origin.sha256, records=way.table.records, distinct=facts.distinct),
            policy=(shown or policy).published(),
            knowledge=facts.knowledge,
            mapping=facts.mapping,
            plan=made.plan,
            privacy=found.privacy,
            utility=found.utility,
            risk=found.risk,
            before_shuffle=before,
            output=OutputFacts(file=written.name, sha256=hashlib.sha256(written.read_bytes()).hexdigest()),
            timings=steps.timings,
            environment=environment(),
        )
        with steps.step("reporting"):
            for name, page in build_reports(evidence, found).items():
                (folder / name).write_text(page, encoding="utf-8")
        evidence = evidence.model_copy(update={"timings": steps.timings})
        (folder / "evidence.json").write_text(evidence.model_dump_json(indent=2) + "\n", encoding="utf-8")
    return Published(evidence, found, made, table, rows)
