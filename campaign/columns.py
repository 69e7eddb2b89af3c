"""Columns as ugly as they come: rare values, look-alikes, missing ones, heavy tails, awkward characters."""

import math
from dataclasses import dataclass, field
from typing import Any

from campaign import vocabularies
from campaign.case import Chance

LEVELS = ["none", "low", "middle", "high", "very high"]
JOBS = ["nurse", "surgeon", "dentist", "baker", "cook", "butcher", "painter", "sculptor", "teacher", "farmer", "pilot"]
KINDS = ("semantic", "numeric", "date", "ordinal", "nominal")
MISSING = ["", "", "NA", "?", "-", "n/a"]
AWKWARD = [
    'say "hi"',
    "a,b",
    "x;y",
    "two\nlines",
    " padded ",
    "é",
    "e\u0301",
    "Ωmega",
    "=1+1",
    "@x",
    "'q",
    "*",
    "a|b",
    "0012",
]


@dataclass
class Column:
    """The cells of a column, what the policy says of it, and its vocabulary if it has one."""

    cells: list[str]
    told: dict[str, Any] = field(default_factory=dict)
    vocabulary: int | None = None


def skewed(rnd: Chance, values: list[str], n: int) -> list[str]:
    """Values drawn so that few are common and many are rare, more or less."""
    power = rnd.choice([0.0, 0.7, 1.5, 3.0])
    return rnd.choices(values, [1 / (i + 1) ** power for i in range(len(values))], k=n)


def column(rnd: Chance, kind: str, n: int) -> Column:
    """A column of a kind."""
    made = {"semantic": _semantic, "numeric": _numeric, "date": _date, "ordinal": _ordinal, "nominal": _nominal}
    found = made[kind](rnd, n)
    found.told["kind"] = kind
    if rnd.random() < 0.3:
        holes = rnd.choice([0.05, 0.3, 0.9])
        text = rnd.choice(MISSING) if kind in ("numeric", "date", "nominal") else ""
        found.cells = [text if rnd.random() < holes else cell for cell in found.cells]
        if rnd.random() < 0.4:
            found.told["missing"] = rnd.choice(["category", "suppress"])
    if rnd.random() < 0.15:
        found.told["weight"] = rnd.choice([0.01, 0.5, 2.0, 100.0])
    return found


def _semantic(rnd: Chance, n: int) -> Column:
    if rnd.random() < 0.1:
        words, told, number = list(JOBS), {"knowledge": "wordnet", "sense": rnd.choice(["first", "context"])}, None
    else:
        number = rnd.choice(rnd.vocabularies)
        words, told = list(vocabularies.parents(number)), {"knowledge": f"vocabulary-{number:02}"}
    rnd.shuffle(words)
    words = words[: rnd.randint(1, len(words))]
    told["unknown"] = rnd.choice(["nominal", "suppress", "root", "nominal"])
    if rnd.random() < 0.3:
        words += [word.upper() for word in words[:2]] + ["qqxw", "vvjh"][: rnd.randint(0, 2)]
    return Column(skewed(rnd, words, n), told, number)


def _numeric(rnd: Chance, n: int) -> Column:
    draw = rnd.choice([
        lambda: str(rnd.randint(0, 9)),
        lambda: str(rnd.randint(18, 90)),
        lambda: f"{rnd.paretovariate(0.3):.2f}",
        lambda: f"{rnd.gauss(0, 1):.6f}",
        lambda: f"{math.exp(rnd.uniform(-30, 30)):.6g}",
        lambda: rnd.choice(["0", "-0", "1e3", "1000", "1000.0", "7"]),
        lambda: "5",
        lambda: str(10**15 + rnd.randint(0, 3)),
    ])  # fmt: skip
    told = {"representative": "median"} if rnd.random() < 0.3 else {}
    return Column([draw() for _ in range(n)], told)


def _date(rnd: Chance, n: int) -> Column:
    form = rnd.choice(["{0:04}-{1:02}-{2:02}", "{2:02}.{1:02}.{0:04}", "{0:04}-{1:02}-{2:02}T03:00"])
    first, last = rnd.choice([(1900, 2025), (2020, 2020), (1969, 1970), (1000, 9999)])
    cells = [form.format(rnd.randint(first, last), rnd.randint(1, 12), rnd.randint(1, 28)) for _ in range(n)]
    return Column(cells, {"representative": "median"} if rnd.random() < 0.3 else {})


def _ordinal(rnd: Chance, n: int) -> Column:
    levels = LEVELS[: rnd.randint(2, 5)]
    said = levels + ([levels[0].upper()] if rnd.random() < 0.2 else [])
    return Column(skewed(rnd, said, n), {"levels": levels})


def _nominal(rnd: Chance, n: int) -> Column:
    values = [f"city{i:02}" for i in range(rnd.choice([1, 2, 5, 30]))]
    if rnd.random() < 0.4:
        values += rnd.sample(AWKWARD, 4)
    if rnd.random() < 0.2:
        values += [values[0].upper(), values[0] + "\u200b", "с" + values[0][1:]]  # that letter is Cyrillic
    rnd.shuffle(values)
    return Column(skewed(rnd, values, n))


def sensitive(rnd: Chance, n: int) -> Column:
    """A sensitive column with a promise of some kind, or with none."""
    ordered = rnd.random() < 0.3
    values = ["1", "2", "3", "10", "10.0"] if ordered else ["flu", "hiv", "cold", "HIV", "gout", "ulcer", ""]
    found = Column(skewed(rnd, values[: rnd.randint(2, len(values))], n))
    promise = rnd.choice(["none", "none", "distinct", "entropy", "recursive", "t"])
    if promise == "t":
        found.told |= {"t": rnd.choice([0.2, 0.4, 0.6]), "ground": "ordered" if ordered else "equal"}
        found.told |= {"kind": "numeric"} if ordered else {}
    elif promise != "none":
        found.told |= {"l": rnd.choice([2, 2, 3]) if promise != "entropy" else rnd.choice([1.3, 1.8])}
        found.told |= {"l_kind": promise, "c": rnd.choice([1.0, 3.0, 5.0])}
    return found
