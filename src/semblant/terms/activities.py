"""What people do, as they say it: the verb of a phrase, where it is no compound that ends with its head.

Who likes *reading crime novels* reads; *collecting stamps* is stamp collecting, *playing the guitar* is playing music.
"""

from collections.abc import Iterator, Sequence

from semblant.terms.heads import LIGHT_VERBS
from semblant.terms.match import Match, Matcher
from semblant.terms.normalise import STOP_WORDS, singulars

_PLAYS = frozenset({"play", "playing", "plays", "practising", "practicing", "learning"})
_INSTRUMENT, _MUSIC = "musical instrument#1", "music#3"


def activity(matcher: Matcher, phrase: str) -> Iterator[Sequence[Match]]:
    """Readings of a cleaned phrase that begins with a verb in `-ing`, in a column of activities.

    Example:
        >>> from semblant.knowledge.sources import load
        >>> wordnet = load("wordnet")
        >>> def first(phrase):
        ...     return wordnet.label(next(activity(Matcher(wordnet), phrase))[0].concept)
        >>> [first(phrase) for phrase in ("reading crime novels", "collecting stamps", "playing the guitar")]
        ['reading', 'philately', 'music']
    """
    verb, *rest = phrase.split()
    done = [word for word in rest if word not in STOP_WORDS]
    if not done or rest[0] in ("and", "&", "or", "/") or (verb in LIGHT_VERBS and verb not in _PLAYS):
        return
    things = " ".join(done)
    for thing in (*singulars(things), things):
        if compound := matcher.term(f"{thing} {verb}"):
            yield [m._replace(reason="spelling", whole=False) for m in compound]
    if verb in _PLAYS:
        instrument, music = matcher.taxonomy.find(_INSTRUMENT), matcher.taxonomy.find(_MUSIC)
        played = next(matcher.headed(things), [])
        if music is not None and any(instrument in matcher.taxonomy.ancestors(m.concept) for m in played):
            yield [Match(music, 1, 1.0, "abbreviation", verb, whole=False)]
    elif verb.endswith("ing"):
        yield [m._replace(reason="trimmed", score=1 / (1 + len(done)), whole=False) for m in matcher.term(verb)]
