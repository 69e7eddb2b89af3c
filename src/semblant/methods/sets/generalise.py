"""Sets written with wider items, by k^m-anonymity or from the top down."""

from collections.abc import Iterable, Sequence

import numpy as np

from semblant.data.items import join
from semblant.errors import PolicyError
from semblant.methods.job import Job
from semblant.methods.masking import SetMasking
from semblant.methods.sets.itemtree import ItemTree
from semblant.methods.sets.km import km_apriori
from semblant.methods.sets.topdown import top_down
from semblant.space.setreader import SetReader
from semblant.space.sets import SetSpace


def km_sets(space: SetSpace, reader: SetReader, job: Job) -> SetMasking:
    """Every item recoded to the same node everywhere, so that any m items are held by k persons (`km_apriori`)."""
    tree = _tree(space, reader, job)
    cut = km_apriori(space.bags, tree, job.k, job.policy.m, reader.persons)
    return _written(tree, reader, [cut[space.bags.of_record(i)].tolist() for i in range(space.records)])


def top_down_sets(space: SetSpace, reader: SetReader, job: Job) -> SetMasking:
    """Items specialised where k persons agree (`top_down`)."""
    tree, found = _tree(space, reader, job), [frozenset[int]()] * space.records
    persons = None if reader.persons is None else reader.persons[space.order]
    made = top_down(space.bags.take(space.order), tree, job.k, persons)
    for record, nodes in zip(space.order.tolist(), made, strict=True):
        found[record] = nodes
    return _written(tree, reader, found)


def _tree(space: SetSpace, reader: SetReader, job: Job) -> ItemTree:
    if space.ordinary is not None:
        raise PolicyError(
            f"The method {job.policy.method!r} masks a set column alone.",
            where="method",
            hints=[
                "choose method: auto or set-mdav, which mask the other quasi columns too",
                "leave the other quasi columns out: role: identifier",
            ],
        )
    return ItemTree.over(space.bags.points, reader.understanding.taxonomy)


def _written(tree: ItemTree, reader: SetReader, nodes: Sequence[Iterable[int]]) -> SetMasking:
    """Write records as sets of nodes; records with equal texts form a group."""
    names = [reader.understanding.label(p) for p in tree.points]
    cells = [join((tree.text(n, names) for n in frozenset(held)), reader.rules.separator) for held in nodes]
    return SetMasking(np.unique(cells, return_inverse=True)[1].astype(np.int64), cells)
