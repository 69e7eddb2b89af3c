"""Measure matches, scores, kinds and roles on columns as people have them, by labelled sets in ``tests/data/terms``.

    python scripts/measure_columns.py [--held-back]

``titles.csv`` and ``phrases.csv`` say which concepts an annotator accepts for a value; ``tables.csv`` which roles and
kinds for a column. Files that begin with ``fresh_`` are a second set, written later and without a look at the word
lists. Half of each set, chosen by a hash of the value, served development (the default here); the other half is held
back, and its figures are those of ``docs/accuracy.md``. ``public_tables.csv`` (for development), ``third_tables.csv``,
``fourth_tables.csv`` (halved by table) and ``fifth_tables.csv`` to ``twentyfirst_tables.csv`` (written and measured
before a look) have the columns of public tables under their own, often cryptic names.
"""

import csv
import hashlib
import random
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl

from semblant.data.table import Table
from semblant.knowledge.taxonomy import Taxonomy
from semblant.terms.mapping import map_column

LABELLED = Path(__file__).parents[1] / "tests" / "data" / "terms"
NEAR = 2
"""Steps up from a concept to an accepted one that still count as right."""
RECORDS = 400
"""Records of a table made from its labelled columns."""
MISSING = 0.08
"""The share of missing values in columns that have some."""
VALUES = {
    "job titles": "titles.csv",
    "other columns": "phrases.csv",
    "job titles, second set": "fresh_titles.csv",
    "other columns, second set": "fresh_phrases.csv",
}
STRANGERS = [
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
    "twentyfirst",
]
"""The numbered sets with values of strangers, in the order in which they were written."""
WHOLE_VALUES = {
    "job titles, eighth set": "eighth_titles.csv",
    "other columns, for development": "everyday_phrases.csv",
    **{
        f"{what}, {which} set": f"{which}_{name}.csv"
        for which in STRANGERS
        for what, name in (("job titles", "titles"), ("other columns", "phrases"))
    },
}
"""Values that are not halved: measured before a look at them and for development since, or only for that."""
UNSEEN = tuple(
    f"{which}_{name}.csv" for which in STRANGERS[STRANGERS.index("fifteenth") :] for name in ("titles", "phrases")
)
"""The sets of strangers whose misses nobody has read; no rule, list or weight was made with them."""
TABLES = {"columns held back": "tables.csv", "second set's columns held back": "fresh_tables.csv"}
"""The sets, by what they are called in the docs."""
WHOLE = {
    "columns of public tables, for development": "public_tables.csv",
    **{
        f"{which} set's columns": f"{which}_tables.csv"
        for which in ("third", "fifth", "sixth", "seventh", "eighth", "ninth", *STRANGERS[1:])
    },
}
"""Sets that are not halved: one that served development, and others that were written and measured before a look."""
BY_TABLE = {"fourth set's columns held back": "fourth_tables.csv"}
"""Sets halved by table, so that no column that is held back has a neighbour in the half for development."""
SPLIT_SEED = 19


class Judged(NamedTuple):
    """One value with its match, judged."""

    column: str
    value: str
    label: str
    score: float
    accepted: bool
    right: bool
    possible: bool
    """Whether the vocabulary has a concept that the annotator accepts."""


def held_back(value: str) -> bool:
    """Whether a value belongs to the half that is not looked at in development.

    Example:
        >>> held_back("nurse"), held_back("roofer")
        (False, True)
    """
    return hashlib.sha256(value.encode()).digest()[0] % 2 == 1


