"""Measure how well texts are mapped, by the hand-labelled sets in ``tests/data/terms``.

    python scripts/measure_terms.py [REFERENCE]

Prints the tables of ``docs/accuracy.md``. ``REFERENCE`` is a folder with the Adult and Insurance data, which are not
ours to ship; without it their lines are left out.
"""

import csv
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from semblant.knowledge.sources import load
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.model import Sense
from semblant.terms.explicit import read_mapping
from semblant.terms.freetext import map_texts
from semblant.terms.mapping import map_column, matcher_of
from semblant.terms.phrases import Chunker
from semblant.terms.suggest import Suggestions

LABELLED = Path(__file__).parents[1] / "tests" / "data" / "terms"
SETS = {"labelled.csv": "labelled", "heldout.csv": "held out", "heldout2.csv": "held out 2"}
"""The files of labelled texts, and what each is called."""
INSURANCE = ("gender", "years", "age", "occupation", "workplace", "activity", "place", "class")

Column = dict[str, set[int]]
"""The concepts that are right for each value of a column."""


class Found(NamedTuple):
    """How many labelled concepts were found, and how many found phrases are right."""

    wanted: int = 0
    found: int = 0
    """Labelled concepts among the senses of a phrase."""
    chosen: int = 0
    """Labelled concepts that are the very sense chosen for a phrase."""
    phrases: int = 0
    right: int = 0
    right_chosen: int = 0

    @property
    def shares(self) -> tuple[float, float, float, float]:
        """Recall and precision by the senses a phrase can have, then by the sense chosen."""
        return (
            self.found / self.wanted,
            self.right / self.phrases,
            self.chosen / self.wanted,
            self.right_chosen / self.phrases,
        )

    def plus(self, other: "Found") -> "Found":
        """Both together."""
        return Found(*(a + b for a, b in zip(self, other, strict=True)))


