"""Job titles as people write them: `rn`, `Sr. Software Engineer II`, `Engineer, civil`, `lorry driver (HGV class 1)`.

Seniority, terms of employment and word order do not matter; abbreviations are written out by ``titles.csv``, which also
has pairs of words that only one side of the ocean uses.
"""

import re
from collections.abc import Mapping
from functools import cache

from semblant.knowledge.sources import load
from semblant.knowledge.taxonomy import Taxonomy
from semblant.terms.match import Match
from semblant.terms.normalise import NON_ANSWERS, bare, clean
from semblant.terms.vote import Phrase
from semblant.terms.votematcher import VoteMatcher
from semblant.terms.wording import Wording

_NO_JOB = frozenset(
    """disabled; homemaker; house wife; housewife; n/a; none; not employed; not working; pensioner; retired; retiree;
    self; self employed; self-employed; student; unable to work; unemployed; phd student; full time student;
    assistant; associate; business owner; co-owner; consultant; contractor; employee; entrepreneur; lead; leader;
    member; owner; owner operator; partner; proprietor; specialist; staff; supervisor; team lead; team leader;
    team member; technician; worker; board member; chair; chairman; chairperson; chairwoman; fellow; mate; trustee;
    mother; mum; mom; stay at home mum; stay at home mom; father; dad; parent; stay at home parent; wife;
    husband""".split(";")  # noqa: SIM905
)
"""Answers that name no occupation, or one of any kind."""
_STATUS = frozenset(
    """adviser advisor apprentice assistant associate bank consultant contractor coordinator employee
    experience graduate grade intern internship lead leader locum member officer operative operator owner partner
    placement specialist staff student summer supervisor support technician temp trainee volunteer winter
    work worker year""".split()  # noqa: SIM905
)
"""Words of rank or status, which name no occupation without another word."""
_ASIDE = re.compile(r"\([^()]*\)?")
_NO_TITLES = NON_ANSWERS | {" ".join(title.split()) for title in _NO_JOB}


TITLES = Wording(
    "titles.csv",
    """1 2 3 4 5 6 7 8 9 i ii iii iv v vi agency apprentice band certified class contract contractor experienced
    fulltime full evenings freelance grade interim jr junior lead level licensed locum lvl nights parttime part
    permanent retired self employed senior snr sr staff temporary time trainee""",
    signs={
        r"^\d\d-\d{4}$": "",  # a code of the SOC is no title
        r"^\s*assistant to\b.*": "administrative assistant",
        r"^chief (?!exec|oper|fin|acc|tech|info|mark|med|nurs|fire|petty|warrant|prob|pris|sec|compl|data|elec)"
        r"\w+ officer$": "chief executive officer",
        r"\b(?:pa|ea)\s+to\b.*": "executive assistant",
        r"\b(assistant|secretary|aide|clerk|typist)\s+to\b.*": r"\1",
        r" mate\b(?<!first mate)(?<!second mate)(?<!third mate)(?<!chief mate)(?<!ship mate)(?<!ships mate)"
        r"(?<!deck mate)(?<!boatswain mate)": " helper",
        r"\bprin(?:cipal)?\b(?=\s+\w)(?!\s+(?:of|for|at|in)\b)": "",  # as a rank, not the head of a school
        r"^\s*head of (?!department|faculty|year|sixth|school|key|english|maths|science)(\w.*)": r"\1 manager",
        r"(?<=er|or|an) labou?rer\b": " helper",
        r"\banaesthetist": "anesthesiologist",
        r"\bconsultant in (?=.*(?:medicine|ology|iatric|surgery|esthe))": "physician in ",
        r"\ba/([pr])\b": r"a\1",
        r"\b[pf]/t\b|\bs/e\b": " ",  # part or full time, self employed
        r"\br ?& ?d\b": "research development",
        r"\bcontracts(?= (?:manager|administrator|specialist|officer|engineer|analyst))": "contracting",
        r"^(?:i )?(?:work(?:s|ing)? (?:for|at)|employed (?:by|at)|owns?|runs?)\b.*": " ",  # which is no occupation
        r"^(?:[sea]?vp|(?:senior |executive |assistant )?vice president)(?: of|,| -)? +(\w.*)": r"\1 manager",
        r"^director(?: of|,| -) +(?!photo|music|religi)(\w.*)": r"\1 manager",
        r"(?<=\b[a-z])\.(?=[a-z]\b)": "",
    },
    spellings={
        r"\badviser": "advisor",  # before the ending of `analyser`
        r"\bass(?:is)?t\b": "assistant",
        r"\bassoc\b": "associate",
        r"\bexec\b": "executive",
        r"\bmn?gr\b": "manager",
        r"\bsgt\b": "sergeant",
        r"(?<=\w\w)our(?=s\b|\b|er|ist|al)": "or",
        r"(?<=\w\w)is(?=e[rsd]?\b|ing\b|ation)": "iz",
        r"(?<=\w[tb])re\b": "er",
        r"(?<=\w{3}[ae])ll(?=ing|er|or|ed)": "l",
        r"(?<=licen|defen)ce": "se",
        r"paed(?=i)": "ped",
        r"ae(?=sthe|col|mat)": "e",
        r"\btyre": "tire",
        r"jewell": "jewel",
        r"mould(?=\b|e|i)": "mold",
    },
)
"""The wording of titles: which rank somebody has, and on which terms, says nothing."""


