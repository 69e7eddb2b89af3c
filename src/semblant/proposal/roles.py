"""The role of a column seen alone: by its name, or by what its values are about."""

import re
from collections import Counter

from semblant.data import valuewords
from semblant.data.columnnames import head_of, words_of
from semblant.data.columntranslations import meanings
from semblant.data.columnwords import AMOUNT_WORDS, KEPT_WORDS, QUASI, SENSITIVE, WEAK_WORDS
from semblant.data.missing import no_value
from semblant.data.profile import ColumnProfile
from semblant.data.sectorwords import PROCESSED_WORDS, RECORD_WORDS
from semblant.data.table import Column
from semblant.policy.model import Role
from semblant.proposal.givenout import CATEGORIES, FEW, in_decimals, of_a_body
from semblant.proposal.identifying import NEARLY_ALL, identifies, mentioned
from semblant.proposal.kinds import KindFound
from semblant.proposal.nametopics import wholly_harmless
from semblant.proposal.rolefound import THINGS, RoleFound
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
    "years of study": ("quasi", "years of study"),
    "stages": ("sensitive", "stages of a disease"),
    "politics": ("sensitive", "politics"),
    "religion": ("sensitive", "religion"),
    "sex life": ("sensitive", "sex life"),
    "streets": ("quasi", "streets"),
    "employment": ("quasi", "employment"),
    "dates": ("quasi", "dates"),
    "kin": ("quasi", "relations within a family"),
    "housing": ("quasi", "housing"),
    "money": ("sensitive", "money"),
    "judgements": ("sensitive", "judgements of people"),
    "procedures": ("sensitive", "medical procedures"),
    "blood groups": ("sensitive", "blood groups"),
    "parts of the body": ("sensitive", "parts of the body, which tell of injuries"),
    "payers": ("sensitive", "who pays for care, which tells of income"),
    "genotypes": ("sensitive", "genotypes"),
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
    "codes of special meals": ("sensitive", "diets, which tell of health and faith"),
    "codes of special assistance": ("sensitive", "needs for help"),
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
    "parts of the body": "health",
    "payers": "money",
    "genotypes": "health",
    "codes of special meals": "health",
    "codes of special assistance": "health",
    "judgements": "judgements of people",
}
_SECRETS = {"health", "crime", "politics", "religion", "sex life"}
"""What values are about whose column is no harmless one, whatever its name says."""
_HINTED = _SECRETS | {"legal status"}
"""What some values of such a column are about."""
_GRADES = {"grade", "grades"}
_MARKS, _BEST = {"note", "notes", "nota", "notas", "noten"}, 100
_CONTENT = {"satisfaction", "satisfait", "satisfacción", "satisf", "zufriedenheit", "avis", "csat", "nps"}
_VERSIONS = {"ver", "vers", "versn", "version", "revision", "formularversion"}
"""Words at the end of a name that say in which form something was recorded."""
_IN_PERIOD = re.compile(
    r"(?:.*[\W_]|.*?(?<=[a-z]))(?:(?:in|last|past|prev|l|p)?[\W_]?\d{1,3}[\W_]?(?:d|days?|w|wks?|weeks?|m|mo|mos|mths?|months?|y|yrs?|years?)"
    r"|ytd|mtd|(?:per|this|last|past)[\W_]?(?:week|wk|month|mth|year|yr)|p12m|l12m|r12)\)?",
    re.IGNORECASE,
).fullmatch
_MANNERS = {"mode", "method", "channel", "format", "preference"}
"""Words at the end of a name that say how something was done, whatever it was."""
_LEVELS_OF_SCHOOL = {"level", "lvl", "year", "school", "highest"}
_EVENTS = {"crime", "health"}
_STATES = {"state", "area", "home", "block", "division", "long", "place"}
_SECRETS_OF_FAMILIES = {word for word, about in SENSITIVE.items() if about in ("money", "health")}
_FAMILY = {"family", "household"}
_ROOMS = {"room", "rm", "chair", "desk", "raum", "zimmer", "saal", "salle", "sala", "kamer", "rum", "printer", "slot"}
"""Words at the end of a name that say where or with what something was done, whatever it was: `surgeryRm`."""
_REASONS = frozenset(
    "reason reasons rsn grund motif motivo reden orsak årsag powód cause causa".split()  # noqa: SIM905
)
_OF_MONEY = re.compile(r"[€$£]|\b(?:eur|usd|gbp|chf)\b|\d\s?k\b|\d[.,' ]\d{3}\b|\d{5}", re.IGNORECASE).search
_MOMENT = re.compile(r".*\d:\d\d.*|\s*").fullmatch
_HOUSE = re.compile(r"\d{1,4} ?[a-z]?(?=[\s,]).*|.*[\s,]\d{1,4} ?[a-z]?", re.IGNORECASE).fullmatch
_FEWEST, _PART, _FEWER = 3, 0.4, 0.2
"""The fewest categories, and the share of them that are about secrets from which their column is; of reasons fewer."""
_SECTORS = frozenset(
    """health medical clinical medicine law laws legal court test tests result results lab laboratory condition
    conditions mental dental surgery surgical hospital healthcare hearing vision stage nutrition exposure exposed
    general treatment therapy drug drugs psychology vaccine blood heart pressure diet sleep breath need needs service
    support church christian spiritual outcome procedure weight standard charge charges light needs dose gene
    protection lifestyle wellbeing biopsies oncology clinic care nursing home swelling mmhg mmol mgdl
    onset theft fraud pulse gun""".split()  # noqa: SIM905
)
"""Words about secrets that also name departments, trades and products."""
_SEX = {"sx", "symptom"}
"""What an abbreviation of sex is as well."""
_HEAVY = {"kg", "kgs", "lbs"}
_SEEN = {
    "timestamp",
    "delivery",
    "shipping",
    "visits",
    "posts",
    "posting",
    "presentation",
    "subscription",
    "vehicle",
    "car",
    "commute",
}
"""What is harmless but for its day, on which somebody was seen."""
_WHICH = {"cyc", "cycle", "type", "typ", "code", "cd", "method", "day", "route", "count", "cnt", "no", "nr"}
_VIOLENCE = {"violence", "violent", "abuse", "assault"}
_OPINIONS, _SCALE = {"recommend", "satisfied", "satisfaction", "likelihood"}, 12
"""Words of questions about anything, such as one's employer, and the most answers on a scale."""
_UNITS = _HEAVY | {
    "mass",
    "tonnes",
    "tons",
    "tonne",
    "litres",
    "litre",
    "liters",
    "km",
    "kms",
    "miles",
    "kwh",
    "cm",
    "mm",
}
"""Words of what is measured: an amount of kilogrammes is no money."""
_GOODS = frozenset(
    """given out issued dispensed donated dispatched shipped weighed collected recycled rescued net gross
    tare freight cargo load shipment parcel package bag bags baggage luggage
    waste milk feed fertiliser
    fuel water catch landed harvest yield crop timber paper ore grain goods commodity food""".split()  # noqa: SIM905
)
"""What is weighed and is no body: the other parts of a name such as `netMassKg`."""
_WEIGHTS = {"weight", "weights", "wt", "wgt", "gewicht", "poids", "peso"}
_OF_SURVEYS = {"survey", "sample", "sampling", "design", "final", "weighting", "stratum", "strata", "replicate", "wave"}


