"""A table of sets, one row per person with many items in a cell: its way from reading to assessment."""

from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from semblant.assessment.assessment import Assessment, Questions
from semblant.assessment.sets import assess_sets
from semblant.data.items import join
from semblant.data.table import Table
from semblant.errors import PolicyError
from semblant.evidence import PlanFacts, Privacy
from semblant.methods.sets import microaggregation as methods
from semblant.methods.sets.itemtree import ItemTree
from semblant.methods.sets.km import km_apriori
from semblant.methods.sets.topdown import top_down
from semblant.methods.table.mdav import centred
from semblant.policy.model import Policy
from semblant.progress import Advance, Steps, ignore
from semblant.proof.sets import privacy_of_sets, verify_sets
from semblant.release.guidance import blocks_of, check_method, measure_of, patience_of, refuse_few, size_of
from semblant.represent import represent
from semblant.shapes.shape import NO_QUESTIONS, Facts, Masked, knowledge_facts, mapping_facts, named_facts
from semblant.space.build import build_space
from semblant.space.kinds import resolve
from semblant.space.product import Product
from semblant.space.reading import Library, Readers, read_columns
from semblant.space.setreader import SetReader, read_sets, set_column
from semblant.space.sets import SetSpace, unmerged


@dataclass(frozen=True, eq=False)
class SetsShape:
    """A table of sets read and understood."""

    table: Table
    policy: Policy
    decisions: tuple[str, ...]
    library: Library
    reader: SetReader
    readers: Readers  # of the ordinary quasi-identifiers beside the set
    space: SetSpace
    product: Product | None  # the space of the ordinary quasi-identifiers

    @classmethod
    def read(cls, table: Table, policy: Policy, library: Library, steps: Steps | None = None) -> Self:
        """Read the set column by its items, ordinary columns beside it as in a table."""
        with (steps or Steps()).step("meaning"):
            check_method(policy)
            resolved = resolve(table, policy, library)
            policy = resolved.policy
            name = set_column(policy)
            reader = read_sets(table.column(name), policy, library)
            rest = policy.model_copy(update={"attributes": {n: a for n, a in policy.attributes.items() if n != name}})
            readers = read_columns(table, rest, library)
            measure = measure_of(policy)
            product = None
            if readers.columns:
                centroid = policy.centroid or ("mode" if measure == "equality" else "semantic")
                product = build_space(readers, measure=measure, centroid=centroid, combine="mean")
            bags = reader.literal() if measure == "equality" else reader.masked()
            how = "avg" if policy.method == "auto" else policy.set_distance
            blocks = blocks_of(reader.understanding, bags, measure)
            space = SetSpace(bags, blocks, how, ordinary=product, weight=reader.attribute.weight)
        return cls(table, policy, resolved.decisions, library, reader, readers, space, product)

    @property
    def sizes(self) -> NDArray[np.int64]:
        """How many records share each distinct set."""
        return np.bincount(self.space.kinds)

    @property
    def measure(self) -> str:
        """What guides the method."""
        return measure_of(self.policy)

    def facts(self) -> Facts:
        """What the evidence says about the sets."""
        knowledge = knowledge_facts(self.readers)
        knowledge |= named_facts(self.reader.understanding.sources, self.policy, self.library)
        mapping = {**mapping_facts(self.readers), self.reader.name: self.reader.coverage()}
        return Facts(len(self.sizes), knowledge, mapping)

    def mask(self, rng: np.random.Generator, advance: Advance = ignore, *, linkable: bool = False) -> Masked:  # noqa: ARG002
        """Mask by the policy's method and write the sets as cells again."""
        policy, space = self.policy, self.space
        refuse_few(space.records, policy.k, "records")
        if policy.method in ("km-apriori", "top-down"):
            table, groups = self._generalised()
        else:
            table, groups = self._microaggregated(rng, advance)
        size = policy.blocks if isinstance(policy.blocks, int) else space.records
        plan = PlanFacts(
            method=policy.method,
            measure=self.measure,
            centroid="medoid",
            weighting="none",
            combine="mean",
            refined=patience_of(policy) is not None,
            groups=int(groups.max(initial=-1)) + 1,
            blocks=-(-space.records // max(size, 1)),
            decisions=self.decisions,
        )
        return Masked(table, groups, plan)

    def _microaggregated(self, rng: np.random.Generator, advance: Advance) -> tuple[Table, NDArray[np.int64]]:
        policy, space, reader = self.policy, self.space, self.reader
        if patience := patience_of(policy):
            masking = methods.auto_sets(space, policy.k, size_of(policy), patience=patience, advance=advance)
        else:
            masking = methods.set_mdav(space, policy.k, size_of(policy))
        literal = self.measure == "equality"
        terms = reader.terms(space.bags, literal=literal, k=policy.k, min_count=policy.min_term_count)
        separator = reader.attribute.separator
        cells = methods.synthetic_sets(space, masking, terms, draw=policy.draw, separator=separator, rng=rng)
        table = self.table
        if self.product is not None:
            single = unmerged(self.product)
            rows = np.arange(space.records)
            beside = centred(single, rows, np.ones(len(rows), np.int64), masking.groups)
            table = represent(table, self.readers, single, beside).table
        return table.with_columns({reader.name: cells}, drop=policy.hidden(table.names)), masking.groups

    def _generalised(self) -> tuple[Table, NDArray[np.int64]]:
        """Sets written with wider items, by km-apriori or top-down."""
        policy, space, reader = self.policy, self.space, self.reader
        if self.product is not None:
            raise PolicyError(
                f"The method {policy.method!r} masks a set column alone.",
                where="method",
                hints=[
                    "choose method: auto or set-mdav, which mask the other quasi columns too",
                    "leave the other quasi columns out: role: identifier",
                ],
            )
        tree = ItemTree.over(space.bags.points, reader.understanding.taxonomy)
        names = [reader.understanding.label(p) for p in tree.points]
        if policy.method == "km-apriori":
            cut = km_apriori(space.bags, tree, policy.k, policy.m)
            nodes = [frozenset(cut[space.bags.of_record(i)].tolist()) for i in range(space.records)]
        else:
            nodes = top_down(space.bags, tree, policy.k)
        cells = [join((tree.text(n, names) for n in held), reader.attribute.separator) for held in nodes]
        groups = np.unique(cells, return_inverse=True)[1].astype(np.int64)
        return self.table.with_columns({reader.name: cells}, drop=policy.hidden(self.table.names)), groups

    def verify(self, written: Path) -> Privacy:
        """Read the written bytes back and refuse them unless they keep what the method promises."""
        return verify_sets(self.table, written, self.policy, self.reader)

    def assess(
        self,
        release: Table,
        privacy: Privacy | None = None,
        *,
        aligned: bool | None = None,
        combine: str | None = None,  # noqa: ARG002
        questions: Questions = NO_QUESTIONS,
    ) -> Assessment:
        """What masking cost and what risk is left."""
        questions.refuse("sets")
        privacy = privacy or privacy_of_sets(self.table, release, self.policy, self.reader)
        return assess_sets(self.reader, self.readers, (self.table, release), self.policy, privacy, aligned=aligned)
