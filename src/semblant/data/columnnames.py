"""The words in the name of a column, whatever separates, shortens or bends them."""

import re
import unicodedata
from functools import cache, lru_cache

import snowballstemmer

from semblant.data.columnwords import IDENTIFYING_WORDS, KNOWN, QUASI, SENSITIVE, SHORT

_PART = 3  # letters of a word within a glued name, unless it is a known abbreviation
_HEAD = 5  # letters of a known word behind a single letter
_STEM = 4  # letters of a stem that says what word it is
_KEPT = 2  # first letters of a word that its stem has, too
_BEGINNING = 5  # letters of the beginning of a word that stand for it, if all words that begin so are about the same
_CONSONANTS = 4  # letters of a word without vowels that stand for it, likewise
_COMPOUND = 9  # letters of a known word at the end of a compound; shorter ones end others by chance: `disposition`
_LINKS = ("s", "es", "n", "en")  # letters between the words of a German compound
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


@lru_cache(maxsize=4096)
def words_of(name: str) -> frozenset[str]:
    """The words in the name of a column; known words within glued, shortened, bent or unaccented ones, too.

    Example:
        >>> sorted(words_of("patientName")), sorted(words_of("Geb.-Datum_2"))
        (['name', 'patient'], ['datum', 'geb', 'geburt', 'geburtsdatum'])
        >>> sorted(words_of("HIVStatus")), sorted(words_of("PtName")), sorted(words_of("hivstatus"))
        (['hiv', 'status'], ['name', 'patient', 'pt'], ['hiv', 'hivstatus', 'status'])
        >>> sorted(words_of("HbA1c")), sorted(words_of("hhinc")), sorted(words_of("niveau_etudes"))
        (['a', 'c', 'hb', 'hba1c'], ['hh', 'hhinc', 'household', 'inc', 'income'], ['etudes', 'niveau', 'études'])
        >>> sorted(words_of("gndr")), sorted(words_of("Staatsangeh")), sorted(words_of("Schwerbehinderung"))
        (['gender', 'gndr'], ['staatsangeh', 'staatsangehörigkeit'], ['behinderung', 'schwerbehinderung'])
    """
    return frozenset(_in_order(name))


def head_of(name: str) -> str:
    """The last word in the name of a column that says what it is about, as English puts the head last; or nothing.

    Example:
        >>> head_of("victim_sex"), head_of("marital status"), head_of("x7")
        ('sex', 'marital', '')
    """
    return next((word for word in reversed(_in_order(name)) if word in SENSITIVE or word in QUASI), "")


def _in_order(name: str) -> list[str]:
    """The words in the name of a column, as they stand there; what was written as several may be one: `ZIP code`."""
    found = [token for token in re.findall(r"[^\W_]+", name.lower()) if token in KNOWN]
    whole = re.sub(r"[\W_\d]+", "", name.lower())
    found += _meant(whole)
    for token in re.findall(r"[^\W_]+", _parted(name).lower()):
        for word in [token] if token in KNOWN else re.findall(r"[^\W\d]+", token):
            found.append(word)
            found += _meant(word) or _glued(word) or _bent(word) or _shortened(word) or _at_the_end(word)
    return list(dict.fromkeys(found))


def _parted(name: str) -> str:
    """The name with its words parted where the case changes: `HIVStatus`, and `BMIcat` if that makes known words."""
    acronym = re.match(r"([A-ZÀ-Þ]{2,})([a-zß-ÿ]{2,})", name)
    if acronym and _meant(acronym[1].lower()) and _LETTERS.fullmatch(name):
        return f"{acronym[1]} {acronym[2]} {_parted(name[acronym.end() :])}"
    return re.sub(r"(?<=[a-zß-ÿ])(?=[A-ZÀ-Þ])|(?<=[A-ZÀ-Þ])(?=[A-ZÀ-Þ][a-zß-ÿ])", " ", name)


_LETTERS = re.compile(r"\w+")


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
        if _is_part(first) and (behind := (rest, *_meant(rest)) if _is_part(rest) else _glued(rest) or _linked(rest)):
            return (first, *_meant(first), *behind)
    return ()


def _linked(rest: str) -> tuple[str, ...]:
    """The known word behind the letters that link it to the one before, as in `Geburtsort`."""
    behind = [rest.removeprefix(link) for link in _LINKS if rest.startswith(link)]
    return next(((word, *_meant(word)) for word in behind if _is_part(word)), ())


def _is_part(word: str) -> bool:
    return word in SHORT or (len(word) >= _PART and bool(_meant(word)))


def _bent(word: str) -> tuple[str, ...]:
    """The known words with the stem of a word: `arrested` is about arrests."""
    stem = _stem(word)
    return _by_stem(stem[:_KEPT]).get(stem, ()) if len(stem) >= _STEM else ()


def _shortened(word: str) -> tuple[str, ...]:
    """The known words that a word begins, or has the consonants of, if all are about the same: `diabete`, `gndr`."""
    meant = _by_consonants().get(word, ()) if len(word) >= _CONSONANTS else ()
    if not meant and len(word) >= _BEGINNING:
        meant = tuple(known for known in _sorted_known() if known.startswith(word))
    return meant if len({SENSITIVE.get(known) or QUASI.get(known) or known for known in meant}) == 1 else ()


def _at_the_end(word: str) -> tuple[str, ...]:
    """The known word that follows a single letter, as in `A1Cresult`, or is the head of a compound."""
    if len(word) > _HEAD and word[1:] in KNOWN:
        return (word[1:],)
    heads = (word[cut:] for cut in range(2, len(word) - _COMPOUND + 1))
    return next(((head,) for head in heads if head in KNOWN - IDENTIFYING_WORDS), ())


@cache
def _sorted_known() -> tuple[str, ...]:
    return tuple(sorted(KNOWN))


@cache
def _by_consonants() -> dict[str, tuple[str, ...]]:
    """The known words by what remains of them without vowels: `cntry`."""
    found: dict[str, tuple[str, ...]] = {}
    for word in _sorted_known():
        bare = re.sub("[aeiou]", "", _plain(word))
        if bare != word:
            found[bare] = (*found.get(bare, ()), word)
    return found


@cache
def _unaccented() -> dict[str, str]:
    """The known words as they are written without accents: `etudes`, `taetigkeit`."""
    plain = {_plain(word): word for word in _sorted_known()}
    return plain | {word.translate(_UMLAUTS): word for word in _sorted_known()}


def _plain(word: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFD", word) if not unicodedata.combining(letter))


@cache
def _by_stem(beginning: str) -> dict[str, tuple[str, ...]]:
    """The known words that begin so by their stems; to find the stems of all takes a tenth of a second."""
    found: dict[str, tuple[str, ...]] = {}
    for word in (known for known in _sorted_known() if known.startswith(beginning)):
        found[_stem(word)] = (*found.get(_stem(word), ()), word)
    return found


_stem = lru_cache(maxsize=4096)(snowballstemmer.stemmer("porter").stemWord)