def find_role(counts: ColumnProfile, column: Column, kind: KindFound, words: frozenset[str]) -> RoleFound:
    """The role of a column seen alone; an uncertain one is `keep` until combinations were looked at."""
    if counts.distinct <= 1:
        same = "the same everywhere" if not counts.missing else "one value or none"
        marked = counts.distinct and counts.missing and any(word in SENSITIVE for word in words)
        secret = (
            _by_name(counts, column, kind, words) if marked else None
        )  # `death: Y` says of the others that they live
        return mentioned(column) or secret or RoleFound("keep", same if counts.distinct else "empty")
    if identifier := identifies(counts, column, kind, words):
        return identifier
    told = valuewords.about(value for value in column.values if not no_value(value))
    by_name, by_values = _by_name(counts, column, kind, words), _by_values(column, kind, told)
    if words and words <= _SEX and by_values.about == "sex or gender":
        return by_values
    if by_name is not None and by_name.role == "quasi":  # though `bodyReg` seems to be about regions
        return by_values if told == "parts of the body" else by_name
    if by_name is not None and told == "bands":
        return by_values  # the grades of a club are those of age: U9, U11
    hidden = by_values.role == "sensitive" and by_values.about in _SECRETS | {"judgements of people"}
    return by_values if by_name is None or (by_name.role == "keep" and hidden) else by_name


