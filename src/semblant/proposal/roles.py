"""The role of a column seen alone: by its name, or by what its values are about."""

from semblant.data import valuewords
from semblant.data.columnnames import head_of
from semblant.data.columnwords import AMOUNT_WORDS, KEPT_WORDS, QUASI, SENSITIVE, WEAK_WORDS
from semblant.data.missing import no_value
from semblant.data.profile import ColumnProfile
from semblant.data.table import Column
from semblant.policy.model import Role
from semblant.proposal.givenout import FEW, of_a_body
from semblant.proposal.identifying import NEARLY_ALL, identifies, mentioned
from semblant.proposal.kinds import KindFound
from semblant.proposal.rolefound import RoleFound
from semblant.proposal.unreadable import OPINIONS, TIMES

_ABOUT: dict[str, tuple[Role, str]] = {
    "persons": ("quasi", "jobs or other traits of persons"),
    "places": ("quasi", "places"),
    "peoples": ("quasi", "peoples"),
    "languages": ("quasi", "languages"),
    "diseases": ("sensitive", "diseases"),
    "drugs": ("sensitive", "drugs"),
    "crimes": ("sensitive", "crimes"),
    "sex or gender": ("quasi", "sex or gender"),
    "marital status": ("quasi", "marital status"),
    "education": ("quasi", "levels of education"),
    "bands": ("quasi", "bands of age, income or the like"),
    "smoking": ("sensitive", "smoking"),
    "positive or negative": ("sensitive", "results of tests"),
    "expectations": ("sensitive", "judgements of people"),
    "grades": ("sensitive", "grades"),
    "stages": ("sensitive", "stages of a disease"),
    "politics": ("sensitive", "politics"),
    "religion": ("sensitive", "religion"),
    "sex life": ("sensitive", "sex life"),
    "streets": ("quasi", "streets"),
    "employment": ("quasi", "employment"),
    "kin": ("quasi", "relations within a family"),
    "housing": ("quasi", "housing"),
    "money": ("sensitive", "money"),
    "judgements": ("sensitive", "judgements of people"),
    "procedures": ("sensitive", "medical procedures"),
    "blood groups": ("sensitive", "blood groups"),
    **dict.fromkeys(
        (
            "codes of countries",
            "codes of states",
            "codes of Brazilian states",
            "codes of German states",
            "codes of cantons",
            "codes of Italian provinces",
            "codes of airports",
        ),
        ("quasi", "places"),
    ),
    "codes of languages": ("quasi", "languages"),
    "codes of eyes and hair": ("quasi", "eyes or hair"),
}
"""What columns about something are, where their name says nothing."""
_TOPICS = {
    "diseases": "health",
    "drugs": "health",
    "stages": "health",
    "smoking": "health",
    "positive or negative": "health",
    "crimes": "crime",
    "procedures": "health",
    "blood groups": "health",
    "judgements": "judgements of people",
}
_GRADES = {"grade", "grades"}
_LEVELS_OF_SCHOOL = {"level", "lvl", "year", "school", "highest"}
_EVENTS = {"crime", "health"}
_STATES = {"state", "area", "home", "block", "division", "long", "place"}
_SECRETS_OF_FAMILIES = {word for word, about in SENSITIVE.items() if about in ("money", "health")}
_FAMILY = {"family", "household"}
_WEIGHTS = {"weight", "weights", "wt", "wgt", "gewicht", "poids", "peso"}


def find_role(counts: ColumnProfile, column: Column, kind: KindFound, words: frozenset[str]) -> RoleFound:
    """The role of a column seen alone; an uncertain one is `keep` until combinations were looked at."""
    if counts.distinct <= 1:
        same = "the same everywhere" if not counts.missing else "one value or none"
        marked = counts.distinct and counts.missing and any(word in SENSITIVE for word in words)
        secret = (
            _by_name(counts, column, kind, words) if marked else None
        )  # `death: Y` says of the others that they live
        return mentioned(column) or secret or RoleFound("keep", same if counts.distinct else "empty")
    by_name = identifies(counts, column, kind, words) or _by_name(counts, column, kind, words)
    return by_name or _by_values(column, kind)


def _by_name(counts: ColumnProfile, column: Column, kind: KindFound, words: frozenset[str]) -> RoleFound | None:
    secret = sorted({SENSITIVE[word] for word in words & SENSITIVE.keys()})
    if kind.kind == "numeric" and words & {"charge", "charges"}:
        secret = sorted({*secret, "money"} - {"crime"})
    if kind.kind == "numeric" and not secret and words & AMOUNT_WORDS:
        secret = ["money"]
    head = head_of(counts.name)
    head = head if head in words else ""  # a codebook may know better
    trait, place = QUASI.get(head) == "a personal trait", QUASI.get(head) == "where somebody is" and head not in _STATES
    if (trait and not (words & _FAMILY and words & _SECRETS_OF_FAMILIES)) or (place and set(secret) <= _EVENTS):
        secret = []  # the sex of a victim and the place of an arrest are no secrets; the debts of a family are
    known = sorted({QUASI[word] for word in words & QUASI.keys()})
    if words & _WEIGHTS and kind.kind == "numeric" and counts.distinct > FEW and not of_a_body(column):
        return RoleFound("keep", "its name and its numbers suggest the weights of a survey")
    if kind.kind == "date" and not words & KEPT_WORDS:
        return RoleFound("quasi", "a date, which an outsider may know")
    if "a personal trait" in known and words & {"age", "alter", "âge", "edad", "dob", "birth"}:
        return RoleFound("quasi", "its name suggests a personal trait")
    if words & _GRADES and kind.kind == "numeric" and not words & _LEVELS_OF_SCHOOL:
        secret = secret or ["judgements of people"]
    if secret:
        filled = counts.records - counts.missing
        own = counts.distinct >= NEARLY_ALL * filled and filled >= FEW
        unique = (
            f"; {counts.distinct:,} of {filled:,} differ: anyone who knows this value can find the record"
            if own
            else ""
        )
        return RoleFound("sensitive", f"its name suggests {secret[0]}{unique}", about=secret[0])
    if kind.kind in ("nominal", "semantic") or not words & TIMES:
        known = [what for what in known if what != "when something happened"]  # `discharge_disposition` is no time
    if known:
        return RoleFound("quasi", f"its name suggests {known[0]}")
    if words & _GRADES:
        if words & _LEVELS_OF_SCHOOL or kind.about in ("steps", "years of school"):
            return RoleFound("quasi", "its name suggests work or school")
        return RoleFound("sensitive", "its name suggests judgements of people", about="judgements of people")
    if words & KEPT_WORDS - WEAK_WORDS:
        return RoleFound("keep", "its name suggests things or opinions, which outsiders do not know")
    return None


def _by_values(column: Column, kind: KindFound) -> RoleFound:
    """Columns whose name says nothing: by what their values are about."""
    told = valuewords.about(value for value in column.values if not no_value(value))
    if (about := told or kind.about) in _ABOUT:
        role, words = _ABOUT[about]
        return RoleFound(role, f"about {words}", about=_TOPICS.get(about, about if role == "sensitive" else ""))
    if kind.kind == "date":
        return RoleFound("quasi", "a date, which an outsider may know")
    if kind.about in OPINIONS:
        return RoleFound("keep", "answers or marks, which outsiders seldom know", certain=False)
    return RoleFound("keep", "nothing suggests that outsiders know it", certain=False)
