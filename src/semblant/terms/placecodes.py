"""Codes of countries and divisions, and words that only look like one, such as `no`, which is an answer."""

from collections.abc import Sequence

from semblant.data.scales import is_answer
from semblant.terms.match import UNKNOWN, Match
from semblant.terms.normalise import STOP_WORDS, bare, clean
from semblant.terms.placechoice import Gazetteer

_LONGEST = 3  # letters of a code
_TOWN = 10_000  # people of a town that is meant though its name is a code too


def is_plain_answer(text: str) -> bool:
    """Whether a text in lower case is an answer or a sex, and so no place: neither Norway nor the capital *Malé*.

    Example:
        >>> is_plain_answer("no"), is_plain_answer("NO"), is_plain_answer("Male"), is_plain_answer("leeds")
        (True, False, False, False)
    """
    return text.islower() and is_answer(text)


def without_odd_codes(
    gazetteer: Gazetteer, texts: Sequence[str], readings: Sequence[Sequence[Match]]
) -> list[Sequence[Match]]:
    """The readings of a column's values, where codes count in capitals alone unless most of its values are codes.

    Initials such as `uk` are said too, and count however they are written.
    """
    codes = [_codes_of(gazetteer, text, found) for text, found in zip(texts, readings, strict=True)]
    if 2 * sum(map(bool, codes)) > len(texts):
        return list(readings)
    return [
        found if not code or _is_written_so(gazetteer, text, code) else _towns(gazetteer, found) or [UNKNOWN]
        for text, found, code in zip(texts, readings, codes, strict=True)
    ]


def _codes_of(gazetteer: Gazetteer, text: str, found: Sequence[Match]) -> list[int]:
    """The countries and divisions whose code a text of two or three letters is; none where it is a name of one."""
    letters = bare(clean(text))
    if not (1 < len(letters) <= _LONGEST and letters.isalpha()):
        return []
    wider = [m.concept for m in found if m.concept >= 0 and gazetteer.kind(m.concept) != "city"]
    names = (name for concept in wider for name in gazetteer.taxonomy.terms(concept))
    return [] if any(clean(name) == letters and not name.isupper() for name in names) else wider


def _is_written_so(gazetteer: Gazetteer, text: str, places: Sequence[int]) -> bool:
    """Whether a code is in capitals and no answer, or has the initials of a place."""
    if text.strip().isupper():
        return not is_answer(text)
    letters = bare(clean(text))
    return any(_initials(name) == letters for place in places for name in gazetteer.taxonomy.terms(place))


def _initials(name: str) -> str:
    """The first letters of the words of a name; empty where it has one word.

    Example:
        >>> _initials("United States of America"), _initials("Norway")
        ('usa', '')
    """
    words = [word for word in clean(name).split() if word not in STOP_WORDS]
    return "".join(word[0] for word in words) if len(words) > 1 else ""


def _towns(gazetteer: Gazetteer, found: Sequence[Match]) -> list[Match]:
    """The towns that are called so themselves, of which some have two or three letters too: *Ely*."""
    cities = [m for m in found if m.concept >= 0 and gazetteer.kind(m.concept) == "city"]
    own = [m for m in cities if clean(gazetteer.taxonomy.label(m.concept)).partition(",")[0] == m.term]
    return [m for m in own if gazetteer.people(m) >= _TOWN]