def _by_name(counts: ColumnProfile, column: Column, kind: KindFound, words: frozenset[str]) -> RoleFound | None:
    secret = sorted({SENSITIVE[word] for word in words & SENSITIVE.keys()})
    if kind.kind == "numeric" and words & {"charge", "charges"} and words & {"children", "enfants"}:
        secret = [about for about in secret if about not in ("crime", "money")]  # whom somebody has in charge
    elif kind.kind == "numeric" and words & {"charge", "charges"}:
        secret = sorted({*secret, "money"} - {"crime"})
    if kind.kind == "numeric" and not secret and words & AMOUNT_WORDS - _no_money(counts.name) and not words & _UNITS:
        secret = ["money"]
    head = head_of(counts.name)
    head = head if head in words else ""  # a codebook may know better
    trait, place = QUASI.get(head) == "a personal trait", QUASI.get(head) == "where somebody is" and head not in _STATES
    hides = (
        trait
        and "sex life" not in secret
        and not words & _VIOLENCE
        and not (words & _FAMILY and words & _SECRETS_OF_FAMILIES)
    )
    if hides or (place and set(secret) <= _EVENTS):
        secret = []  # the sex of a victim and the place of an arrest are no secrets; sexual partners are
    known = sorted({QUASI[word] for word in words & QUASI.keys()})
    of_something = words & (_HEAVY | {"st", "stone", "lb"}) or (words - _WEIGHTS) & QUASI.keys()
    many = kind.kind == "numeric" and counts.distinct > FEW
    if words & _WEIGHTS and many and not of_something and not of_a_body(column):
        certain = wholly_harmless(counts.name, _WEIGHTS | _OF_SURVEYS)
        why = "its name and its numbers suggest the weights of a survey"
        return RoleFound("keep", why, certain and bool(words & _OF_SURVEYS), THINGS)
    if kind.kind == "numeric" and not secret and not known and _of_goods(counts.name, column, words):
        why = "its name and its numbers suggest measures of things, which outsiders seldom know"
        return RoleFound("keep", why, False, THINGS)
    if kind.kind == "date" and words & PROCESSED_WORDS and not known and not set(secret) - {"money"}:
        if all(map(_of_records, _parts(counts.name))):
            return RoleFound("keep", "its name suggests when a computer handled the record, which nobody saw")
        return RoleFound("quasi", "a date, which an outsider may know", certain=False)
    if kind.kind == "date" and (not words & KEPT_WORDS or _to_the_minute(counts, column)):
        return RoleFound("quasi", "a date, which an outsider may know")
    if "a personal trait" in known and words & {"age", "alter", "âge", "edad", "dob", "birth"}:
        return RoleFound("quasi", "its name suggests a personal trait")
    if words & _ROOMS and _last_part(counts.name) in _ROOMS:
        return RoleFound("keep", "its name suggests a room or a device, which outsiders seldom know", certain=False)
    if words & _GRADES and kind.kind == "numeric" and not words & _LEVELS_OF_SCHOOL:
        secret = secret or ["judgements of people"]
    if words & _MARKS and kind.kind == "numeric" and counts.distinct <= _BEST and not words & _CONTENT:
        secret = secret or ["judgements of people"]  # in languages where a note is a mark
    if _VERSIONS & {_last_part(counts.name), *words_of(_last_part(counts.name))} and counts.distinct <= CATEGORIES:
        return RoleFound(
            "keep", "its name suggests the version of a form or a program, which nobody knows of somebody", True, THINGS
        )
    if not secret and words & _MANNERS and _last_part(counts.name) in _MANNERS:
        why = "its name suggests how something was done, which outsiders seldom know"
        return RoleFound("keep", why, wholly_harmless(counts.name), THINGS)
    secret = sorted(secret, key=lambda about: about == "judgements of people")  # a vote, which is a mark in Italian
    if secret:
        filled = counts.records - counts.missing
        own = counts.distinct >= NEARLY_ALL * filled and filled >= FEW
        unique = (
            f"; {counts.distinct:,} of {filled:,} differ: anyone who knows this value can find the record"
            if own
            else ""
        )
        return RoleFound("sensitive", f"its name suggests {secret[0]}{unique}", about=secret[0])
    if words & _REASONS and kind.kind in ("nominal", "semantic"):
        if _hints(column, _FEWER):
            return RoleFound(
                "sensitive", "a reason, and some of its values are about secrets", about="judgements of people"
            )
        if words - _REASONS and not known and not words & KEPT_WORDS - _REASONS - WEAK_WORDS:
            return RoleFound("sensitive", "a reason, which may tell a secret", certain=False)
    if kind.kind in ("nominal", "semantic") or not words & TIMES:
        known = [what for what in known if what != "when something happened"]  # `discharge_disposition` is no time
    if words & _OPINIONS and kind.kind in ("numeric", "ordinal") and counts.distinct <= _SCALE:
        return RoleFound("keep", "its name suggests an opinion, which outsiders seldom know", False, THINGS)
    if known:
        return RoleFound("quasi", f"its name suggests {known[0]}")
    if words & _GRADES:
        if words & _LEVELS_OF_SCHOOL or kind.about in ("steps", "years of school"):
            return RoleFound("quasi", "its name suggests work or school")
        return RoleFound("sensitive", "its name suggests judgements of people", about="judgements of people")
    if words & KEPT_WORDS - WEAK_WORDS:
        if kind.kind == "date" and words & _SEEN:
            return RoleFound("quasi", "a date, which an outsider may know", certain=False)
        why = "its name suggests things or opinions, which outsiders do not know"
        return RoleFound("keep", why, kind.kind != "date" and wholly_harmless(counts.name), THINGS)
    if kind.kind == "numeric" and _IN_PERIOD(counts.name) and not in_decimals(column):
        why = "its name suggests how often somebody did something in a period, which may tell a secret"
        return RoleFound("sensitive", why, certain=False)
    return None


