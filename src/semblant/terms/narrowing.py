"""The readings of a value that fit what its column is about."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from semblant.terms.activities import activity
from semblant.terms.domains import ACTIVITIES, DISEASES, DOMAINS, Domain, Domains, Topic
from semblant.terms.heads import core, heads
from semblant.terms.jobs import Jobs
from semblant.terms.match import NO_CONCEPT, UNKNOWN, Match, Matcher, Reason
from semblant.terms.measures import unmeasured
from semblant.terms.normalise import bare, clean, singulars, spoken, undotted
from semblant.terms.wordlists import listed, usual_senses

_BODY = next(domain for domain in DOMAINS if domain.name == "body parts")
_HURT = {
    "bad": "pain#1", "sore": "pain#1", "aching": "pain#1", "painful": "pain#1", "swollen": "swelling#1",
    "broken": "fracture#1", "fractured": "fracture#1", "sprained": "sprain#1", "twisted": "sprain#1",
    "strained": "strain#7", "pulled": "strain#7", "dislocated": "dislocation#3", "bruised": "bruise#1",
    "cut": "cut#5", "burnt": "burn#3", "burned": "burn#3", "infected": "infection#1", "torn": "injury#1",
    "injured": "injury#1", "hurt": "injury#1", "crushed": "injury#1", "fx": "fracture#1",
    "numb": "numbness#1", "stiff": "stiffness#1", "itchy": "itch#3",
}  # fmt: skip
"""What laymen say of a part of the body that something is wrong with."""
_SHARED_HEAD = re.compile(r"\w+ (?:and|&) \w+ \w+")
"""Goods with one head for both: *lemon & ginger tea*, *cheese and onion crisps*."""
_COUNTY = re.compile(r"(?:co\.?|county) (.+)")
_FOREIGN = re.compile(r"\S+ (?:de|del|des|di|do|du|la|las|los) ")
"""How names of places go on: the *Costa del Sol* is no Costa."""
_JOINING = frozenset({"in", "of", "for"})
_LONGEST = 8  # words at the end of a phrase among which abbreviations are looked for


def _sense(match: Match) -> int:
    """Which sense of its term a match is; none where our lists name the concept."""
    return 0 if match.reason == "abbreviation" else match.sense


def _share(part: str, phrase: str) -> float:
    """The share of the words of a phrase that a part of it has."""
    return min(len(part.split()) / max(len(phrase.split()), 1), 1.0)


class Narrowing:
    """Leaves the readings of a value that lie in the domain of its column, where there are any.

    Example:
        >>> from semblant.knowledge.sources import load
        >>> from semblant.terms.domains import DOMAINS
        >>> wordnet = load("wordnet")
        >>> jobs = Narrowing(Matcher(wordnet), Domains(wordnet), Topic(DOMAINS[0], strict=True))
        >>> [wordnet.label(m.concept) for m in jobs.of("rn", jobs.matcher.readings("rn"))]
        ['registered nurse']
    """

    def __init__(self, matcher: Matcher, domains: Domains, topic: Topic) -> None:
        self.matcher, self.domains, self.topic = matcher, domains, topic
        speaks_of_jobs = topic.domain.name == "persons" and topic.typical
        self.jobs = Jobs(matcher, domains, strict=topic.strict) if speaks_of_jobs else None

    def of(self, text: str, found: Sequence[Match]) -> Sequence[Match]:
        """The readings of a text within the domain; as they were where none is, or where the text names a concept."""
        if found[0].reason in ("mapping", "missing", "code", "edition") or (
            found[0].concept >= 0 and not found[0].sense
        ):
            return found
        if found[0] == NO_CONCEPT or found[0].proposed or self.matcher.is_no_answer(clean(text)):
            return found
        domain = self.topic.domain
        if self.jobs:
            inside = self.jobs.readings(text, found)
            if inside:
                return inside
            if self.topic.strict:
                return [m for m in found if m.concept >= 0 and not self._fits(m.concept)] or [UNKNOWN]
        else:
            groups = (found,) if found[0].concept >= 0 else ()
            for group in self._groups(text, groups):
                if inside := [m for m in group if self._fits(m.concept)]:
                    return self._best(domain, inside)
        classes = [m for m in found if m.concept >= 0 and not self.domains.is_individual(m.concept)]
        if domain is DISEASES and classes:  # a part of the body is no disease
            kept = [m for m in classes if " " in m.term or not self.domains.within(_BODY, m.concept)]
            return kept or [UNKNOWN]
        return found if domain.names or not classes else classes

    def rivals(self, match: Match, readings: Sequence[Match]) -> list[Match]:
        """The other senses within the domain of a word whose usual sense there is listed, and was taken."""
        domain = self.topic.domain
        if not (domain.narrow and match.is_name and self.topic.typical and match.term in usual_senses(domain.name)):
            return []
        inside = [m for m in readings if m.concept not in (match.concept, -1) and self._fits(m.concept)]
        return [m for m in inside if self.domains.preferred(domain, m.concept)]

    def _fits(self, concept: int) -> bool:
        """Whether a concept lies in the domain, or is listed for it; individuals do only where it is about names."""
        domain = self.topic.domain
        if concept in self.meant:
            return True
        return self.domains.within(domain, concept) and (domain.names or not self.domains.is_individual(concept))

    @cached_property
    def meant(self) -> frozenset[int]:
        """The concepts that our lists have for columns of this domain, also where they lie outside of it."""
        found = (self.matcher.taxonomy.find(name) for name in set(self.listed.values()))
        return frozenset(concept for concept in found if concept is not None)

    def _groups(self, text: str, groups: Sequence[Sequence[Match]]) -> Iterator[Sequence[Match]]:
        """Every group of readings to try: as our lists have it, the text itself, then its heads."""
        phrase = clean(text)
        if self.topic.domain.names and (county := _COUNTY.fullmatch(phrase)):
            named = [m for m in self.matcher.term(county[1]) if self.domains.is_individual(m.concept)]
            yield from ([m._replace(reason="spelling", whole=False) for m in found] for found in (named,) if found)
            return  # *Co. Cork* is no cork
        plain = unmeasured(spoken(phrase))
        for form in dict.fromkeys((bare(phrase), bare(plain), undotted(plain), plain.removesuffix("'s"))):
            if found := self._listed(form):
                yield found
        yield from (g for g in groups if g[0].reason in ("exact", "spelling", "plural", "abbreviation"))
        if self.topic.domain is DISEASES and (hurt := self._hurt(plain)):
            yield hurt
        yield from self._specific(plain)
        if any(g[0].whole and " " in g[0].term and " of " not in g[0].term for g in groups):
            return  # a *car boot sale* is more than a sale, and a *hot dog* no dog
        if self.topic.domain.names and _FOREIGN.match(phrase):
            return
        if self.topic.domain is ACTIVITIES:
            yield from activity(self.matcher, plain)
        yield from self._headed(phrase, plain)
        yield from groups

    def _headed(self, phrase: str, plain: str) -> Iterator[Sequence[Match]]:
        """Readings of the heads of a phrase, the longest first, by our lists and as the dictionary has them."""
        shared = self.topic.domain.goods and bool(_SHARED_HEAD.fullmatch(plain))
        if (together := core(plain)) != plain and (named := self._listed(together) or self.matcher.term(together)):
            share = _share(together, plain)
            yield [m._replace(sense=_sense(m), reason="trimmed", score=share, whole=False) for m in named]
        parts = heads(plain, shared=shared)
        ours = self._expanded(next(parts, "")) if self.listed else []
        for group in self.matcher.headed(phrase, shared=shared):
            if ours and group[0].term.count(" ") <= ours[0].term.count(" "):
                yield ours
                ours = []
            kinds = [m for m in group if not self.domains.is_individual(m.concept)]
            yield kinds or group  # a *town centre* is no Centre, which is a region of France
        if ours:
            yield ours
        yield from (found for head in parts if (found := self._expanded(head)))

    def _specific(self, phrase: str) -> Iterator[Sequence[Match]]:
        """Readings without words that only say what all of the domain is: a *yoga class* is yoga, among hobbies."""
        domain, words = self.topic.domain, phrase.split()
        first, last = 0, len(words)
        while last > 1 and not domain.general.isdisjoint((words[last - 1], *singulars(words[last - 1]))):
            last -= 1
        while first < last - 1 and words[first] in domain.general | _JOINING:
            first += 1
        rest = bare(" ".join(words[first:last]))
        if rest and rest != phrase:
            named = [m for m in (self.matcher.whole(rest), self._listed(rest)) if m]
            yield from ([m._replace(reason="spelling", whole=False) for m in found] for found in named)
            if not named and not domain.narrow:
                yield from self._headed(rest, rest)

    @cached_property
    def listed(self) -> dict[str, str]:
        """What our lists say of words in columns of this domain."""
        return listed(self.topic.domain.name)

    def _listed(self, phrase: str) -> list[Match]:
        """What our lists say of a whole phrase, or of its singular."""
        meaning = next((self.listed[form] for form in (phrase, *singulars(phrase)) if form in self.listed), "")
        found = self.matcher.whole(meaning) if meaning else []
        return [m._replace(reason="abbreviation", score=1.0) for m in found]

    def _hurt(self, phrase: str) -> list[Match]:
        """What a broken arm, a twisted ankle or a bad knee is: a fracture, a sprain, a pain."""
        first, _, part = phrase.partition(" ")
        concept = self.matcher.taxonomy.find(_HURT.get(first, ""))
        body = part and any(self.domains.within(_BODY, m.concept) for m in next(self.matcher.headed(part), ()))
        return [Match(concept, 1, 0.5, "abbreviation", whole=False)] if concept is not None and body else []

    def _expanded(self, head: str) -> list[Match]:
        """What a phrase means whose last words are listed: a `lead rn` is a nurse, `mens trainers` are shoes."""
        every = undotted(head).replace("-", "").split()
        words = every[-_LONGEST:]
        for start in range(len(words)):
            tail = " ".join(words[start:])
            meaning = next((self.listed[form] for form in (tail, *singulars(tail)) if form in self.listed), "")
            for first in range(start + 1) if meaning else ():
                if found := self.matcher.whole(" ".join([*words[first:start], meaning])):
                    kept = (len(words) - first) / len(every)
                    reason: Reason = "abbreviation" if kept == 1 else "trimmed"
                    return [
                        m._replace(sense=0, reason=reason, score=kept, term=m.term or tail, modifiers=first)
                        for m in found
                    ]
        return []

    def _best(self, domain: Domain, inside: list[Match]) -> list[Match]:
        """The senses in which columns of this kind use a word: as listed, else those of the preferred part."""
        if not self.topic.typical and domain.narrow:
            return inside  # kin are persons as well, but hold no jobs
        listed = usual_senses(domain.name).get(inside[0].term)
        named = self.matcher.taxonomy.find(listed) if listed else None
        if named is not None:
            chosen = [m for m in inside if m.concept == named]
            return chosen or [inside[0]._replace(concept=named, sense=0, reason="abbreviation")]
        preferred = [m for m in inside if self.domains.preferred(domain, m.concept)] if self.topic.typical else []
        return preferred or inside
