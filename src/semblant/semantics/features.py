"""Measures that compare what is written about two concepts: words, glosses, neighbours; and how they are spelt."""

import re
from collections.abc import Callable, Iterable

import numpy as np

from semblant.arrays import Floats, Ints, bounds
from semblant.errors import KnowledgeError
from semblant.knowledge.taxonomy import Name, Taxonomy
from semblant.knowledge.texts import key
from semblant.policy.model import Source
from semblant.semantics.measure import DEFAULT, Similarity, pair

_WORD = re.compile(r"\w+")

RODRIGUEZ_WEIGHTS = (0.4, 0.3, 0.3)
"""Weights of synonyms, glosses and neighbours; without glosses the other two share their weight."""


def tversky(taxonomy: Taxonomy, a: Name, b: Name, options: Source = DEFAULT) -> float:
    """Similarity of two concepts by their ancestors: those they share against those each has alone.

    1 for the same concept, 0 where none is shared. What each has alone is weighed by depth, so that the order of the
    two matters.

    Example:
        >>> jobs = Taxonomy.from_paths(["work/health/nurse", "work/health/doctor", "work/food/baker"])
        >>> [round(tversky(jobs, "nurse", b), 4) for b in ("doctor", "health", "baker")]
        [0.6667, 0.8333, 0.3333]

    Reference: Tversky, Psychological Review 84(4), 1977; weighed as in :func:`rodriguez`.
    """
    return pair(_tversky, taxonomy, a, b, options)


def _tversky(taxonomy: Taxonomy, rows: Ints, columns: Ints, _: Source) -> Floats:
    ancestors = lambda c: [str(a) for a in taxonomy.ancestors(int(c))]  # noqa: E731
    return _contrast(*_overlap(rows, columns, ancestors), _gamma(taxonomy, rows, columns))


def rodriguez(taxonomy: Taxonomy, a: Name, b: Name, options: Source = DEFAULT) -> float:
    """Similarity of two concepts by their synonyms, glosses and neighbours: a weighted sum of Tversky's terms.

    1 for the same concept, 0 where nothing is shared; the order of the two matters. Glosses are left out where the
    source has none.

    Example:
        >>> pets = Taxonomy.from_edges([("dog", "pet"), ("cat", "pet")], terms={"dog": ["dog", "hound"]})
        >>> round(rodriguez(pets, "dog", "cat"), 4)
        0.2143

    Reference: Rodríguez & Egenhofer, IEEE Transactions on Knowledge and Data Engineering 15(2), 2003.
    """
    return pair(_rodriguez, taxonomy, a, b, options)


def _rodriguez(taxonomy: Taxonomy, rows: Ints, columns: Ints, _: Source) -> Floats:
    _needs_words(taxonomy, "rodriguez")
    gamma = _gamma(taxonomy, rows, columns)
    synonyms = _contrast(*_overlap(rows, columns, lambda c: _words_of(taxonomy, c)), gamma)
    around = _contrast(*_overlap(rows, columns, lambda c: [str(n) for n in _neighbours(taxonomy, c)]), gamma)
    w, u, v = RODRIGUEZ_WEIGHTS
    if taxonomy.arrays.glosses is None:
        return np.asarray((w * synonyms + v * around) / (w + v), np.float64)
    features = _contrast(*_overlap(rows, columns, lambda c: _gloss(taxonomy, c)), gamma)
    return np.asarray(w * synonyms + u * features + v * around, np.float64)


def x_similarity(taxonomy: Taxonomy, a: Name, b: Name, options: Source = DEFAULT) -> float:
    """Similarity of two concepts: 1 where they have a synonym in common, else the better of neighbours and glosses.

    Neighbours are the words of the parents, of the children, of the wholes that a concept is part of (WordNet's
    holonyms), or of its parts, whichever overlap most; part-of where the source has it.

    Example:
        >>> pets = Taxonomy.from_edges([("dog", "pet"), ("cat", "pet")], terms={"dog": ["dog", "hound"]})
        >>> x_similarity(pets, "dog", "cat"), x_similarity(pets, "dog", "pet")
        (1.0, 0.0)

    Reference: Petrakis, Varelas, Hliaoutakis & Raftopoulou, Journal of Digital Information Management 4(4), 2006.
    """
    return pair(_x_similarity, taxonomy, a, b, options)


