"""Measures that compare what is written about two concepts: words, glosses, neighbours; and how they are spelt."""

import re
from collections.abc import Callable, Iterable

import numpy as np

from semblant.errors import KnowledgeError
from semblant.knowledge.taxonomy import Taxonomy
from semblant.knowledge.texts import key
from semblant.policy.model import Source
from semblant.semantics.measure import DEFAULT, Concepts, Numbers

_WORD = re.compile(r"\w+")

RODRIGUEZ_WEIGHTS = (0.4, 0.3, 0.3)
"""What synonyms, glosses and neighbours count for; without glosses the other two share their part."""


def tversky(taxonomy: Taxonomy, rows: Concepts, columns: Concepts, _: Source = DEFAULT) -> Numbers:
    """Tversky 1977 over ancestors: what is shared against what each has alone, weighed by their depths."""
    ancestors = lambda c: [str(a) for a in taxonomy.ancestors(int(c))]  # noqa: E731
    return _contrast(*_overlap(rows, columns, ancestors), _gamma(taxonomy, rows, columns))


def rodriguez(taxonomy: Taxonomy, rows: Concepts, columns: Concepts, _: Source = DEFAULT) -> Numbers:
    """Rodríguez & Egenhofer 2003: a weighted sum of Tversky terms over synonyms, features and neighbours."""
    _needs_words(taxonomy, "rodriguez")
    gamma = _gamma(taxonomy, rows, columns)
    synonyms = _contrast(*_overlap(rows, columns, lambda c: _words_of(taxonomy, c)), gamma)
    around = _contrast(*_overlap(rows, columns, lambda c: [str(n) for n in _neighbours(taxonomy, c)]), gamma)
    w, u, v = RODRIGUEZ_WEIGHTS
    if taxonomy.arrays.glosses is None:
        return np.asarray((w * synonyms + v * around) / (w + v), np.float64)
    features = _contrast(*_overlap(rows, columns, lambda c: _gloss(taxonomy, c)), gamma)
    return np.asarray(w * synonyms + u * features + v * around, np.float64)


def x_similarity(taxonomy: Taxonomy, rows: Concepts, columns: Concepts, _: Source = DEFAULT) -> Numbers:
    """Petrakis et al. 2006: 1 where synonyms meet, else the better of neighbourhoods and glosses."""
    _needs_words(taxonomy, "x-similarity")
    shared = _overlap(rows, columns, lambda c: _words_of(taxonomy, c))[0]
    up = _jaccard(*_overlap(rows, columns, lambda c: _words_of(taxonomy, *taxonomy.parents(int(c)))))
    down = _jaccard(*_overlap(rows, columns, lambda c: _words_of(taxonomy, *taxonomy.children(int(c)))))
    best = np.maximum(up, down)
    if taxonomy.arrays.glosses is not None:
        best = np.maximum(best, _jaccard(*_overlap(rows, columns, lambda c: _gloss(taxonomy, c))))
    return np.where(shared > 0, 1.0, best)


def edit(taxonomy: Taxonomy, rows: Concepts, columns: Concepts, _: Source = DEFAULT) -> Numbers:
    """Levenshtein 1966 on the preferred labels, over the longer one: how alike two concepts are spelt."""
    from rapidfuzz.distance import Levenshtein
    from rapidfuzz.process import cdist

    labels = [[key(taxonomy.label(int(c))) for c in side] for side in (rows, columns)]
    return np.asarray(cdist(*labels, scorer=Levenshtein.normalized_similarity, dtype=np.float64), np.float64)


def _needs_words(taxonomy: Taxonomy, measure: str) -> None:
    arrays = taxonomy.arrays
    if len(arrays.labels) == len(arrays.ids) and arrays.glosses is None:
        raise KnowledgeError(
            f"The measure {measure!r} compares synonyms and glosses, and knowledge {taxonomy.name!r} has neither.",
            hints=[
                "use a structural measure: logsc, wu-palmer, lin",
                "semblant knowledge add wordnet DIR (with glosses)",
            ],
        )


def _words_of(taxonomy: Taxonomy, *concepts: int) -> list[str]:
    return [key(term) for c in concepts for term in taxonomy.terms(int(c))]


def _gloss(taxonomy: Taxonomy, concept: int) -> list[str]:
    assert taxonomy.arrays.glosses is not None
    return _WORD.findall(taxonomy.arrays.glosses[int(concept)].lower())


def _neighbours(taxonomy: Taxonomy, concept: int) -> Iterable[int]:
    """The concepts one link away, and the concept itself."""
    return [int(concept), *taxonomy.parents(int(concept)).tolist(), *taxonomy.children(int(concept)).tolist()]


def _overlap(
    rows: Concepts, columns: Concepts, features: Callable[[int], Iterable[str]]
) -> tuple[Numbers, Numbers, Numbers]:
    """How many features each pair shares, and how many each side has."""
    from scipy.sparse import csr_array

    number: dict[str, int] = {}
    sides = [[{number.setdefault(f, len(number)) for f in features(int(c))} for c in side] for side in (rows, columns)]
    there = []
    for side in sides:
        ends = np.concatenate([[0], np.cumsum([len(s) for s in side])])
        places = np.array([f for s in side for f in sorted(s)], np.int64)
        there.append(csr_array((np.ones(len(places)), places, ends), shape=(len(side), max(1, len(number)))))
    shared = (there[0] @ there[1].T).toarray()
    return shared, there[0].sum(axis=1)[:, None], there[1].sum(axis=1)[None, :]


def _gamma(taxonomy: Taxonomy, rows: Concepts, columns: Concepts) -> Numbers:
    """The share of the shallower concept's depth, as Rodríguez & Egenhofer weigh the two sides."""
    a = taxonomy.depth[rows].astype(np.float64)[:, None] + 1
    b = taxonomy.depth[columns].astype(np.float64)[None, :] + 1
    share = a / (a + b)
    return np.where(a <= b, share, 1.0 - share)


def _contrast(shared: Numbers, left: Numbers, right: Numbers, gamma: Numbers) -> Numbers:
    bottom = shared + gamma * (left - shared) + (1.0 - gamma) * (right - shared)
    return np.divide(shared, bottom, out=np.zeros_like(shared), where=bottom > 0)


def _jaccard(shared: Numbers, left: Numbers, right: Numbers) -> Numbers:
    either = left + right - shared
    return np.divide(shared, either, out=np.zeros_like(shared), where=either > 0)
