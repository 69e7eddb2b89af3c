"""From the links and terms of a source to the arrays of a taxonomy; every loader ends here."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from semblant.arrays import Bytes, Floats, Ints, Ints32, bounds
from semblant.errors import CycleError, DanglingParentError, DuplicateConceptError, KnowledgeError
from semblant.knowledge.graph import invert, levels, ring
from semblant.knowledge.texts import Texts, key, keys

DEEPEST = 5_000
"""The most levels of a source; real ones have about twenty."""


class Arrays(NamedTuple):
    """The arrays of a taxonomy, as stored in packs and in the cache."""

    ids: Texts
    parent_ptr: Ints32
    parents: Ints32
    instance: Bytes  # per entry of `parents`: 1 where the link is instance-of
    labels: Texts
    label_ptr: Ints32  # the terms of concept c are labels[label_ptr[c]:label_ptr[c+1]], the preferred one first
    keys: Texts  # sorted
    key_ptr: Ints32
    senses: Ints32  # the concepts of a key, in sense order
    inflected: Texts  # sorted irregular forms ...
    lemmas: Texts  # ... and what each is a form of
    glosses: Texts | None = None
    counts: Floats | None = None  # how often each concept was seen in a corpus
    languages: tuple[str, ...] = ()
    whole_ptr: Ints32 | None = None  # concept c is part of wholes[whole_ptr[c]:whole_ptr[c+1]]; None: not told
    wholes: Ints32 | None = None
    reading: str = ""  # how texts are read: `titles`, `diagnoses`, `places` or, where it is empty, as any terms


class Links(NamedTuple):
    """Concept ``child[i]`` is a ``parent[i]``, both by position, or an instance of it.

    ``line_of_link`` locates the link of two ids in the source, for the error if it closes a cycle.
    """

    child: ArrayLike
    parent: ArrayLike
    instance: ArrayLike | None = None
    line_of_link: Callable[[str, str], str] | None = None


class Names(NamedTuple):
    """``terms[j]`` names the concept at position ``concept[j]``, whose first term is its preferred label.

    Where one term names several concepts they rank by ``rank``, then by their place in ``terms``. ``inflections`` are
    irregular forms and what each is a form of.
    """

    terms: Sequence[str]
    concept: ArrayLike
    rank: ArrayLike | None = None
    inflections: Mapping[str, str] = {}


def assemble(
    ids: Sequence[str],
    links: Links,
    names: Names,
    *,
    glosses: Sequence[str] | None = None,
    counts: Floats | None = None,
    languages: tuple[str, ...] = (),
    part_of: Links | None = None,
) -> Arrays:
    """Sort into canonical order, check, and index; a concept without terms is called by its id."""
    n = len(ids)
    if n == 0:
        raise KnowledgeError("The source has no concepts.")
    by_id = sorted(range(n), key=ids.__getitem__)  # by code point, which is the order of UTF-8 as well
    if len(set(ids)) < n:
        twice = next(ids[a] for a, b in pairwise(by_id) if ids[a] == ids[b])
        raise DuplicateConceptError(f"The concept id {twice!r} is given twice.")
    order = np.array(by_id, np.int64)
    rank = np.empty(n, np.int64)
    rank[order] = np.arange(n)
    sorted_ids = Texts.of([ids[i] for i in by_id])

    parent_ptr, parents, linked = _links(rank, links)
    depth = levels(parent_ptr, invert(parent_ptr, parents), DEEPEST)
    if depth.max() == DEEPEST:
        raise KnowledgeError(f"The source is more than {DEEPEST:,} levels deep, which no taxonomy is.")
    if loop := [sorted_ids[i] for i in ring(parent_ptr, parents, depth)]:
        raise CycleError(_round(loop), where=links.line_of_link(loop[0], loop[1]) if links.line_of_link else "")

    labels, label_ptr, owner, position = _labels(sorted_ids, names.terms, rank[np.asarray(names.concept, np.int64)])
    ranks = np.zeros(len(position), np.int64)
    if names.rank is not None:
        ranks = np.append(np.asarray(names.rank, np.int64), 0)[np.minimum(position, len(names.terms))]
    keys, key_ptr, senses = _keys(labels, owner, position, ranks)

    whole_ptr, wholes = (None, None) if part_of is None else _links(rank, part_of)[:2]
    forms = sorted({key(f): lemma for f, lemma in names.inflections.items()}.items())
    return Arrays(
        ids=sorted_ids,
        parent_ptr=parent_ptr,
        parents=parents,
        instance=linked,
        labels=Texts.of(labels),
        label_ptr=label_ptr,
        keys=keys,
        key_ptr=key_ptr,
        senses=senses,
        inflected=Texts.of(f for f, _ in forms),
        lemmas=Texts.of(lemma for _, lemma in forms),
        glosses=None if glosses is None else Texts.of([glosses[i] for i in order]),
        counts=None if counts is None else np.asarray(counts, np.float64)[order],
        languages=languages,
        whole_ptr=whole_ptr,
        wholes=wholes,
    )


def _round(loop: list[str]) -> str:
    shown = loop if len(loop) <= 8 else [*loop[:4], f"… {len(loop) - 8} more …", *loop[-4:]]
    return "A concept is its own ancestor: " + " → ".join(name[:80] for name in shown) + "."


def _links(rank: Ints, links: Links) -> tuple[Ints32, Ints32, Bytes]:
    """Distinct links sorted by child and parent; a link given as is-a and as instance counts as is-a."""
    child, parent = (rank[np.asarray(end, np.int64)] for end in (links.child, links.parent))
    flag = np.zeros(len(child), np.uint8) if links.instance is None else np.asarray(links.instance, np.uint8)
    by = np.lexsort((flag, parent, child))
    child, parent, flag = child[by], parent[by], flag[by]
    first = np.ones(len(child), bool)
    first[1:] = (child[1:] != child[:-1]) | (parent[1:] != parent[:-1])
    ptr = bounds(np.bincount(child[first], minlength=len(rank))).astype(np.int32)
    return ptr, parent[first].astype(np.int32), flag[first]


def _labels(ids: Texts, terms: Sequence[str], owner: Ints) -> tuple[list[str], Ints32, Ints, Ints]:
    """Terms grouped by concept; concepts without one are called by their id."""
    nameless = np.flatnonzero(np.bincount(owner, minlength=len(ids)) == 0)
    owners = np.concatenate([owner, nameless])
    by = np.argsort(owners, kind="stable")
    given = len(terms)
    labels = [terms[j] if j < given else ids[int(nameless[j - given])] for j in by.tolist()]
    return labels, bounds(np.bincount(owners, minlength=len(ids))).astype(np.int32), owners[by], by


def _keys(labels: Sequence[str], owner: Ints, position: Ints, ranks: Ints) -> tuple[Texts, Ints32, Ints32]:
    """Sorted look-up keys, each with its concepts in sense order."""
    sought = keys(labels)
    distinct = sorted(set(sought) - {""})  # a blank label is not a name
    number = dict(zip(distinct, range(len(distinct)), strict=True))
    number[""] = -1
    code = np.fromiter(map(number.__getitem__, sought), np.int64, len(sought))
    spoken = code >= 0
    code, owner, position, ranks = code[spoken], owner[spoken], position[spoken], ranks[spoken]
    by = np.lexsort((position, ranks, code))
    code, concept = code[by], owner[by]
    pair = code * (int(owner.max(initial=0)) + 1) + concept
    _, first = np.unique(pair, return_index=True)
    keep = np.zeros(len(code), bool)
    keep[first] = True  # a concept counts once per key, at its best rank
    ptr = bounds(np.bincount(code[keep], minlength=len(distinct))).astype(np.int32)
    return Texts.of(distinct), ptr, concept[keep].astype(np.int32)


def assemble_edges(
    edges: Iterable[tuple[str, str]],
    *,
    terms: Mapping[str, Sequence[str]] | None = None,
    concepts: Iterable[str] | None = None,
) -> Arrays:
    """From (child, parent) pairs of ids."""
    pairs = list(edges)
    if concepts is not None:
        ids = list(concepts)
        known = set(ids)
        for child, parent in pairs:
            for end in (child, parent):
                if end not in known:
                    raise DanglingParentError(f"{child!r} has the parent {parent!r}, but {end!r} is not a concept.")
    else:
        ids = list(dict.fromkeys([end for pair in pairs for end in pair] + list(terms or ())))
    number = {c: i for i, c in enumerate(ids)}
    names = [(t, number[c]) for c, ts in (terms or {}).items() if c in number for t in ts]
    links = Links([number[c] for c, _ in pairs], [number[p] for _, p in pairs])
    return assemble(ids, links, Names([t for t, _ in names], [c for _, c in names]))


def assemble_paths(paths: Iterable[str], separator: str) -> Arrays:
    """From paths such as ``Top/Sports/Swimming``; ids are the whole paths."""
    label: dict[str, str] = {}
    edges: dict[tuple[str, str], None] = {}
    for path in paths:
        parts = [p for p in path.strip().split(separator) if p]
        for i, part in enumerate(parts):
            here = separator.join(parts[: i + 1])
            label.setdefault(here, part.replace("_", " "))
            if i:
                edges.setdefault((here, separator.join(parts[:i])))
    return assemble_edges(edges, terms={p: (t,) for p, t in label.items()}, concepts=label)