_TWO = re.compile(r"\s*/\s*|\s+(?:&|\+|and)\s+", re.I)
_NOT_NOW = re.compile(
    r"(?<!semi[- ])\b(?:retired|retd|ret'd)\b|\bemerit(?:us|a)\b|\bredundant\b|\blaid[- ]off\b|\bout of work\b"
    r"|\b(?:unemployed|jobless)\b|\bnot (?:currently )?(?:working|employed)\b|\bbetween jobs\b|\bjob ?-?seek\w*"
    r"|\b(?:seeking|looking for) (?:work|a job|employment)\b"
    r"|^\W*(?:ret\.|(?:ex|former(?:ly)?|previous(?:ly)?|past|was|used to be|aspiring|prospective|future)\b)"
    r"|[(,;:-]\s*(?:ret\.?\s*\)?$|(?:ex|former(?:ly)?|previous(?:ly)?|was|used to be|früher)\b)",
    re.I,
)
"""What says that somebody has another job now, or none: `retired teacher`, `unemployed (was a plumber)`, `ex-nurse`."""
_THEN = re.compile(
    r"(?:^|[\W_])(?:former|last|previous|prev|prior|past|usual|longest|lifetime|ever|before|ex)(?:[\W_]|$)", re.I
)
"""Names of columns that ask for a job somebody had: `last_job`."""

_PAIR, _FIRST = 2, 0.75  # jobs that a title names at most, and the chance that the first of them counts
_USUAL_SENSES = 3  # of a word, that people mean
_USEFUL = 2  # levels below the root from which a group says what somebody does
_SCHEME = re.compile(r"^(?:isco|soc)(?:[- ]?(?:08|88|20\d\d))?\s*[:=]?\s*(?=\d)", re.I)
_SOC = re.compile(r"(\d\d-\d{4})(?:\.\d\d)?")
_ACRONYM = re.compile(r"[A-Za-z]{2,4}")
_ONE_MEANING = 0.75  # the score of an acronym of which labels know one meaning: it may have others
_TOO_WIDE = 0.49  # the score of a group above that: a guess, which is not taken


_LEADERS = (
    "administrator", "boss", "captain", "chair", "chairman", "chief", "coordinator", "director", "executive",
    "foreman", "head", "keeper", "landlord", "lead", "leader", "lieutenant", "manager", "management", "master",
    "matron", "officer", "owner", "president", "principal", "proprietor", "restaurateur", "sergeant",
    "superintendent", "supervisor", "vice",
)  # fmt: skip
"""Words of those who lead others; nobody else is meant by the label of a manager."""


