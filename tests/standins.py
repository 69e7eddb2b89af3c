"""Small data sets of our own in place of the published ones, which are not ours to ship.

Folders, files and columns are named as in the published data, so that one test runs on both; every value, ontology and
rating is made up here. The draws come from ``random()`` alone, whose sequence Python promises for a seed: the files are
the same on every machine, and tests may state figures about them.
"""

import csv
import math
from bisect import bisect
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from random import Random

OCCUPATIONS = {
    "Bread-and-cakes": "baker#2", "Building-trade": "bricklayer#1", "Care-of-the-sick": "nurse#1",
    "Class-room": "teacher#1", "Cloth-making": "weaver#1", "Doors-and-gates": "doorkeeper#3", "Driving": "driver#1",
    "Farm-work": "farmer#1", "Fishing-fleet": "fisherman#1", "Front-office": "receptionist#1", "Kitchen": "cook#1",
    "Law-practice": "lawyer#1", "Letters-parcels": "mailman#1", "Mine-quarry": "miner#1", "Operating-room": "surgeon#1",
    "Paint-walls": "painter#2", "Pipes-drains": "plumber#1", "Shop-counter": "salesclerk#1",
    "Stage-music": "musician#1", "Wood-work": "carpenter#1",
}  # fmt: skip
"""Labels as a census has them, which no vocabulary knows, and what each means."""

COUNTRIES = {
    "Norway": "Norway#1", "Sweden": "Sweden#1", "Turkey": "Turkey#2", "Finland": "Finland#1", "Georgia": "Georgia#3",
    "Austria": "Austria#1", "Chad": "Chad#3", "Jordan": "Jordan#2", "Brazil": "Brazil#1", "Kenya": "Kenya#1",
    "Nepal": "Nepal#1", "Morocco": "Morocco#1", "Guinea": "Guinea#3", "Peru": "Peru#1", "Albania": "Albania#1",
    "Niger": "Niger#2", "Malta": "Malta#1", "Bolivia": "Bolivia#1", "Togo": "Togo#1", "Lebanon": "Lebanon#1",
    "Romania": "Romania#1", "Iceland": "Iceland#1", "Oman": "Oman#1", "Uganda": "Uganda#1", "Mongolia": "Mongolia#1",
}  # fmt: skip
"""Countries, some of which are first of all a bird, a coin, a river or a scrap of paper."""

INSURED = {
    "occupation": (
        "astronomer", "bartender", "blacksmith", "botanist", "bricklayer", "cellist", "economist", "florist", "flutist",
        "geologist", "glazier", "goldsmith", "gymnast", "historian", "librarian", "locksmith", "midwife", "novelist",
        "organist", "paramedic", "plumber", "stonemason", "veterinarian", "weaver",
    ),
    "workplace": (
        "bakery", "brewery", "cannery", "clinic", "courthouse", "dairy_farm", "department_store", "distillery",
        "kindergarten", "laboratory", "library", "museum", "observatory", "orchard", "restaurant", "sawmill",
    ),
    "activity": (
        "archery", "badminton", "bobsledding", "cycling", "croquet", "fencing", "figure_skating", "horseback_riding",
        "judo", "jogging", "lacrosse", "rowing", "skiing", "skydiving", "sledding", "surfing", "table_tennis",
        "yachting",
    ),
    "place": (
        "beach", "bowling_alley", "canyon", "concert_hall", "desert", "dance_hall", "grassland", "hilltop", "island",
        "lagoon", "nightclub", "ocean", "racetrack", "stadium", "theater", "valley",
    ),
}  # fmt: skip
"""The four columns of words of the insurance files."""

RATINGS = (
    ("sofa", "couch", 3.9), ("taxi", "cab", 3.9), ("physician", "doctor", 3.8), ("lawyer", "attorney", 3.9),
    ("infant", "baby", 3.7), ("rabbit", "hare", 3.3), ("violin", "cello", 3.0), ("oak", "beech", 3.0),
    ("apple", "pear", 2.9), ("train", "bus", 2.5), ("hammer", "saw", 2.4), ("nurse", "surgeon", 2.4),
    ("river", "canal", 2.3), ("shirt", "skirt", 2.2), ("knife", "spoon", 2.2), ("sparrow", "penguin", 2.0),
    ("teacher", "pupil", 1.5), ("bread", "butter", 1.6), ("sparrow", "whale", 1.1), ("violin", "hammer", 0.6),
    ("king", "cabbage", 0.1), ("rabbit", "tractor", 0.2), ("cloud", "hinge", 0.1), ("lawyer", "spoon", 0.2),
    ("train", "happiness", 0.0), ("canal", "fork", 0.1), ("oak", "doctor", 0.2), ("lamp", "idea", 0.2),
)  # fmt: skip
"""Pairs of words and how alike we find them, from 0 to 4."""

ONTOLOGIES = {
    "occupation": {"Work": "", "Trade": "Work", "Care": "Work", "Art": "Work", "baker": "Trade", "miner": "Trade",
                   "nurse": "Care", "midwife": "Care", "painter": "Art"},
    "native-country": {"World": "", "Europe": "World", "Africa": "World", "Norway": "Europe", "Malta": "Europe",
                       "Chad": "Africa", "Togo": "Africa"},
    "housing": {"Home": "", "Own-house": "Home", "Rented": "Home", "Shared-flat": "Rented"},
}  # fmt: skip
"""Per column: every term and the term above it. Terms in small letters are individuals, the others classes."""

