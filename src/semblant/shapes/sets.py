"""A table of sets, one row per person with many items in a cell: reading, masking, verification, assessment."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from semblant.assessment.assessment import Assessment, Questions
from semblant.assessment.rising import in_order_of_original
from semblant.assessment.sets import assess_sets
from semblant.data.link import Link, in_original_order
from semblant.data.table import Table
from semblant.engine.engine import LOCAL, Engine
from semblant.evidence import Deviation, PlanFacts, Privacy
from semblant.methods.job import Job, check_method, guide_of, refinement_of
from semblant.methods.mask import beside, mask_sets
from semblant.policy.model import Policy
from semblant.privacy.promises import promises_of
from semblant.progress import Advance, Steps, ignore
from semblant.proof.deviations import table_deviations
from semblant.proof.sets import privacy_of_sets, verify_sets
from semblant.represent import represent
from semblant.runkey import RunKey, turns_of
from semblant.shapes.shape import NO_QUESTIONS, Facts, Masked, knowledge_facts, mapping_facts, named_facts
from semblant.space.holders import persons_in
from semblant.space.kinds import resolve
from semblant.space.product import Product
from semblant.space.reading import Library, Readers, read_columns
from semblant.space.rules import rules_of
from semblant.space.setreader import SetReader, read_sets, set_column
from semblant.space.sets import SetSpace, item_distances, unmerged
from semblant.space.tablespace import build_space


@dataclass(frozen=True, eq=False)
class SetsShape:
    """A table of sets, read and mapped."""

    table: Table
    policy: Policy
    decisions: tuple[str, ...]
    library: Library
    reader: SetReader
    readers: Readers  # of the ordinary quasi-identifiers beside the set
    space: SetSpace
    product: Product | None  # the space of the ordinary quasi-identifiers
    treated: Mapping[str, int] = field(default_factory=dict)
    engine: Engine = LOCAL

    @classmethod
    def read(cls, table: Table, policy: Policy, library: Library, steps: Steps | None = None) -> Self:
        """Read the set column by its items, ordinary columns beside it as in a table."""
        with (steps or Steps()).step("meaning"):
            check_method(policy)
            resolved = resolve(table, policy, library)
            policy = resolved.policy
            name = set_column(policy)
            reader = read_sets(table.column(name), rules_of(name, policy), library, persons_in(table, policy))
            readers = read_columns(table, policy, library, names=[n for n in policy.columns("quasi") if n != name])
            measure = guide_of(policy).measure
            product = None
            if readers.columns:
                centroid = policy.centroid or ("mode" if measure == "equality" else "semantic")
                product = build_space(readers, measure=measure, centroid=centroid, combine="mean")
            bags = reader.literal() if measure == "equality" else reader.masked()
            how = "avg" if policy.method == "auto" else policy.set_distance
            space = SetSpace(
                bags,
                item_distances(reader.understanding, bags, measure),
                how,
                ordinary=product,
                weight=reader.rules.weight,
            )
        decisions = (*table.origin.notes, *resolved.decisions)
        return cls(table, policy, decisions, library, reader, readers, space, product)

    @property
    def sizes(self) -> NDArray[np.int64]:
        """How many records share each distinct set."""
        return np.bincount(self.space.distinct)

    @property
    def measure(self) -> str:
        """The measure that guides the method."""
        return guide_of(self.policy).measure

    @property
    def drivers(self) -> None:
        """Only tables have columns that can be left out one by one."""
        return None

    def facts(self) -> Facts:
        """What the evidence says about the sets."""
        knowledge = knowledge_facts(self.readers)
        knowledge |= named_facts(self.reader.understanding.sources, self.policy, self.library)
        mapping = {**mapping_facts(self.readers), self.reader.name: self.reader.coverage()}
        return Facts(len(self.sizes), knowledge, mapping)

    def dealt(self, key: RunKey) -> Self:
        """The same sets, in which the run key deals equal records to groups."""
        drawn = self.engine.draws(self.table, key, "deal")(np.arange(self.table.records))
        return replace(self, space=replace(self.space, turns=turns_of(drawn)))

    def mask(self, rng: np.random.Generator, advance: Advance = ignore, *, linkable: bool = False) -> Masked:  # noqa: ARG002
        """Mask by the policy's method and write the sets as cells again."""
        policy, space = self.policy, self.space
        promises = promises_of(policy, self.table, self.library)
        job = replace(Job.of(policy, rng, advance), promises=promises, solve=self.engine.solve)
        masking, table = mask_sets(space, self.reader, job), self.table
        if self.product is not None:
            single = unmerged(self.product)
            table = represent(table, single, beside(single, masking.groups, job)).table
        table = table.with_columns({self.reader.name: masking.cells}, drop=policy.hidden(self.table.names))
        size = policy.blocks if isinstance(policy.blocks, int) else space.records
        plan = PlanFacts(
            method=policy.method,
            measure=self.measure,
            centroid="medoid",
            weighting="none",
            combine="mean",
            ties=guide_of(policy).ties,
            refined=refinement_of(policy) is not None,
            groups=int(masking.groups.max(initial=-1)) + 1,
            blocks=-(-space.records // max(size, 1)),
            block_size=policy.blocks if isinstance(policy.blocks, int) else None,
            decisions=self.decisions,
        )
        return Masked(table, masking.groups, plan, np.arange(self.table.records))

    def verify(self, written: Path, link: Link | None = None) -> Privacy:
        """Read the written bytes back and refuse them unless they keep the method's promise."""
        meaning = self.reader.understanding.point_of
        return verify_sets(self.table, written, self.policy, link, meaning=meaning)

    def deviations(self, release: Table, link: Link | None = None) -> list[Deviation]:
        """Where a release is not what the policy says, apart from its promises."""
        return table_deviations(self.table, release, self.policy, link)

    def assess(
        self,
        release: Table,
        privacy: Privacy | None = None,
        *,
        link: Link | None = None,
        aligned: bool | None = None,
        combine: str | None = None,  # noqa: ARG002
        questions: Questions = NO_QUESTIONS,
    ) -> Assessment:
        """Assess information loss and remaining risk."""
        questions.refuse("sets")
        meaning = self.reader.understanding.point_of
        in_order = in_order_of_original(release, self.policy, link)
        if link is not None:
            release, aligned = in_original_order(self.table, release, link), True
        privacy = privacy or privacy_of_sets(release, self.policy, self.table, aligned=aligned, meaning=meaning)
        tables = self.table, release
        return assess_sets(self.reader, self.readers, tables, self.policy, privacy, aligned=aligned).in_order(in_order)
