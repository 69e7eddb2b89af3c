"""A table of sets on its way to a release: read, masked and represented; nothing is written here."""

from dataclasses import dataclass

import numpy as np

from semblant.data.items import join
from semblant.data.table import Table
from semblant.errors import PolicyError
from semblant.methods.sets import microaggregation as methods
from semblant.methods.sets.itemtree import ItemTree
from semblant.methods.sets.km import km_apriori
from semblant.methods.sets.topdown import top_down
from semblant.methods.table.mdav import centred
from semblant.policy.model import Policy
from semblant.progress import Advance, ignore
from semblant.release.guidance import Shaped, blocks_of, check_method, measure_of, patience_of, refuse_few, size_of
from semblant.release.staging import hidden_columns
from semblant.represent import represent
from semblant.space.build import build_space
from semblant.space.kinds import resolve
from semblant.space.product import Product
from semblant.space.reading import Library, Readers, read_columns
from semblant.space.rules import rules_of
from semblant.space.setreader import SetReader, read_sets, set_column
from semblant.space.sets import SetSpace, unmerged
from semblant.space.understanding import Understanding


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
    reader = read_sets(table.column(name), rules_of(name, policy), library)
    readers = read_columns(table, policy, library, names=[n for n in policy.columns("quasi") if n != name])
    measure = measure_of(policy)
    product = None
    if readers.columns:
        centroid = policy.centroid or ("mode" if measure == "equality" else "semantic")
        product = build_space(readers, measure=measure, centroid=centroid, combine="mean")
    bags = reader.literal() if measure == "equality" else reader.masked()
    how = "avg" if policy.method == "auto" else policy.set_distance
    blocks = blocks_of(reader.understanding, bags, measure)
    space = SetSpace(bags, blocks, how, ordinary=product, weight=reader.rules.weight)
    return ReadySets(table, policy, resolved.decisions, reader, readers, space, product)


def mask_sets(ready: ReadySets, rng: np.random.Generator, advance: Advance = ignore) -> Shaped:
    """Mask and represent a table of sets by the policy's method."""
    policy, space, reader = ready.policy, ready.space, ready.reader
    refuse_few(space.records, policy.k, "records")
    separator = reader.rules.separator
    hidden = hidden_columns(ready.table, policy)
    if policy.method in ("km-apriori", "top-down"):
        return _generalised(ready, hidden)
    if patience := patience_of(policy):
        masking = methods.auto_sets(space, policy.k, size_of(policy), patience=patience, advance=advance)
    else:
        masking = methods.set_mdav(space, policy.k, size_of(policy))
    literal = measure_of(policy) == "equality"
    terms = reader.terms(space.bags, literal=literal, k=policy.k, min_count=policy.min_term_count)
    cells = methods.synthetic_sets(space, masking, terms, draw=policy.draw, separator=separator, rng=rng)
    table = ready.table
    if ready.product is not None:
        single = unmerged(ready.product)
        rows = np.arange(space.records)
        table = represent(table, single, centred(single, rows, np.ones(len(rows), np.int64), masking.groups)).table
    return Shaped(table.with_columns({reader.name: cells}, drop=hidden), masking.groups, np.arange(space.records))


def _generalised(ready: ReadySets, hidden: list[str]) -> Shaped:
    """Sets written with wider items, by km-apriori or top-down."""
    policy, space, reader = ready.policy, ready.space, ready.reader
    if ready.product is not None:
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
    cells = [join((tree.text(n, names) for n in held), reader.rules.separator) for held in nodes]
    groups = np.unique(cells, return_inverse=True)[1].astype(np.int64)
    return Shaped(ready.table.with_columns({reader.name: cells}, drop=hidden), groups, np.arange(space.records))
