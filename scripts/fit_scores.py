"""Fit the weights of match scores on the labelled values.

    python -m scripts.fit_scores

Prints the table WEIGHTS of ``semblant/terms/score.py``: a logistic regression, drawn towards weights that were guessed
before, so that a feature of which the labels say little keeps its guess. Then, for every labelled set, how often the
matches that are taken in it are right, and the certain ones, when the weights are those of all the other sets.

Scores have to tell how often matches are right in columns of people who do not know our lists. So sets of strangers
count most, and only the halves that served development; sets that our lists were written or mended with count only
with these lists hidden.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple
from unittest import mock

import numpy as np

from scripts import measure_columns, measure_terms
from semblant.arrays import Floats
from semblant.knowledge.sources import load
from semblant.knowledge.taxonomy import Taxonomy
from semblant.terms import jobs, mapping, score, wordlists
from semblant.terms.freetext import map_texts
from semblant.terms.match import Match

RIDGE = 10.0
"""How strongly weights are drawn towards the guesses."""
GUESSED = {
    "constant": 1.9, "plural": -0.1, "part": -0.8, "stemmed": -3.0, "abbreviation": -0.3, "title": 0.0,
    "everyday": -0.2, "edition": -0.8, "trimmed": -0.6, "head": -0.5, "head, open": -2.0, "head, outside": -1.0,
    "words left": -0.5,
    "clause": -1.0, "job": 0.5, "built": -1.0, "left out": -1.0, "general": -2.0,
    "general job": -1.0, "later sense": -0.5, "rivals": -0.7, "rivals, open": -0.5, "first of rivals": 0.2,
    "first of rivals, open": 0.2, "fits": 0.7, "unusual": -1.2, "outside": -0.5, "outside, strict": -3.5,
    "individual": -2.5, "short": -0.8, "phrase": -0.5, "vocabulary": 2.0,
}  # fmt: skip


_WRITTEN = ("phrases.csv", "titles.csv")
"""How the files end of values that people wrote."""
STRANGERS = ("eleventh_phrases.csv", "eleventh_titles.csv", "twelfth_phrases.csv", "twelfth_titles.csv")
"""Sets of strangers that no list was written or mended with; their other halves are held back."""
_OF_STRANGERS = 4.0  # how often a value of these counts


class Labelled(NamedTuple):
    """A labelled column."""

    where: str
    """The set that it belongs to."""
    meanings: mapping.Meanings
    wanted: dict[str, set[int]]
    """The accepted concepts of each value."""


class Example(NamedTuple):
    """A guess that was scored."""

    where: str
    features: list[float]
    right: bool
    listed: bool = True
    """Whether our lists could be used."""
    held: bool = False
    """Whether it belongs to the half of a set of strangers that weights must not know."""

    @property
    def counts(self) -> float:
        """How much it counts when weights are fitted."""
        if self.held or (self.listed and self.where.endswith(_WRITTEN) and self.where not in STRANGERS):
            return 0.0
        return _OF_STRANGERS if self.where in STRANGERS and self.listed else 1.0


def labelled_columns(taxonomy: Taxonomy) -> Iterator[Labelled]:
    """Every labelled column, and the phrases of the labelled texts."""
    columns: list[tuple[str, str, dict[str, set[int]]]] = []
    for name in (*measure_columns.VALUES.values(), *measure_columns.WHOLE_VALUES.values()):
        for column, labels in measure_columns.read_set(name).items():
            wanted = {v: {taxonomy.index(t) for t in terms.split("|") if t} for v, terms in labels.items()}
            columns.append((name, column, wanted))
    for name in ("columns.csv", "heldout_columns.csv"):
        columns += ((name, *column) for column in measure_terms.own_columns(taxonomy, name).items())
    for name, column, wanted in columns:
        values = sorted(wanted)
        meanings = mapping.map_column(values, np.ones(len(values)), taxonomy, attribute=column)
        yield Labelled(name, meanings, wanted)
    for name in measure_terms.SETS:
        rows = measure_terms.rows(name)
        mapped = map_texts([row["text"] for row in rows], np.ones(len(rows)), taxonomy, attribute="text")
        wanted = {}
        for i, row in enumerate(rows):
            accepted = set().union(*measure_terms.concepts(taxonomy, row["concepts"]))
            for place in mapped.of(i).tolist():
                wanted.setdefault(mapped.phrases.values[place], set()).update(accepted)
        yield Labelled(name, mapped.phrases, wanted)


def examples(taxonomy: Taxonomy) -> list[Example]:
    """The features of every scored guess, and whether it is right."""
    seen: dict[int, tuple[Match, dict[str, float]]] = {}  # by identity; the match is kept so that it stays unique

    def noted(match: Match, evidence: score.Evidence) -> Match:
        made = score.scored(match, evidence)
        seen[id(made)] = made, score.features(match, evidence)
        return made

    found = []
    with mock.patch.object(mapping, "scored", noted):
        for where, meanings, wanted in labelled_columns(taxonomy):
            for value, guess in zip(meanings.values, meanings.guesses, strict=True):
                if id(guess) in seen:
                    row = [seen[id(guess)][1][name] for name in score.WEIGHTS]
                    right = measure_columns.is_right(taxonomy, guess.concept, wanted[value])
                    held = where in STRANGERS and measure_columns.held_back(value)
                    found.append(Example(where, row, right, held=held))
    return found


@contextmanager
def lists_hidden() -> Iterator[None]:
    """Read without our everyday words and half of our jobs, as what a stranger writes is read that our lists lack."""
    rows, jobs_listed = wordlists._rows, jobs.table()
    half = {title: job for title, job in jobs_listed.items() if measure_columns.held_back(title)}
    kept = (mapping.matcher_of, wordlists.anywhere, wordlists.listed)
    for one in kept:
        one.cache_clear()
    with (
        mock.patch.object(wordlists, "_rows", lambda name: [] if name == "everyday.csv" else rows(name)),
        mock.patch.object(jobs, "table", return_value=half),
    ):
        yield
    for one in kept:
        one.cache_clear()


def all_examples(taxonomy: Taxonomy) -> list[Example]:
    """The examples of every set, and those of its columns a second time with our lists hidden."""
    found = examples(taxonomy)
    with lists_hidden():
        unlisted = [one._replace(listed=False) for one in examples(taxonomy) if one.where.endswith(_WRITTEN)]
    return found + unlisted


def fitted(found: list[Example]) -> Floats:
    """The weights by Newton's method, drawn towards the guesses."""
    rows, right = np.array([one.features for one in found]), np.array([one.right for one in found], float)
    counts = np.array([one.counts for one in found])
    prior = np.array([GUESSED[name] for name in score.WEIGHTS])
    weights = prior.copy()
    for _ in range(50):
        chance = 1 / (1 + np.exp(-rows @ weights))
        gradient = rows.T @ (counts * (right - chance)) - RIDGE * (weights - prior)
        curvature = (rows * (counts * chance * (1 - chance))[:, None]).T @ rows + RIDGE * np.eye(len(weights))
        weights = weights + np.linalg.solve(curvature, gradient)
    return weights