def tables_held_back(tables: Iterable[str]) -> set[str]:
    """Half of the tables, chosen at random by a fixed seed.

    Example:
        >>> sorted(tables_held_back(["adult", "court", "taxi", "visits"]))
        ['adult', 'taxi']
    """
    ordered = sorted(set(tables))
    return set(random.Random(SPLIT_SEED).sample(ordered, len(ordered) // 2))


def read_set(name: str) -> dict[str, dict[str, str]]:
    """The labelled columns of a file: for each, the values and what is accepted for them."""
    columns: dict[str, dict[str, str]] = defaultdict(dict)
    with (LABELLED / name).open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            columns[row.get("column", "job title")][row["value"]] = row["accepted"]
    return dict(columns)


def judged(taxonomy: Taxonomy, columns: dict[str, dict[str, str]]) -> list[Judged]:
    """Map whole columns, as a steward would, and judge every match."""
    found: list[Judged] = []
    for name, labels in columns.items():
        values = sorted(labels)
        meanings = map_column(values, np.ones(len(values)), taxonomy, attribute=name)
        for value, match, guess in zip(values, meanings.matches, meanings.guesses, strict=True):
            wanted = {taxonomy.index(term) for term in labels[value].split("|") if term}
            label = taxonomy.written(guess.concept) if guess.concept >= 0 else ""
            right = guess.concept >= 0 and is_right(taxonomy, guess.concept, wanted)
            found.append(Judged(name, value, label, guess.score, match.concept >= 0, right, bool(wanted)))
    return found


def is_right(taxonomy: Taxonomy, concept: int, wanted: set[int]) -> bool:
    """Whether a concept or a near ancestor is accepted."""
    reached = {concept}
    for _ in range(NEAR + 1):
        if reached & wanted:
            return True
        reached = {int(up) for one in reached for up in taxonomy.parents(one)}
    return False


def precision_recall(found: Iterable[Judged]) -> tuple[float, float]:
    """The share of accepted matches that are right, and of values with an accepted concept that got one."""
    rows = list(found)
    taken = [row for row in rows if row.accepted]
    right = sum(row.right for row in taken)
    return right / max(len(taken), 1), right / max(sum(row.possible for row in rows), 1)


def reliability(found: Iterable[Judged], edges: tuple[float, ...]) -> list[tuple[str, int, float, float]]:
    """Per band of scores: how many guesses, their mean score, and the share that is right."""
    lines = []
    rows = [row for row in found if row.label]
    for low, high in pairwise(edges):
        band = [row for row in rows if low <= row.score < high]
        if band:
            mean, right = np.mean([row.score for row in band]), np.mean([row.right for row in band])
            lines.append((f"{low:.2f} to {min(high, 1.0):.2f}", len(band), float(mean), float(right)))
    return lines


def labelled_tables(file_name: str = "tables.csv") -> dict[str, tuple[Table, dict[str, tuple[set[str], set[str]]]]]:
    """The labelled tables: made records, and the accepted roles and kinds of every column."""
    told: dict[str, list[dict[str, str]]] = defaultdict(list)
    with (LABELLED / file_name).open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            told[row["table"]].append(row)
    made = {}
    for name, rows in told.items():
        frame = pl.DataFrame({row["column"]: values_of(row["values"], name + row["column"]) for row in rows})
        labels = {row["column"]: (set(row["role"].split("|")), _kinds(row["kind"])) for row in rows}
        made[name] = Table(frame), labels
    return made


def _kinds(told: str) -> set[str]:
    """The accepted kinds; two authors also wrote *code* and *text*, which are kinds of categories to a policy."""
    return {kind for one in told.split("|") for kind in _KINDS.get(one, (one,)) if kind}


_KINDS = {"code": ("nominal", "semantic"), "text": ("nominal",)}


def values_of(spec: str, seed: str) -> list[str]:
    """The records of a column: listed values by chance, or values of a form such as ``=int 1 9``.

    A form may end with what stands for a missing value: ``=int 1 9 ~NA``, or ``~`` for an empty cell.
    """
    chance = random.Random(seed)
    if not spec.startswith("="):
        options = spec.split("|")
        weights = [1 / (i + 1) ** 0.7 for i in range(len(options))]
        return chance.choices(options, weights, k=RECORDS)
    form, *told = spec[1:].split()
    nothing = [word[1:] for word in told if word.startswith("~")]
    made = _FORMS[form](chance, [word for word in told if not word.startswith("~")])
    return [chance.choice(nothing) if nothing and chance.random() < MISSING else value for value in made]


_FIRST = (
    "Anna",
    "Ben",
    "Carla",
    "David",
    "Elena",
    "Farid",
    "Grace",
    "Hugo",
    "Ines",
    "Jonas",
    "Kira",
    "Leo",
    "Mona",
    "Nils",
)
_LAST = ("Abbott", "Baker", "Costa", "Dubois", "Evans", "Fischer", "Garcia", "Huber", "Ivanov", "Jansen", "Kaya")
_TEXTS = (
    "the {} was very friendly and we had to wait for {} minutes",
    "please call my {} before {} because I am at work",
    "I did not like the {} but number {} was fine",
)


def _ints(chance: random.Random, told: list[str]) -> list[str]:
    low, high = int(told[0]), int(told[1])
    if "unique" in told:
        return [str(n) for n in chance.sample(range(low, high), RECORDS)]
    return [str(chance.randint(low, high)) for _ in range(RECORDS)]


def _digits(chance: random.Random, told: list[str]) -> list[str]:
    size = int(told[0])
    if len(told) == 1 or told[1] == "unique":
        return [str(chance.randrange(10 ** (size - 1), 10**size)) for _ in range(RECORDS)]
    codes = [f"{chance.randrange(10**size):0{size}}" for _ in range(int(told[1]))]
    return [chance.choice(codes) for _ in range(RECORDS)]


def _each(make: Callable[[random.Random, list[str]], str]) -> Callable[[random.Random, list[str]], list[str]]:
    return lambda chance, told: [make(chance, told) for _ in range(RECORDS)]


def _pattern(chance: random.Random, told: list[str]) -> str:
    return "".join(str(chance.randrange(10)) if sign == "0" else sign for sign in told[0])


_FORMS: dict[str, Callable[[random.Random, list[str]], list[str]]] = {
    "int": _ints,
    "digits": _digits,
    "float": _each(lambda c, t: f"{c.uniform(float(t[0]), float(t[1])):.2f}"),
    "date": _each(lambda c, t: f"{c.randint(int(t[0]), int(t[1]))}-{c.randint(1, 12):02}-{c.randint(1, 28):02}"),
    "dmy": _each(lambda c, t: f"{c.randint(1, 28):02}/{c.randint(1, 12):02}/{c.randint(int(t[0]), int(t[1]))}"),
    "dotted": _each(lambda c, t: f"{c.randint(1, 28):02}.{c.randint(1, 12):02}.{c.randint(int(t[0]), int(t[1]))}"),
    "stamp": _each(
        lambda c, t: f"{t[0]}-{c.randint(1, 12):02}-{c.randint(1, 28):02} {c.randint(10, 23)}:{c.randint(10, 59)}"
    ),
    "nino": _each(lambda c, _: f"{c.choice('ABCE')}{c.choice('GHJK')}{c.randrange(10**5, 10**6)}{c.choice('ABCD')}"),
    "nif": _each(lambda c, _: f"{c.randrange(10**7, 10**8)}{c.choice('TRWAGMYFPDXBNJZSQVHLCKE')}"),
    "id": _each(_pattern),
    "first": _each(lambda c, _: c.choice(_FIRST)),
    "last": _each(lambda c, _: c.choice(_LAST)),
    "name": _each(lambda c, _: f"{c.choice(_FIRST)} {c.choice(_LAST)}"),
    "email": _each(lambda c, _: f"{c.choice(_FIRST)}.{c.choice(_LAST)}{c.randrange(99)}@example.org".lower()),
    "phone": _each(lambda c, _: f"+49 {c.randrange(100, 999)} {c.randrange(10**5, 10**6)}"),
    "ssn": _each(lambda c, _: f"{c.randrange(100, 999)}-{c.randrange(10, 99)}-{c.randrange(1000, 9999)}"),
    "ip": _each(lambda c, _: ".".join(str(c.randrange(1, 255)) for _ in range(4))),
    "iban": _each(lambda c, _: f"DE{c.randrange(10, 99)}{c.randrange(10**17, 10**18)}"),
    "address": _each(lambda c, _: f"{c.randrange(1, 200)} {c.choice(_LAST)} Street"),
    "postcode": _each(lambda c, _: f"{c.choice(('SW', 'N', 'LS'))}{c.randrange(1, 20)} {c.randrange(1, 9)}AB"),
    "text": _each(lambda c, _: c.choice(_TEXTS).format(c.choice(_LAST), c.randrange(1, 90))),
    "sentence": _each(lambda c, _: c.choice(_TEXTS).format(c.choice(_LAST), c.randrange(1, 90))),
}


class ColumnJudged(NamedTuple):
    """One column with its suggestion, judged."""

    table: str
    column: str
    role: str
    kind: str | None
    roles: set[str]
    kinds: set[str]

    @property
    def role_right(self) -> bool:
        return self.role in self.roles

    @property
    def kind_right(self) -> bool:
        dropped = self.kind is None and self.role == "identifier" and self.role_right  # what is left out has no kind
        return not self.kinds or dropped or self.kind in self.kinds


def judged_columns(suggest: Callable[[Table], Iterable[object]], file_name: str = "tables.csv") -> list[ColumnJudged]:
    """The suggestions for every labelled column."""
    found = []
    for name, (table, labels) in labelled_tables(file_name).items():
        for told in suggest(table):
            roles, kinds = labels[told.column]  # type: ignore[attr-defined]
            found.append(ColumnJudged(name, told.column, told.role, told.kind, roles, kinds))  # type: ignore[attr-defined]
    return found


def columns_with_halves(suggest: Callable[[Table], Iterable[object]], name: str) -> list[tuple[ColumnJudged, bool]]:
    """The suggestions for every labelled column of a set, each with whether it is held back."""
    found = judged_columns(suggest, name)
    if name in BY_TABLE.values():
        held = tables_held_back(row.table for row in found)
        return [(row, row.table in held) for row in found]
    return [(row, name in WHOLE.values() or held_back(row.column)) for row in found]


def role_figures(found: Iterable[ColumnJudged]) -> dict[str, float]:
    """Shares of right roles and kinds, and of the identifiers and sensitive columns found."""
    rows = list(found)

    def share(chosen: list[ColumnJudged], right: Callable[[ColumnJudged], bool]) -> float:
        return sum(map(right, chosen)) / max(len(chosen), 1)

    return {
        "roles": share(rows, lambda r: r.role_right),
        "kinds": share([r for r in rows if r.kinds], lambda r: r.kind_right),
        "identifiers found": share([r for r in rows if r.roles == {"identifier"}], lambda r: r.role_right),
        "sensitive found": share([r for r in rows if r.roles == {"sensitive"}], lambda r: r.role_right),
    }


BANDS = (0.0, 0.2, 0.4, 0.6, 0.7, 0.8, 0.9, 0.95, 1.01)


def held_tables() -> list[str]:
    """The tables of ``docs/accuracy.md``: figures of halves held back, and of whole sets."""
    from semblant.knowledge.sources import load
    from semblant.proposal.suggest import suggest

    wordnet = load("wordnet")
    lines = ["| values held back | how many | precision | recall |", "|---|---|---|---|"]
    for called, name in VALUES.items():
        found = [row for row in judged(wordnet, read_set(name)) if held_back(row.value)]
        lines.append("| {} | {} | {:.2f} | {:.2f} |".format(called, len(found), *precision_recall(found)))
    for called, name in WHOLE_VALUES.items():
        found = judged(wordnet, read_set(name))
        lines.append("| {}, all of it | {} | {:.2f} | {:.2f} |".format(called, len(found), *precision_recall(found)))
    lines += ["", "| score | guesses | mean score | right |", "|---|---|---|---|"]
    unseen = [row for name in UNSEEN for row in judged(wordnet, read_set(name))]
    lines += ["| {} | {} | {:.2f} | {:.2f} |".format(*line) for line in reliability(unseen, BANDS)]
    lines += [
        "",
        "| set | columns | roles | kinds | identifiers found | sensitive found |",
        "|---|---|---|---|---|---|",
    ]
    for called, name in (TABLES | WHOLE | BY_TABLE).items():
        columns = [row for row, held in columns_with_halves(suggest, name) if held]
        shares = " | ".join(f"{share:.2f}" for share in role_figures(columns).values())
        lines.append(f"| {called} | {len(columns)} | {shares} |")
    return lines


def plot(found: Iterable[Judged]) -> str:
    """The reliability plot as SVG: the share of right guesses by their mean score, a dot for every band."""
    size, edge = 300, 40
    dots = "".join(
        f'<circle cx="{edge + size * mean:.0f}" cy="{edge + size * (1 - right):.0f}" r="{3 + count**0.5 / 2:.1f}"/>'
        for _, count, mean, right in reliability(found, BANDS)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size + 2 * edge} {size + 2 * edge}" role="img" '
        'font-family="sans-serif" font-size="12"><title>Share of right guesses by their score</title>'
        f'<rect x="{edge}" y="{edge}" width="{size}" height="{size}" fill="none" stroke="#999"/>'
        f'<path d="M{edge} {edge + size}L{edge + size} {edge}" stroke="#999" stroke-dasharray="4"/>'
        f'<g fill="#2463a6">{dots}</g><text x="{edge}" y="{edge + size + 24}">score 0</text>'
        f'<text x="{edge + size}" y="{edge + size + 24}" text-anchor="end">score 1</text>'
        f'<text x="{edge}" y="{edge - 10}">share that is right, 1 at the top</text></svg>\n'
    )


def main() -> None:
    """Print the held-back figures for the docs and draw their plot, or every miss of the half for development."""
    from semblant.knowledge.sources import load
    from semblant.proposal.suggest import suggest

    wordnet = load("wordnet")
    if "--held-back" in sys.argv:
        print("\n".join(held_tables()))
        rows = [row for name in UNSEEN for row in judged(wordnet, read_set(name))]
        (LABELLED.parents[2] / "docs" / "pictures" / "reliability.svg").write_text(plot(rows), "utf-8")
        return
    for name in VALUES.values():
        found = [row for row in judged(wordnet, read_set(name)) if not held_back(row.value)]
        print(f"{name}: {len(found)} values, precision and recall", precision_recall(found))
        for row in found:
            if row.right != row.accepted or (row.possible and not row.right):
                print(f"  {row.column:12} {row.value:40} {row.label:24} {row.score:.2f} {row.accepted} {row.right}")
    for name in [*TABLES.values(), *BY_TABLE.values(), "public_tables.csv"]:
        columns = [row for row, held in columns_with_halves(suggest, name) if name in WHOLE.values() or not held]
        print(f"{name}:", role_figures(columns))
        for one in columns:
            if not one.role_right or not one.kind_right:
                print(f"  {one.table:10}{one.column:24} {one.role} {one.roles} {one.kind} {one.kinds}")


if __name__ == "__main__":
    main()
