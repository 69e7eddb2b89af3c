"""Which part of a label is its head: what the rest only describes further.

English compounds have their head at the end (a *claims handler* is a handler), inverted entries before the comma
(*Engineer, civil* is a civil engineer), `of`-phrases before the preposition (a *director of operations* is a director).
Slashes and `and` give alternatives. Parentheses and marks of rank only modify.
"""

import re
from collections.abc import Iterator

from semblant.terms.normalise import STOP_WORDS, bare, singulars

_PARENTHESES = re.compile(r"\([^()]*\)?|\[[^\[\]]*\]?")
_ALTERNATIVES = re.compile(r"\s*[/;|]\s*|\s+or\s+")
_QUALIFIED = re.compile(r"\s*,\s*|\s+-+\s+|\s*:\s+")
_JOINED = re.compile(r"\s+and\s+|\s*&\s*|\s*\+\s+|\s+plus\s+")
_SEVERAL = re.compile(r"[/;|&+]|\b(?:and|or|plus)\b")
_PREPOSITION = re.compile(
    r"\s+(?:of|for|to|in|into|at|on|with|without|from|by|under|during|after|due|via|as|about|against|because|since|that"
    r"|when|which|while|outside|inside|near|behind|beside|opposite|between|through|towards|around|over|no|not|minus"
    r"|de|du|des|del|di|von|et)\s+"
)
_QUANTITIES = frozenset(
    """bag bar bit block bottle bowl box bunch can carton case couple cup glass group handful jar jug kind loaf lot mug
    number pack packet pair piece pint plate portion pot punnet roll set sheet slice sort spot tin touch tray tub
    tube type variety various""".split()  # noqa: SIM905
)
"""Nouns before `of` that only say how much or what kind: a *pair of shoes* is shoes."""
LIGHT_VERBS = frozenset(
    """attending being do doing get getting go going having making play playing see seeing spending visit visiting
    watch watching""".split()  # noqa: SIM905
)
"""Verbs that say nothing by themselves: *playing football* is football."""
_ADVERBS = frozenset(
    """abroad again alone along always assorted daily downstairs everywhere indoors last lately monday mondays tuesday
    tuesdays wednesday wednesdays thursday thursdays friday fridays saturday saturdays sunday sundays monthly next now
    occasionally often online outdoors outside overhead overseas own regularly sometimes this today together tonight
    tomorrow upstairs weekdays weekends weekly yesterday""".split()  # noqa: SIM905
)
"""Words behind a noun that say when, where or how often."""
_TIMES = re.compile(r"\s+(?:last|this|next|every|each|own|all)\s+\w+$")
"""How a label ends that says when or whose something is: *stroke last year*."""
_STATE = re.compile(
    r"\s+(?:\w{3,}(?:ing|ed)|torn|stuck|broken|gone|worn|lost|stolen|bent|split|sent|off|wont|won't|not|isn't|keeps)\b"
)
"""What happens to the thing a text begins with: *gutter blocked*, *smoke alarm beeping*."""
_DETERMINERS = frozenset("a an her his my our some the their your".split())  # noqa: SIM905
_RANKS = frozenset(
    """i ii iii iv v vi sr sr. jr jr. senior junior trainee level grade band class stage temp part-time full-time
    temporary permanent retired emeritus emerita designate self-employed freelance""".split()  # noqa: SIM905
)
"""Words behind a head that say which rank or terms it has: *software engineer II*."""


def heads(text: str, *, shared: bool = True) -> Iterator[str]:
    """Phrases of a cleaned label that end with its head, the best first; each once.

    Conjuncts may share the last head (*health and safety officer*), which then comes first; a column that says what its
    values are tells conjuncts apart itself (``shared=False``).

    Example:
        >>> list(heads("engineer, civil (contracting)")), list(heads("director of operations"))
        (['civil engineer', 'engineer'], ['director'])
        >>> list(heads("painter and decorator")), list(heads("secretary/receptionist ii"))
        (['painter and decorator', 'decorator', 'painter'], ['secretary', 'receptionist'])
    """
    seen: set[str] = set()
    plain = _PARENTHESES.sub(" ", text) if "(" in text or "[" in text else text
    for part in _ALTERNATIVES.split(plain):
        for head in _of_part(part, shared):
            phrase = bare(_unranked(head))
            if phrase and phrase not in seen:
                seen.add(phrase)
                yield phrase


