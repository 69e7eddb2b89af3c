"""The kind of a column: a scale, numbers, dates, codes, words with a meaning, or unrelated categories."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from semblant.data import valuewords
from semblant.data.columnnames import plain_words
from semblant.data.columnwords import BIRTH_WORDS, CODE_WORDS, COUNT_WORDS, SENSITIVE, is_quantity
from semblant.data.missing import is_nothing, no_value
from semblant.data.profile import ColumnProfile, profile_column
from semblant.data.scales import ABOUT_EDUCATION, is_no_answer, recognise
from semblant.data.table import Column
from semblant.errors import KnowledgeError
from semblant.knowledge import prefixes
from semblant.knowledge.sources import load
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.model import Kind
from semblant.proposal.codes import are_codes
from semblant.proposal.lists import items_column, separator_of
from semblant.report.plurals import counted
from semblant.space.kinds import MOSTLY
from semblant.space.rulers import Dated, as_written
from semblant.terms.domains import DOMAINS
from semblant.terms.mapping import Meanings, map_column
from semblant.terms.placechoice import Gazetteer
from semblant.terms.placewords import postcode_place

WORDS = "wordnet"
CODES = ("icd10", "icd10cm")
"""The vocabularies that are tried for words, and for what looks like codes of diseases."""
NAMED = {"persons": "occupations", "places": "places", "diseases": "icd10"}
"""The vocabularies that are tried before WordNet where the name of a column says what it is about."""
_TRIED = {**NAMED, "sites": "places"}  # a place of work may be a town or a kitchen
_VAGUE = 0.65
"""The share of the records that is enough of job titles: many name no occupation, as *owner* and *team lead* do."""

_ICD = re.compile(r"[A-Z][0-9][0-9A-Z](\.?[0-9A-Z]{1,4})?")
_CODE = re.compile(r"[A-Z]{1,3}|[A-Z0-9]*[0-9][A-Z0-9 ./-]*")
_NO_DAY = re.compile(r"0{6}|9{6}|[0./-]{8,10}|[9./-]{8,10}|(?:99|00)([./-])(?:99|00)\1\d\d(?:\d\d)?", re.ASCII)
"""What stands for no date: *00/00/0000*, *99999999*, *99.99.1980*."""
_CHAPTERS = 3  # of ICD; the codes of other schemes often begin with the same letter
_OCCUPATION_CODES = {"soc": re.compile(r"(\d\d-\d{4})(?:\.\d\d)?"), "occupations": re.compile(r"(\d{3,4})")}
_OWN_FORM, _SEVERAL_CODES = "soc", 3  # the codes that nothing else looks like, where there are some
_OCCUPATION_WORDS = frozenset("isco isco08 soc soc2018 occupation occupations job profession beruf".split())  # noqa: SIM905
_POSTCODE_WORDS = frozenset(
    "zip zipcode postcode postcodes postal plz postleitzahl cap nuts nuts2 nuts3 nace sic".split()  # noqa: SIM905
)
_CLASSIFIED_WORDS = frozenset(
    "isco isco08 isco88 soc nace naics sic nuts nuts2 nuts3 isced kldb noga costcentre costctr".split()  # noqa: SIM905
)
_CODED_WORDS = {
    *"sex gender marital race ethnicity ethnic religion nationality citizenship citizen language".split(),  # noqa: SIM905
    *"region state province district occupation job profession industry sector party relationship".split(),  # noqa: SIM905
}
"""Words in the names of columns about what has no quantity, so that a few whole numbers are codes of it."""
_KIND_WORDS = frozenset("type types typ reason reasons grund motif motivo purpose cause kind art method".split())  # noqa: SIM905
"""Words in the names of columns that say which, and never how much."""
_WHOLE, _FEW_CODES = re.compile(r"-?\d{1,4}(?:\.0+)?"), 40
_DAY = re.compile(
    r"(?:18|19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|99991231"
    r"|(?:(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])|(?:0[1-9]|1[0-2])(?:[12]\d|3[01]))(?:19|20)\d\d",
    re.ASCII,
)
_DAY_AND_MONTH = re.compile(r"^%d([/-]?)%m")
"""How dates begin whose month could come first as well; with dots, it does not."""
_EITHER = "; read with the day first, though the month could be"
_FEW_ODD, _SHORT = 3, 4
"""The most abbreviations for no value that stand among numbers or dates and are in no list, and their letters."""
_DEPARTMENTS = frozenset(
    """department departments dept depts dpt directorate directorates faculty abteilung afdeling departement
    departamento dipartimento""".split()  # noqa: SIM905
)
_HELD = frozenset("head manager job title role position".split())  # noqa: SIM905
"""Of somebody in a department."""
_ZERO = {"none", "nil", "zero", "null", "kein", "geen", "no", "yes", "ja", "nee", "nein", "non", "oui"}
_OTHERS = frozenset("other others sonstige andere autre otro otra altro not sure unsure".split())  # noqa: SIM905
_PLAIN_NUMBER = re.compile(r"\s*-?(?:0|[1-9]\d*)(?:[.,]\d+)?\s*")
_NEW_YEARS_EVE = 18_627.0  # of 2020: an example that shows what is the day and what the month
_NO_DISEASES = frozenset(
    "course courses module programme program subject product item article part shelf room flight route sku".split()  # noqa: SIM905
)
"""Words in the names of columns whose codes only look like those of diseases: a course A100."""
_LOOKED_AT = 200
"""The most frequent values, which are looked at for well-known places."""
_FEW_PLACES = 6
"""The fewest values of a column of places whose name does not say so."""
_PLACE_WORDS = 4
"""The most words of the name of a place."""
_ROOTED = {"occupations": "any occupation", "places": "somewhere in the world"}
"""The vocabularies whose widest concept says something, and what it says."""
_FREQUENT = 5  # records of a value that may be released as it is
_VOTING = ("occupations", "icd10")
_ABOUT = {"occupations": "persons", "places": "places", **dict.fromkeys(CODES, "diseases")}
_MEASURED_WORDS = frozenset("coordinates latitude longitude lat lon lng".split())  # noqa: SIM905
_LETTERS = 3  # of a word; single letters and symbols are no evidence for a meaning
_AHEAD = 20
"""Years from now that a year of two digits may be suggested to mean, as when something ends."""

Settings = Mapping[str, str | int | tuple[str, ...]]


class KindFound(NamedTuple):
    """The kind of a column, why, the keys of the policy that go with it, and what its words are about."""

    kind: Kind
    reason: str
    settings: Settings = MappingProxyType({})
    about: str = ""
    """The domain of its words, or the name of its scale."""
    certain: bool = True
    """Whether values can be read in one way only."""
    month_first: bool = False
    """Whether values are dates that can only be read with the month first."""


def find_kind(counts: ColumnProfile, column: Column, words: frozenset[str]) -> KindFound:
    """The kind of a column, by its values and the words of its name."""
    told = [(value, int(n)) for value, n in zip(column.values, column.counts, strict=True) if not no_value(value)]
    texts = [value for value, _ in told]
    distinct = counted(counts.distinct, "distinct value")
    if coded := _of_occupations(texts, words):
        return coded
    answers, without = _answers(texts, words)
    if (scale := recognise(texts, words)) and without and not scale.levels and (ordered := recognise(answers, words)):
        scale = ordered if ordered.levels else scale
    if scale:
        settings: Settings = {"levels": scale.levels} if scale.levels else {}
        if scale.levels and not set(without) & set(scale.levels):
            settings = {**settings, **without_value(without)}
        return KindFound(scale.kind, f"{scale.what}, {distinct}", settings, scale.what)
    if coded := _by_structure(texts, words):
        return coded
    if (separator := separator_of(column)) is not None:
        return _of_lists(column, separator, words)
    no_days = [text for text in texts if _NO_DAY.fullmatch(text) or text in without]
    days = [text for text in texts if text not in no_days]
    if days and all(map(_DAY.fullmatch, days)) and (dated := Dated.over(days, latest_year(words))):
        return _of_dates(counts, dated, days, no_days, words)
    counted_things = is_quantity(words) or _is_plural(counts.name)
    if counts.numeric == 1 and (_are_codes(texts, words) or (not counted_things and are_codes(told))):
        if words & ABOUT_EDUCATION and _side_by_side(texts):
            return KindFound("ordinal", f"{distinct}; numbered levels of education", about="education")
        if _are_steps(counts.name, texts, words):
            asked = "agreement" if _ITEM.fullmatch(counts.name.strip()) else ""
            return KindFound("ordinal", f"{distinct}; numbers side by side, so steps of a scale", about=asked)
        return KindFound("nominal", f"{distinct}; numbers that are codes, so categories")
    if without and _all_numbers(answers) and _are_steps(counts.name, answers, words):
        return KindFound("ordinal", f"{distinct}; steps of a scale, and words for no value", without_value(without))
    if without and _all_numbers(answers) and (len(answers) >= _FEW_CODES or counted_things):
        reason = f"numbers, {distinct}, and words for no value{as_written(answers)}"
        return KindFound("numeric", reason, without_value(without))
    if counts.numeric == 1 and (not words & CODE_WORDS or words & (COUNT_WORDS | _MEASURED_WORDS)):
        return KindFound("numeric", f"numbers only, {counts.distinct:,} distinct{as_written(texts)}")
    if days and (counts.dates == 1 or no_days) and (dated := Dated.over(days, latest_year(words))):
        return _of_dates(counts, dated, days, no_days, words)
    if days and counts.dates >= MOSTLY:
        return _of_several_styles(counts, days, words)
    if words & _DEPARTMENTS and not words & _HELD:
        return KindFound(
            "nominal", f"{distinct}; parts of an organisation, whose names mean something else in a dictionary"
        )
    found = _by_meaning(counts, told, words) or KindFound("nominal", f"{distinct}; {_why_not(texts)}")
    if found.kind == "semantic" and any(no_value(value) and not is_nothing(value) for value in column.values):
        unknown = found.settings.get("unknown", "nominal")  # words such as NA have no meaning
        return found._replace(settings={**found.settings, "unknown": unknown})
    return found


def _of_lists(column: Column, separator: str, words: frozenset[str]) -> KindFound:
    """A column of lists, which only shape sets reads as such; what its items are about says whether it is a secret."""
    items = items_column(column, separator)
    about = valuewords.about(items.values) or find_kind(profile_column(items), items, words).about
    told = f"lists of {counted(len(items.values), 'distinct item')} with {separator} between them"
    return KindFound("nominal", f"{told}: each list is one category here, --shape sets masks item by item", about=about)


def _of_dates(
    counts: ColumnProfile, dated: Dated, texts: Sequence[str], without: Sequence[str], words: frozenset[str]
) -> KindFound:
    """A column of dates; days of birth are released by month."""
    fine = bool(words & BIRTH_WORDS) and "%d" in dated.format
    by_month = "; released by month, as an exact day of birth finds people" if fine else ""
    other = _day_first(dated, texts)
    last = dated.last_year if dated.short_years else None
    century = f"; years of two digits are those from {last - 99} to {last}" if last is not None else ""
    reason = f"dates only, {counts.distinct:,} distinct{other}{century}{by_month}"
    settings: Settings = {"precision": "month"} if fine else {}
    settings = settings if last is None else {**settings, "last_year": last}
    american = dated.format.startswith("%m") and "%d" in dated.format
    settings = {**settings, **without_value(without)}
    return KindFound("date", reason, settings, certain=not other, month_first=american)


def _of_several_styles(counts: ColumnProfile, days: Sequence[str], words: frozenset[str]) -> KindFound:
    """A column of dates that no one format reads: as categories nearly all of them are suppressed."""
    usual = Dated.usual(days, latest_year(words))
    like = f", most are written as {usual.text(_NEW_YEARS_EVE)} is" if usual else ""
    reason = (
        f"dates, {counts.distinct:,} distinct, but not written in one way: as categories most would be suppressed, so "
        f"write all of them in one way{like}, and set kind: date, or leave the column out"
    )
    return KindFound("nominal", reason, about="dates", certain=False)


def latest_year(words: frozenset[str]) -> int:
    """The latest year that two digits can mean: births are never ahead, what ends may be by some years.

    It depends on the day of the suggestion, and is written into the policy, so that nothing later does.
    """
    return datetime.now(UTC).year + (0 if words & BIRTH_WORDS else _AHEAD)


def _are_codes(texts: Sequence[str], words: frozenset[str]) -> bool:
    """Whether numbers are codes by the name of their column: of a classification, or a few of what is no quantity.

    The reason or the purpose of a loan is no amount, though one of a loan it is.
    """
    if not all(map(_WHOLE.fullmatch, texts)) or words & (COUNT_WORDS | _MEASURED_WORDS):
        return False
    if words & _CLASSIFIED_WORDS:
        return True
    named = words & _KIND_WORDS or (words & _CODED_WORDS and not is_quantity(words))
    return len(texts) <= _FEW_CODES and bool(named) and not _to_ten(texts)


def _is_plural(name: str) -> bool:
    """Whether a name is that of several things, whose numbers say how many: `parcels_6m`, `bags`."""
    wordnet = opened(WORDS)
    last = next((word for word in reversed(plain_words(name)) if len(word) > _LETTERS), "")
    if wordnet is None or not last.endswith("s") or last.endswith(("ss", "us", "is")) or len(wordnet.senses(last)):
        return False
    return last not in SENSITIVE and len(wordnet.senses(last[:-1])) > 0


def _are_steps(name: str, texts: Sequence[str], words: frozenset[str]) -> bool:
    """Whether numbers are steps of a scale: 1 to 5, say, of judgements, fifths of a population, items of a question."""
    if not all(map(_WHOLE.fullmatch, texts)):
        return False
    numbers = sorted({int(float(text)) for text in texts} - _NO_STEPS)
    if len(numbers) < _STEPS[0] or numbers[0] not in (0, 1) or numbers[-1] - numbers[0] + 1 != len(numbers):
        return False
    if _ITEM.fullmatch(name.strip()):
        return len(numbers) in (5, 7, 10, 11)
    judged = words & _SCALED_WORDS or any(SENSITIVE.get(word) == "judgements of people" for word in words)
    return bool(judged) and len(numbers) <= _STEPS[1] and not words & (_KIND_WORDS | CODE_WORDS | _DECIDED_WORDS)


_STEPS = (3, 11)
_NO_STEPS = {-99, -98, -9, -8, -7, -1, 77, 88, 98, 99, 999}
_ITEM = re.compile(r"(?:[QFV]|item|frage|question|pregunta)_?\d{1,2}(?:[._]\d{1,2}|[._]?[a-z])", re.IGNORECASE)
_SCALED_WORDS = frozenset(
    """pflegegrad pflegestufe acuity severity triage satisfaction csat nps quintile decile quartile deprivation imd
    likelihood agreement importance priority ease""".split()  # noqa: SIM905
)
_DECIDED_WORDS = frozenset("decision decisions outcome result disposition status reply offer approved rejected".split())  # noqa: SIM905
"""Words of what was decided, whose numbers are codes."""


def _side_by_side(texts: Sequence[str]) -> bool:
    """Whether numbers are 0 or 1 and all that follow, so that none of them stands for no answer."""
    numbers = sorted({int(float(text)) for text in texts})
    return len(numbers) > 2 and numbers[0] in (0, 1) and numbers[-1] - numbers[0] + 1 == len(numbers)


def _to_ten(texts: Sequence[str]) -> bool:
    """Whether answers were asked for from 0 to 10."""
    return {str(number) for number in range(11)} <= set(texts)


def _answers(texts: Sequence[str], words: frozenset[str]) -> tuple[list[str], list[str]]:
    """The texts that are answers, and those that say that there is none; *other* is one, though of no place.

    Among numbers and dates, an abbreviation is none: *NK*, *DNA*, *n.e.*
    """
    without = [text for text in texts if is_no_answer(text) and text.strip().casefold() not in _OTHERS]
    gone = set(without)
    told = [text for text in texts if text not in gone]
    others = [text for text in told if any(map(str.isdigit, text))]
    odd = [text for text in told if text not in set(others)]
    short = all(len(text.strip()) <= _SHORT and text.strip().casefold() not in _ZERO for text in odd)
    if not odd or not short or words & CODE_WORDS:
        return told, without
    numbers = _all_numbers(others)
    many = len(odd) <= _FEW_ODD and len(others) >= _FEW_CODES * len(odd)
    scaled = numbers and len(odd) == 1 and len(others) > 2 and (is_quantity(words) or _are_steps("", others, words))
    if (many and (numbers or Dated.over(others, latest_year(words)))) or scaled:
        return others, [*without, *odd]
    return told, without


def without_value(texts: Sequence[str]) -> Settings:
    """The setting that takes texts for no value."""
    return {"missing_values": tuple(sorted(texts))} if texts else {}


def _all_numbers(texts: Sequence[str]) -> bool:
    return all(map(_PLAIN_NUMBER.fullmatch, texts))


def _of_occupations(texts: Sequence[str], words: frozenset[str]) -> KindFound | None:
    """A column of codes of occupations: of four digits where its name says so, of the SOC by their form."""
    for name, pattern in _OCCUPATION_CODES.items():
        if not words & _OCCUPATION_WORDS and (name != _OWN_FORM or len(texts) < _SEVERAL_CODES):
            continue
        known = [found for text in texts if (found := pattern.fullmatch(text.strip())) and found[1] in _ids(name)]
        if known and len(known) >= MOSTLY * len(texts):
            return KindFound("semantic", f"codes of {name}", {"knowledge": name, "unknown": "nominal"}, "persons")
    return None


def _by_structure(texts: Sequence[str], words: frozenset[str]) -> KindFound | None:
    """A column of codes that are their own hierarchy."""
    form = prefixes.form_of(texts) if words & _POSTCODE_WORDS or _are_own(texts) else None
    if form is None:
        return None
    settings: Settings = {"knowledge": prefixes.SOURCE, "unknown": "nominal"}
    return KindFound("semantic", f"{form.name}, which are widened by hiding their end", settings, "places")


def _are_own(texts: Sequence[str]) -> bool:
    """Whether codes look like nothing but British or Canadian postcodes, whatever their column is called."""
    known = sum(postcode_place(text)[:2] in ("GB", "CA") for text in texts if " " in text.strip())
    return len(texts) >= _FEW_PLACES and known >= MOSTLY * len(texts)


@cache
def _ids(name: str) -> frozenset[str]:
    taxonomy = opened(name)
    return frozenset(taxonomy.ids if taxonomy else ())


def _by_meaning(counts: ColumnProfile, told: Sequence[tuple[str, int]], words: frozenset[str]) -> KindFound | None:
    """A column whose records mostly match a vocabulary, surely or probably, as `semblant map` matches them.

    A vocabulary of what the column is about goes before WordNet; for diagnoses only where its values are no words of
    WordNet as they are. Where the name does not say what it is about, WordNet may know it by its words; jobs and places
    then have their own vocabularies, and diseases where WordNet has too few.
    """
    best: _Covered | None = None
    names = _vocabularies(told, words)
    about = ""
    for name in names:
        if (one := _by_vocabulary(name, counts, told)) is None:
            continue
        about = one.kind.about
        if one.enough and (best is None or one.plain):
            best = one
            if name in ("places", "occupations") or names is CODES:
                return best.kind
    if (name := _TRIED.get(about, "")) and name not in names and (best is None or name != "icd10"):
        one = _by_vocabulary(name, counts, told)
        best = one if one and one.enough else best
    if best is None and names and "places" not in names:
        return _of_known_places(counts, told)
    return best.kind if best else None


def _of_known_places(counts: ColumnProfile, told: Sequence[tuple[str, int]]) -> KindFound | None:
    """A column of places whose name does not say so: most of them well known, as many surnames are villages too."""
    often = sorted(told, key=lambda one: (-one[1], one[0]))[:_LOOKED_AT]
    short = [one for one in often if len(one[0].split()) <= _PLACE_WORDS]
    if (taxonomy := opened("places")) is None or len(short) < MOSTLY * len(often) or len(often) < _FEW_PLACES:
        return None
    values, weights = zip(*often, strict=True)
    meanings = map_column(values, weights, taxonomy, attribute=counts.name)
    known = Gazetteer(taxonomy)
    matches = [match for match in meanings.matches if match.concept >= 0]
    if 2 * sum(known.is_well_known(match) for match in matches) < len(often):
        return None
    found = _by_vocabulary("places", counts, told)
    return found.kind if found and found.enough else None


class _Covered(NamedTuple):
    """What a vocabulary has of a column: enough of it or not, and whether most values are terms of it as they are."""

    kind: KindFound
    enough: bool
    plain: bool


def _by_vocabulary(name: str, counts: ColumnProfile, told: Sequence[tuple[str, int]]) -> _Covered | None:
    """The kind of a column by one vocabulary, where this is installed and the column has words.

    Matches must mostly be certain or probable. Of job titles and diagnoses as people write them, many are matched with
    less than that and yet in the right group, which these vocabularies say with their scores: there it is enough that
    half are.
    """
    if not told or (taxonomy := opened(name)) is None:
        return None
    values, weights = zip(*told, strict=True)
    meanings = map_column(values, weights, taxonomy, attribute=counts.name)
    facts = meanings.coverage()
    records, sure = facts.records_covered + facts.unknown, facts.certain + facts.probable
    covered = sure if name not in _VOTING else min(facts.records_covered, int(2 * MOSTLY * sure))
    enough = covered >= (_VAGUE if name == "occupations" else MOSTLY) * records and 2 * facts.mapped >= facts.values
    settings: dict[str, str | int | tuple[str, ...]] = {"knowledge": name}
    reason = f"{name} has {facts.mapped:,} of {counted(counts.distinct, 'distinct value')}"
    if meanings.domain:
        reason += f", about {meanings.domain}"
    if facts.unknown:
        settings["unknown"] = unknown = _for_unknown(name, meanings)
        reason += "; the others " + ("stand for themselves" if unknown == "nominal" else f"are {_ROOTED[name]}")
    plain = sum(int(n) for n, match in zip(meanings.counts, meanings.matches, strict=True) if match.is_name)
    kind = KindFound("semantic", reason, settings, meanings.domain or _ABOUT.get(name, ""))
    return _Covered(kind, enough, plain >= MOSTLY * records)


def _for_unknown(name: str, meanings: Meanings) -> str:
    """What becomes of values that a vocabulary does not have: they stand for themselves where most are frequent.

    Rare ones would be released as something else: those of jobs and places are then any job, and some place.
    """
    counts = meanings.counts[meanings.unknown()]
    if name not in _ROOTED or 2 * counts[counts >= _FREQUENT].sum() >= counts.sum():
        return "nominal"
    return "root"


def first_vocabulary(words: frozenset[str]) -> str:
    """The vocabulary for a column that somebody wants to be read by meaning, by the words of its name.

    Example:
        >>> first_vocabulary(frozenset({"job", "title"})), first_vocabulary(frozenset({"hobby"}))
        ('occupations', 'wordnet')
    """
    named = (NAMED[domain.name] for domain in DOMAINS if domain.name in NAMED and words & domain.columns)
    return next(named, WORDS)


def _vocabularies(told: Sequence[tuple[str, int]], words: frozenset[str]) -> tuple[str, ...]:
    """The vocabularies to try for a column, the preferred one first."""
    codes = [one for one in told if _ICD.fullmatch(one[0])]
    if 2 * len(codes) > len(told) and _of_diseases(words, codes):
        return CODES
    named = tuple(_TRIED[domain.name] for domain in DOMAINS if domain.name in _TRIED and words & domain.columns)
    named = tuple(dict.fromkeys(named))
    spelt = [one for one in told if sum(letter.isalpha() for letter in one[0]) >= _LETTERS]
    if 2 * len(spelt) <= len(told) or _coded(told):
        return tuple(name for name in named if name == "places")  # letters of countries and states
    return (*named, WORDS)


def _of_diseases(words: frozenset[str], codes: Sequence[tuple[str, int]]) -> bool:
    """Whether codes of the form of ICD are some: by the name of the column, or as they come from several chapters."""
    if words & _NO_DISEASES:
        return False
    return any(SENSITIVE.get(word) == "health" for word in words) or len({code[0] for code, _ in codes}) >= _CHAPTERS


def _coded(told: Sequence[tuple[str, int]]) -> bool:
    """Whether most values are codes, such as postcodes or the letters of countries."""
    return 2 * sum(bool(_CODE.fullmatch(value)) for value, _ in told) > len(told)


def _why_not(texts: Sequence[str]) -> str:
    if 2 * sum(bool(_CODE.fullmatch(text)) for text in texts) > len(texts):
        return "codes, so categories"
    return f"too few match {WORDS} surely; semblant map shows which"


def _day_first(dated: Dated, texts: Sequence[str]) -> str:
    """The remark for dates whose day and month could be swapped."""
    swapped = replace(dated, format=_DAY_AND_MONTH.sub(r"%m\1%d", dated.format))
    both = swapped.format != dated.format and all(swapped.place(text) is not None for text in texts)
    return _EITHER if both else ""


def with_american_dates(kinds: Sequence[KindFound]) -> list[KindFound]:
    """The kinds of a table's columns; if dates have the month first, others that could have it are said to.

    They are still read with the day first, as no other column of the data can change what a column says.
    """
    if not any(kind.month_first for kind in kinds):
        return list(kinds)
    told = f"{_EITHER}, as in other columns: if it is, write them as 2024-12-31"
    return [kind if kind.certain else kind._replace(reason=kind.reason.replace(_EITHER, told)) for kind in kinds]


@cache
def opened(name: str) -> Taxonomy | None:
    """A piece of knowledge, or None where the package it comes in is not installed."""
    try:
        return load(name)
    except KnowledgeError:
        return None
