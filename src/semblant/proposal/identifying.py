"""Whether a column names somebody, or its texts may: by its name, the form of its values, and how they repeat."""

import re

from semblant.data import valuewords
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
)
from semblant.data.forms import form_of
from semblant.data.mentions import UNSURE, mentions
from semblant.data.missing import no_value
from semblant.data.profile import ColumnProfile
from semblant.data.sectorwords import STAFF_WORDS
from semblant.data.table import Column
from semblant.proposal.givenout import (
    CATEGORIES,
    FEW,
    in_decimals,
    like_keys,
    measured,
    mostly_own,
    of_many,
    same_length,
    signed,
)
from semblant.proposal.kinds import WORDS, KindFound, opened
from semblant.proposal.rolefound import RoleFound
from semblant.report.plurals import counted

_LONG = 120
_CODED, _CODE = 4, 4  # the most codes of a coded column, and their length
_TERM = 4  # the most words of a term; a longer text is a sentence
NEARLY_ALL = 0.95
_NAMES = {"name", "names", "nom", "nome", "nombre", "naam", "namn", "navn", "nazwa"}
_TRADING = {"business", "trading", "farm", "holding", "handelsnaam", "betrieb", "trader", "practitioner"}
_EMPLOYING = {"employer", "employment", "unit", "line", "job", "type"}
"""Words beside names of businesses that say that somebody works there, or that they are parts of one."""
_AREAS = {"state", "country", "county", "city", "town", "region", "province", "district", "zip", "zipcode", "postcode"}
_WHERE = {"address", "addresses", "street", "adresse", "anschrift", "straße", "rue", "calle", "indirizzo", "adres"}
_HOUSEHOLDS = {"household", "households", "hh", "hhld", "hhold", "haushalt", "ménage", "hogar", "dwelling"}
_IDS = {"id", "ids", "uid", "code"}
_PERSONAL = (
    IDENTIFYING_WORDS - {"telephone", "phone", "mobile", "tel", "email", "mail", "fax", "website", "address"} - _IDS
)
_CODED_THINGS = THING_WORDS | {word for word, about in QUASI.items() if about != "a personal trait"}
_PARTS_OF_NAMES = frozenset("nm first last full given middle maiden family preferred birth nick short known".split())  # noqa: SIM905
_ID_NAME = re.compile(
    r"(?<!pa)(?<!val)(?<!b)(?<!gr)(?<!vo)(?<!flu)(?<!cov)(?<!mid)(?<!hybr)id\d{0,2}$|(?:^|[\W_]|(?<=[a-z])(?=[KNRS]))(?:key|no|nr|num|nbr|number|serial|seq|ref)\.?$|(?:nr|nbr|nummer|number)$",
    re.IGNORECASE,
)
_ID_FIRST = re.compile(r"(?:num|n[ro]|nro|n[uú]mero|numéro|nummer|id|cod|codigo|ref|matr?)[\W_]", re.IGNORECASE)
"""How names of numbers begin where the head comes first: `num_alloc`."""
_CELLS = {"cell"}
_OF_CELLS = {
    "lat",
    "lon",
    "lng",
    "long",
    "latitude",
    "longitude",
    "tower",
    "site",
    "sector",
    "glob",
    "global",
    "block",
    "share",
    "sharing",
}
"""Words beside *cell* that say that it is one of a network or a prison, and no phone."""
_KEY_WORDS = NUMBERED_WORDS | _IDS | {"login", "usr", "user", "collar"}
_LEAST_KEYS, _LEAST_SIGNS = 5, 3
_MOST_SHORT = 0.8
"""The share of initials or logins among the values of a column of staff."""
_TITLED = re.compile(
    r"\b(?:Mr|Mrs|Ms|Miss|Dr|Prof|M|Mme|Mlle|Hr|Herrn?|Frau|Fr|Sr|Sra|Srta|Sig|Sigra|Dott|Dhr|Mevr?|Pan|Pani|Fru)\b\.?"
    r" [A-ZÀ-ÞŁŚŻ][a-zß-ÿ]"
)
_LAST_NAME = re.compile(r"[^\W\d_]{2,}(?:[ .'’-]+[^\W\d_]+)*\.?")
_CAPITALISED = re.compile(r"[^\W\d_a-z][^\W\d_]*(?:[ '’-][^\W\d_]+)*\d*")