def names_several(text: str) -> bool:
    """Whether a label names several things, one of which may be meant as much as another.

    Example:
        >>> names_several("reflux/heartburn"), names_several("rabbit (or so they say)")
        (True, False)
    """
    return bool(_SEVERAL.search(_PARENTHESES.sub(" ", text)))


def subject(text: str) -> list[str]:
    """What a cleaned text that says that something happens begins with; nothing of others.

    Example:
        >>> subject("smoke alarm beeping"), subject("gutter blocked at the back"), subject("smoke alarm")
        (['smoke alarm'], ['gutter'], [])
    """
    state = _STATE.search(text)
    thing = core(text[: state.start()]) if state else ""
    return [thing] if thing else []


def core(text: str) -> str:
    """What a cleaned label names before its asides and prepositions, several things told together.

    Example:
        >>> core("fish and chips with mushy peas")
        'fish and chips'
    """
    first = next((piece for piece in _QUALIFIED.split(_PARENTHESES.sub(" ", text)) if bare(piece)), "")
    return bare(_core(first))


def parts(text: str) -> Iterator[str]:
    """Further phrases of a cleaned label that may end with a head: all pieces, longer ones, and what is in parentheses.

    Example:
        >>> list(parts("english as a second language teacher")), list(parts("other (plumber)"))
        (['english', 'english a second language teacher'], ['other', 'plumber'])
    """
    aside = [bare(found) for found in _PARENTHESES.findall(text)]
    for part in (*_ALTERNATIVES.split(_PARENTHESES.sub(" ", text)), *aside):
        for piece in _QUALIFIED.split(part):
            cuts = _PREPOSITION.split(piece)
            longer = (" ".join(cuts[:end]) for end in range(1, len(cuts) + 1))
            for found in (*longer, *(_JOINED.split(piece) if _JOINED.search(piece) else ())):
                if phrase := bare(_unranked(found)):
                    yield phrase


def _of_part(part: str, shared: bool) -> Iterator[str]:
    """The heads of one alternative: before its qualifiers, each conjunct for itself."""
    first, *qualifiers = [piece for piece in _QUALIFIED.split(part) if bare(piece)] or [""]
    core = _core(first)
    if qualifiers:
        yield f"{bare(_PREPOSITION.split(qualifiers[0])[0])} {core}"
    conjuncts = [piece for piece in _JOINED.split(core) if bare(piece)]
    if len(conjuncts) > 1:
        if shared:
            yield core
            yield conjuncts[-1]
        yield from conjuncts
    else:
        yield core


def _core(phrase: str) -> str:
    """A phrase without what follows its preposition, without light verbs and quantities before its noun."""
    words = phrase.split()
    while words and (words[0] in STOP_WORDS or words[0] in LIGHT_VERBS) and len(words) > 1:
        words = words[1:]
    if len(words) > 2 and words[0].endswith("ing") and words[1] in _DETERMINERS:
        return words[0]  # *walking the dog* is walking
    while len(words) > 1 and words[-1] in _ADVERBS:
        words = words[:-1]
    phrase = _TIMES.sub("", " ".join(words))
    cut = _PREPOSITION.search(phrase)
    if not cut:
        return phrase
    before = phrase[: cut.start()]
    last = before.rpartition(" ")[2]
    if cut[0].strip() == "of" and not _QUANTITIES.isdisjoint((last, *singulars(last))):
        return _core(phrase[cut.end() :])
    while " " in before and before.rpartition(" ")[2] in _ADVERBS:
        before = before.rpartition(" ")[0]
    return before


def _unranked(phrase: str) -> str:
    """A phrase without marks of rank behind its head."""
    words = phrase.split()
    while len(words) > 1 and (words[-1] in _RANKS or (words[-1].isdecimal() and len(words) > 2)):
        words.pop()
    return " ".join(words)
