"""Normalising texts: the spellings under which a text may be found in a taxonomy."""

import re
import unicodedata
from collections.abc import Iterator

from semblant.knowledge.texts import key, unaccented

_SIGNS = str.maketrans(
    {"’": "'", "‘": "'", "`": "'", "‐": "-", "‑": "-", "–": "-", "—": "-", "\u00ad": None, "\u200b": None}
)
_EDGES = " .,;:!?\"'()[]{}<>«»“”„…*/\\|-"
_SUFFIXES = (
    ("ches", "ch"),
    ("shes", "sh"),
    ("ses", "s"),
    ("xes", "x"),
    ("zes", "z"),
    ("ies", "y"),
    ("men", "man"),
    ("s", ""),
)
"""Regular English plural endings and their singulars: the noun rules of WordNet's own lookup."""

_PARTS = (4, 3)  # letters of each of two words that may be written as one
_INITIALS = re.compile(r"\b(?:[^\W\d_]\.)+[^\W\d_]\b\.?")

_ROMAN = dict(zip(map(str, range(1, 13)), "i ii iii iv v vi vii viii ix x xi xii".split(), strict=True))  # noqa: SIM905
_ARABIC = {roman: arabic for arabic, roman in _ROMAN.items()}
_NUMBER = re.compile(rf"(?<= )(?:{'|'.join([*_ROMAN, *_ARABIC])})(?= |$)")

STOP_WORDS = frozenset(
    """a about above after again against all also am an and any are as at be because been before being below between
    both but by can could did do does doing down during each either else etc ever every few for from further get got
    had has have having he her here hers herself him himself his how i if in into is it its itself just like me more
    most much my myself near need neither no nor not now of off on once one only or other our ours ourselves out over
    own per please really same shall she should since so some such than that the their theirs them themselves then
    there these they this those through till to too under until up upon us very via want was we were what when where
    which while who whom whose why will with within without would you your yours yourself yourselves""".split()  # noqa: SIM905
)
"""English words that carry no topic; several of them are nouns in WordNet (`in`: inch, `it`: computing)."""

LIGHT_WORDS = frozenset(
    """annual available average bad basic best better big buy cheap classic close cold come compare cool current daily
    dead download dry early easy eight elderly extra false fast fine find first five four free full general get
    go good
    great hard high hot hundred know large last late left let little live local long look low main major make many
    million minor modern monthly national new next nice nine normal old online open over poor possible private
    public quick real rich right second see self seven short show sick six slow small soft special standard take
    ten thing things third thousand three true try two use used various warm way weekly wet whole wild wrong yearly
    young""".split()  # noqa: SIM905
)
"""Adjectives, verbs and numbers that WordNet also lists as nouns: part of a term (`high school`), no topic alone."""

NON_ANSWERS = frozenset(
    " ".join(answer.split())
    for answer in """
    other; others; none; none of these; none of the above; nothing; nothing in particular; nil; various; misc;
    miscellaneous; unknown; not known; not stated; not applicable; not available; not specified; not sure; unsure;
    ditto; as above; same as above; as before;
    no answer; no response; no data; missing; refused; declined; prefer not to say; prefer not to answer; rather not
    say; don't know; do not know; dont know; n/k; nk; tbd; tbc; see notes; undefined; unspecified; unclassified;
    withheld; andere; sonstige; sonstiges; unbekannt; keine; keine angabe; k.a.; nicht bekannt; weiß nicht; autre;
    autres; aucun; aucune; inconnu; inconnue; non précisé; ne sait pas; otro; otra; otros; otras; ninguno; ninguna;
    desconocido; no sabe; altro; altri; nessuno; nessuna; sconosciuto; non so; anders; onbekend; geen; inne; brak;
    nieznane
    """.split(";")  # noqa: SIM905
)
"""Answers that are none; WordNet has a canonical hour called *none*."""

PLURALS = frozenset(
    """acts adams aides airs arts banks baptists barrels bars boards bones brethren bridges brooks burns chains
    chambers
    circumstances clocks communications conditions contents costs credits crying damages days deeds details devices
    dippers doubles effects elements eyes falls feelings fields findings gates gospels graves groves hands hays hearts
    hebrews hollands humanities humans innings johns judges lamentations laws legs letters loads lowlands manes
    manners
    marches marines marks marshals masses masters mates mays men mills minutes mores names nothings numbers occasions
    operations organs pains parks parsons parts pas peoples piles privates prophets proverbs provisions quakers queens
    rates roads romans rooms roots sales sands scopes scores scots seats sessions shades shears shoes sights sills
    spirits spots stalls stations sterna stocks stops strings sweats tails teeth terms things tigers times tours wages
    waters watts ways wells windows wits works writings years""".split()  # noqa: SIM905
)
"""Plurals that WordNet also lists as terms of their own, though its tagged corpus mostly has the singular.

Who writes *shoes* hardly means a situation ("in his shoes"). Made by ``scripts/list_words.py``, by its rule alone.
"""


def plain(text: str) -> str:
    """A text with plain hyphens and quotes, nothing invisible, in its own case.

    Example:
        >>> plain("Ｉｃｅ–cream\u200b")
        'Ice-cream'
    """
    return text if text.isascii() else unicodedata.normalize("NFKC", text).translate(_SIGNS)


