"""Reading texts by votes: names and codes first, then the narrowest concept that the nearest labels agree on."""

import math
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from semblant.data.missing import is_nothing
from semblant.knowledge.taxonomy import Taxonomy
from semblant.terms.match import NOTHING, UNKNOWN, Match, Matcher
from semblant.terms.normalise import clean
from semblant.terms.vote import Electorate
from semblant.terms.wording import Wording

_NEARLY_ALL = 0.85  # the chance that is enough where a text is a single word that labels describe further


class VoteMatcher(Matcher):
    """Matches texts with a vocabulary that has many labels; a subclass says how its texts are compared and weighed."""

    odds: tuple[float, float]
    """The log odds that a concept is right which has half of the votes, and how they grow with those of its share."""

    enough: float = 0.6
    """The narrowest concept that is right with this chance is taken; where none is, the likeliest at all."""
    restricting: frozenset[str] = frozenset()
    """Words that make a label narrower than a text without them ever means."""
    implied: Mapping[str, frozenset[str]] = MappingProxyType({})
    """Restricting words that a text with another word has as well."""
    rival: float = 0.5
    """The share of its votes that makes another concept a rival of one."""
    head_decides: bool = False
    """Whether labels without the head of a text hardly count, where that is the head of others."""
    exact_wins: bool = False
    """Whether labels that say just what a text says vote alone."""

    def __init__(self, taxonomy: Taxonomy) -> None:
        super().__init__(taxonomy)
        self.electorate = Electorate(
            taxonomy,
            self.wording.phrases,
            self.votes,
            label=self.wording.label,
            parts=self.parts_of,
            restricting=self.restricting,
            implied=self.implied,
            exact_wins=self.exact_wins,
            head_decides=self.head_decides,
            is_word=self.is_word,
        )

    wording: Wording
    """How its texts are worded."""

    def votes(self, concept: int) -> bool:  # noqa: ARG002
        """Whether the labels of a concept have a vote."""
        return True

    def is_word(self, text: str) -> bool:  # noqa: ARG002
        """Whether a text is a word that is not mended, though no label has it."""
        return False

    def parts_of(self, label: str) -> Iterable[str]:  # noqa: ARG002
        """What a label names besides the whole of it."""
        return ()

    def chance(self, share: float) -> float:
        """The chance that a concept with this share of the votes is right, as labelled sets show it."""
        share = min(max(share, 0.01), 0.99)
        constant, slope = self.odds
        return 1 / (1 + math.exp(-constant - slope * math.log(share / (1 - share))))

    def names_nothing(self, text: str) -> bool:
        """Whether a text says that there is no answer."""
        return self.is_no_answer(clean(text))

    def _readings(self, text: str) -> tuple[Match, ...]:
        if is_nothing(text):
            return (NOTHING,)
        if self.names_nothing(text):
            return (UNKNOWN,)
        found = self._named(text) or self._coded(text) or self._labelled(clean(text))
        return tuple(found) or (self.elected(text),)

    def elected(self, text: str) -> Match:
        """What the votes for a text say."""
        return self.chosen(text, self.electorate.votes(text))

    def chosen(self, text: str, votes: Mapping[int, float]) -> Match:
        """What votes for a text say; a word alone means what lies above nearly all that it may be."""
        single = len(self.wording.phrase(text).words) == 1 and not (self.exact_wins and self.electorate.says(text))
        return self.voted(votes, _NEARLY_ALL if single else self.enough)

    def _labelled(self, phrase: str) -> list[Match]:
        """The concepts whose own label this is; its other labels only vote, as they may be wider or narrower."""
        return [m for m in self.phrase(phrase) if clean(self.taxonomy.label(m.concept)) == m.term][:1]

    def voted(self, votes: Mapping[int, float], enough: float) -> Match:
        """The narrowest concept that is certain enough, or the likeliest of all; never the root of everything."""
        depth = self.taxonomy.depth
        shares = {concept: share for concept, share in votes.items() if depth[concept] > 0}
        if not shares:
            return UNKNOWN
        likely = [concept for concept, share in shares.items() if self.chance(share) >= enough]
        for level in sorted({depth[concept] for concept in likely}, reverse=True):
            chances = {c: self._against_rivals(c, shares) for c in likely if depth[c] == level}
            best = max(chances, key=lambda concept: (chances[concept], -concept))
            if chances[best] >= enough:
                return Match(best, 0, chances[best], "voted", whole=False)
        chances = {concept: self._against_rivals(concept, shares) for concept in shares}
        best = max(chances, key=lambda concept: (chances[concept], depth[concept], -concept))
        return Match(best, 0, chances[best], "voted", whole=False)

    def _against_rivals(self, concept: int, shares: Mapping[int, float]) -> float:
        """The chance of a concept with its share: of two with as many votes each, one at most is right."""
        share, above = shares[concept], self.electorate.above
        rivals = (
            other_share
            for other, other_share in shares.items()
            if other_share > self.rival * share and other not in above(concept) and concept not in above(other)
        )
        return min(self.chance(share), share / (share + max(rivals, default=0.0)))