class TitleMatcher(VoteMatcher):
    """Matches job titles with a classification of occupations."""

    odds = (1.5, 1.8)
    enough = 0.52  # more likely than not, and than any other
    wording = TITLES
    restricting = frozenset(
        """chief veterinary prison jail correctional military army navy naval mine mining zoo animal livestock
        manager supervisor""".split()  # noqa: SIM905
    )
    implied = dict.fromkeys(_LEADERS, frozenset({"manager", "supervisor"}))
    head_decides = True
    rival = 0.8

    def names_nothing(self, text: str) -> bool:
        phrase = bare(clean(text))
        words = [word for word in title_phrase(_ASIDE.sub(" ", text)).words if len(word) > 1 and word.isalpha()]
        vague = all(word in _STATUS or word in TITLES.left_out for word in words)
        nothing = (vague and bool(words)) or words[-1:] == ["student"]
        return phrase in _NO_TITLES or nothing or (words[-1:] == ["owner"] and not self.electorate.says(text))

    def _coded(self, text: str) -> list[Match]:
        """The reading of a code, also of one of the SOC where the vocabulary says which group it lies in."""
        plain = _SCHEME.sub("", text.strip())
        found = super()._coded(plain)
        if found or not (code := _SOC.fullmatch(plain)):
            return found
        if (own := self.lexicon.by_id(code[1])) >= 0:
            return [Match(own, 0, 1.0, "code")]
        return [Match(concept, 0, 1.0, "edition") for concept in self.lexicon.senses(code[1])[:1]]

    def is_word(self, text: str) -> bool:
        """Whether this is an English word: a `docker` is no `ducker`."""
        return bool(_english().senses(text))

    def elected(self, text: str) -> Match:
        """What the votes for a title say; of two jobs the narrowest group that both lie in, or the first."""
        jobs = [job for job in _TWO.split(text) if job]
        if len(jobs) != _PAIR or not all(map(self._is_job, jobs)) or self.electorate.says(text):
            return super().elected(text)
        first, second = (super(TitleMatcher, self).elected(job) for job in jobs)
        if min(first.score, second.score) < self.min_score or min(first.concept, second.concept) < 0:
            return super().elected(text)
        both = first._replace(concept=self.taxonomy.lcs(first.concept, second.concept))
        score = first.score * second.score
        return (
            both._replace(score=score)
            if self._is_useful(both) and score >= self.enough
            else (first._replace(score=min(first.score, _FIRST)))
        )

    def _is_job(self, text: str) -> bool:
        """Whether a text is the name of a job by itself: *caretaker*, not the *sales* of *sales/marketing manager*.

        It is read as a label is: *sales* stands for a representative only where it is all that somebody wrote.
        """
        head = TITLES.label(text).head
        return self.electorate.is_head(head) and _is_person(head)

    def in_column(self, match: Match, text: str, column: str | None) -> Match:
        """A job somebody had is none now: a guess, which is not taken, unless the column asks for such jobs."""
        if match.concept < 0 or not _NOT_NOW.search(text) or (column and _THEN.search(column)):
            return match
        return match._replace(score=min(match.score, _TOO_WIDE))

    def chosen(self, text: str, votes: Mapping[int, float]) -> Match:
        """What votes say; a group of all kinds of work, such as *Professionals*, says too little unless it is named."""
        match = super().chosen(text, votes)
        if _ACRONYM.fullmatch(text.strip()) and not TITLES.lists(text) and not self.is_word(text):
            return match._replace(score=min(match.score, _ONE_MEANING))
        if self._is_useful(match):
            return match
        narrower = self.voted(votes, self.enough)
        if self._is_useful(narrower):
            return narrower
        if set(title_phrase(self.taxonomy.label(match.concept)).words) == set(title_phrase(text).words):
            return match
        return match._replace(score=min(match.score, _TOO_WIDE))

    def _is_useful(self, match: Match) -> bool:
        return match.concept < 0 or self.taxonomy.depth[match.concept] >= _USEFUL


@cache
def _english() -> Taxonomy:
    return load("wordnet")


@cache
def _is_person(word: str) -> bool:
    """Whether an English word is somebody, rather than something that somebody does."""
    person = _english().find("person")
    return any(person in _english().ancestors(sense) for sense in _english().senses(word)[:_USUAL_SENSES])


def title_phrase(text: str) -> Phrase:
    """A title as votes compare it.

    Example:
        >>> title_phrase("Engineer, civil"), title_phrase("Sr. Software Engineer II")
        (Phrase(words=('engineer', 'civil'), head='engineer'), Phrase(words=('software', 'engineer'), head='engineer'))
    """
    return TITLES.phrase(text)