def identifies(counts: ColumnProfile, column: Column, kind: KindFound, words: frozenset[str]) -> RoleFound | None:
    """Columns that name somebody, or in which texts may."""
    filled = counts.records - counts.missing
    varied = counted(counts.distinct, "distinct value")
    every = counts.distinct == filled
    differ = f"all {filled:,} values differ" if every else f"{counts.distinct:,} of {filled:,} differ"
    form = form_of(column.values)
    if form and not (of_many(counts) and all(value.isdigit() for value in column.values if not no_value(value))):
        return RoleFound("identifier", f"its values have the form of {form.words}; {varied}")
    if told := mentioned(column):
        return told
    if words and words <= _PARTS_OF_NAMES and counts.distinct > CATEGORIES and _capitalised(column):
        return RoleFound("identifier", f"its name and its capitals suggest names of persons; {varied}")
    on_a_scale = bool(kind.about) and kind.kind in ("nominal", "ordinal")
    if not on_a_scale:
        sensitive = words & SENSITIVE.keys() and kind.kind == "numeric" and (not every or in_decimals(column))
        named = words & IDENTIFYING_WORDS - _otherwise_meant(column, kind, words)
        thing = (
            (named <= _NAMES and (words & THING_WORDS or _of_a_thing(counts, words) or _of_a_place(words)))
            or (named <= _WHERE and words & _AREAS)
            or (named <= _IDS and words & _CODED_THINGS and not words & ENTITY_WORDS - THING_WORDS and not every)
        )
        place = bool(named & _CELLS) and (words & _OF_CELLS or _in_space(column))
        if named and not thing and not sensitive and not place:
            if not _shared(counts, column, named):
                surnames = "ln" not in words or not of_many(counts)
                if named <= _WHERE and of_many(counts) and not any(map(str.isdigit, "".join(column.values))):
                    return RoleFound("quasi", "its name suggests where somebody is")
                return RoleFound("identifier", f"its name says so; {varied}", certain=surnames)
            if named & _WHERE:
                return RoleFound("quasi", "its name suggests where somebody is")
        if words & _NAMES and words & _TRADING and not words & _EMPLOYING:
            why = "its name suggests names of businesses, many of which are those of persons"
            return RoleFound("identifier", f"{why}; {varied}", certain=False)
        if words & STAFF_WORDS and (_keys_of_staff(counts, column, words) or _logins_of_staff(column)):
            return RoleFound("identifier", f"its name and its values suggest keys of staff; {varied}")
        given_out = not (kind.kind == "numeric" and in_decimals(column))
        if words & NUMBERED_WORDS and words & ENTITY_WORDS and 2 * counts.distinct > filled and given_out:
            return RoleFound("identifier", f"its name says so; {differ}")
        numbered = (every and not in_decimals(column)) or (
            mostly_own(counts, column)
            and "seq" not in words
            and not words & (QUASI.keys() | SENSITIVE.keys() | THING_WORDS)
        )
        first = every and same_length(column) and _ID_FIRST.match(counts.name)
        if numbered and filled >= FEW and (first or _ID_NAME.search(counts.name)):
            return RoleFound("identifier", f"its name says so; {differ}")
        if every and filled >= FEW and words <= _HOUSEHOLDS and not in_decimals(column):
            return RoleFound("identifier", f"its name and its values suggest numbers of households; {differ}")
        about_them = words & (QUASI.keys() | SENSITIVE.keys()) - ENTITY_WORDS
        if words & ENTITY_WORDS and not about_them and _unlike(kind) and 2 * counts.distinct > filled:
            return RoleFound("identifier", f"its name suggests persons; {differ}")
    wordy = _wordy(column)
    free = bool(words & FREE_TEXT_WORDS) and (wordy or not of_many(counts))
    free = free or (wordy and (2 * counts.uniques > counts.distinct or _of_people(column)))
    if (free and (kind.kind == "nominal" or wordy) and not on_a_scale) or (
        counts.longest > _LONG and 2 * counts.distinct > filled
    ):
        return RoleFound("identifier", f"free texts may name people; {varied}")
    if words & (SENSITIVE.keys() | QUASI.keys() | AMOUNT_WORDS) or counts.dates == 1:
        return None
    own = every and filled >= FEW and (same_length(column) or like_keys(counts, column))
    if words & KEPT_WORDS and not own:
        return None
    if like_keys(counts, column) and not kind.about:
        return RoleFound("identifier", f"its values look like keys; {varied}", certain=False)
    amounts = counts.numeric == 1 and (measured(column) or counts.missing or signed(column))
    nearly = counts.distinct >= NEARLY_ALL * filled and filled >= FEW and counts.numeric < 1
    if ((every and filled >= FEW) or nearly) and not amounts:
        return RoleFound("identifier", differ)
    return None


