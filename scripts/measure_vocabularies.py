"""Measure how well titles, places and diagnoses are coded, on labelled sets of our own.

    python -m scripts.measure_vocabularies [--wrong] [--fit] [WORD ...]

Half of every set is held back: nothing was tuned on it, though the values of places have been seen. Sets called blind
were written before the rules they measure, and measured once before anybody looked at them; since then rules were
mended by what they showed.
`WORD` measures the sets with this word in their name. `--wrong` lists what is coded wrongly in the other half, and
`--fit` prints the weights for the chance that a vote is right, found on that half.
"""

import csv
import hashlib
import math
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from semblant.knowledge.sources import load
from semblant.knowledge.taxonomy import Taxonomy
from semblant.terms.mapping import map_column, matcher_of
from semblant.terms.votematcher import VoteMatcher

DATA = Path(__file__).parents[1] / "tests" / "data" / "vocabularies"


HALVES = {False: "tuned on", True: "held back", None: "all, blind once"}


class Task(NamedTuple):
    """A labelled set, the vocabulary it is coded with, and the part of a code that is compared."""

    name: str
    file: str
    labels: str
    """The column with the accepted codes, separated by `|`; empty: no code as narrow as these is right."""
    knowledge: str
    part: Callable[[Taxonomy, int], str]
    """The code of a concept at the level of the labels; empty where the concept is wider."""

    @property
    def is_blind(self) -> bool:
        """Whether the whole set was labelled before the rules it measures, and measured before it was looked at."""
        return "blind_" in self.file


def minor(taxonomy: Taxonomy, concept: int) -> str:
    """The minor group of an occupation of the SOC, by its first digits."""
    code = taxonomy.ids[concept]
    return "" if code[3:7] == "0000" else code[:4]


def three(taxonomy: Taxonomy, concept: int) -> str:
    """The three digits of an ISCO code."""
    digits = taxonomy.ids[concept].partition(".")[0]
    return digits[:3] if digits.isdigit() and len(digits) >= 3 else ""


def country(taxonomy: Taxonomy, concept: int) -> str:
    """The country of a place."""
    return next((taxonomy.ids[c] for c in taxonomy.path_to_root(concept) if taxonomy.ids[c].isalpha()), "")


def division(taxonomy: Taxonomy, concept: int) -> str:
    """The first-level division of a place."""
    return next((taxonomy.ids[c] for c in reversed(taxonomy.path_to_root(concept)) if "-" in taxonomy.ids[c]), "")


def category(taxonomy: Taxonomy, concept: int) -> str:
    """The category of a disease: the three characters its code begins with."""
    code = taxonomy.ids[concept]
    return "" if "-" in code or code.startswith("Chapter") else code[:3]


_ASKED: dict[str, tuple[tuple[str, str, str, Callable[[Taxonomy, int], str]], ...]] = {
    "titles": (
        ("SOC minor group", "soc", "soc", minor),
        ("ISCO three digits, esco", "isco", "esco", three),
        ("ISCO three digits, occupations", "isco", "occupations", three),
    ),
    "diagnoses": (
        ("ICD-10 category", "icd10", "icd10", category),
        ("ICD-10-CM category", "icd10", "icd10cm", category),
    ),
    "places": (
        ("country", "country", "places", country),
        ("division", "division", "places", division),
    ),
}
"""What is measured of a set, by what it is of: its name, the labels, the vocabulary, and the part of a code."""


def _tasks(name: str, file: str = "", of: str = "") -> Iterator[Task]:
    """The tasks of one set, whose file and content are mostly said by its name."""
    for what, labels, knowledge, part in _ASKED[of or name.split()[-1]]:
        yield Task(f"{name}, {what}", f"{file or name.replace(' ', '_')}.csv", labels, knowledge, part)


_NUMBERS = ["second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"]
_BLIND = {"titles": 2, "places": 11, "diagnoses": 10}
"""How many numbered sets there are, the second first."""
TASKS = (
    *_tasks("titles"),
    *_tasks("diagnoses"),
    *_tasks("places"),
    *_tasks("British titles", "uk_titles"),
    *_tasks("ward diagnoses"),
    *_tasks("blind British titles", "blind_uk_titles"),
    *_tasks("blind US titles", "blind_us_titles"),
    *_tasks("blind places"),
    *_tasks("blind diagnoses"),
    *(task for of, many in _BLIND.items() for number in _NUMBERS[:many] for task in _tasks(f"{number} blind {of}")),
    *_tasks("columns of towns", "town_columns", "places"),
)


