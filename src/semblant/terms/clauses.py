"""Which texts are clauses, and which words of a text are names: neither is read as a label is.

*Company went bust* has no head that says what it is; a *far* in lower case is no organisation called FAR.
"""

import re
from collections.abc import Sequence

from semblant.terms.normalise import clean, singulars

_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_MARKS = frozenset(
    """am are aren't became been being broke came can can't cannot caught could couldn't cut did didn't do does doesn't
    don't drove feel feels fell felt finished found gave get gets getting given go goes going gone got had hadn't has
    hasn't have haven't he he's hit hurt i i'd i'm i've is isn't it's keep keeps kept knocked know left liked
    likes look looked looks lost made make makes moved moving my need needed needs not ran said sat saw seems she
    she's should started stepped stopped stood struck take taken takes that's their they they're they've threw to
    told took tripped want wanted wants was wasn't we we're we've went were weren't when where while who won't would
    wouldn't you your""".split()  # noqa: SIM905
)
"""Words that hardly any label has: subjects, finite verbs, negations."""
_LONG = 7  # words of a text that is a sentence more often than a label


def is_clause(text: str) -> bool:
    """Whether a text says that something is so or happens, rather than naming a thing.

    Example:
        >>> is_clause("Company went bust"), is_clause("wanted to travel"), is_clause("Too far to commute")
        (True, True, True)
        >>> is_clause("director of operations"), is_clause("chest pain on exertion")
        (False, False)
    """
    words = _WORD.findall(clean(text))
    return len(words) > 1 and (len(words) >= _LONG or not _MARKS.isdisjoint(words))


def says_no(text: str) -> bool:
    """Whether a text says that something is not there.

    Example:
        >>> says_no("No pets"), says_no("skipped breakfast"), says_no("No. 7 cream")
        (True, True, False)
    """
    return bool(_NEGATION.match(clean(text)))


_NEGATION = re.compile(r"(?:no|not|none|never|without|haven't|don't|didn't|skipped|missed|cancelled)\s")


def is_written_so(text: str, term: str, spellings: Sequence[str]) -> bool:
    """Whether a text has a term as one of some spellings has it, by its capitals: a lower-case *far* is no FAR.

    The capitals of a text that has no others tell nothing, and count as lower case.

    Example:
        >>> is_written_so("Too far to commute", "far", ["FAR"]), is_written_so("joined FAR", "far", ["FAR"])
        (False, True)
        >>> is_written_so("tinned toms", "tom", ["Tom"]), is_written_so("near Cork", "cork", ["Cork"])
        (False, True)
    """
    last = term.rpartition(" ")[2]
    written = next((word for word in _WORD.findall(text) if last in (word.lower(), *singulars(word.lower()))), None)
    if written is None or not spellings or any(spelt.islower() for spelt in spellings):
        return True
    if text.isupper() and " " in text.strip():
        return False
    return written.isupper() if all(spelt.isupper() for spelt in spellings) else not written.islower()