def _x_similarity(taxonomy: Taxonomy, rows: Ints, columns: Ints, _: Source) -> Floats:
    _needs_words(taxonomy, "x-similarity")
    shared = _overlap(rows, columns, lambda c: _words_of(taxonomy, c))[0]
    around = [taxonomy.parents, taxonomy.children]
    around += [taxonomy.wholes, taxonomy.parts] if taxonomy.arrays.wholes is not None else []
    best = np.zeros((len(rows), len(columns)))
    for related in around:
        overlap = _overlap(rows, columns, lambda c, related=related: _words_of(taxonomy, *related(c)))  # type: ignore[misc]
        best = np.maximum(best, _jaccard(*overlap))
    if taxonomy.arrays.glosses is not None:
        best = np.maximum(best, _jaccard(*_overlap(rows, columns, lambda c: _gloss(taxonomy, c))))
    return np.where(shared > 0, 1.0, best)


def edit(taxonomy: Taxonomy, a: Name, b: Name, options: Source = DEFAULT) -> float:
    """Similarity of two concepts by the spelling of their preferred labels: 1 less edits over the longer label.

    Example:
        >>> jobs = Taxonomy.from_paths(["work/health/nurse", "work/health/nursery", "work/food/baker"])
        >>> round(edit(jobs, "nurse", "nursery"), 4), round(edit(jobs, "nurse", "baker"), 4)
        (0.7143, 0.0)

    Reference: Levenshtein, Soviet Physics Doklady 10(8), 1966.
    """
    return pair(_edit, taxonomy, a, b, options)


def _edit(taxonomy: Taxonomy, rows: Ints, columns: Ints, _: Source) -> Floats:
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


def _overlap(rows: Ints, columns: Ints, features: Callable[[int], Iterable[str]]) -> tuple[Floats, Floats, Floats]:
    """How many features each pair shares, and how many each side has."""
    from scipy.sparse import csr_array

    number: dict[str, int] = {}
    sides = [[{number.setdefault(f, len(number)) for f in features(int(c))} for c in side] for side in (rows, columns)]
    there = []
    for side in sides:
        ends = bounds([len(s) for s in side])
        places = np.array([f for s in side for f in sorted(s)], np.int64)
        there.append(csr_array((np.ones(len(places)), places, ends), shape=(len(side), max(1, len(number)))))
    shared = (there[0] @ there[1].T).toarray()
    return shared, there[0].sum(axis=1)[:, None], there[1].sum(axis=1)[None, :]


def _gamma(taxonomy: Taxonomy, rows: Ints, columns: Ints) -> Floats:
    """The share of the shallower concept's depth, as Rodríguez & Egenhofer weigh the two sides."""
    a = taxonomy.depth[rows].astype(np.float64)[:, None] + 1
    b = taxonomy.depth[columns].astype(np.float64)[None, :] + 1
    share = a / (a + b)
    return np.where(a <= b, share, 1.0 - share)


def _contrast(shared: Floats, left: Floats, right: Floats, gamma: Floats) -> Floats:
    bottom = shared + gamma * (left - shared) + (1.0 - gamma) * (right - shared)
    return np.divide(shared, bottom, out=np.zeros_like(shared), where=bottom > 0)


def _jaccard(shared: Floats, left: Floats, right: Floats) -> Floats:
    either = left + right - shared
    return np.divide(shared, either, out=np.zeros_like(shared), where=either > 0)


MEASURES = (
    Similarity("tversky", tversky, "Tversky 1977: shared ancestors against those each has alone", _tversky),
    Similarity("rodriguez", rodriguez, "Rodríguez & Egenhofer 2003: synonyms, features and neighbours", _rodriguez),
    Similarity(
        "x-similarity", x_similarity, "Petrakis et al. 2006: synonyms, else neighbourhoods or glosses", _x_similarity
    ),
    Similarity("edit", edit, "Levenshtein 1966: edits between labels over the longer one", _edit),
)
