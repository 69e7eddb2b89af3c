"""Diagnoses as doctors write them: `T2DM`, `hx of breast ca`, `fx L wrist`, `r/o PE`, `Diabetes mellitus, type 2`.

Abbreviations are written out by ``diagnoses.csv``. Sides and what is not specified do not matter. What the patient does
not have is no diagnosis of his: a history, a relative's disease, a screening or a vaccination has a code of its own
(``situations.csv``), and what is absent or somebody else's has none.
"""

import csv
import re
from collections.abc import Iterable
from functools import cache
from importlib import resources

from semblant.data.missing import is_nothing
from semblant.terms.clinical import Clause, Status, clauses
from semblant.terms.match import NOTHING, UNKNOWN, Match
from semblant.terms.normalise import NON_ANSWERS, bare, clean
from semblant.terms.votematcher import VoteMatcher
from semblant.terms.wording import Wording

DIAGNOSES = Wording(
    "diagnoses.csv",
    """bilateral cause classified confirmed diagnosis elective elsewhere emergency initial encounter flare known l
    left lt mild moderate nec new nos onset organism part patient possible probable pt r right rt rule site source
    specified suspected unspecified uncomplicated bilat bibasal rll lll rul lul rml sx reducible irreducible mca""",
    cut=r"\b(?:bmi|hba1c|ef|gcs|spo2|sats|inr|hb|crp)\b\W*\d[\d./%]*|\b\d\d(?:\+\d)?/40\b|\bdiet controlled\b"
    r"|\b(?:smear|culture|swab|pcr|antigen) (?:pos|positive)\b|\b(?:ct|ctpa|mri|uss?|echo|xr|cxr|scan)"
    r" (?:booked|pending|awaited|requested)\b|"
    r"\bon (?:hd|pd|(?:haemo|hemo)?dialysis|insulin|warfarin|oxygen|o2|ltot|abx|antibiotics|treatment)\b"
    r"|\b(?:r/o|c/o|s/p|not elsewhere classified|not specified as [^,;]*|rule out|status post|complains of|\?)",
    signs={
        r"\bno\s+(?:#|fx\b|fracture)": " ",
        "#": " fracture ",
        r"\+ve|(?:(?<=\w\w)|(?<=\w\w \w))\s?\+(?=\s*(?:$|[,;.)]))": " ",  # at the end of a part it says positive
        r"(?:(?<=\bhiv)|(?<=\bcovid)|(?<=\bcovid-19)|(?<=\bhep \w))\s?\+(?=\s)": " ",
        r"\b(?:without|w/o)\b.*": " lacking ",
        r"(?:^|[,:]\s*|\b(?:of|in|at|by|to|with)\s+)other\b(?! (?:and|or) unspecified)": " otherwise ",
    },
)
"""The wording of diagnoses."""
_NO_DIAGNOSES = NON_ANSWERS | {"well", "healthy", "follow up", "follow-up", "checkup", "check up", "review", "nad"}
"""Answers that name no disease."""
_CATEGORY = 3  # characters of a category
_DRUGS_TAKEN, _DRUGS_END = "Y40", "Y60"  # what drugs as prescribed do; a poisoning by them has the same labels
_MANIFESTATION = re.compile(r"\bdiseases? classified elsewhere", re.I)
_LONGEST = 6  # signs of a code, with its dot, whose label votes; longer ones repeat it for every side and encounter
RESTRICTING = frozenset(
    """newborn neonatal fetus fetal perinatal birth obstetric pregnancy pregnant childbirth puerperium puerperal
    maternal delivery labor congenital juvenile hereditary familial heat postprocedural postoperative traumatic
    tuberculous syphilitic gonococcal chronic secondary manifestation drug induced alcoholic sequela history family
    screening severe benign malignant pulmonary vertebral diabetic otherwise late radiation puncture senile presenile
    gestational encounter neuropathic hypertensive rheumatic""".split()  # noqa: SIM905
)
"""Words that restrict a disease: a label with one of them is not meant by a text that does not have it."""
_BRACKETS = re.compile(r"\[([^\[\]]{4,})\]")
_MORE = re.compile(
    r"[,:;(]|\b(?:of|on|from|at|with|without|in|due|to|by|or|other|unspecified|acute)\b|\band\b.*\band\b"
)
"""What makes a title more than two diseases joined."""
_ORDER: tuple[Status, ...] = ("has", "suspected", "history", "family", "contact", "screening", "vaccination")
"""What of a note is coded: the first of these that it says."""
_UNSURE = 0.75  # how much less likely a suspected disease is the right code, and one that somebody had before
_JOINED = re.compile(r"\s+(?:with|on|c/w|2y to|secondary to|\+|&)\s+|\s+-+\s+", re.I)
_CLEAR, _FIRST = 0.8, 0.7  # the score from which votes for two diseases together are taken, or for the first alone
_SITES = frozenset("breast cervical cervix bowel colon colorectal prostate lung skin".split())  # noqa: SIM905
"""Where screening looks for cancer, so that it need not be said."""


