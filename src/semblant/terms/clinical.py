"""What a note says about a disease: that the patient has it, had it, may have it, has it not, or that others do.

`no PE`, `PE excluded`, `father had MI`, `screening for colon ca` and `hx MI` all name diseases that the patient has not
now. A text is cut into clauses at commas and `but`; within a clause a cue rules what stands behind it, or before it
(after NegEx: Chapman et al. 2001). English, with the commonest cues of German, French and Spanish.
"""

import re
from functools import cache
from typing import Literal, NamedTuple

Status = Literal["has", "suspected", "history", "absent", "family", "others", "screening", "vaccination", "contact"]
"""What a clause says of the disease it names."""


class Clause(NamedTuple):
    """A part of a note that names a disease, and what it says of it; the cue is left out."""

    status: Status
    text: str


_CLAUSES = re.compile(
    r"(?<=\w\w\w)\.\s+|\s*[,;]\s*|\s+(?:but|however|except|although|aber|mais|pero)\s+|\s+-+\s+", re.I
)
_NO_CUES = re.compile(
    r"""\bnot\ (?:otherwise|elsewhere)\ \w+ | \bnot\ specified\b | \bnot\ \w+ing\b | \bsite\ not\b
    | \bno\ known\ cause\b
    | \bnon[\ -]?(?:hodgkin|insulin|st\b|toxic|alcohol|rheum|union|trauma|organic|obstruct|infect|suppur|pyogenic|venom)
    | \b(?:gram|rh|rhesus|triple|her2|er|pr|culture|smear|sero|bence)[\ -]?neg(?:ative)?\b | \bnegative\ symptom
    | \bno\ (?:complication|further|longer|change)s?\b | \?\s*(?:cause|source|cause\ unknown|aetiology|etiology)\b
    | \bexclusion\ of\ (?:bowel|urine) | \bwithout\b (?=.*\bmention\b)""",
    re.I | re.X,
)
"""Words like those of a cue that say nothing of it."""

_KIN = (
    r"(?:(?:maternal|paternal)\s+)?(?:mother|father|mum|mom|dad|brother|sister|sibling|son|daughter|aunt|uncle|cousin|"
    r"grand(?:mother|father|parent|ma|pa)|parent|twin|mutter|vater|bruder|schwester|"
    r"m[èe]re|p[èe]re|fr[èe]re|s(?:œ|oe)ur|madre|padre|herman[oa])"
)
_STRANGERS = (
    r"wife|husband|partner|spouse|girlfriend|boyfriend|friend|neighbou?r|colleague|carer|flatmate|housemate|"
    r"ehefrau|ehemann|mari|femme|esposa|esposo"
)
_HAS = r"(?:'s\s|s'\s|\s*:\s|\s+(?:has|had|with|have|having|died|dies|suffers|diagnosed|hat|hatte|avait|tiene|tuvo)\b)"

_BEFORE: tuple[tuple[Status, str], ...] = (
    ("absent", r"\b(?:ruled|ruling)\ out\b|\bexcluded?\b(?!$)|\bexcluding\b|\bausschluss\b(?:\ (?:von|einer|eines))?"),
    ("suspected", r"\br/o\b|\brule\ out\b|^\s*\?+|\bquery\b|\b\?(?=\w)|\bsuspected\b|\bsuspicion\ of\b|\bsusp\b\.?"
                  r"|\bpossibl[ey]\b|\bpossibility\ of\b|\bprobabl[ey]\b|\blikely\b|\bpresumed\b|\bpresumptive\b"
                  r"|\bv\.\s?a\.(?=\s)"
                  r"|\bverdacht\ auf\b|\bsuspicion\ de\b|\bsospecha\ de\b|\bdd\b:?"),
    ("family", rf"\b(?:f\.?h\.?x?|fam(?:ily)?\.?\ (?:hx|history|h/o)|fhx)\b\.?(?:\ of|:)?|\b(?:{_KIN})\b{_HAS}"
               r"|\bfamilienanamnese\b|\bant[ée]c[ée]dents?\ familiaux\b(?:\ de)?"
               r"|\bantecedentes\ familiares\b(?:\ de)?"),
    ("others", rf"\b(?:{_STRANGERS})\b{_HAS}"),
    ("screening", r"\b(?:screening|screen|screened|tested|testing|test|swab|check)\ for\b|\bscreening\b(?=\ \w)"
                  r"|\bvorsorge\b|\bd[ée]pistage\b(?:\ d[ue])?|\bcribado\b(?:\ de)?"),
    ("vaccination", r"\b(?:vaccination|vaccine|vaccinated|immuni[sz]ation|immuni[sz]ed|booster|jab)\ "
                    r"(?:for|against|vs)\b"
                    r"|\bimpfung\ (?:gegen|auf)\b|\bvaccination\ contre\b|\bvacuna(?:ci[óo]n)?\ contra\b"),
    ("contact", r"\b(?:contact|exposure|exposed|kontakt)\ (?:with|to|mit|of)\b"),
    ("absent", r"\bno\ (?:\w+\ )?(?:evidence|signs?|features?|suggestion|symptoms?|indication|suspicion)\ of\b"
               r"|\b(?:denie[sd]|denying|no|not|nil|never|without|w/o|negative|neg|free)\ (?:had\ |having\ |for\ |any\ "
               r"|known\ |of\ |a\ |an\ |hx\ of\ |history\ of\ )*"
               r"|\b(?:denie[sd]|denying|absence\ of|-ve\ for|cannot\ find)\b"
               r"|\bnon[\ -](?=(?:diabetic|pregnant|smok|epileptic|asthmatic|hypertensive|drinker)s?)"
               r"|\b(?:kein(?:e[nrms]?)?|ohne|nicht|aucune?|sans|sin|niega|ning[úu]n[oa]?)\b"
               r"|\bpas\ d(?:e\b|')|\bno\ hay\b"),
    ("history", r"\b(?:p\.?m\.?h\.?x?|past\ medical\ history|(?:past|personal|prev(?:ious)?|medical)\ (?:hx|history)"
                r"|history|hx|h/o|prev(?:ious(?:ly)?)?|past|former(?:ly)?|zustand\ nach|status\ post|s/p"
                r"|ant[ée]c[ée]dents?|antecedentes?|ex)\b\.?(?:\ of|\ de|:)?"
                r"|\bz\.\s?n\.(?=\s)"),
)  # fmt: skip
"""Cues that rule what stands behind them, in the order in which they are sought."""