def told(called: str, found: list[Example], weights: Floats) -> str:
    """A line of the table: how many of some guesses are taken with some weights, and how many are right."""
    chance = 1 / (1 + np.exp(-np.array([one.features for one in found]) @ weights))
    right = np.array([one.right for one in found])
    figures = [called, str(len(found))]
    for least in (score.MIN_SCORE, score.CERTAIN):
        taken = chance >= least
        shares = [f"{one[taken].mean():.2f}" if taken.any() else "-" for one in (chance, right)]
        figures += [str(int(taken.sum())), *(shares if least == score.MIN_SCORE else shares[1:])]
    return f"| {' | '.join(figures)} |"


def main() -> None:
    """Print the weights, and how well those of other sets tell what is right in each."""
    found = all_examples(load("wordnet"))
    everything = fitted(found)
    for name, weight in zip(score.WEIGHTS, everything, strict=True):
        print(f'    "{name}": {weight:.1f},')
    print(
        "| set left out | guesses | taken | mean score | right | certain | right |",
        "|---|---|---|---|---|---|---|",
        sep="\n",
    )
    for where, listed in dict.fromkeys((one.where, one.listed) for one in found):
        weights = fitted([one for one in found if one.where != where])
        left = [one for one in found if (one.where, one.listed) == (where, listed) and not one.held]
        print(told(where if listed else f"{where}, lists hidden", left, weights))
    for where in STRANGERS:
        print(told(f"{where}, held back", [one for one in found if one.where == where and one.held], everything))


if __name__ == "__main__":
    main()