def rows(name: str) -> list[dict[str, str]]:
    """A labelled file."""
    with (LABELLED / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def concepts(taxonomy: Taxonomy, cell: str) -> list[set[int]]:
    """Labelled concepts: separated by `;`, each with equally correct ones after `|`."""
    return [{taxonomy.index(term) for term in one.split("|")} for one in cell.split(";") if one]


def phrase_quality(
    taxonomy: Taxonomy, chunker: Chunker | None = None, file: str = "labelled.csv", sense: Sense = "context"
) -> dict[str, Found]:
    """What is found in the labelled texts, read as one column: by kind of text, in `all`, and `spelt right`."""
    labelled = rows(file)
    texts = [row["text"] for row in labelled]
    mapped_texts = map_texts(texts, np.ones(len(texts)), taxonomy, attribute="text", sense=sense, chunker=chunker)
    totals: dict[str, Found] = defaultdict(Found)
    for i, row in enumerate(labelled):
        wanted = concepts(taxonomy, row["concepts"])
        places = [p for p in mapped_texts.of(i).tolist() if mapped_texts.phrases.concepts[p] >= 0]
        senses = [{m.concept for m in mapped_texts.phrases.readings[p]} for p in places]
        chosen = [int(mapped_texts.phrases.concepts[p]) for p in places]
        one = Found(
            len(wanted),
            sum(any(w & s for s in senses) for w in wanted),
            sum(any(c in w for c in chosen) for w in wanted),
            len(places),
            sum(any(w & s for w in wanted) for s in senses),
            sum(any(c in w for w in wanted) for c in chosen),
        )
        for kind in (row["kind"], "all", *(["spelt right"] if row["kind"] != "misspelling" else [])):
            totals[kind] = totals[kind].plus(one)
    return totals


def suggestion_quality(taxonomy: Taxonomy) -> tuple[int, int, int]:
    """Misspelt words, those whose first suggestion is right, and those where one of five is."""
    suggestions = Suggestions(matcher_of(taxonomy))
    words = [row for row in rows("labelled.csv") if row["kind"] == "misspelling" and " " not in row["text"]]
    first = among = 0
    for row in words:
        (wanted,) = concepts(taxonomy, row["concepts"])
        terms = [taxonomy.senses(term) for term, _ in suggestions.terms(row["text"].lower(), 5)]
        first += bool(terms) and bool(wanted & set(terms[0]))
        among += any(wanted & set(senses) for senses in terms)
    return len(words), first, among


def own_columns(taxonomy: Taxonomy, file: str = "columns.csv") -> dict[str, Column]:
    """The labelled columns that are shipped."""
    columns: dict[str, Column] = defaultdict(dict)
    for row in rows(file):
        columns[row["column"]][row["value"]] = _senses(taxonomy, row)
    return dict(columns)


def adult_columns(taxonomy: Taxonomy, reference: Path) -> dict[str, Column]:
    """Adult's values and what the mapping beside it says they mean."""
    said = read_mapping(reference / "adult" / "mapping.csv")
    columns: dict[str, Column] = defaultdict(dict)
    for (attribute, value), entry in said.items():
        columns[f"Adult, {attribute}"][value] = {taxonomy.index(entry.concept)}
    return dict(columns)


def insurance_columns(taxonomy: Taxonomy, reference: Path) -> dict[str, Column]:
    """Insurance's values with the senses we labelled; a value without a label has one sense only."""
    values: dict[str, set[str]] = defaultdict(set)
    for path in sorted((reference / "insurance").glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            for line in csv.reader(file):
                for name, value in zip(INSURANCE, line, strict=True):
                    values[name].add(value)
    columns: dict[str, Column] = {}
    for row in rows("insurance_senses.csv"):
        name = f"Insurance, {row['column']}"
        column = columns.setdefault(name, {v: set(taxonomy.senses(v)) for v in values[row["column"]]})
        column[row["value"]] = _senses(taxonomy, row)
    return columns


def _senses(taxonomy: Taxonomy, row: dict[str, str]) -> set[int]:
    senses = taxonomy.senses(row["value"])
    return {senses[int(n) - 1] for n in row["senses"].split("|")}


def sense_quality(taxonomy: Taxonomy, column: Column, sense: Sense) -> tuple[int, int]:
    """Ambiguous values that get a right sense, of those whose right sense is among the readings."""
    values = sorted(column)
    meanings = map_column(values, np.ones(len(values)), taxonomy, attribute="", sense=sense, min_score=0.0)
    right = total = 0
    for value, match, readings in zip(values, meanings.matches, meanings.readings, strict=True):
        possible = {m.concept for m in readings}
        if len(possible) > 1 and possible & column[value] and possible - column[value]:
            total += 1
            right += match.concept in column[value]
    return right, total


def print_table(head: Iterable[str], lines: Iterable[Iterable[object]]) -> None:
    """Print a Markdown table."""
    names = list(head)
    print("| " + " | ".join(names) + " |")
    print("|" + "---|" * len(names))
    for line in lines:
        print("| " + " | ".join(str(cell) for cell in line) + " |")
    print()


def main() -> None:
    """Print everything."""
    taxonomy = load("wordnet")
    chunkers: dict[str, Chunker | None] = {"default": None}
    try:
        from semblant.terms.tagger import spacy_chunks

        next(iter(spacy_chunks(["a word"])))
        chunkers["spaCy"] = spacy_chunks
    except Exception:
        print("(spaCy is not installed)\n")
    by_chunker = {name: phrase_quality(taxonomy, chunker) for name, chunker in chunkers.items()}
    lines: list[tuple[object, ...]] = []
    for file, texts_of in SETS.items():
        for name, chunker in chunkers.items():
            quality = phrase_quality(taxonomy, chunker, file)
            for which in ("all", "spelt right") if "misspelling" in quality else ("all",):
                found = quality[which]
                lines.append((texts_of, which, name, found.wanted, *(f"{share:.3f}" for share in found.shares)))
    print_table(
        ("set", "texts", "chunker", "concepts", "recall", "precision", "recall, sense", "precision, sense"), lines
    )
    texts = Counter(row["kind"] for row in rows("labelled.csv"))
    print_table(
        ("kind of text", "texts", "concepts", *(f"recall, {name}" for name in by_chunker)),
        (
            (kind, texts[kind], by_chunker["default"][kind].wanted,
             *(f"{q[kind].found / q[kind].wanted:.3f}" for q in by_chunker.values()))
            for kind in texts
        ),
    )  # fmt: skip
    words, first, among = suggestion_quality(taxonomy)
    print(f"Misspelt words: {words}; the first suggestion is right for {first}, one of five for {among}.\n")
    columns = own_columns(taxonomy)
    group = dict.fromkeys(columns, "our columns")
    for name, column in own_columns(taxonomy, "heldout_columns.csv").items():
        columns[f"{name}, held out"], group[f"{name}, held out"] = column, "held-out columns"
    if len(sys.argv) > 1:
        columns |= adult_columns(taxonomy, Path(sys.argv[1])) | insurance_columns(taxonomy, Path(sys.argv[1]))
    lines = []
    sums: dict[str, NDArrayOfCounts] = defaultdict(lambda: np.zeros(3, np.int64))
    for name, column in columns.items():
        first_right, total = sense_quality(taxonomy, column, "first")
        context_right, _ = sense_quality(taxonomy, column, "context")
        lines.append((name, total, first_right, context_right))
        sums[group.get(name) or name.partition(",")[0]] += (total, first_right, context_right)
    lines += [(f"**{name}, together**", *counts.tolist()) for name, counts in sums.items()]
    print_table(("column", "ambiguous values", "first sense right", "context right"), lines)


NDArrayOfCounts = np.ndarray[tuple[int], np.dtype[np.int64]]

if __name__ == "__main__":
    main()
