"""Job titles as people write them: `rn`, `Sr. Software Engineer II`, `Engineer, civil`, `lorry driver (HGV class 1)`.

Seniority, terms of employment and word order do not matter; abbreviations are written out by ``titles.csv``, which also
has pairs of words that only one side of the ocean uses.
"""

from semblant.terms.normalise import NON_ANSWERS, bare, clean
from semblant.terms.vote import Phrase
from semblant.terms.votematcher import VoteMatcher
from semblant.terms.wording import Wording

_NO_JOB = frozenset(
    """disabled; homemaker; house wife; housewife; n/a; none; not employed; not working; pensioner; retired; retiree;
    self; self employed; self-employed; student; unable to work; unemployed; phd student; full time student;
    assistant; associate; business owner; co-owner; consultant; contractor; employee; entrepreneur; lead; leader;
    member; owner; owner operator; partner; proprietor; specialist; staff; supervisor; team lead; team leader;
    team member; technician; worker""".split(";")  # noqa: SIM905
)
"""Answers that name no occupation, or one of any kind."""
_NO_TITLES = NON_ANSWERS | {" ".join(title.split()) for title in _NO_JOB}


TITLES = Wording(
    "titles.csv",
    """1 2 3 4 i ii iii iv v vi apprentice certified class contract contractor experienced fulltime full freelance
    grade interim jr junior lead level licensed lvl parttime part permanent principal retired self employed senior snr
    sr staff temporary time trainee""",
)
"""The wording of titles: which rank somebody has, and on which terms, says nothing."""


class TitleMatcher(VoteMatcher):
    """Matches job titles with a classification of occupations."""

    odds = (1.5, 1.8)

    def phrase_of(self, text: str) -> Phrase:
        return title_phrase(text)

    def names_nothing(self, text: str) -> bool:
        return bare(clean(text)) in _NO_TITLES


def title_phrase(text: str) -> Phrase:
    """A title as votes compare it.

    Example:
        >>> title_phrase("Engineer, civil"), title_phrase("Sr. Software Engineer II")
        (Phrase(words=('engineer', 'civil'), head='engineer'), Phrase(words=('software', 'engineer'), head='engineer'))
    """
    return TITLES.phrase(text)