def clean(text: str) -> str:
    """A text as it is looked up: plain signs, one case, single spaces.

    Example:
        >>> clean("  Ice_Cream – cone ")
        'ice cream - cone'
    """
    return key(plain(text))


def spoken(text: str) -> str:
    """A cleaned text whose signs for short words are words.

    Example:
        >>> spoken("porridge w/ honey"), spoken("w/o fracture"), spoken("guard @ the pool"), spoken("fish 'n' chips")
        ('porridge with honey', 'without fracture', 'guard at the pool', 'fish and chips')
    """
    return _SIGNS_OF_WORDS.sub(lambda sign: f"{_WORDS_OF_SIGNS[sign[1].strip(_QUOTE)]} ", text)


_QUOTE = "'"
_WORDS_OF_SIGNS = {"w/o": "without", "w/": "with", "w": "with", "@": "at", "n": "and"}
_SIGNS_OF_WORDS = re.compile(r"(?<!\S)(w/o(?!\w)|w/|(?<=\w )w(?= \w\w)|@(?!\w*\.)|(?<=\w )'?n'?(?= \w\w))\s*")


def spaced(text: str) -> str:
    """A text without spaces around it, and with single ones in it: patterns take long over rows of thousands.

    Example:
        >>> spaced("  Ice  cream ")
        'Ice cream'
    """
    return " ".join(text.split())


def bare(text: str) -> str:
    """A cleaned text without the punctuation around it.

    Example:
        >>> bare('"nurse".')
        'nurse'
    """
    return text.strip(_EDGES)


def spellings(text: str) -> Iterator[str]:
    """Other ways to write a cleaned text, the likeliest first; each once, never the text itself.

    Example:
        >>> list(spellings("base-ball coach")), list(spellings("leisure centre"))[-1]
        (['base ball coach', 'baseball coach', 'base-ball-coach', 'base-ballcoach'], 'leisure center')
    """
    american = _BRITISH.sub(_in_american, text)
    if text.isascii() and text.isalpha():
        if american != text:
            yield american
        return
    seen = {text}
    for other in (*_spellings(text), american):
        if other and other not in seen:
            seen.add(other)
            yield other


def _spellings(text: str) -> Iterator[str]:
    trimmed = bare(text)
    yield trimmed
    if "&" in trimmed:
        trimmed = key(trimmed.replace("&", " and "))
        yield trimmed
    if "/" in trimmed:
        yield key(trimmed.replace("/", " "))
    if "-" in trimmed:
        yield key(trimmed.replace("-", " "))
        yield trimmed.replace("-", "")
    if " " in trimmed:
        yield trimmed.replace(" ", "-")
        yield _NUMBER.sub(_other_numeral, trimmed)
        first, _, rest = trimmed.partition(" ")
        if len(first) >= _PARTS[0] and len(rest) >= _PARTS[1] and " " not in rest:
            yield first + rest
        if rest in _EPONYMS:  # `Crohn disease` is Crohn's disease, and the other way round
            yield first.removesuffix("'s") + f" {rest}"
            yield f"{first}'s {rest}"
    if "." in trimmed:
        yield undotted(trimmed)
    if not trimmed.isascii():
        yield unaccented(trimmed)


_BRITISH = re.compile(
    r"ae|oe|ou(?=rs?\b|r(?:ed|ing|ful|y|er|al|ite)\b)|(?<=\w)[tb]res?\b|(?<=\w\w)is(?=e[drs]?\b|ing\b|ation)"
    r"|(?<=\w)ll(?=ing\b|ed\b|ers?\b|ery\b)|ence\b|ogue\b|mme\b"
)
"""Letters that British spelling has and American spelling has otherwise."""
_AMERICAN = {"ae": "e", "oe": "e", "ou": "o", "is": "iz", "ll": "l", "ence": "ense", "ogue": "og", "mme": "m"}


def _in_american(found: re.Match[str]) -> str:
    """The American way to write some letters: *centre* is *center*, *tumour* tumor, *organiser* organizer."""
    letters = found[0]
    return _AMERICAN.get(letters) or letters.replace("re", "er", 1)


_EPONYMS = frozenset({"disease", "syndrome", "palsy", "lymphoma", "chorea"})


def _other_numeral(number: re.Match[str]) -> str:
    """A number of a series in the other numerals: `type 2` and `type II` are one name."""
    return _ARABIC.get(number[0]) or _ROMAN[number[0]]


def undotted(text: str) -> str:
    """A cleaned text whose initials are written together.

    Example:
        >>> undotted("r.n. case manager"), undotted("mr. x"), undotted("u.s.")
        ('rn case manager', 'mr. x', 'us')
    """
    return _INITIALS.sub(lambda found: found[0].replace(".", ""), text) if "." in text else text


def singulars(text: str) -> Iterator[str]:
    """The possible singulars of a cleaned text; the last word is the one that is inflected.

    Example:
        >>> list(singulars("water sports")), list(singulars("churches")), list(singulars("glass"))
        (['water sport'], ['church', 'churche'], [])
    """
    if not text.endswith(("s", "men")):
        return
    word = text.rpartition(" ")[2]
    if len(word) <= 2 or word.endswith("ss"):
        return
    for ending, base in _SUFFIXES:
        if word.endswith(ending) and len(word) > len(ending):
            yield text[: len(text) - len(ending)] + base