_AFTER: tuple[tuple[Status, str], ...] = (
    ("absent", r"\b(?:excluded|ruled\ out|unlikely|absent|not\ (?:seen|found|detected|present|confirmed|identified)"
               r"|neg(?:ative|\.)?|negativ[eo]?|n[ée]gatif|ausgeschlossen|exclue?|descartad[oa])$|(?:\s|^)-ve$"),
    ("family", r"\bin\ (?:the\ )?family$|\bfamily\ (?:history|hx)$"),
    ("screening", r"\b(?:screening|screen|test|tests|testing|swab)$"),
    ("vaccination", r"\b(?:vaccination|vaccine|vacc|jab|immuni[sz]ation|booster|impfung|vaccin|vacuna)$"),
    ("contact", r"\b(?:contact|exposure)$"),
    ("suspected", r"\?+$|\b(?:suspected|possible|likely|query)$"),
)  # fmt: skip
"""Cues that rule what stands before them, at the end of a clause."""

_WORD = re.compile(r"[^\W\d_]{2}")


def clauses(text: str) -> list[Clause]:
    """What a note says, clause by clause.

    Example:
        >>> clauses("asthma, no evidence of PE")
        [Clause(status='has', text='asthma'), Clause(status='absent', text='PE')]
        >>> clauses("father had MI"), clauses("maternal grandmother had MI")
        ([Clause(status='family', text='MI')], [Clause(status='family', text='MI')])
        >>> clauses("HIV negative"), clauses("non-Hodgkin lymphoma")
        ([Clause(status='absent', text='HIV')], [Clause(status='has', text='non-Hodgkin lymphoma')])
    """
    parts = [part for part in _CLAUSES.split(text) if part and part.strip()]
    told = [clause for part in parts for clause in _told(part.strip())]
    if all(clause.status == "has" for clause in told):
        return [Clause("has", text)]  # `Diabetes mellitus, type 2` is one name
    return told


def speaks_of_the_patient(text: str) -> bool:
    """Whether a note says of something it names that the patient has it, for certain or not.

    Example:
        >>> [speaks_of_the_patient(text) for text in ("no PE", "r/o PE", "mother has diabetes", "diabetes")]
        [False, True, False, True]
    """
    return any(clause.status in ("has", "suspected", "history") for clause in clauses(text))


@cache
def _cues(told: tuple[tuple[Status, str], ...]) -> list[tuple[Status, re.Pattern[str]]]:
    """Cues to search for; to compile them takes longer than all else that a table without diagnoses needs of words."""
    return [(status, re.compile(cue, re.I | re.X)) for status, cue in told]


def _told(clause: str) -> list[Clause]:
    """The disease before a cue, which stands for itself, and what the cue rules."""
    masked = _NO_CUES.sub(lambda found: "\0" * len(found[0]), clause)
    for status, cue in _cues(_AFTER):
        if (found := cue.search(masked)) and _WORD.search(clause[: found.start()]):
            if status == "suspected":
                return [Clause("suspected", clause[: found.start()].strip())]
            return [Clause(status, _inner(clause[: found.start()].strip()))]
    for status, cue in _cues(_BEFORE):
        if (found := cue.search(masked)) and _WORD.search(clause[found.end() :]):
            before, behind = clause[: found.start()].strip(), clause[found.end() :].strip(" :-?")
            first = [Clause("has", before)] if _WORD.search(before) else []
            return [*first, Clause(status, behind if status in ("absent", "suspected") else _inner(behind))]
    return [Clause("has", clause)]


def _inner(text: str) -> str:
    """What a clause names, without a second cue: `hx of suspected MI`."""
    for _, cue in _cues(_BEFORE):
        if (found := cue.match(text)) and _WORD.search(text[found.end() :]):
            return text[found.end() :].strip()
    return text