class DiagnosisMatcher(VoteMatcher):
    """Matches diagnoses with a classification of diseases: by name or code, else by votes."""

    odds = (1.5, 1.8)
    wording = DIAGNOSES
    restricting = RESTRICTING
    exact_wins = True
    rival = 0.2

    def parts_of(self, label: str) -> Iterable[str]:
        """The diseases that one title joins (`Syncope and collapse`), and what it says in brackets."""
        if "elsewhere" in label:
            return
        yield from _BRACKETS.findall(label)
        first, joined, second = _BRACKETS.sub("", label).partition(" and ")
        if joined and not _MORE.search(label) and clean(first) not in RESTRICTING:
            yield first
            if " " not in first and " " not in second:
                yield second

    def votes(self, concept: int) -> bool:
        code = self.taxonomy.ids[concept]
        told = len(code) <= _LONGEST and "-" not in code and not _DRUGS_TAKEN <= code < _DRUGS_END
        return told and not self._is_manifestation(concept)

    def _is_manifestation(self, concept: int) -> bool:
        """Whether a code says how another disease shows itself: a disease alone has another code."""
        category = self.lexicon.by_id(self.taxonomy.ids[concept][:_CATEGORY])
        return any(_MANIFESTATION.search(self.taxonomy.label(c)) for c in (concept, category) if c >= 0)

    def _readings(self, text: str) -> tuple[Match, ...]:
        if is_nothing(text):
            return (NOTHING,)
        if bare(clean(text)) in _NO_DIAGNOSES:
            return (UNKNOWN,)
        return self._found(text) or (self._told(clauses(text)),)

    def _found(self, text: str) -> tuple[Match, ...]:
        """The disease that a text names by title, inclusion term or code."""
        found = self._named(text) or self._diseases(clean(text)) or self._coded(text)
        # a code includes what its inclusion terms say, but is not called so
        return tuple(m if self._is_title(m) else m._replace(whole=False) for m in found)

    def _diseases(self, phrase: str) -> list[Match]:
        """The diseases with this title or inclusion term, without those that only show another one."""
        return [m for m in self.phrase(phrase) if self._is_title(m) or not self._is_manifestation(m.concept)]

    def _told(self, said: list[Clause]) -> Match:
        """The code for what a note says."""
        for status in _ORDER:
            if texts := [clause.text for clause in said if clause.status == status]:
                return self._situated(status, ", ".join(texts), alone=len(texts) == len(said))
        return UNKNOWN

    def _situated(self, status: Status, text: str, *, alone: bool) -> Match:
        """The code of a disease that the patient has, or had, or that is sought, or that others have."""
        if status == "screening" and clean(text) in _SITES:
            text += " cancer"
        found = () if status == "has" and alone else self._found(text)
        match = (found or (self._principal(text),))[0]
        if match.concept < 0 or status == "has":
            return match._replace(whole=False)
        code = _code_for(status, self.taxonomy.ids[match.concept])
        if (there := self._nearest(code)) >= 0:
            return Match(there, 0, match.score, "voted", whole=False)
        if status in ("suspected", "history"):
            return Match(match.concept, 0, _UNSURE * match.score, "voted", whole=False)
        return UNKNOWN

    def _principal(self, text: str) -> Match:
        """What the votes for a text say, or for the first of two diseases where they are surer of that."""
        whole = self.elected(text)
        first, *others = _JOINED.split(text)
        if not others or whole.score >= _CLEAR:
            return whole
        alone = (self._found(first) or (self.elected(first),))[0]
        return whole if alone.score < min(whole.score, _FIRST) else alone._replace(whole=False)

    def _nearest(self, code: str) -> int:
        """The concept of a code, or of what it lies in here; -1 for none."""
        for name in (code, code.partition(".")[0], "Z23" if code in ("Z24", "Z25", "Z20-Z29") else ""):
            if name and (found := self.lexicon.by_id(name)) >= 0:
                return found
        return -1

    def _is_title(self, match: Match) -> bool:
        return match.sense == 0 or clean(self.taxonomy.label(match.concept)) == match.term


def _code_for(status: str, code: str) -> str:
    """The code for a situation with a disease; empty where there is none.

    Example:
        >>> _code_for("family", "C50.9"), _code_for("history", "I21"), _code_for("history", "E11")
        ('Z80', 'I25.2', '')
    """
    category = code[:3]
    return next((to for first, last, to in _situations(status) if first <= category <= last), "")


@cache
def _situations(status: str) -> tuple[tuple[str, str, str], ...]:
    text = (resources.files("semblant.terms") / "situations.csv").read_text("utf-8")
    rows = csv.DictReader(text.splitlines())
    return tuple((row["first"], row["last"], row["code"]) for row in rows if row["status"] == status)
