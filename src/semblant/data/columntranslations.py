"""Words in the names of columns in other languages than English, with the English word that says what they are about.

Words that a reader of English would take for something else, such as `barn` (children, in Swedish), and very short ones
count only in a table that has other columns in the same language.
"""

import csv
import unicodedata
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from importlib import resources

SHORTEST = 4
"""Letters of a word that says by itself which language it is in."""
_LIKE_ENGLISH = frozenset(
    """affection agent aide alder allocation alta analyse appreciation area article baja bajas barn base cargo classe
    control cura data datum dependance direction disco drogue entree familiar foyer funktion genre golf grave
    habitation imposta instruction intervention krebs lesion lingua media mention nota notas notation note observation
    offer operation pena persona plaats plat point points portable prestation prison propriete prov prove salute
    sanction service serie skuld sortie sprog stand stato status stem stoffer straf strafe studio suffrage taal tara
    tasse tension test timer type valor vara ware werk""".split()  # noqa: SIM905
)
_LETTERS = str.maketrans({"ø": "o", "æ": "ae", "ł": "l", "ı": "i", "ß": "ss", "đ": "d"})
_SPELT_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "oe", "æ": "ae", "å": "aa"})

Meanings = Mapping[str, tuple[str, ...]]


def plain(word: str) -> str:
    """A word without its accents.

    Example:
        >>> plain("fødselsår"), plain("płeć")
        ('fodselsar', 'plec')
    """
    parted = unicodedata.normalize("NFD", word.translate(_LETTERS))
    return "".join(letter for letter in parted if not unicodedata.combining(letter))


def spellings(word: str) -> set[str]:
    """A word as it is written, without accents, and with its letters spelt out: `födelse`, `fodelse`, `foedelse`."""
    return {word} if word.isascii() else {word, plain(word), plain(word.translate(_SPELT_OUT))}


@cache
def meanings() -> Meanings:
    """The English words for every word that says by itself which language it is in."""
    return _joined([words for words, _ in _languages().values()])


def meanings_in(language: str) -> Meanings:
    """The English words for the words that say by themselves that they are of a language."""
    return _languages()[language][0]


def doubtful_meanings(language: str) -> Meanings:
    """The English words for the other words of a language, which count only in a table of that language."""
    return _languages()[language][1]


@cache
def languages_of(word: str) -> frozenset[str]:
    """The languages that a word belongs to, where it says so by itself.

    Example:
        >>> sorted(languages_of("versicherter")), sorted(languages_of("barn"))
        (['de'], [])
    """
    return frozenset(language for language, (sure, _) in _languages().items() if word in sure)


def _joined(several: list[Meanings]) -> Meanings:
    found: dict[str, tuple[str, ...]] = {}
    for words in several:
        for word, told in words.items():
            found[word] = tuple(dict.fromkeys((*found.get(word, ()), *told)))
    return found


@cache
def _languages() -> dict[str, tuple[Meanings, Meanings]]:
    """The meanings of sure and of doubtful words, by language."""
    found: dict[str, tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]] = defaultdict(lambda: ({}, {}))
    text = (resources.files("semblant.data") / "columntranslations.csv").read_text("utf-8")
    for row in csv.DictReader(text.splitlines()):
        for word in row["words"].split():
            for spelt in spellings(word):
                doubtful = len(spelt) < SHORTEST or spelt in _LIKE_ENGLISH
                told = found[row["language"]][doubtful]
                told[spelt] = tuple(dict.fromkeys((*told.get(spelt, ()), row["meaning"])))
    return dict(found)
