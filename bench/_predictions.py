"""What scores of hierarchies predict: columns of Insurance and Adult, generalised with a hundred candidates each."""

import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import polars as pl
from scipy.stats import spearmanr

from semblant.data.read import read
from semblant.data.table import Table
from semblant.hierarchy import candidates as spoiling
from semblant.hierarchy.build import Form, build
from semblant.hierarchy.candidates import candidates
from semblant.hierarchy.gsl import scored
from semblant.hierarchy.meaning import MappedHierarchy, mapped_as
from semblant.knowledge.sources import load
from semblant.knowledge.taxonomy import Taxonomy
from semblant.terms.explicit import read_mapping
from semblant.terms.mapping import map_column

DATA = Path(os.environ.get("DATA", "../shared/data"))
INSURANCE = {"Gauss": "insurance10K_Occup_Gauss_RiskClass.csv", "Uniform": "insurance10K_Occup_Uniform_SalaryClass.csv"}
COLUMNS = ("occupation", "workplace", "activity", "place")
MEASURES = ("wu-palmer", "leacock-chodorow")
KS = range(2, 101)
SEEDS = [int(seed) for seed in os.environ.get("SEEDS", ",".join(map(str, range(101, 111)))).split(",")]


@cache
def wordnet() -> Taxonomy:
    """The vocabulary for building and scoring."""
    return load("wordnet")


# --- columns ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Domain:
    """A column's values, how often each occurs, and what each means."""

    name: str
    values: tuple[str, ...]
    counts: np.ndarray
    concepts: tuple[int, ...]

    def sampled(self, share: float) -> "Domain":
        """A random part of the records, always the same."""
        drawn = np.random.default_rng(5).multivariate_hypergeometric(self.counts, int(self.counts.sum() * share))
        there = np.flatnonzero(drawn)
        pick = [self.values[i] for i in there], drawn[there], [self.concepts[i] for i in there]
        return Domain(self.name, tuple(pick[0]), pick[1], tuple(pick[2]))

    @property
    def meanings(self) -> dict[str, int]:
        """The concept of every value."""
        return dict(zip(self.values, self.concepts, strict=True))

    def built(self, *, even: bool = True) -> MappedHierarchy:
        """The hierarchy that WordNet gives: with even levels, or its minimal taxonomy, the ideal VGH of the paper."""
        made = build(self.values, wordnet(), Form(even=even), concepts=self.concepts)
        return mapped_as(made, wordnet(), self.meanings)


@cache
def insurance(part: str) -> Table:
    """One of the two Insurance files, with names for its columns."""
    names = ["gender", "age", "decade", *COLUMNS, "class"]
    frame = pl.read_csv(DATA / "insurance" / INSURANCE[part], has_header=False, new_columns=names, infer_schema=False)
    return Table(frame)


def domains() -> list[Domain]:
    """The columns of both data sets that are compared by meaning."""
    explicit = read_mapping(DATA / "adult" / "mapping.csv")
    adult = read(DATA / "adult" / "adult.csv")
    wanted = [(f"{part} {name}", insurance(part), name) for part in INSURANCE for name in COLUMNS]
    wanted += [(f"Adult {name}", adult, name) for name in ("occupation", "native-country")]
    found = []
    for title, table, name in wanted:
        column = table.column(name)
        meant = map_column(column.values, column.counts, wordnet(), attribute=name, explicit=explicit)
        found.append(Domain(title, column.values, column.counts, tuple(meant.concepts.tolist())))
    return found


# --- one column: what a score predicts ------------------------------------------------------------


@dataclass(frozen=True)
class Trial:
    """The scores of the built hierarchy and of a hundred candidates, and what data lose with them, over all k."""

    scores: np.ndarray
    sse: np.ndarray
    semiloss: np.ndarray


def trial(domain: Domain, measure: str, seed: int, bound: float = 0.9) -> Trial:
    """Generalise one column with every candidate: the lowest level where every class has k (Datafly)."""
    rows = []
    for candidate in (domain.built().hierarchy, *candidates(domain.built(even=False), 100, seed=seed, bound=bound)):
        found = scored(mapped_as(candidate, wordnet(), domain.meanings), measure)
        smallest = [
            int(np.bincount(np.unique(level, return_inverse=True)[1], domain.counts).min()) for level in candidate.paths
        ]
        lost = np.vstack([np.zeros(len(domain.values)), found.losses])
        sse, total = lost**2 @ domain.counts, lost @ domain.counts / domain.counts.sum()
        level = [next(i for i, size in enumerate([*smallest, k]) if size >= k) for k in KS]
        gone = found.farthest**2 * domain.counts.sum(), found.farthest
        rows.append([found.score, sum([*sse, gone[0]][i] for i in level), sum([*total, gone[1]][i] for i in level)])
    return Trial(*np.array(rows).T)


