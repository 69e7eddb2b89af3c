"""The readings of a value that fit what its column is about."""

from collections.abc import Iterator, Sequence

from semblant.terms.domains import DISEASES, DOMAINS, Domain, Domains, Topic, abbreviations, usual_senses
from semblant.terms.heads import heads
from semblant.terms.jobs import Jobs
from semblant.terms.match import NO_CONCEPT, UNKNOWN, Match, Matcher
from semblant.terms.normalise import bare, clean, undotted

_BODY = next(domain for domain in DOMAINS if domain.name == "body parts")
_HURT = {
    "bad": "pain#1", "sore": "pain#1", "aching": "pain#1", "painful": "pain#1", "swollen": "swelling#1",
    "broken": "fracture#1", "fractured": "fracture#1", "sprained": "sprain#1", "twisted": "sprain#1",
    "strained": "strain#7", "pulled": "strain#7", "dislocated": "dislocation#3", "bruised": "bruise#1",
    "cut": "cut#5", "burnt": "burn#3", "burned": "burn#3", "infected": "infection#1", "torn": "injury#1",
    "injured": "injury#1", "hurt": "injury#1", "crushed": "injury#1", "fx": "fracture#1",
}  # fmt: skip
"""What laymen say of a part of the body that something is wrong with."""
_LONGEST = 8  # words at the end of a phrase among which abbreviations are looked for


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
        if not (match.is_name and self.topic.typical and match.term in usual_senses(domain.name)):
            return []
        inside = [m for m in readings if m.concept not in (match.concept, -1) and self._fits(m.concept)]
        return [m for m in inside if self.domains.preferred(domain, m.concept)]

    def _fits(self, concept: int) -> bool:
        """Whether a concept lies in the domain; individuals do only where a column is about names."""
        domain = self.topic.domain
        return self.domains.within(domain, concept) and (domain.names or not self.domains.is_individual(concept))

    def _groups(self, text: str, groups: Sequence[Sequence[Match]]) -> Iterator[Sequence[Match]]:
        """Every group of readings to try: what abbreviations stand for, the text itself, then its heads."""
        phrase = clean(text)
        short = abbreviations(self.topic.domain.name)
        parts = heads(phrase, shared=False) if short else iter(())
        if found := self._expanded(bare(phrase) if bare(phrase) in short else next(parts, ""), short):
            yield found
        yield from (g for g in groups if g[0].reason in ("exact", "spelling", "plural"))
        if self.topic.domain is DISEASES and (hurt := self._hurt(phrase)):
            yield hurt
        before, _, last = phrase.rpartition(" ")
        if last in self.topic.domain.general and (found := self.matcher.whole(before)):
            yield [m._replace(reason="spelling", whole=False) for m in found]
        yield from self.matcher.headed(phrase, shared=False)
        yield from groups
        yield from (found for head in parts if (found := self._expanded(head, short)))

    def _hurt(self, phrase: str) -> list[Match]:
        """What a broken arm, a twisted ankle or a bad knee is: a fracture, a sprain, a pain."""
        first, _, part = phrase.partition(" ")
        concept = self.matcher.taxonomy.find(_HURT.get(first, ""))
        body = part and any(self.domains.within(_BODY, m.concept) for m in next(self.matcher.headed(part), ()))
        return [Match(concept, 1, 0.5, "abbreviation", whole=False)] if concept is not None and body else []

    def _expanded(self, head: str, short: dict[str, str]) -> list[Match]:
        """What a phrase means whose last words are written out: `police ofc` is a police officer, `lead rn` a nurse."""
        every = [head] if head in short else undotted(head).replace("-", "").split()
        words = every[-_LONGEST:]
        for start in range(len(words)):
            if meaning := short.get(" ".join(words[start:])):
                for first in range(start + 1):
                    if found := self.matcher.whole(" ".join([*words[first:start], meaning])):
                        kept = (len(words) - first) / len(every)
                        return [m._replace(reason="abbreviation", score=kept) for m in found]
        return []

    def _best(self, domain: Domain, inside: list[Match]) -> list[Match]:
        """The senses in which columns of this kind use a word: as listed, else those of the preferred part."""
        if not self.topic.typical:
            return inside
        listed = usual_senses(domain.name).get(inside[0].term)
        named = self.matcher.taxonomy.find(listed) if listed else None
        if named is not None:
            chosen = [m for m in inside if m.concept == named]
            return chosen or [inside[0]._replace(concept=named, sense=0, reason="abbreviation")]
        return [m for m in inside if self.domains.preferred(domain, m.concept)] or inside