NOT_IN_THE_ONTOLOGIES = {"occupation": ("juggler", "beekeeper"), "native-country": ("Atlantis",)}


def write(folder: Path) -> Path:
    """Write all stand-ins below a folder."""
    _census(folder / "adult", Random(1))
    _insurance(folder / "insurance", Random(2))
    _numbers(folder / "casc" / "cascrefmicrodata.csv", 240, 5, Random(3))
    _numbers(folder / "casc" / "tarragona.csv", 150, 6, Random(4))
    _ontologies(folder / "adult-owl", Random(5))
    _ratings(folder / "similarity")
    return folder


def _pick(rng: Random, values: Sequence[str], weights: Iterable[float]) -> str:
    sums = list(accumulate(weights))
    return values[bisect(sums, rng.random() * sums[-1])]


def _normal(rng: Random) -> float:
    return math.sqrt(-2 * math.log(1 - rng.random())) * math.cos(2 * math.pi * rng.random())


def _csv(path: Path, head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([head, *rows] if head else rows)


def _census(folder: Path, rng: Random) -> None:
    """Most people come from one country and few from most others; some occupations are more usual in some countries."""
    jobs, places = list(OCCUPATIONS), list(COUNTRIES)
    rows = []
    for _ in range(6_000):
        place = _pick(rng, places, (20, *(1 / n for n in range(1, len(places)))))
        job = _pick(rng, jobs, (1 / (1 + (i + places.index(place)) % len(jobs)) for i in range(len(jobs))))
        rows.append((18 + int(60 * rng.random()), job, place, "<=50K" if rng.random() < 0.75 else ">50K"))
    _csv(folder / "adult.csv", ("age", "occupation", "native-country", "income"), rows)
    meant = [("occupation", *entry) for entry in OCCUPATIONS.items()]
    meant += [("native-country", *entry) for entry in COUNTRIES.items()]
    _csv(folder / "mapping.csv", ("attribute", "value", "concept"), meant)


def _insurance(folder: Path, rng: Random) -> None:
    """Two files without a head: the words evenly spread, and some much more usual than others."""
    decades = ("twenties", "thirties", "forties", "fifties", "sixties")
    for name, steep in (("Uniform_SalaryClass", 0.0), ("Gauss_RiskClass", 4.0)):
        rows = []
        for _ in range(800):
            age = 20 + int(50 * rng.random())
            words = [
                _pick(rng, values, (math.exp(-steep * (2 * i / len(values) - 1) ** 2) for i in range(len(values))))
                for values in INSURED.values()
            ]
            gender, risk = _pick(rng, ("female", "male"), (1, 1)), _pick(rng, ("low", "high"), (3, 1))
            rows.append((gender, age, decades[age // 10 - 2], *words, risk))
        _csv(folder / f"insurance10K_Occup_{name}.csv", (), rows)


def _numbers(path: Path, records: int, columns: int, rng: Random) -> None:
    """Amounts of money: skewed, and more or less in step with each other."""
    rows = []
    for _ in range(records):
        size = _normal(rng)
        rows.append([round(1_000 * math.exp(0.7 * size + 0.6 * _normal(rng))) for _ in range(columns)])
    _csv(path, [f"amount_{i}" for i in range(columns)], rows)


def _ontologies(folder: Path, rng: Random) -> None:
    folder.mkdir(parents=True)
    for column, above in ONTOLOGIES.items():
        (folder / f"{column}-ontology.owl").write_text(_owl(above), "utf-8")
    values = {c: [t for t, up in above.items() if up] for c, above in ONTOLOGIES.items()}
    for column, others in NOT_IN_THE_ONTOLOGIES.items():
        values[column] += others
    rows = [[_pick(rng, terms, [1] * len(terms)) for terms in values.values()] for _ in range(200)]
    _csv(folder / "adult-owl.csv", list(values), rows)


def _owl(above: Mapping[str, str]) -> str:
    base = "http://example.org/people"
    lines = [
        '<?xml version="1.0"?>',
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:owl="http://www.w3.org/2002/07/owl#"',
        f'  xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xml:base="{base}">',
    ]
    for term, up in above.items():
        kind, link = ("NamedIndividual", "rdf:type") if term.islower() else ("Class", "rdfs:subClassOf")
        inside = f'<{link} rdf:resource="{base}#{up}"/>' if up else ""
        lines.append(f'<owl:{kind} rdf:about="{base}#{term}">{inside}</owl:{kind}>')
    return "\n".join([*lines, "</rdf:RDF>", ""])


def _ratings(folder: Path) -> None:
    """All pairs, and every other one of them."""
    folder.mkdir(parents=True)
    for name, pairs in (("rg65", RATINGS), ("mc30", RATINGS[::2])):
        (folder / f"{name}.txt").write_text("".join(f"{a}\t{b}\t{rating}\n" for a, b, rating in pairs), "utf-8")
