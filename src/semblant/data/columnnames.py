"""The words in the name of a column, whatever separates, shortens or bends them."""

import re
import unicodedata
from functools import cache, lru_cache

import snowballstemmer

from semblant.data.columnwords import KNOWN, SHORT

_PART = 3  # letters of a word within a glued name, unless it is a known abbreviation
_HEAD = 5  # letters of a known word behind a single letter
_STEM = 4  # letters of a stem that says what word it is
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


@lru_cache(maxsize=4096)
def words_of(name: str) -> frozenset[str]:
    """The words in the name of a column; known words within glued, shortened, bent or unaccented ones, too.

    Example:
        >>> sorted(words_of("patientName")), sorted(words_of("Geb.-Datum_2"))
        (['name', 'patient'], ['datum', 'geb', 'geburt'])
        >>> sorted(words_of("HIVStatus")), sorted(words_of("PtName")), sorted(words_of("hivstatus"))
        (['hiv', 'status'], ['name', 'patient', 'pt'], ['hiv', 'hivstatus', 'status'])
        >>> sorted(words_of("HbA1c")), sorted(words_of("hhinc")), sorted(words_of("niveau_etudes"))
        (['a', 'c', 'hb', 'hba1c'], ['hh', 'hhinc', 'household', 'inc', 'income'], ['etudes', 'niveau', 'études'])
    """
    parted = re.sub(r"(?<=[a-zß-ÿ])(?=[A-ZÀ-Þ])|(?<=[A-ZÀ-Þ])(?=[A-ZÀ-Þ][a-zß-ÿ])", " ", name)
    found = {token for token in re.findall(r"[^\W_]+", name.lower()) if token in KNOWN}
    for token in re.findall(r"[^\W_]+", parted.lower()):
        for word in [token] if token in KNOWN else re.findall(r"[^\W\d]+", token):
            found.add(word)
            found.update(_meant(word) or _glued(word) or _bent(word) or _at_the_end(word))
    return frozenset(found)


def _meant(word: str) -> tuple[str, ...]:
    """The known word that a part of a name is, or is short for; also one written without its accents."""
    if word in KNOWN:
        return (word, SHORT[word]) if word in SHORT else (word,)
    known = SHORT.get(word) or _unaccented().get(word)
    return () if known is None else (known,)


def _glued(word: str) -> tuple[str, ...]:
    """The known words that a word consists of, if it does: `hivstatus`, `hhinc`."""
    for cut in range(2, len(word) - 1):
        first, rest = word[:cut], word[cut:]
        if _is_part(first) and (behind := (rest, *_meant(rest)) if _is_part(rest) else _glued(rest)):
            return (first, *_meant(first), *behind)
    return ()


def _is_part(word: str) -> bool:
    return word in SHORT or (len(word) >= _PART and bool(_meant(word)))


def _bent(word: str) -> tuple[str, ...]:
    """The known words with the stem of a word: `arrested` is about arrests."""
    stem = _stem(word)
    return _by_stem().get(stem, ()) if len(stem) >= _STEM else ()


def _at_the_end(word: str) -> tuple[str, ...]:
    """The known word that follows a single letter: the `cresult` of `A1Cresult`."""
    return (word[1:],) if len(word) > _HEAD and word[1:] in KNOWN else ()


@cache
def _unaccented() -> dict[str, str]:
    """The known words as they are written without accents: `etudes`, `taetigkeit`."""
    plain = {_plain(word): word for word in sorted(KNOWN)}
    return plain | {word.translate(_UMLAUTS): word for word in sorted(KNOWN)}


def _plain(word: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFD", word) if not unicodedata.combining(letter))


@cache
def _by_stem() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for word in sorted(KNOWN):
        found[_stem(word)] = (*found.get(_stem(word), ()), word)
    return found


_stem = lru_cache(maxsize=4096)(snowballstemmer.stemmer("porter").stemWord)