def _to_the_minute(counts: ColumnProfile, column: Column) -> bool:
    """Whether nearly every record has a moment of its own, which whoever saw it happen knows."""
    filled = counts.records - counts.missing
    return counts.distinct >= NEARLY_ALL * filled and filled >= FEW and all(map(_MOMENT, column.values))


def _by_values(column: Column, kind: KindFound, told: str) -> RoleFound:
    """Columns whose name says nothing: by what their words tell, or else by what their kind is about."""
    if any(value.strip().casefold() == "placebo" for value in column.values):
        return RoleFound("keep", "the arms of a trial, which outsiders do not know", certain=False)
    about = told or kind.about
    if kind.about in ("bands", "amounts") and sum(bool(_OF_MONEY(value)) for value in column.values) > 1:
        return RoleFound("sensitive", "bands or amounts of money", about="money")
    if about not in _ABOUT and (topic := _hints(column)):
        return RoleFound("sensitive", f"some of its values are about {topic}", certain=False, about=topic)
    if told == "streets" and _with_house_numbers(column):
        return RoleFound("identifier", "its values look like addresses")
    if about in _ABOUT:
        role, words = _ABOUT[about]
        return RoleFound(role, f"about {words}", about=_TOPICS.get(about, about))
    if kind.kind == "date":
        return RoleFound("quasi", "a date, which an outsider may know")
    if kind.about in OPINIONS:
        return RoleFound("keep", "answers or marks, which outsiders seldom know", certain=False)
    return RoleFound("keep", "nothing suggests that outsiders know it", certain=False)


def _last_part(name: str) -> str:
    """The last word of a name, as it is written."""
    return _parts(name)[-1]


def _of_goods(name: str, column: Column, words: frozenset[str]) -> bool:
    """Whether a name has a unit and otherwise only words for things: a unit alone measures bodies as well."""
    if not words & _UNITS or not any(len(word) > 1 for word in words - _UNITS):
        return False
    return wholly_harmless(name, _UNITS | _GOODS) and not (words & _HEAVY and of_a_body(column))


def _no_money(name: str) -> frozenset[str]:
    """The words of amounts in a name that ends in how, which or when, and not in how much: `bill_cycle`."""
    return AMOUNT_WORDS if _last_part(name) in _WHICH else frozenset()


def _of_records(part: str) -> bool:
    """Whether a part of a name says nothing but how a computer handled a record."""
    return part in RECORD_WORDS or bool(words_of(part) & (PROCESSED_WORDS | RECORD_WORDS))


def _parts(name: str) -> list[str]:
    return re.split(r"[\W_]+", re.sub(r"(?<=[a-zß-ÿ])(?=[A-ZÀ-Þ])", " ", name).lower())


def _hints(column: Column, share: float = _PART) -> str:
    """What several values of a column of categories are about that is a secret of health, crime or faith, if any.

    Sectors are no secrets: among departments, *Health* and *Law* say nothing about anybody.
    """
    told = [value for value in column.values if not no_value(value)]
    if not _FEWEST <= len(told) <= CATEGORIES:
        return ""
    tokens = (re.findall(r"[^\W\d_]{4,}", value.casefold()) for value in told)
    words = [{meant for token in found for meant in (token, *meanings().get(token, ()))} for found in tokens]
    topics = Counter(topic for one in words for topic in {SENSITIVE.get(word, "") for word in one - _SECTORS})
    topic = max(sorted(_SECRETS), key=lambda about: topics[about])
    several = sum(any(SENSITIVE.get(word) in _HINTED for word in one - _SECTORS) for one in words)
    return topic if topics[topic] and several >= 2 and several >= share * len(told) else ""


def _with_house_numbers(column: Column) -> bool:
    """Whether most addresses are those of a house, and not of a block: *1200 block of Main St*, *008XX Central Ave*."""
    told = [value.strip() for value in column.values if not no_value(value)]
    houses = sum(bool(_HOUSE(text)) and "block" not in text.lower() for text in told)
    return len(told) > CATEGORIES and 2 * houses > len(told)
