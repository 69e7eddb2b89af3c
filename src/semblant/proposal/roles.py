"""The role of a column: by its name, by the form of its values, and by what it does in combination with others."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from semblant.data import valuewords
from semblant.data.columnnames import head_of, words_of
from semblant.data.columnwords import (
    AMOUNT_WORDS,
    ENTITY_WORDS,
    FREE_TEXT_WORDS,
    IDENTIFYING_WORDS,
    KEPT_WORDS,
    NUMBERED_WORDS,
    QUASI,
    SENSITIVE,
    THING_WORDS,
    WEAK_WORDS,
)
from semblant.data.forms import form_of
from semblant.data.mentions import UNSURE, mentions
from semblant.data.missing import no_value
from semblant.data.profile import ColumnProfile
from semblant.data.table import Column, Table
from semblant.policy.model import Role
from semblant.proposal.kinds import KindFound
from semblant.proposal.nametopics import understood
from semblant.report.plurals import counted
from semblant.space.rulers import Numeric

SEVERAL = 6
"""The most quasi-identifiers that are suggested where names do not ask for more."""
_GAIN = 0.05  # share of records that become unique by a column, from which it is worth masking
_LONG = 120
_FEW = 10
_CODED, _CODE, _MANY = 4, 4, 20  # the most codes of a coded column, their length, and the records of each on average
_KEYS, _KEY, _DIGITS = 0.25, 6, 9  # the least share of different keys, their signs, and digits where nothing else is
_LEVELS = 3  # the fewest values of columns that can say the same other than by chance
_UNEVEN = 0.15  # distance from an even spread (Kolmogorov-Smirnov), from which numbers are amounts
_AGES, _CATEGORIES = 200, 40  # the most different values of numbers such as ages and years, and of codes
_TERM = 4  # the most words of a term; a longer text is a sentence
_NEARLY_ALL = 0.95
_SOME, _PART = 2, 0.3  # the fewest columns about one secret, and their share, that make a table one about it;
_LESSER, _LEAST = 0.2, 0.15  # the share where they are more, and where numbers are measurements
_SPREADING = ("health", "money", "crime", "politics", "religion", "sex life")
_TIMES = {"year", "month", "week", "day", "hour", "date", "time"}
_RESULTS = (
    "flags, 0 or 1",
    "yes or no",
    "degree",
    "quality",
    "frequency",
)  # what may be the results of tests, or conditions
_OPINIONS = (
    "agreement", "satisfaction", "quality", "frequency", "likelihood", "importance", "degree", "trend", "flags, 0 or 1",
    "yes or no", "sizes", "priority", "classes", "quarters", "days of the week", "months", "seasons", "rank",
)  # fmt: skip
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
_NAMES = {"name", "names", "nom", "nome", "nombre", "naam", "namn", "navn", "nazwa"}
_AREAS = {"state", "country", "county", "city", "town", "region", "province", "district", "zip", "zipcode", "postcode"}
_WHERE = {"address", "addresses", "street", "adresse", "anschrift", "straße", "rue", "calle", "indirizzo", "adres"}
_IDS = {"id", "ids", "uid", "code"}
_PERSONAL = (
    IDENTIFYING_WORDS - {"telephone", "phone", "mobile", "tel", "email", "mail", "fax", "website", "address"} - _IDS
)
_CODED_THINGS = THING_WORDS | {word for word, about in QUASI.items() if about != "a personal trait"}
_PARTS_OF_NAMES = frozenset("nm first last full given middle maiden family preferred birth nick short known".split())  # noqa: SIM905
_ID_NAME = re.compile(
    r"id\d{0,2}$|(?:^|[\W_]|(?<=[a-z])(?=[KNRS]))(?:key|no|nr|num|nbr|number|serial|seq|ref)\.?$|(?:nr|nbr|nummer|number)$",
    re.IGNORECASE,
)
_CAPITALISED = re.compile(r"[^\W\d_a-z][^\W\d_]*(?:[ '’-][^\W\d_]+)*\d*")
_DAY = re.compile(r"\d{1,2}[A-Za-zÀ-ÿ]{3}\d\d(?:\d\d)?").fullmatch
_GRADES = {"grade", "grades"}
_LEVELS_OF_SCHOOL = {"level", "lvl", "year", "school", "highest"}
_EVENTS = {"crime", "health"}
_STATES = {"state", "area", "home", "block", "division", "long", "place"}
_SECRETS_OF_FAMILIES = {word for word, about in SENSITIVE.items() if about in ("money", "health")}
_FAMILY = {"family", "household"}
_WEIGHTS = {"weight", "weights", "wt", "wgt", "gewicht", "poids", "peso"}


class RoleFound(NamedTuple):
    """The role of a column and why; uncertain where neither name nor form decides."""

    role: Role
    reason: str
    certain: bool = True
    about: str = ""
    """What a sensitive column is about, such as health."""


def find_role(counts: ColumnProfile, column: Column, kind: KindFound, words: frozenset[str]) -> RoleFound:
    """The role of a column seen alone; an uncertain one is `keep` until combinations were looked at."""
    if counts.distinct <= 1:
        same = "the same everywhere" if not counts.missing else "one value or none"
        marked = counts.distinct and counts.missing and any(word in SENSITIVE for word in words)
        secret = (
            _by_name(counts, column, kind, words) if marked else None
        )  # `death: Y` says of the others that they live
        return _mentions(column) or secret or RoleFound("keep", same if counts.distinct else "empty")
    by_name = _identifies(counts, column, kind, words) or _by_name(counts, column, kind, words)
    return by_name or _by_values(column, kind)


def _capitalised(column: Column) -> bool:
    """Whether all values are words with a capital, as names are; pseudonyms may end in digits."""
    return all(_CAPITALISED.fullmatch(value.strip()) for value in column.values if not no_value(value))


def _mentions(column: Column) -> RoleFound | None:
    """A column with direct identifiers inside some of its texts."""
    inside = sorted({form for _, form, _ in mentions(column.values)} - UNSURE)
    return RoleFound("identifier", f"some of its texts hold {' and '.join(inside)}") if inside else None


def _identifies(counts: ColumnProfile, column: Column, kind: KindFound, words: frozenset[str]) -> RoleFound | None:
    """Columns that name somebody, or in which texts may."""
    filled = counts.records - counts.missing
    varied = counted(counts.distinct, "distinct value")
    every = counts.distinct == filled
    differ = f"all {filled:,} values differ" if every else f"{counts.distinct:,} of {filled:,} differ"
    form = form_of(column.values)
    if form and not (_of_many(counts) and all(value.isdigit() for value in column.values if not no_value(value))):
        return RoleFound("identifier", f"its values have the form of {form.words}; {varied}")
    if told := _mentions(column):
        return told
    if words and words <= _PARTS_OF_NAMES and counts.distinct > _CATEGORIES and _capitalised(column):
        return RoleFound("identifier", f"its name and its capitals suggest names of persons; {varied}")
    on_a_scale = bool(kind.about) and kind.kind in ("nominal", "ordinal")
    if not on_a_scale:
        sensitive = words & SENSITIVE.keys() and kind.kind == "numeric" and not every
        named = words & IDENTIFYING_WORDS
        thing = (
            (named <= _NAMES and (words & THING_WORDS or _of_a_thing(counts, words) or _of_a_place(words)))
            or (named <= _WHERE and words & _AREAS)
            or (named <= _IDS and words & _CODED_THINGS and not words & ENTITY_WORDS - THING_WORDS and not every)
        )
        if named and not thing and not sensitive:
            if not _shared(counts, column, named):
                return RoleFound("identifier", f"its name says so; {varied}")
            if named & _WHERE:
                return RoleFound("quasi", "its name suggests where somebody is")
        if words & NUMBERED_WORDS and words & ENTITY_WORDS and 2 * counts.distinct > filled:
            return RoleFound("identifier", f"its name says so; {differ}")
        numbered = every or (
            _mostly_own(counts, column) and not words & (QUASI.keys() | SENSITIVE.keys() | THING_WORDS)
        )
        if numbered and filled >= _FEW and _ID_NAME.search(counts.name):
            return RoleFound("identifier", f"its name says so; {differ}")
        about_them = words & (QUASI.keys() | SENSITIVE.keys()) - ENTITY_WORDS
        if words & ENTITY_WORDS and not about_them and _unlike(kind) and 2 * counts.distinct > filled:
            return RoleFound("identifier", f"its name suggests persons; {differ}")
    wordy = _wordy(column)
    free = (words & FREE_TEXT_WORDS and not _of_many(counts)) or (wordy and 2 * counts.uniques > counts.distinct)
    if (free and (kind.kind == "nominal" or wordy) and not on_a_scale) or (
        counts.longest > _LONG and 2 * counts.distinct > filled
    ):
        return RoleFound("identifier", f"free texts may name people; {varied}")
    if words & (SENSITIVE.keys() | QUASI.keys() | AMOUNT_WORDS) or counts.dates == 1:
        return None
    if words & KEPT_WORDS and not (every and filled >= _FEW and _numbered(column)):
        return None
    if _like_keys(counts, column) and not kind.about:
        return RoleFound("identifier", f"its values look like keys; {varied}", certain=False)
    measured = counts.numeric == 1 and (_measured(column) or counts.missing or _signed(column))
    nearly = counts.distinct >= _NEARLY_ALL * filled and filled >= _FEW and counts.numeric < 1
    if ((every and filled >= _FEW) or nearly) and not measured:
        return RoleFound("identifier", differ)
    return None


def _numbered(column: Column) -> bool:
    """Whether all values are long numbers of one length, as those are that were given out to tell records apart."""
    texts = {value.strip() for value in column.values if not no_value(value)}
    return len({len(text) for text in texts}) == 1 and all(len(t) > _CODE and t.isdigit() for t in texts)


def _like_keys(counts: ColumnProfile, column: Column) -> bool:
    """Whether values look like keys that were given out: many, of one length, of letters and digits or many digits."""
    told = [value.strip() for value in column.values if not no_value(value)]
    if len(told) < max(_CATEGORIES, _KEYS * (counts.records - counts.missing)) or counts.dates:
        return False
    if len({len(value) for value in told}) > 1:
        return False
    digits = min(sum(map(str.isdigit, value)) for value in told)
    mixed = sum(not value.isdigit() and any(map(str.isdigit, value)) for value in told)
    plain = all(re.fullmatch(r"[A-Za-z0-9/_#-]+", value) for value in told)
    plain = plain and not all(map(_DAY, told))
    return plain and ((digits >= _DIGITS and not mixed) or (len(told[0]) >= _KEY and 2 * mixed > len(told)))


def _mostly_own(counts: ColumnProfile, column: Column) -> bool:
    """Whether records have few values in common, and these are no measurements."""
    many = max(_CATEGORIES, _KEYS * (counts.records - counts.missing))
    return counts.distinct > many and not counts.dates and not _in_decimals(column)


def _signed(column: Column) -> bool:
    """Whether numbers may be negative, as amounts are and no numbers that were given out."""
    return any(value.strip().startswith(("-", "−", "+")) for value in column.values if not no_value(value))


def _unlike(kind: KindFound) -> bool:
    """Whether values are of no kind that says what they are about."""
    return kind.kind == "nominal" and not kind.about


def _of_a_thing(counts: ColumnProfile, words: frozenset[str]) -> bool:
    """Whether a name is that of something many records share, as `care_site_name`: other words say of what."""
    others = words - _NAMES - _PARTS_OF_NAMES
    return bool(others) and not others & (ENTITY_WORDS | IDENTIFYING_WORDS) and _of_many(counts)


def _of_a_place(words: frozenset[str]) -> bool:
    """Whether a name is that of a place, as `wijk_naam`, and not of somebody there."""
    return any(QUASI.get(word) == "where somebody is" for word in words) and not words & ENTITY_WORDS


def _shared(counts: ColumnProfile, column: Column, named: frozenset[str]) -> bool:
    """Whether the values are a few of very many records each, which name nobody: `address: U | R`, `telephone: yes`.

    Names of persons may be that few; an id of a category may be one of more: `admission_type_id`.
    """
    codes = [value.strip() for value in column.values if not no_value(value)]
    short = all(len(code) <= 2 or (len(code) <= _CODE and any(map(str.isdigit, code))) for code in codes)
    coded = all(any(map(str.isdigit, code)) for code in codes) and not named & _NAMES
    few = (len(codes) <= _CODED and (short or not named & _PERSONAL)) or (short and coded)
    return (few or named <= _IDS) and _of_many(counts)


def _of_many(counts: ColumnProfile) -> bool:
    """Whether a value is that of many records, on average."""
    return counts.records - counts.missing >= _MANY * counts.distinct


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
    if words & _WEIGHTS and kind.kind == "numeric" and counts.distinct > _FEW and not _of_a_body(column):
        return RoleFound("keep", "its name and its numbers suggest the weights of a survey")
    if kind.kind == "date" and not words & KEPT_WORDS:
        return RoleFound("quasi", "a date, which an outsider may know")
    if "a personal trait" in known and words & {"age", "alter", "âge", "edad", "dob", "birth"}:
        return RoleFound("quasi", "its name suggests a personal trait")
    if words & _GRADES and kind.kind == "numeric" and not words & _LEVELS_OF_SCHOOL:
        secret = secret or ["judgements of people"]
    if secret:
        filled = counts.records - counts.missing
        own = counts.distinct >= _NEARLY_ALL * filled and filled >= _FEW
        unique = (
            f"; {counts.distinct:,} of {filled:,} differ: anyone who knows this value can find the record"
            if own
            else ""
        )
        return RoleFound("sensitive", f"its name suggests {secret[0]}{unique}", about=secret[0])
    if kind.kind in ("nominal", "semantic") or not words & _TIMES:
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


def _of_a_body(column: Column) -> bool:
    """Whether numbers can be the weights of people, in kilogrammes, pounds or, of the newly born, grammes."""
    ruler = Numeric.over([value for value in column.values if not no_value(value)])
    places = [place for value in column.values if (place := ruler.place(value)) is not None]
    low, middle, high = np.quantile(places, (0.05, 0.5, 0.95)) if places else (0.0, 0.0, 0.0)
    return bool((25 <= middle <= 350 and high <= 500 and low >= 1) or (2000 <= middle <= 4500 and high <= 7000))


def _by_values(column: Column, kind: KindFound) -> RoleFound:
    """Columns whose name says nothing: by what their values are about."""
    told = valuewords.about(value for value in column.values if not no_value(value))
    if (about := told or kind.about) in _ABOUT:
        role, words = _ABOUT[about]
        return RoleFound(role, f"about {words}", about=_TOPICS.get(about, about if role == "sensitive" else ""))
    if kind.kind == "date":
        return RoleFound("quasi", "a date, which an outsider may know")
    if kind.about in _OPINIONS:
        return RoleFound("keep", "answers or marks, which outsiders seldom know", certain=False)
    return RoleFound("keep", "nothing suggests that outsiders know it", certain=False)


def settle_roles(table: Table, found: Sequence[RoleFound], kinds: Sequence[KindFound]) -> list[RoleFound]:
    """The roles after a look at combinations: uncertain columns that make many records unique are masked as well.

    As few as possible: each is taken for what it adds to those before it.
    """
    columns = [table.column(name) for name in table.names]
    settled = _like_the_others(columns, _without_doubles(columns, found), kinds)
    masked = [i for i, one in enumerate(settled) if one.role == "quasi"]
    open_ones = [
        i for i, one in enumerate(settled) if not one.certain and one.role == "keep" and kinds[i].about not in _OPINIONS
    ]
    for i in [i for i in open_ones if 2 * int(np.sum(columns[i].counts == 1)) > table.records]:
        settled[i] = RoleFound("quasi", "most records have a value of their own in it", certain=False)
        open_ones.remove(i)
        masked.append(i)
    groups, alone = _together(columns, masked)
    while open_ones and len(masked) < SEVERAL:
        best = max(open_ones, key=lambda i: (_uniques(_joined(groups, columns[i])), -i))
        joined = _joined(groups, columns[best])
        more = _uniques(joined) - alone
        if more < _GAIN * table.records and masked:
            break
        why = (
            f"with it, {counted(more, 'more record')} would be unique"
            if masked
            else f"{counted(more, 'record')} unique by it"
        )
        settled[best] = RoleFound("quasi", why, certain=False)
        open_ones.remove(best)
        masked.append(best)
        groups, alone = joined, _uniques(joined)
    return settled


def _like_the_others(
    columns: Sequence[Column], found: Sequence[RoleFound], kinds: Sequence[KindFound]
) -> list[RoleFound]:
    """The roles where nothing is known of some columns, by what the others are about.

    Beside cholesterol and blood pressure, `thalach` is a measurement of the heart as well, and `exang` no harmless
    flag. A name in plain words would say so itself; measurements of health may have such names, too. What a name
    nobody can read says is seldom harmless: amounts and measurements are mostly secrets, other numbers and categories
    what an outsider may know. All this is uncertain, so that a person is asked.
    """
    topics = Counter(one.about for one in found if one.role == "sensitive" and one.about in _SPREADING)
    topic, others = max(topics.items(), key=lambda one: one[1], default=("", 0))
    share = others / max(sum(one.role != "identifier" for one in found), 1)
    mostly = (others >= _SOME and share >= _PART) or (others > _SOME and share >= _LESSER)
    about_health = topic == "health" and others >= _SOME and share >= _LEAST
    sure = [one for one in found if one.certain and one.role != "identifier"]
    secrets = sum(one.role == "sensitive" for one in sure)
    secretive = secrets >= _SOME and 2 * secrets >= len(sure)
    told = RoleFound("sensitive", f"nothing is known of it, but {others} other columns are about {topic}", False, topic)

    def guessed(column: Column, one: RoleFound, kind: KindFound) -> RoleFound:
        if one.role != "keep" or one.certain or words_of(column.name) & _TIMES:
            return one
        numeric = kind.kind == "numeric"
        if about_health and numeric and _measured(column):
            return told
        if understood(column.name):
            return one
        if mostly and (numeric or kind.about in _RESULTS):
            return told
        return _by_default(column, kind, secretive) or one

    return [guessed(*each) for each in zip(columns, found, kinds, strict=True)]


def _by_default(column: Column, kind: KindFound, secretive: bool) -> RoleFound | None:
    """The role of a column of which neither name nor values say anything; ``secretive``: most others are secrets."""
    distinct = sum(not no_value(value) for value in column.values)
    if kind.kind == "numeric" and (
        distinct > _AGES or (distinct > _CATEGORIES and (_in_decimals(column) or _signed(column)))
    ):
        return RoleFound("sensitive", "its name says nothing, and its numbers may be amounts or measurements", False)
    if kind.about in _OPINIONS and not (secretive and kind.about in _RESULTS):
        return None
    if secretive and distinct <= _CATEGORIES:
        return RoleFound("sensitive", "its name says nothing, and most other columns are sensitive", False)
    if distinct >= _LEVELS and re.search(r"[^\W\d_]{2}", column.name):  # `x7` is no name at all
        return RoleFound("quasi", "its name says nothing, and an outsider may know what it tells", False)
    return None


def _in_decimals(column: Column) -> bool:
    return Numeric.over([value for value in column.values if not no_value(value)]).decimals > 0


def _without_doubles(columns: Sequence[Column], found: Sequence[RoleFound]) -> list[RoleFound]:
    """The roles without quasi-identifiers that only say in other words what an earlier one says."""
    settled = list(found)
    kept: list[int] = []
    for i in [i for i, one in enumerate(found) if one.role == "quasi"]:
        same = next((j for j in kept if _are_doubles(columns[i], columns[j])), None)
        if same is None:
            kept.append(i)
        else:
            settled[i] = RoleFound(
                "identifier", f"it says the same as {columns[same].name}, so one of them is enough", certain=False
            )
    return settled


def _are_doubles(one: Column, other: Column) -> bool:
    """Whether each value of one column always stands beside the same value of the other, and several do."""
    distinct = len(one.values)
    if distinct != len(other.values) or distinct < _LEVELS or 2 * distinct > len(one.codes):
        return False
    return len(np.unique(one.codes.astype(np.int64) * (distinct + 1) + other.codes)) == distinct


def _together(columns: Sequence[Column], chosen: Sequence[int]) -> tuple[NDArray[np.int64], int]:
    """The class of every record by some columns, and how many are unique."""
    groups = np.zeros(len(columns[0].codes) if columns else 0, np.int64)
    for i in chosen:
        groups = _joined(groups, columns[i])
    return groups, _uniques(groups)


def _joined(groups: NDArray[np.int64], column: Column) -> NDArray[np.int64]:
    pairs = groups * (int(column.codes.max(initial=0)) + 1) + column.codes
    joined: NDArray[np.int64] = np.unique(pairs, return_inverse=True)[1].reshape(-1).astype(np.int64)
    return joined


def _uniques(groups: NDArray[np.int64]) -> int:
    return int(np.sum(np.bincount(groups) == 1)) if groups.size else 0


def _wordy(column: Column) -> bool:
    """Whether most values are sentences rather than terms."""
    told = [len(value.split()) > _TERM for value in column.values if not no_value(value)]
    return 2 * sum(told) > len(told)


def _measured(column: Column) -> bool:
    """Whether numbers are measurements or amounts, by their decimals, currency or unit, or as they are unevenly spread.

    Numbers that were given out to tell records apart have one length, or lie evenly between the first and the last.
    """
    texts = [value.strip() for value in column.values if not no_value(value)]
    ruler = Numeric.over(texts)
    if ruler.decimals > 0 or ruler.numerals.before or ruler.numerals.after:
        return True
    places = np.sort([ruler.place(text) or 0.0 for text in texts])
    if len({len(text) for text in texts}) < 2 or len(places) < _FEW or places[0] == places[-1]:
        return False
    spread = (places - places[0]) / (places[-1] - places[0])
    return float(np.abs(spread - np.linspace(0, 1, len(places))).max()) > _UNEVEN
