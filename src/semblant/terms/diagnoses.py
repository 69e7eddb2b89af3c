"""Diagnoses as doctors write them: `T2DM`, `hx of breast ca`, `fx L wrist`, `r/o PE`, `Diabetes mellitus, type 2`.

Abbreviations are written out by ``diagnoses.csv``. Sides, suspicions and what is not specified do not matter.
"""

from semblant.data.missing import is_nothing
from semblant.terms.match import NOTHING, UNKNOWN, Match
from semblant.terms.normalise import NON_ANSWERS, bare, clean
from semblant.terms.vote import Phrase
from semblant.terms.votematcher import VoteMatcher
from semblant.terms.wording import Wording

DIAGNOSES = Wording(
    "diagnoses.csv",
    """bilateral classified complication confirmed diagnosis elsewhere initial encounter known l left lt mild moderate
    nec new nos onset part patient possible probable pt r right rt rule severe site specified suspected unspecified
    uncomplicated""",
    cut=r"\b(?:r/o|c/o|s/p|without\b.*|w/o\b.*|not elsewhere classified|rule out|status post|complains of|\?)",
)
"""The wording of diagnoses."""
_NO_DIAGNOSES = NON_ANSWERS | {"well", "healthy", "follow up", "follow-up", "checkup", "check up", "review", "nad"}
"""Answers that name no disease."""
_LONGEST = 6  # signs of a code, with its dot, whose label votes; longer ones repeat it for every side and encounter


class DiagnosisMatcher(VoteMatcher):
    """Matches diagnoses with a classification of diseases: by name or code, else by votes."""

    odds = (1.5, 1.8)

    def phrase_of(self, text: str) -> Phrase:
        return DIAGNOSES.phrase(text)

    def votes(self, concept: int) -> bool:
        code = self.taxonomy.ids[concept]
        return len(code) <= _LONGEST and "-" not in code

    def _readings(self, text: str) -> tuple[Match, ...]:
        if is_nothing(text):
            return (NOTHING,)
        if bare(clean(text)) in _NO_DIAGNOSES:
            return (UNKNOWN,)
        found = self._named(text) or self.phrase(clean(text)) or self._coded(text)
        if found:  # a code includes what its inclusion terms say, but is not called so
            return tuple(m if self._is_title(m) else m._replace(whole=False) for m in found)
        return (self._voted(self.electorate.votes(text)),)

    def _is_title(self, match: Match) -> bool:
        return match.sense == 0 or clean(self.taxonomy.label(match.concept)) == match.term
