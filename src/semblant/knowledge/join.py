"""Joining several sources, as the papers propose for ontologies."""

from collections.abc import Sequence

import numpy as np

from semblant.arrays import Ints, Ints32, bounds
from semblant.errors import KnowledgeError
from semblant.knowledge.assemble import Arrays
from semblant.knowledge.graph import gather
from semblant.knowledge.taxonomy import Taxonomy
from semblant.knowledge.texts import Texts


def join(taxonomies: Sequence[Taxonomy]) -> Taxonomy:
    """Put several sources under one virtual root, in order of preference.

    A concept's id becomes ``1:id`` for the first source, ``2:id`` for the second and so on, so that ids stay
    distinct and the canonical order is that of the sources. A term known to an earlier source names only the
    concepts of that source; a term it does not know falls through to the next.

    Example:
        >>> jobs = Taxonomy.from_edges([("nurse", "job"), ("cook", "job")], name="jobs")
        >>> food = Taxonomy.from_edges([("cook", "activity"), ("dish", "food")], name="food")
        >>> both = join([jobs, food])
        >>> [both.concept(c).id for c in (both.index("cook"), both.index("dish"))]
        ['1:cook', '2:dish']
        >>> both.lcs(both.index("cook"), both.index("dish"))
        -1
    """
    if not taxonomies:
        raise KnowledgeError("There is no source to join.")
    if len(taxonomies) == 1:
        return taxonomies[0]
    parts = [t.arrays for t in taxonomies]
    first = bounds([len(a.ids) for a in parts])
    width = len(str(len(parts)))
    ids = [f"{s:0{width}}:{i}" for s, a in enumerate(parts, 1) for i in a.ids]
    keys, key_ptr, senses = _fall_through(parts, first)
    forms: dict[str, str] = {}
    for a in parts:
        for form, lemma in zip(a.inflected, a.lemmas, strict=True):
            forms.setdefault(form, lemma)
    ordered = sorted(forms, key=lambda f: f.encode("utf-8", "surrogatepass"))
    arrays = Arrays(
        ids=Texts.of(ids),
        parent_ptr=_chain([a.parent_ptr for a in parts]),
        parents=_shift([a.parents for a in parts], first),
        instance=np.concatenate([a.instance for a in parts]),
        labels=_concatenate([a.labels for a in parts]),
        label_ptr=_chain([a.label_ptr for a in parts]),
        keys=keys,
        key_ptr=key_ptr,
        senses=senses,
        inflected=Texts.of(ordered),
        lemmas=Texts.of(forms[f] for f in ordered),
        glosses=_concatenate([a.glosses or _blank(len(a.ids)) for a in parts])
        if any(a.glosses for a in parts)
        else None,
        counts=None,  # counts from different corpora are not comparable
        languages=tuple(dict.fromkeys(language for a in parts for language in a.languages)),
        reading=parts[0].reading if len({a.reading for a in parts}) == 1 else "",
        **_wholes(parts, first),
    )
    return Taxonomy(arrays, "+".join(t.name for t in taxonomies))


def _wholes(parts: Sequence[Arrays], first: Ints) -> dict[str, Ints32]:
    """The part-of links of all sources, where any has some."""
    if all(a.wholes is None for a in parts):
        return {}
    told = [
        (np.zeros(len(a.ids) + 1, np.int32), np.empty(0, np.int32))
        if a.whole_ptr is None or a.wholes is None
        else (a.whole_ptr, a.wholes)
        for a in parts
    ]
    return {"whole_ptr": _chain([ptr for ptr, _ in told]), "wholes": _shift([wholes for _, wholes in told], first)}


def _fall_through(parts: Sequence[Arrays], first: Ints) -> tuple[Texts, Ints32, Ints32]:
    """The keys of all sources, each with the senses of the first source that knows it."""
    begin = bounds([len(a.keys) for a in parts]).tolist()
    row: dict[str, int] = {}
    for a, start in reversed(list(zip(parts, begin, strict=False))):
        row.update(zip(a.keys, range(start, start + len(a.keys)), strict=True))  # the earlier source wins
    ordered = sorted(row)
    rows = np.array([row[k] for k in ordered], np.int64)
    ptr = _chain([a.key_ptr for a in parts])
    senses = gather(ptr, _shift([a.senses for a in parts], first), rows)
    return Texts.of(ordered), bounds(np.diff(ptr)[rows]).astype(np.int32), senses


def _shift(items: Sequence[Ints32], first: Ints) -> Ints32:
    return np.concatenate([part + start for part, start in zip(items, first, strict=False)]).astype(np.int32)


def _chain(pointers: Sequence[Ints32]) -> Ints32:
    return bounds(np.concatenate([np.diff(p) for p in pointers])).astype(np.int32)


def _concatenate(texts: Sequence[Texts]) -> Texts:
    lengths = np.concatenate([np.diff(t.offsets) for t in texts])
    return Texts(np.concatenate([t.blob for t in texts]), bounds(lengths))


def _blank(n: int) -> Texts:
    return Texts(np.empty(0, np.uint8), np.zeros(n + 1, np.int64))