def _otherwise_meant(column: Column, kind: KindFound, words: frozenset[str]) -> set[str]:
    """Abbreviations that name somebody elsewhere: an `ip` that can be no address, an `ln` that is no surname."""
    told = [value.strip() for value in column.values if not no_value(value)]
    meant = set()
    if kind.kind == "date" or in_decimals(column) or all(map(_no_address, told)):
        meant.add("ip")
    if "ln" in words and not all(map(_LAST_NAME.fullmatch, told)):
        meant.add("surname")
    return meant


def _no_address(text: str) -> bool:
    """Whether a text is a word, or too short a code for an address of a network, however it is written."""
    return len(text) <= _CODE or not any(map(str.isdigit, text))


def mentioned(column: Column) -> RoleFound | None:
    """A column with direct identifiers inside some of its texts."""
    inside = sorted({form for _, form, _ in mentions(column.values)} - UNSURE)
    return RoleFound("identifier", f"some of its texts hold {' and '.join(inside)}") if inside else None


def _keys_of_staff(counts: ColumnProfile, column: Column, words: frozenset[str]) -> bool:
    """Whether values are keys of those who serve or judge others, though many records share one: `collar_no`."""
    told = [value.strip() for value in column.values if not no_value(value)]
    keyed = sum(any(map(str.isdigit, value)) and len(value) >= _LEAST_SIGNS and " " not in value for value in told)
    named = words & _KEY_WORDS or _ID_NAME.search(counts.name)
    return bool(named) and len(told) >= _LEAST_KEYS and keyed == len(told) and not in_decimals(column)


def _logins_of_staff(column: Column) -> bool:
    """Whether values are initials or logins rather than words: *JH*, *RMK*, *mdu*."""
    told = [value.strip() for value in column.values if not no_value(value)]
    short = [value for value in told if re.fullmatch(r"[A-Za-z]{2,4}\d{0,3}", value)]
    wordnet = opened(WORDS)
    words = [
        value for value in short if wordnet is None or (not value.isupper() and len(wordnet.senses(value.lower())))
    ]
    return len(told) >= _LEAST_KEYS and len(short) >= _MOST_SHORT * len(told) and 2 * len(words) < len(short)


def _in_space(column: Column) -> bool:
    """Whether values are numbers with decimals, as those of places are and no numbers of phones."""
    return all(re.fullmatch(r"\s*-?\d+[.,]\d+\s*", value) for value in column.values if not no_value(value))


def _of_people(column: Column) -> bool:
    """Whether some texts speak of somebody with a title and a name: *Mme Keller*, *Mr Brown*."""
    return sum(bool(_TITLED.search(value)) for value in column.values) > 1


def _capitalised(column: Column) -> bool:
    """Whether all values are words with a capital, as names are; pseudonyms may end in digits."""
    return all(_CAPITALISED.fullmatch(value.strip()) for value in column.values if not no_value(value))


def _unlike(kind: KindFound) -> bool:
    """Whether values are of no kind that says what they are about."""
    return kind.kind == "nominal" and not kind.about


def _of_a_thing(counts: ColumnProfile, words: frozenset[str]) -> bool:
    """Whether a name is that of something many records share, as `care_site_name`: other words say of what."""
    others = words - _NAMES - _PARTS_OF_NAMES
    return bool(others) and not others & (ENTITY_WORDS | IDENTIFYING_WORDS) and of_many(counts)


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
    return (few or named <= _IDS) and of_many(counts)


def _wordy(column: Column) -> bool:
    """Whether most values are sentences, rather than terms or places such as *1200 block of Main St*."""
    told = [value for value in column.values if not no_value(value)]
    return 2 * sum(len(value.split()) > _TERM for value in told) > len(told) and valuewords.about(told) != "streets"
