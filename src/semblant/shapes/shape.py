"""The interface of every shape of data, which is all that the pipeline uses: mask, verify, assess, describe."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

from semblant.arrays import AnyInts
from semblant.assessment.assessment import Assessment, Questions
from semblant.data.link import Link
from semblant.data.table import Table
from semblant.evidence import Deviation, Drivers, KnowledgeFacts, MappingFacts, PlanFacts, Privacy
from semblant.explain import Explanation
from semblant.knowledge.sources import is_published
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.model import Policy
from semblant.privacy.promises import Promise
from semblant.progress import Advance, Steps, ignore
from semblant.runkey import RunKey
from semblant.space.reading import Library, Readers

NO_QUESTIONS = Questions()


@dataclass(frozen=True, eq=False)
class Masked:
    """Masked data, not yet written.

    ``link`` says whose rows these are: of a table or of sets every row of the original in its place, of a log the users
    by the numbers they are published with; None where they are nobody's. ``privacy`` is given where the table serves
    for comparison only and is never written, so that nothing can be read back.
    """

    table: Table
    groups: AnyInts  # the class of every row
    plan: PlanFacts
    link: Link | None
    explain: Callable[[int], Explanation] | None = None  # from a row of the original; tables only
    privacy: Privacy | None = None


@dataclass(frozen=True)
class Facts:
    """What the evidence says about the data and about the vocabularies that were used to read them."""

    distinct: int
    knowledge: dict[str, KnowledgeFacts]
    mapping: dict[str, MappingFacts]


class Shape(Protocol):
    """Data of one shape, read and mapped, ready for each step of a release."""

    @property
    def table(self) -> Table:
        """The data as they came in, single columns treated as the policy says."""

    @property
    def treated(self) -> Mapping[str, int]:
        """How many records the treatment of each treated column changed."""

    @property
    def policy(self) -> Policy:
        """The policy of the run."""

    @property
    def decisions(self) -> tuple[str, ...]:
        """Decisions made automatically because the policy left them open."""

    @property
    def sizes(self) -> NDArray[np.int64]:
        """How many people share each distinct record."""

    @property
    def measure(self) -> str:
        """The measure that guides the method."""

    @property
    def drivers(self) -> Drivers | None:
        """Which quasi-identifiers make the original's records unique; None where that cannot be asked."""

    @classmethod
    def read(cls, table: Table, policy: Policy, library: Library, steps: Steps | None = None) -> Self:
        """Read the data and map their values to concepts."""

    def facts(self) -> Facts:
        """What the evidence says about them."""

    def dealt(self, key: RunKey) -> Self:
        """The same data, ready to be masked: which of several equal records or users comes first is up to the run key.

        Where a method divides equal records among groups, this decides which goes where, and neither their order in the
        original nor their other columns do. How far ``promises: blind`` goes up is drawn from the key too.
        """

    def mask(self, rng: np.random.Generator, advance: Advance = ignore, *, linkable: bool = False) -> Masked:
        """Mask and represent; randomness comes from ``rng`` alone.

        ``linkable`` asks for rows that can be linked with the original's people, for comparison, even where the method
        publishes none.
        """

    def verify(self, written: Path, link: Link | None = None) -> Privacy:
        """Read the written bytes back and refuse them unless they keep every promise that bytes and link can show."""

    def deviations(self, release: Table, link: Link | None = None) -> list[Deviation]:
        """Where a release is not what the policy says, apart from its promises."""

    def assess(
        self,
        release: Table,
        privacy: Privacy | None = None,
        *,
        link: Link | None = None,
        aligned: bool | None = None,
        combine: str | None = None,
        questions: Questions = NO_QUESTIONS,
    ) -> Assessment:
        """Assess information loss and remaining risk.

        ``privacy`` is the verified privacy of the bytes, counted here where it is absent. Rows are matched by the link,
        or by position where the policy keeps their order or ``aligned`` says so. ``combine`` is how column distances
        make a record distance; absent: as in the method.
        """


def knowledge_facts(readers: Readers, promises: Sequence[Promise] = ()) -> dict[str, KnowledgeFacts]:
    """Which vocabularies were used, by checksum."""
    protecting = [promise.reader for promise in promises if promise.reader is not None]
    used = {name: reader.options.source for reader in (*readers, *protecting) for name in reader.sources}
    return {name: _facts(used[name] or name, taxonomy) for name, taxonomy in readers.knowledge.items() if name in used}


def mapping_facts(readers: Readers) -> dict[str, MappingFacts]:
    """How much of each semantic column its vocabulary covers, and what the choice for unknown values touched."""
    return {r.name: r.understanding.coverage() for r in readers if r.understanding is not None}


def named_facts(names: Sequence[str], policy: Policy, library: Library) -> dict[str, KnowledgeFacts]:
    """The facts of vocabularies by the names that the policy gives them."""
    found = {}
    for name in names:
        taxonomy = library.get((name,))
        source = policy.knowledge[name].source if name in policy.knowledge else name
        found[name] = _facts(source, taxonomy)
    return found


def _facts(source: str, taxonomy: Taxonomy) -> KnowledgeFacts:
    return KnowledgeFacts(source=source, sha256=taxonomy.sha256, concepts=len(taxonomy), published=is_published(source))
