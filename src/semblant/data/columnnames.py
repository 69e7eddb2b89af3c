"""The words in the name of a column, whatever separates, shortens or bends them."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from importlib import resources
from itertools import pairwise

import snowballstemmer

from semblant.data import columnterms, sectorwords
from semblant.data.columntranslations import doubtful_meanings, languages_of, meanings, meanings_in, plain, spellings
from semblant.data.columnwords import (
    ENDING_PARTS,
    IDENTIFYING_WORDS,
    KNOWN,
    LEADING_PARTS,
    NEUTRAL_PARTS,
    NOT_BENT,
    QUASI,
    SENSITIVE,
    SHORT,
)

_PART = 3  # letters of a word within a glued name, unless it is a known abbreviation
_TWO_LETTERS = frozenset("cd dt dx hh hx pt rx tx yr wt nm mh".split())  # noqa: SIM905  abbreviations that glued names have
_ALONE = frozenset(  # no parts of glued names
    """stu arr adm conv loc cob cty mob dod doa ofns grd pcd gor hoh rel lfs mil hsg pdx dgn los mdc ghm plt lmp cpd ytd
    agi lsi chg pty scr mks memb coll proc oras reln aged dwell imm yoa rej""".split()  # noqa: SIM905
) | {word for word in (*sectorwords.SHORT, *columnterms.terms(())) if len(word) <= _PART + 1}
_SHORTEST = 2
_LONGEST = 40  # letters of a glued name; the ways to cut grow with its length
_TYPED = 8  # letters of a word that one wrong letter does not make another
_SPOKEN = 2  # columns whose words are in a language, from which doubtful words are read in it
_FOREIGN = 4  # letters of a word of another language within a glued name
_TRANSLATED = 6  # letters of one at the end of a compound
_STEM = 4  # letters of a stem that says what word it is
_KEPT = 2  # first letters of a word that its stem has, too
_BEGINNING = 5  # letters of the beginning of a word that stand for it, if all words that begin so are about the same
_CONSONANTS = 4  # letters of a word without vowels that stand for it, likewise
_SKELETON = 6  # consonants of a word that is written without some of its vowels: `depressn`
_COMPOUND = 9  # letters of a known word at the end of a compound; shorter ones end others by chance: `disposition`
_LINKS = ("s", "es", "n", "en")  # letters between the words of a German compound


@lru_cache(maxsize=4096)
def words_of(name: str) -> frozenset[str]:
    """The words in the name of a column; known words within glued, shortened, bent or unaccented ones, too.

    Example:
        >>> sorted(words_of("patientName")), sorted(words_of("Geb.-Datum_2"))
        (['name', 'patient'], ['birth', 'datum', 'geb', 'geburt', 'geburtsdatum'])
        >>> sorted(words_of("HIVStatus")), sorted(words_of("PtName")), sorted(words_of("hivstatus"))
        (['hiv', 'status'], ['name', 'patient', 'pt'], ['hiv', 'hivstatus', 'status'])
        >>> sorted(words_of("HbA1c")), sorted(words_of("hhinc")), sorted(words_of("niveau"))
        (['a1c', 'hb', 'hba1c'], ['hh', 'hhinc', 'household', 'inc', 'income'], ['level', 'niveau'])
        >>> sorted(words_of("gndr")), sorted(words_of("Staatsangeh")), sorted(words_of("Schwerbehinderung"))
        (['gender', 'gndr'], ['staatsangeh', 'staatsangehörigkeit'], ['disability', 'schwerbehinderung'])
    """
    return frozenset(_in_order(name))


def words_of_columns(names: Iterable[str]) -> list[frozenset[str]]:
    """The words in the names of all columns of a table, each read in the language of the others.

    Example:
        >>> [sorted(words) for words in words_of_columns(["Utbildning", "Inkomst", "Barn"])]
        [['education', 'utbildning'], ['income', 'inkomst'], ['barn', 'children']]
        >>> [sorted(words) for words in words_of_columns(["education", "income", "barn"])]
        [['education'], ['income'], ['barn']]
    """
    told = [(name, words_of(name)) for name in names]
    spoken = Counter(language for _, words in told for language in frozenset().union(*map(languages_of, words)))
    language, columns = max(spoken.items(), key=lambda one: one[1], default=("", 0))
    if columns < _SPOKEN:
        return [words for _, words in told]
    return [words | set(_in_language(name, language)) for name, words in told]


def plain_words(name: str) -> list[str]:
    """The words of plain letters in the name of a column, as they stand there.

    Example:
        >>> plain_words("storeAndFwd_flag2")
        ['store', 'and', 'fwd', 'flag']
    """
    return re.findall(r"[a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower())


def _in_language(name: str, language: str) -> Iterator[str]:
    """What the words in a name mean in a language, where they are doubtful or shortened: `bidr` is `bidrag`."""
    doubtful, sure = doubtful_meanings(language), meanings_in(language)
    for token in re.findall(r"[^\W\d_]+", _parted(name).lower()):
        begun = {meant for word, meant in sure.items() if len(token) >= _CONSONANTS and word.startswith(token)}
        told = {one for meant in begun for one in meant}
        short = token not in KNOWN and token not in SHORT and not _is_ordinary(token) and len(told) == 1
        yield from doubtful.get(token, ()) or (told if short else ())


def head_of(name: str) -> str:
    """The last word in the name of a column that says what it is about, as English puts the head last; or nothing.

    What follows a preposition only says of what: *marital status at diagnosis* is a marital status.

    Example:
        >>> head_of("victim_sex"), head_of("marital status"), head_of("x7"), head_of("Marital status at diagnosis")
        ('sex', 'marital', '', 'marital')
    """
    before = _PREPOSITION.split(name, maxsplit=1)[0]
    told = (word for part in (before, name) for word in _backwards(part))
    return next((word for word in told if word in SENSITIVE or word in QUASI), "")


def _backwards(name: str) -> Iterator[str]:
    """The words in a name, the last first; two that are one word together are read so first."""
    tokens = re.findall(r"[^\W_]+", _parted(name).lower())
    for i in reversed(range(len(tokens))):
        yield from _meant("".join(tokens[max(i - 1, 0) : i + 1]))
        yield from reversed(_in_order(tokens[i]))


def _in_order(name: str) -> list[str]:
    """The words in the name of a column, as they stand there; what was written as several may be one: `ZIP code`."""
    found = [token for token in re.findall(r"[^\W_]+", name.lower()) if token in KNOWN]
    whole = re.sub(r"[\W_\d]+", "", name.lower())
    found += _meant(whole)
    tokens = re.findall(r"[^\W_]+", _parted(name).lower())
    found += [word for pair in pairwise(tokens) for word in _meant("".join(pair))]
    for token in tokens:
        found += _meant(token) if not token.isalpha() else ()  # `dlq30`
        for word in [token] if token in KNOWN else re.findall(r"[^\W\d]+", token):
            found.append(word)
            found += _meant(word) or _bent(word) or (() if _is_ordinary(word) else guess_of(word))
    return list(dict.fromkeys(found))


def _parted(name: str) -> str:
    """The name with its words parted where the case changes: `HIVStatus`, and `BMIcat` if that makes known words."""
    acronym = re.match(r"([A-ZÀ-Þ]{2,})([a-zß-ÿ]{2,})", name)
    if acronym and _meant(acronym[1].lower()) and _LETTERS.fullmatch(name):
        return f"{acronym[1]} {acronym[2]} {_parted(name[acronym.end() :])}"
    return re.sub(r"(?<=[a-zß-ÿ])(?=[A-ZÀ-Þ])|(?<=[A-ZÀ-Þ])(?=[A-ZÀ-Þ][a-zß-ÿ])", " ", name)


_LETTERS = re.compile(r"\w+")
_PREPOSITION = re.compile(
    r"[\W_](?:at|of|for|in|on|by|before|after|since|per|with|during|bei|von|de|à|en|di|al|vid|ved)[\W_]", re.I
)


def _meant(word: str) -> tuple[str, ...]:
    """The known word that a part of a name is, is short for, or says in another language; also without its accents."""
    english = (word,) if word in KNOWN else ()
    told = (*english, *([SHORT[word]] if word in SHORT else ()), *meanings().get(word, ()))
    known = None if english else _unaccented().get(word)
    return tuple(dict.fromkeys((*told, *(() if known is None else (known,)))))


def guess_of(word: str) -> tuple[str, ...]:
    """What a word may say that is no known one: known words glued, shortened, or with something before or behind them.

    Example:
        >>> guess_of("hivstatus"), guess_of("gndr"), guess_of("AGEP".lower())
        (('hiv', 'status'), ('gender',), ('age',))
    """
    return _glued(word) or _shortened(word) or _at_the_end(word) or _at_the_beginning(word) or _mistyped(word)


def _is_ordinary(word: str) -> bool:
    """Whether a word is an English one that only looks like something else."""
    return any(word.removesuffix(ending) in _ordinary() for ending in ("", "s", "d", "ed"))


@cache
def _ordinary() -> frozenset[str]:
    """English words that only look like something else."""
    return frozenset((resources.files("semblant.data") / "ordinarywords.txt").read_text("utf-8").split())


@lru_cache(maxsize=4096)
def _glued(word: str) -> tuple[str, ...]:
    """The known words that a word consists of, if it does, in as few parts as possible: `hivstatus`, `hhinc`.

    Parts that say nothing may stand between them, as in `EDUHIGHCAT`, but not alone.
    """
    cuts = _cuts(word) if len(word) <= _LONGEST else iter(())
    best = min(cuts, key=lambda parts: (len(parts), -len(parts[0])), default=())
    return tuple(dict.fromkeys(one for part in best for one in (part, *_meant(part))))


def _cuts(word: str, leading: bool = True) -> Iterator[tuple[str, ...]]:
    """The ways to cut a word into known parts, at least one of which says something."""
    for cut in range(2, len(word) - 1):
        first, rest = word[:cut], word[cut:]
        telling = _is_part(first)
        if not telling and first not in NEUTRAL_PARTS and not (leading and first in LEADING_PARTS):
            continue
        for behind in (rest, *(rest.removeprefix(link) for link in _LINKS if rest.startswith(link))):
            if (_is_part(behind) and (len(behind) > _SHORTEST or telling)) or (telling and behind in NEUTRAL_PARTS):
                yield first, behind
            elif leading and not telling and len(behind) >= _BEGINNING and (meant := _shortened(behind)):
                yield first, meant[0]
        yield from ((first, *parts) for parts in _cuts(rest, leading=False))


def _is_part(word: str) -> bool:
    if word in SHORT:
        return word in _TWO_LETTERS or (len(word) >= _PART and word not in _ALONE)
    return len(word) >= (_PART if word in KNOWN else _FOREIGN) and bool(_meant(word))


def _bent(word: str) -> tuple[str, ...]:
    """The known words with the stem of a word: `arrested` is about arrests."""
    stem = _stem(word)
    return _by_stem(stem[:_KEPT]).get(stem, ()) if len(stem) >= _STEM and word not in NOT_BENT else ()


def _shortened(word: str) -> tuple[str, ...]:
    """The known words that a word begins, or has the consonants of, if all are about the same: `diabete`, `gndr`."""
    meant = _by_consonants().get(word, ()) if len(word) >= _CONSONANTS else ()
    if not meant and len(bare := _without_vowels(word)) >= _SKELETON:
        meant = _by_consonants().get(bare, ())
    if not meant and len(word) >= _BEGINNING:
        meant = tuple(known for known in _sorted_known() if known.startswith(word))
    if not meant and len(word) >= _BEGINNING:
        meant = tuple(told[0] for known, told in meanings().items() if known.startswith(word))
    return meant if len({SENSITIVE.get(known) or QUASI.get(known) or known for known in meant}) == 1 else ()


def _at_the_end(word: str) -> tuple[str, ...]:
    """The known word that follows a single letter, as in `A1Cresult` and `Medu`, or is the head of a compound."""
    if len(word) > _PART and _stands_beside_a_letter(word[1:]):
        return _meant(word[1:])
    if ending := next((meant for end, meant in ENDING_PARTS.items() if word.endswith(end)), None):
        return (ending,)
    heads = [word[cut:] for cut in range(2, len(word) - _TRANSLATED + 1)]
    long = (head for head in heads if len(head) >= _COMPOUND and head in KNOWN - IDENTIFYING_WORDS)
    return next(((head,) for head in long), ()) or next((_meant(head) for head in heads if head in meanings()), ())


def _at_the_beginning(word: str) -> tuple[str, ...]:
    """The known word that precedes a single letter, as in `AGEP`, or a long one before a few: `RELIGEGO`."""
    begun = (word[:cut] for cut in range(len(word) - 1, max(_BEGINNING, len(word) - _PART) - 1, -1))
    if long := next((one for one in begun if (one in KNOWN or one in SHORT) and one not in IDENTIFYING_WORDS), None):
        return _meant(long)
    return _meant(word[:-1]) if len(word) > _PART and _stands_beside_a_letter(word[:-1]) else ()


def _stands_beside_a_letter(word: str) -> bool:
    """Whether a single letter before or after a word may be a code: no abbreviation, of which `gebr` would be one."""
    return word in KNOWN and word not in SHORT and _is_part(word) and not {*_meant(word)} & IDENTIFYING_WORDS


def _mistyped(word: str) -> tuple[str, ...]:
    """The known words that differ from a long word by one letter, if all are about the same: `nacionality`."""
    if len(word) < _TYPED:
        return ()
    near = {word[:i] + word[i + 1 :] for i in range(1, len(word))}
    meant = {known for one in near for known in _by_deletion().get(one, ())}
    meant |= {known for one in near if one in KNOWN for known in (one,)} | _by_deletion().get(word, frozenset())
    topics = {SENSITIVE.get(known) or QUASI.get(known) for known in meant}
    return tuple(sorted(meant)) if len(topics) == 1 and None not in topics else ()


@cache
def _by_deletion() -> dict[str, frozenset[str]]:
    """The long known words by what remains of them without one letter, the first excepted."""
    found: dict[str, set[str]] = {}
    for word in _sorted_known():
        for i in range(1, len(word)) if len(word) >= _TYPED else ():
            found.setdefault(word[:i] + word[i + 1 :], set()).add(word)
    return {left: frozenset(words) for left, words in found.items()}


@cache
def _sorted_known() -> tuple[str, ...]:
    return tuple(sorted(KNOWN))


@cache
def _by_consonants() -> dict[str, tuple[str, ...]]:
    """The known words by what remains of them without vowels: `cntry`."""
    found: dict[str, tuple[str, ...]] = {}
    for word in _sorted_known():
        bare = _without_vowels(plain(word))
        if bare != word:
            found[bare] = (*found.get(bare, ()), word)
    return found


def _without_vowels(word: str) -> str:
    return re.sub("[aeiou]", "", word)


@cache
def _unaccented() -> dict[str, str]:
    """The known words as they are written without accents: `etudes`, `taetigkeit`."""
    return {spelt: word for word in _sorted_known() for spelt in spellings(word) - {word}}


@cache
def _by_stem(beginning: str) -> dict[str, tuple[str, ...]]:
    """The known words that begin so by their stems; to find the stems of all takes a tenth of a second."""
    found: dict[str, tuple[str, ...]] = {}
    for word in (known for known in _sorted_known() if known.startswith(beginning)):
        found[_stem(word)] = (*found.get(_stem(word), ()), word)
    return found


_stem = lru_cache(maxsize=4096)(snowballstemmer.stemmer("porter").stemWord)
