"""Fit the weights of match scores on the labelled values, without those held back.

    python scripts/fit_scores.py

Prints the table WEIGHTS of ``semblant/terms/score.py``: a logistic regression, drawn towards weights that were guessed
before, so that a feature of which the labels say little keeps its guess.
"""

from collections.abc import Iterator
from unittest import mock

import numpy as np

from scripts import measure_columns, measure_terms
from semblant.knowledge.sources import load
from semblant.knowledge.taxonomy import Taxonomy
from semblant.terms import mapping, score
from semblant.terms.freetext import map_texts
from semblant.terms.match import Match

RIDGE = 10.0
"""How strongly weights are drawn towards the guesses."""
GUESSED = {
    "constant": 2.6, "plural": -0.3, "part": -0.8, "stemmed": -3.0, "abbreviation": -0.6, "edition": -0.8,
    "trimmed": -0.6, "left out": -1.0, "rivals": -0.7, "rivals, open": -0.5, "first of rivals": 0.2,
    "first of rivals, open": 0.2, "fits": 0.7, "unusual": -1.2,
    "outside": -0.5,
    "outside, strict": -3.5, "individual": -2.5, "short": -0.8,
    "vocabulary": 2.0,
}  # fmt: skip


Labelled = tuple[mapping.Meanings, dict[str, set[int]]]
"""The meanings of a column, and the accepted concepts of each value."""


def labelled_columns(taxonomy: Taxonomy) -> Iterator[Labelled]:
    """Every labelled column, and the phrases of the labelled texts."""
    columns: list[tuple[str, dict[str, set[int]]]] = []
    for name in measure_columns.VALUES.values():
        for column, labels in measure_columns.read_set(name).items():
            wanted = {v: {taxonomy.index(t) for t in terms.split("|") if t} for v, terms in labels.items()}
            columns.append((column, wanted))
    for file in ("columns.csv", "heldout_columns.csv"):
        columns += measure_terms.own_columns(taxonomy, file).items()
    for column, wanted in columns:
        values = sorted(wanted)
        yield mapping.map_column(values, np.ones(len(values)), taxonomy, attribute=column), wanted
    for file in measure_terms.SETS:
        rows = measure_terms.rows(file)
        mapped = map_texts([row["text"] for row in rows], np.ones(len(rows)), taxonomy, attribute="text")
        wanted = {}
        for i, row in enumerate(rows):
            accepted = set().union(*measure_terms.concepts(taxonomy, row["concepts"]))
            for place in mapped.of(i).tolist():
                wanted.setdefault(mapped.phrases.values[place], set()).update(accepted)
        yield mapped.phrases, wanted


def examples(taxonomy: Taxonomy, *, held: bool) -> tuple[np.ndarray, np.ndarray]:
    """The features of every scored guess of one half, and whether it is right."""
    seen: dict[int, tuple[Match, dict[str, float]]] = {}  # by identity; the match is kept so that it stays unique

    def noted(match: Match, evidence: score.Evidence) -> Match:
        made = score.scored(match, evidence)
        seen[id(made)] = made, score.features(match, evidence)
        return made

    rows, right = [], []
    with mock.patch.object(mapping, "scored", noted):
        for meanings, wanted in labelled_columns(taxonomy):
            for value, guess in zip(meanings.values, meanings.guesses, strict=True):
                if id(guess) in seen and measure_columns.held_back(value) == held:
                    rows.append([seen[id(guess)][1][name] for name in score.WEIGHTS])
                    right.append(measure_columns.is_right(taxonomy, guess.concept, wanted[value]))
    return np.array(rows), np.array(right, float)


def fitted(rows: np.ndarray, right: np.ndarray) -> np.ndarray:
    """The weights by Newton's method, drawn towards the guesses."""
    prior = np.array([GUESSED[name] for name in score.WEIGHTS])
    weights = prior.copy()
    for _ in range(50):
        chance = 1 / (1 + np.exp(-rows @ weights))
        gradient = rows.T @ (right - chance) - RIDGE * (weights - prior)
        curvature = (rows * (chance * (1 - chance))[:, None]).T @ rows + RIDGE * np.eye(len(weights))
        weights = weights + np.linalg.solve(curvature, gradient)
    return weights


def main() -> None:
    """Print the weights."""
    taxonomy = load("wordnet")
    rows, right = examples(taxonomy, held=False)
    weights = fitted(rows, right)
    for name, weight in zip(score.WEIGHTS, weights, strict=True):
        print(f'    "{name}": {weight:.1f},')
    print(f"{len(right)} examples, {right.mean():.3f} of them right")


if __name__ == "__main__":
    main()