def spearman() -> dict[str, list[Trial]]:
    """Print how well scores order candidates by what data lose with them."""
    trials: dict[str, list[Trial]] = {measure: [] for measure in MEASURES}
    for share, title in ((1.0, "whole data"), (0.1, "a tenth of the records")):
        print(f"\nSpearman over 100 candidates, k = 2 to 100, {title}: mean of {len(SEEDS)} seeds (least)\n")
        print("| column | W&P, SSE | W&P, SemILoss | L&C, SSE | L&C, SemILoss |\n|---|---|---|---|---|")
        means = []
        for domain in domains():
            part = domain.sampled(share) if share < 1 else domain
            if part.counts.min() >= max(KS):
                print(f"| {domain.name} | every value occurs {part.counts.min()} times or more: nothing to do | | | |")
                continue
            cells = []
            for measure in MEASURES:
                made = [trial(part, measure, seed) for seed in SEEDS]
                trials[measure] += made
                for lost in ("sse", "semiloss"):
                    cells.append([spearmanr(t.scores[1:], getattr(t, lost)[1:]).statistic for t in made])
            means.append([np.mean(c) for c in cells])
            print(
                f"| {domain.name} | " + " | ".join(f"{np.mean(c):.2f} ({np.min(c):.2f})" for c in cells) + " |",
                flush=True,
            )
        print("| **mean** | " + " | ".join(f"**{m:.3f}**" for m in np.mean(means, axis=0)) + " |")
        print("| least | " + " | ".join(f"{m:.2f}" for m in np.min(means, axis=0)) + " |")
    return trials


def strengths() -> None:
    """Print how that changes where candidates are worse or better than ours."""
    print(f"\nOther strengths of spoiling, whole data, Wu & Palmer, SSE, seeds {SEEDS[:2]}: mean and least column\n")
    print("| levels removed | groups mixed | labels replaced within | mean | least |\n|---|---|---|---|---|")
    ours = spoiling.REMOVED, spoiling.MIXED
    some = [domain for domain in domains() if domain.counts.min() < max(KS)]
    for removed, mixed, bound in (
        (0.2, 0.05, 0.9), (0.1, 0.05, 0.9), (0.4, 0.05, 0.9), (0.2, 0.0, 0.9), (0.2, 0.1, 0.9), (0.2, 0.2, 0.9),
        (0.2, 0.05, 0.45), (0.2, 0.05, 1.0), (0.0, 0.0, 0.9),
    ):  # fmt: skip
        spoiling.REMOVED, spoiling.MIXED = removed, mixed
        found = []
        for domain in some:
            made = [trial(domain, "wu-palmer", seed, bound) for seed in SEEDS[:2]]
            found.append(np.mean([spearmanr(t.scores[1:], t.sse[1:]).statistic for t in made]))
        print(f"| {removed:g} | {mixed:g} | {bound:g} | {np.mean(found):.3f} | {np.min(found):.2f} |", flush=True)
    spoiling.REMOVED, spoiling.MIXED = ours


def rating(trials: dict[str, list[Trial]]) -> None:
    """Print the losses of hierarchies by the ratio of their score to the built one's."""
    print(
        "\nLoss (SSE) against that of the built hierarchy, by ratio of scores: quartiles over all columns and seeds\n"
    )
    print("| ratio | W&P: lower | median | upper | L&C: lower | median | upper |\n|---|---|---|---|---|---|---|")
    pairs = {}
    for measure, made in trials.items():
        ratio = np.concatenate([t.scores[1:] / t.scores[0] for t in made])
        lost = np.concatenate([t.sse[1:] / t.sse[0] for t in made])
        pairs[measure] = ratio, lost
    for low, high in ((0, 1.4), (1.4, 1.6), (1.6, 1.8), (1.8, 2), (2, 2.5), (2.5, 99)):
        cells = []
        for ratio, lost in pairs.values():
            some = lost[(ratio > low) & (ratio <= high)]
            cells += [f"{q:.2f}" for q in np.quantile(some, [0.25, 0.5, 0.75])] if len(some) > 20 else ["–"] * 3
        print(f"| {low:g} to {high:g} | " + " | ".join(cells) + " |")
    for measure, made in trials.items():
        score_only = np.concatenate([t.scores[1:] for t in made])
        ratio, lost = pairs[measure]
        by = [f"{name} {spearmanr(x, lost).statistic:.2f}" for name, x in (("score", score_only), ("ratio", ratio))]
        print(f"\n{measure}: Spearman with that loss, all columns together: {', '.join(by)}")
