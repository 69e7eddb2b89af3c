"""A table of sets on its way to a release: read, masked and represented; nothing is written here."""

from dataclasses import dataclass

import numpy as np

from semblant.data.table import Table
from semblant.methods import mask
from semblant.methods.job import Job, check_method, guide_of
from semblant.methods.table.mdav import centred
from semblant.policy.model import Policy
from semblant.progress import Advance, ignore
from semblant.release.guidance import Shaped, blocks_of
from semblant.release.staging import hidden_columns
from semblant.represent import represent
from semblant.space.build import build_space
from semblant.space.kinds import resolve
from semblant.space.product import Product
from semblant.space.reading import Library, Readers, read_columns
from semblant.space.setreader import SetReader, Understanding, read_sets, set_column
from semblant.space.sets import SetSpace, unmerged


@dataclass(frozen=True, eq=False)
class ReadySets:
    """A table of sets read and understood."""

    table: Table
    policy: Policy
    decisions: tuple[str, ...]
    reader: SetReader
    readers: Readers  # of the ordinary quasi-identifiers
    space: SetSpace
    product: Product | None

    @property
    def understanding(self) -> Understanding:
        """What the items mean."""
        return self.reader.understanding


def prepare_sets(table: Table, policy: Policy, library: Library) -> ReadySets:
    """Read a table of sets: the set column by its items, ordinary columns beside it as ever."""
    check_method(policy)
    resolved = resolve(table, policy, library)
    policy = resolved.policy
    name = set_column(policy)
    reader = read_sets(table.column(name), policy, library)
    rest = policy.model_copy(update={"attributes": {n: a for n, a in policy.attributes.items() if n != name}})
    readers = read_columns(table, rest, library)
    guide = guide_of(policy)
    measure, product = guide.measure, None
    if readers.columns:
        product = build_space(readers, measure=measure, centroid=guide.centroid, combine="mean")
    bags = reader.literal() if measure == "equality" else reader.masked()
    how = "avg" if policy.method == "auto" else policy.set_distance
    blocks = blocks_of(reader.understanding, bags, measure)
    space = SetSpace(bags, blocks, how, ordinary=product, weight=reader.attribute.weight)
    return ReadySets(table, policy, resolved.decisions, reader, readers, space, product)


def mask_sets(ready: ReadySets, rng: np.random.Generator, advance: Advance = ignore) -> Shaped:
    """Mask and represent a table of sets by the policy's method."""
    policy, space, reader = ready.policy, ready.space, ready.reader
    masking = mask.mask_sets(space, reader, Job.of(policy, rng, advance))
    hidden, table = hidden_columns(ready.table, policy), ready.table
    if ready.product is not None:
        single = unmerged(ready.product)
        rows = np.arange(space.records)
        table = represent(
            table, ready.readers, single, centred(single, rows, np.ones(len(rows), np.int64), masking.groups)
        ).table
    table = table.with_columns({reader.name: masking.cells}, drop=hidden)
    return Shaped(table, masking.groups, np.arange(space.records))
