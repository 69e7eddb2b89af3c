"""A table, one row per record: reading, masking, verification and assessment."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from semblant.assessment.analysis.analyse import analysis_of, population_of
from semblant.assessment.analysis.tasks import refuse_tasks
from semblant.assessment.assessment import Assessment, Questions
from semblant.assessment.clusters import cluster_loss
from semblant.assessment.drivers import drivers, with_losses
from semblant.assessment.intruder import intruder, truth_of
from semblant.assessment.pairing import link_by
from semblant.assessment.quickloss import quick_losses
from semblant.assessment.rising import in_order_of_original
from semblant.assessment.tables import assess_table
from semblant.catalogue import Entry
from semblant.data.filebacked import row_numbers
from semblant.data.link import Link, in_original_order
from semblant.data.table import Table
from semblant.engine.engine import LOCAL, Engine
from semblant.errors import InputError, PolicyError, UnreachableError
from semblant.evidence import Deviation, Drivers, HierarchyFacts, PlanFacts, Privacy
from semblant.explain import Explanation, explain
from semblant.hierarchy.choose import Chosen, fit, read_with_hierarchies
from semblant.methods.blind import levels_above
from semblant.methods.job import Guide, Job, block_size, entry_of, guide_of, refines
from semblant.methods.mask import mask_space
from semblant.methods.masking import Masking
from semblant.methods.table.generalise import climbed
from semblant.policy.model import Policy
from semblant.privacy.promises import Promise, promises_of
from semblant.progress import Advance, Steps, ignore
from semblant.proof.deviations import table_deviations
from semblant.proof.suppression import suppressed
from semblant.proof.tables import verify_table
from semblant.represent import Released, represent
from semblant.runkey import RunKey
from semblant.shapes.shape import NO_QUESTIONS, Facts, Masked, knowledge_facts, mapping_facts
from semblant.space.kinds import resolve
from semblant.space.product import Product
from semblant.space.reader import CategoryReader
from semblant.space.reading import Library, Readers
from semblant.space.tablespace import build_space


@dataclass(frozen=True, eq=False)
class TableShape:
    """A table, read, mapped and placed in its space."""

    table: Table
    policy: Policy
    decisions: tuple[str, ...]
    library: Library
    method: Entry
    guide: Guide
    chosen: Chosen
    promises: tuple[Promise, ...]
    space: Product
    treated: Mapping[str, int] = field(default_factory=dict)
    codes: Mapping[str, Mapping[str, int]] = field(default_factory=dict)  # for no value, it seems, by column
    above: int | None = None  # levels that `promises: blind` goes up; never published
    engine: Engine = LOCAL

    @classmethod
    def read(cls, table: Table, policy: Policy, library: Library, steps: Steps | None = None) -> Self:
        """Map the values to concepts, and place the records in the space of their quasi-identifiers."""
        steps = steps or Steps()
        refuse_tasks(policy, table)
        method, guide = entry_of(policy), guide_of(policy)
        with steps.step("meaning"):
            resolved = resolve(table, policy, library)
            chosen = read_with_hierarchies(
                table, resolved.policy, library, combine=guide.combine, every=method.generalises
            )
            promises = promises_of(resolved.policy, table, library)
        with steps.step("space"):
            space = build_space(chosen.readers, measure=guide.measure, centroid=guide.centroid, combine=guide.combine)
        merged = [f"{r.name}: {r.merged}" for r in chosen.readers if isinstance(r, CategoryReader) and r.merged]
        decisions = (*table.origin.notes, *resolved.decisions, *merged, *chosen.decisions)
        return cls(table, resolved.policy, decisions, library, method, guide, chosen, promises, space)

    @property
    def readers(self) -> Readers:
        """How the quasi-identifiers are read."""
        return self.chosen.readers

    @property
    def sizes(self) -> NDArray[np.int64]:
        """How many records share each distinct combination of quasi-identifiers."""
        return self.space.weights

    @property
    def measure(self) -> str:
        """The measure that guides the method."""
        return self.guide.measure

    @property
    def drivers(self) -> Drivers | None:
        """Which quasi-identifiers make records unique, and what each costs the others."""
        names = [column.name for column in self.space.columns]
        found = drivers(names, self.space.codes, self.sizes, self.policy.k)
        return None if found is None else with_losses(found, *quick_losses(self.space, self.policy.k))

    def facts(self) -> Facts:
        """What the evidence says about the table."""
        knowledge = knowledge_facts(self.readers, self.promises)
        return Facts(len(self.space.weights), knowledge, mapping_facts(self.readers))

    def dealt(self, key: RunKey) -> Self:
        """The same table, in which the run key deals the records of one tuple to its groups."""
        space = replace(self.space, draws=self.engine.draws(self.table, key, "deal"))
        return replace(self, space=space, above=levels_above(key))

    def masking(self, rng: np.random.Generator, advance: Advance = ignore) -> Masking:
        """Group the records by the policy's method, so that every promise is kept."""
        ladders = fit(self.space, self.chosen, self.guide.measure) if self.method.generalises else ()
        job = replace(Job.of(self.policy, rng, advance), readers=self.readers, ladders=ladders)
        job = replace(job, promises=self.promises, above=self.above, solve=self.engine.solve)
        return mask_space(self.space, job)

    def represented(self, masking: Masking) -> Released:
        """The table to be published: without identifiers, and with representatives for quasi-identifiers."""
        return represent(self.table, self.space, masking, self._hidden)

    @property
    def _hidden(self) -> Sequence[str]:
        """The columns that are not released."""
        return self.policy.hidden(self.table.names)

    def mask(self, rng: np.random.Generator, advance: Advance = ignore, *, linkable: bool = False) -> Masked:  # noqa: ARG002
        """Mask and represent."""
        masking = self.masking(rng, advance)
        released, guide = self.represented(masking), self.guide
        self._refuse_nothing(released.table)
        plan = PlanFacts(
            method=self.method.name,
            measure=guide.measure,
            centroid=guide.centroid,
            weighting=guide.weighting,
            combine=guide.combine,
            ties=guide.ties,
            refined=not self.method.generalises and refines(self.policy),
            groups=masking.size,
            blocks=masking.blocks,
            block_size=block_size(self.policy, len(self.space.weights)),
            hierarchies=self._hierarchies(masking),
            decisions=self.decisions,
        )
        shown = [released.table.column(reader.name) for reader in self.readers]
        readers, space = self.readers, replace(self.space, draws=None)  # what was drawn is no longer needed

        def why(row: int) -> Explanation:
            texts = tuple(column.values[column.packed[row]] for column in shown)
            return explain(row, readers, space, masking, released.groups, texts)

        return Masked(released.table, released.groups, plan, row_numbers(self.table.records), why)

    def _refuse_nothing(self, released: Table) -> None:
        """Refuse a release of nothing but ``*``, unless the original says nothing else."""
        if suppressed(released).all() and not suppressed(self.table.with_columns({}, drop=self._hidden)).all():
            raise UnreachableError(
                f"This cannot be reached: no value is shared by k = {self.policy.k} persons, so that only * is left.",
                hints=[
                    "choose a smaller k",
                    "give the columns a vocabulary or a hierarchy, so that they have something in common",
                ],
            )

    def _hierarchies(self, masking: Masking) -> Mapping[str, HierarchyFacts]:
        """The hierarchies that a generalising method used, and how far up the values went in each."""
        if not self.method.generalises:
            return {}
        levels = masking.levels or [None] * len(self.chosen.hierarchies)
        lost = climbed(self.space, fit(self.space, self.chosen, "equality"), masking)
        given = [self.chosen.hierarchies[reader.name] for reader in self.readers]
        return {
            reader.name: HierarchyFacts(
                name=one.name, levels=max(one.height, level or 0), level=level, loss_percent=100 * share
            )
            for reader, one, level, share in zip(self.readers, given, levels, lost, strict=True)
        }

    def verify(self, written: Path, link: Link | None = None) -> Privacy:
        """Read the written bytes back and refuse them unless they keep every promise that bytes and link can show."""
        return verify_table(self.table, written, self.policy, link)

    def deviations(self, release: Table, link: Link | None = None) -> list[Deviation]:
        """Where a release is not what the policy says, apart from its promises."""
        used = self.chosen.hierarchies if self.method.generalises else {}
        rooted = self.policy.attributes  # the root is above every hierarchy
        labels = {name: one.labels for name, one in used.items() if rooted[name].unknown != "root"}
        return table_deviations(self.table, release, self.policy, link, labels)

    def assess(
        self,
        release: Table,
        privacy: Privacy | None = None,  # noqa: ARG002
        *,
        link: Link | None = None,
        aligned: bool | None = None,
        combine: str | None = None,
        questions: Questions = NO_QUESTIONS,
    ) -> Assessment:
        """Assess information loss and remaining risk; promises that need meanings are counted here too."""
        for name in questions.known or ():
            if name not in self.policy.columns("quasi"):
                raise PolicyError(
                    f"An intruder can be given only quasi-identifiers; {name!r} is none.", where="--known"
                )
        if questions.id_column is not None:
            link = link_by(questions.id_column, self.table, release)
        in_order = in_order_of_original(release, self.policy, link)
        if link is not None:
            release, aligned = in_original_order(self.table, release, link), True
        combine = combine or self.guide.combine
        readers = self.readers if combine == self.guide.combine else self._scaled(combine)
        found = assess_table(
            self.table,
            release,
            readers,
            self.policy,
            combine=combine,
            promises=self.promises,
            library=self.library,
            aligned=aligned,
            known=questions.known,
        )
        matched = found.pairing is not None
        analysed = partial(analysis_of, found.columns, (self.table, release), self.policy, matched=matched)
        population = {"population": population_of(found.columns, self.table, self.policy)}
        found = replace(found, analysed=analysed, risk=found.risk.model_copy(update=population))
        return self._answered(found.in_order(in_order), release, readers, combine, questions)

    def _scaled(self, combine: str) -> Readers:
        """The readers for a comparison that combines columns, and so scales numbers, differently from the method."""
        return read_with_hierarchies(
            self.table, self.policy, self.library, combine=combine, every=self.method.generalises
        ).readers

    def _answered(
        self, found: Assessment, release: Table, readers: Readers, combine: str, questions: Questions
    ) -> Assessment:
        if questions.people is not None:
            truth = None if found.pairing is None else truth_of(questions.people, self.table, questions.id_column)
            known = intruder(questions.people, release, readers, self.policy.loss_measure, truth)
            found = replace(found, intruder=known)
        if questions.clusters is not None:
            if found.pairing is None:
                raise InputError(
                    "Clusters can be compared only where released records are matched with original ones.",
                    where="--clusters",
                    hints=["--link names the link of the run that made it", "--id names a column of both files"],
                )
            compared = cluster_loss(found.pairing, combine=combine, clusters=questions.clusters)
            found = replace(found, utility=found.utility.model_copy(update={"clustering": compared}))
        return found
