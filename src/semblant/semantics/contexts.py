"""The measure that compares the contexts of two concepts in a corpus: words are alike if their neighbours are."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from semblant.arrays import Floats, Ints, bounds
from semblant.errors import KnowledgeError, PolicyError
from semblant.knowledge.taxonomy import Name, Taxonomy
from semblant.knowledge.texts import key
from semblant.policy.model import Source
from semblant.semantics.measure import DEFAULT, Similarity, pair

WINDOW = 5
"""Words before and after a term that are its context, within its line."""
SHORT = 3
"""Words of so few letters are no context: nearly all of them are articles, prepositions and the like."""
_LONGEST = 4  # words of a term that is looked for
_WORD = re.compile(r"\w+")


def context_vector(taxonomy: Taxonomy, a: Name, b: Name, options: Source = DEFAULT) -> float:
    """Similarity of two concepts: the cosine of the angle between their context vectors.

    A concept's vector counts the words around its terms in a corpus, the file that the option ``corpus`` names: up to
    five words before and after within a line, words of up to three letters left out. 0 where a concept does not occur.
    Windows and short words are ours; the thesis has the cosine.

    Example:
        >>> import tempfile
        >>> file = Path(tempfile.mkdtemp()) / "corpus.txt"
        >>> said = ["The nurse treats sick patients.", "A doctor treats patients.", "The baker bakes bread."]
        >>> _ = file.write_text("\\n".join(said))
        >>> jobs = Taxonomy.from_paths(["work/health/nurse", "work/health/doctor", "work/food/baker"])
        >>> corpus = Source(source="", corpus=str(file))
        >>> [round(context_vector(jobs, "nurse", b, corpus), 4) for b in ("doctor", "baker")]
        [0.8165, 0.0]

    Reference: Patwardhan & Pedersen, EACL workshop 2006; thesis, Eq. 3.14.
    """
    return pair(_cosine, taxonomy, a, b, options)


def _cosine(taxonomy: Taxonomy, rows: Ints, columns: Ints, options: Source) -> Floats:
    if options.corpus is None:
        raise KnowledgeError(
            f"The measure 'context-vector' compares contexts in a corpus, and knowledge {taxonomy.name!r} has none.",
            hints=["set knowledge.NAME.corpus: FILE, a text with a sentence or a document in each line"],
        )
    vectors = _vectors(taxonomy, options.corpus)
    return np.asarray(np.minimum(1.0, (vectors[rows] @ vectors[columns].T).toarray()), np.float64)


@lru_cache(maxsize=4)
def _vectors(taxonomy: Taxonomy, corpus: str) -> Any:
    """The context vectors of all concepts, each of length 1 unless it is empty, as a sparse matrix."""
    from scipy.sparse import csr_array

    seen: dict[int, Counter[str]] = {}
    for words in _lines(Path(corpus)):
        for at, length, concepts in _terms(taxonomy, words):
            around = words[max(0, at - WINDOW) : at] + words[at + length : at + length + WINDOW]
            for concept in concepts:
                seen.setdefault(concept, Counter()).update(word for word in around if len(word) > SHORT)
    number = {word: i for i, word in enumerate(sorted({word for counted in seen.values() for word in counted}))}
    held = [sorted((number[word], n) for word, n in seen.get(c, {}).items()) for c in range(len(taxonomy))]
    values = np.array([n for line in held for _, n in line], np.float64)
    places = np.array([i for line in held for i, _ in line], np.int64)
    table = csr_array((values, places, bounds([len(line) for line in held])), shape=(len(held), max(1, len(number))))
    lengths = np.sqrt(np.asarray((table * table).sum(axis=1)).ravel())
    table.data /= np.repeat(lengths, np.diff(table.indptr))
    return table


def _lines(path: Path) -> Iterator[list[str]]:
    """The words of every line."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            for line in file:
                yield _WORD.findall(line.lower())
    except OSError as error:
        raise PolicyError(f"The corpus cannot be read: {error.strerror}.", where=path.name) from error


def _terms(taxonomy: Taxonomy, words: list[str]) -> Iterator[tuple[int, int, list[int]]]:
    """Where terms stand in a line, the longest first, each with its length in words and all its senses."""
    at = 0
    while at < len(words):
        for length in range(min(_LONGEST, len(words) - at), 0, -1):
            senses = taxonomy.senses(key(" ".join(words[at : at + length])))
            if senses:
                yield at, length, senses
                break
        else:
            length = 1
        at += length


MEASURES = (
    Similarity("context-vector", context_vector, "Patwardhan & Pedersen 2006: words around both in a corpus", _cosine),
)
