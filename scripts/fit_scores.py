"""Fit the weights of match scores on the labelled values.

    python -m scripts.fit_scores

Prints the table WEIGHTS of ``semblant/terms/score.py``: a logistic regression, drawn towards weights that were guessed
before, so that a feature of which the labels say little keeps its guess. Then, for every labelled set, how often the
matches that are taken in it are right, and the certain ones, when the weights are those of all the other sets, and what
each least score would give in the sets of strangers.

Scores have to tell how often matches are right in columns of people who do not know our lists. So sets of strangers
count most; sets that our lists were written or mended with count with these lists hidden (titles both ways, as few of
the jobs were mended), and the guesses for listed words say how often these were right when strangers' sets were first
measured.
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
from semblant.terms.match import LEAST_OF_WORDS, Match

RIDGE = 10.0
"""How strongly weights are drawn towards the guesses."""
GUESSED = {
    "constant": 1.9, "plural": -0.1, "part": -0.8, "stemmed": -3.0, "abbreviation": -1.0, "title": -0.6,
    "everyday": -0.2, "edition": -0.8, "trimmed": -0.6, "head": -0.5, "head, open": -2.0, "head, outside": -1.0,
    "modified": -0.5, "modifiers": -0.3, "words left": -0.3, "several": -0.5, "without measures": -0.3,
    "general, listed": -1.5, "outside, named": -1.0, "clause": -1.0, "negated": -1.5, "job": 0.5, "built": -1.0,
    "left out": -1.0, "aside": -0.5, "general": -2.0, "general job": -1.0, "later sense": -0.5,
    "later sense, whole": -0.2, "rivals": -0.7, "rivals, open": -0.5, "first of rivals": 0.2,
    "first of rivals, open": 0.2, "fits": 0.7, "unusual": -1.2, "clean, open": 1.0, "outside": -0.5,
    "outside, one sense": 1.2, "outside, strict": -3.5, "individual": -2.5, "short": -0.8, "phrase": -0.5,
    "vocabulary": 2.7,
}  # fmt: skip


STRANGERS = tuple(
    f"{which}_{what}.csv"
    for which in measure_columns.STRANGERS[: measure_columns.STRANGERS.index("fifteenth")]
    for what in ("phrases", "titles")
)
"""Sets of strangers, which say most of what others write."""
_OF_STRANGERS = 4.0  # how often a value of these counts
_OF_OURS = 0.3  # and one of our own sets, by which the rules were made
_LEAST_STEP = 1e-6
_OUTSIDE = list(score.WEIGHTS).index("outside, one sense")


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

    @property
    def counts(self) -> float:
        """How much it counts when weights are fitted: lists were mended with the sets, those of jobs by few values."""
        if self.where in measure_columns.UNSEEN:
            return 0.0
        if (
            self.where in STRANGERS and self.features[_OUTSIDE] > 0
        ):  # of these our lists have what columns mean otherwise
            return _OF_STRANGERS if self.listed else 0.0
        if self.where in STRANGERS:
            halved = self.where.endswith("titles.csv")
            return _OF_STRANGERS / 2 if halved else 0.0 if self.listed else _OF_STRANGERS
        return 0.0 if self.listed and written(self.where) else _OF_OURS


def written(where: str) -> bool:
    """Whether a set has values that people wrote."""
    return where.endswith(("phrases.csv", "titles.csv"))


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
                    found.append(Example(where, row, right))
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
        unlisted = [one._replace(listed=False) for one in examples(taxonomy) if written(one.where)]
    return found + unlisted


def fitted(found: list[Example]) -> Floats:
    """The weights by Newton's method, drawn towards the guesses."""
    rows, right = np.array([one.features for one in found]), np.array([one.right for one in found], float)
    counts = np.array([one.counts for one in found])
    prior = np.array([GUESSED[name] for name in score.WEIGHTS])
    weights = prior.copy()

    def loss(tried: Floats) -> float:
        odds = rows @ tried
        return float(counts @ (np.logaddexp(0, odds) - right * odds) + RIDGE / 2 * np.sum((tried - prior) ** 2))

    for _ in range(50):
        chance = 1 / (1 + np.exp(-rows @ weights))
        gradient = rows.T @ (counts * (right - chance)) - RIDGE * (weights - prior)
        curvature = (rows * (counts * chance * (1 - chance))[:, None]).T @ rows + RIDGE * np.eye(len(weights))
        step, way = 1.0, np.linalg.solve(curvature, gradient)
        while step > _LEAST_STEP and loss(weights + step * way) > loss(weights):
            step /= 2
        weights = weights + step * way
    return weights


def set_of(where: str) -> str:
    """The set that a file belongs to: ``tenth`` of ``tenth_titles.csv``."""
    return where.partition("_")[0]


def score_of(one: Example, weights: Floats) -> float:
    """The chance that a guess is right, by some weights."""
    return float(1 / (1 + np.exp(-np.dot(one.features, weights))))


def told(called: str, found: list[Example], weights: Floats) -> str:
    """A line of the table: how many of some guesses are taken with some weights, and how many are right."""
    chance = 1 / (1 + np.exp(-np.array([one.features for one in found]) @ weights))
    right = np.array([one.right for one in found])
    figures = [called, str(len(found))]
    for least in (LEAST_OF_WORDS, score.CERTAIN):
        taken = chance >= least
        shares = [f"{one[taken].mean():.2f}" if taken.any() else "-" for one in (chance, right)]
        figures += [str(int(taken.sum())), *(shares if least == LEAST_OF_WORDS else shares[1:])]
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
    left_out: dict[str, list[tuple[float, bool]]] = {}
    for where, listed in dict.fromkeys((one.where, one.listed) for one in found):
        weights = fitted([one for one in found if set_of(one.where) != set_of(where)])
        left = [one for one in found if (one.where, one.listed) == (where, listed)]
        print(told(where if listed else f"{where}, lists hidden", left, weights))
        if where in STRANGERS and not listed:
            kept = left_out.setdefault("titles" if where.endswith("titles.csv") else "others", [])
            kept += [(score_of(one, weights), one.right) for one in left]
    print("| least score | of | taken | mean score | right |", "|---|---|---|---|---|", sep="\n")
    for called, scored in left_out.items():
        for least in (0.5, 0.6, 0.7, 0.8, 0.9):
            taken = np.array([one for one in scored if one[0] >= least])
            mean, right = taken.mean(axis=0)
            print(f"| {least} | {called}, lists hidden | {len(taken)} | {mean:.2f} | {right:.2f} |")


if __name__ == "__main__":
    main()
