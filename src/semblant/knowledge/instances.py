"""Leaving out named individuals: a taxonomy of kinds only."""

import numpy as np

from semblant.arrays import AnyInts, Ints32, bounds
from semblant.errors import KnowledgeError
from semblant.knowledge.assemble import Arrays
from semblant.knowledge.graph import fewest_steps, invert
from semblant.knowledge.texts import Texts


def without_instances(arrays: Arrays) -> Arrays:
    """Drop instance links, and the concepts that only they lead to."""
    if not arrays.instance.any():
        return arrays
    n = len(arrays.ids)
    child = np.repeat(np.arange(n), np.diff(arrays.parent_ptr))
    kind = arrays.instance == 0
    ptr = _pointer(np.bincount(child[kind], minlength=n))
    roots = np.flatnonzero(np.diff(arrays.parent_ptr) == 0)
    kept = fewest_steps(invert(ptr, arrays.parents[kind]), roots) >= 0
    if not kept.any():
        raise KnowledgeError("Without its instances the source has no concepts.")
    number = np.cumsum(kept) - 1
    alive = kind & kept[child] & kept[arrays.parents]
    rows = np.flatnonzero(kept)
    label_owner = np.repeat(np.arange(n), np.diff(arrays.label_ptr))
    key_of = np.repeat(np.arange(len(arrays.keys)), np.diff(arrays.key_ptr))
    heard = kept[arrays.senses]
    per_key = np.bincount(key_of[heard], minlength=len(arrays.keys))
    if arrays.whole_ptr is not None and arrays.wholes is not None:
        part = np.repeat(np.arange(n), np.diff(arrays.whole_ptr))
        both = kept[part] & kept[arrays.wholes]
        arrays = arrays._replace(
            whole_ptr=_pointer(np.bincount(number[part[both]], minlength=len(rows))),
            wholes=number[arrays.wholes[both]].astype(np.int32),
        )
    return arrays._replace(
        ids=_take(arrays.ids, rows),
        parent_ptr=_pointer(np.bincount(number[child[alive]], minlength=len(rows))),
        parents=number[arrays.parents[alive]].astype(np.int32),
        instance=np.zeros(int(alive.sum()), np.uint8),
        labels=_take(arrays.labels, np.flatnonzero(kept[label_owner])),
        label_ptr=_pointer(np.diff(arrays.label_ptr)[rows]),
        keys=_take(arrays.keys, np.flatnonzero(per_key)),
        key_ptr=_pointer(per_key[per_key > 0]),
        senses=number[arrays.senses[heard]].astype(np.int32),
        glosses=None if arrays.glosses is None else _take(arrays.glosses, rows),
        counts=None if arrays.counts is None else arrays.counts[rows],
    )


def _pointer(sizes: AnyInts) -> Ints32:
    return bounds(sizes).astype(np.int32)


def _take(texts: Texts, rows: AnyInts) -> Texts:
    return Texts.packed([texts.raw(int(row)) for row in rows])