class Coded(NamedTuple):
    """A labelled value, the code it was given, and how surely."""

    value: str
    accepted: frozenset[str]
    code: str
    score: float

    @property
    def right(self) -> bool:
        """Whether the code is an accepted one."""
        return self.code in self.accepted


def held_back(value: str) -> bool:
    """Whether a value belongs to the half that nothing is tuned on."""
    return hashlib.sha256(value.encode()).digest()[-1] % 2 == 1


class Labelled(NamedTuple):
    """A value with its accepted codes, and the column it stands in where the others of it tell what it means."""

    value: str
    accepted: frozenset[str]
    column: str


def labelled(task: Task, *, held: bool | None) -> list[Labelled]:
    """The values of one half of a set, or of both."""
    with (DATA / task.file).open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if held is None or held_back(row["value"]) == held]
    return [
        Labelled(row["value"], frozenset(filter(None, row[task.labels].split("|"))), row.get("column", ""))
        for row in rows
    ]


def coded(task: Task, *, held: bool | None) -> list[Coded]:
    """What the vocabulary says of each value; a match below the least score is none. A column is read as a whole."""
    columns: dict[str, list[Labelled]] = {}
    for one in labelled(task, held=held):
        columns.setdefault(one.column, []).append(one)
    taxonomy = load(task.knowledge)
    found: list[Coded] = []
    for column, asked in columns.items():
        every = labelled(task, held=None) if column else asked
        values = list(dict.fromkeys(one.value for one in every if one.column == column))
        meanings = map_column(values, np.ones(len(values)), taxonomy, attribute="column")
        told = dict(zip(values, zip(meanings.concepts.tolist(), meanings.scores.tolist(), strict=True), strict=True))
        for one in asked:
            concept, score = told[one.value]
            code = task.part(taxonomy, concept) if concept >= 0 else ""
            if one.accepted or task.labels != "division":  # divisions of the others were not looked up
                found.append(Coded(one.value, one.accepted, code, score))
    return found


def quality(found: Sequence[Coded]) -> tuple[float, float]:
    """Precision among the values that got a code, and recall among those that have one."""
    given = [one for one in found if one.code]
    right = sum(one.right for one in given)
    return right / max(len(given), 1), right / max(sum(bool(one.accepted) for one in found), 1)


def fitted(tasks: Iterable[Task]) -> np.ndarray:
    """The weights of a logistic model of whether a vote is right, by Newton's method."""
    rows, right = [], []
    for task in tasks:
        taxonomy, matcher = load(task.knowledge), matcher_of(load(task.knowledge))
        assert isinstance(matcher, VoteMatcher)
        for value, accepted, _ in labelled(task, held=False):
            for concept, share in matcher.electorate.votes(value).items():
                code = task.part(taxonomy, concept)
                above = taxonomy.parents(concept)
                top = not above.size or task.part(taxonomy, int(above[0])) != code
                if code and top and share > 0.1:
                    share = min(max(share, 0.01), 0.99)
                    rows.append([1.0, math.log(share / (1 - share))])
                    right.append(code in accepted)
    table, answers = np.array(rows), np.array(right, float)
    weights = np.zeros(2)
    for _ in range(30):
        chance = 1 / (1 + np.exp(-table @ weights))
        curvature = (table * (chance * (1 - chance))[:, None]).T @ table + 1e-3 * np.eye(2)
        weights = weights + np.linalg.solve(curvature, table.T @ (answers - chance) - 1e-3 * weights)
    return weights


def main() -> None:
    """Print precision and recall of both halves."""
    print("| set | half | values | precision | recall |\n|---|---|---|---|---|")
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    for task in TASKS:
        if words and not any(word in task.name for word in words):
            continue
        for held in (None,) if task.is_blind else (False, True):
            found = coded(task, held=held)
            shares = " | ".join(f"{share:.3f}" for share in quality(found))
            print(f"| {task.name} | {HALVES[held]} | {len(found)} | {shares} |")
            if "--wrong" in sys.argv and held is False:
                for one in sorted((one for one in found if not one.right), key=lambda one: -one.score):
                    if one.code or one.accepted:
                        print(f"    {one.score:.2f} {one.value!r}: {one.code}, not {'|'.join(sorted(one.accepted))}")
    if "--fit" in sys.argv:
        for names in (("soc", "occupations", "esco"), ("soc",), ("esco",), ("occupations",), ("icd10",), ("icd10cm",)):
            print(
                names, fitted(task for task in TASKS if task.knowledge in names and not task.is_blind).round(2).tolist()
            )


if __name__ == "__main__":
    main()
