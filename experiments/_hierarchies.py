"""Columns, their ideal hierarchies and worse ones, and what data lose that are generalised with them."""

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from experiments._data import INSURANCE, INSURANCE_COLUMNS, Data, load, there
from semblant.hierarchy.build import Form, build
from semblant.hierarchy.candidates import candidates
from semblant.hierarchy.gsl import Score, scored
from semblant.hierarchy.meaning import MappedHierarchy, mapped_as
from semblant.hierarchy.vgh import Hierarchy
from semblant.knowledge.sources import load as load_knowledge
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.model import Policy
from semblant.release.pipeline import read_input
from semblant.shapes.table import TableShape
from semblant.space.reader import Reader
from semblant.space.reading import Library, read_columns

COLUMNS = {
    "survey": ("reason", "activity"),
    "adult": ("occupation", "native-country"),
    "german": ("purpose",),
    **dict.fromkeys(INSURANCE, INSURANCE_COLUMNS),
}
CANDIDATES = 100


@cache
def wordnet() -> Taxonomy:
    """The knowledge that builds and judges."""
    return load_knowledge("wordnet")


def columns() -> list[tuple[str, str]]:
    """Every column of words in the data that are there."""
    return [(data, column) for data in there(*COLUMNS) for column in COLUMNS[data]]


@dataclass(frozen=True, eq=False)
class Domain:
    """A column's values by meaning: how often each occurs, and its concept."""

    values: tuple[str, ...]
    counts: NDArray[np.int64]
    concepts: tuple[int, ...]

    @property
    def meanings(self) -> dict[str, int]:
        """The concept of every value."""
        return dict(zip(self.values, self.concepts, strict=True))

    def ideal(self, **how: Any) -> MappedHierarchy:
        """The hierarchy that WordNet gives."""
        made = build(self.values, wordnet(), Form(**{"even": False, **how}), concepts=self.concepts)
        return mapped_as(made, wordnet(), self.meanings)

    def sampled(self, share: float, seed: int) -> "Domain":
        """A random part of the records."""
        rng = np.random.default_rng(seed)
        drawn = rng.multivariate_hypergeometric(self.counts, max(2, int(self.counts.sum() * share)))
        there = np.flatnonzero(drawn)
        return Domain(tuple(self.values[i] for i in there), drawn[there], tuple(self.concepts[i] for i in there))


def readers_of(data: Data) -> dict[str, Reader]:
    """The semantic columns of a data set, read."""
    policy = Policy.model_validate(data.keys)
    found = read_columns(data.table, policy, Library(policy, data.base))
    return {reader.name: reader for reader in found if reader.taxonomy is not None}


@lru_cache(maxsize=32)
def domain(data: str, column: str, records: int | None = None) -> Domain:
    """A column by its values; spellings of one concept are one value, written as most do."""
    reader = readers_of(load(data, records))[column]
    counts: dict[str, int] = {}
    for text, count in zip(reader.column.values, reader.column.counts.tolist(), strict=True):
        written = reader.written(reader.point_of(text))
        counts[written] = counts.get(written, 0) + count
    concepts = [reader.point_of(text).concept for text in counts]
    return Domain(tuple(counts), np.array(list(counts.values()), np.int64), tuple(concepts))


@lru_cache(maxsize=32)
def ranked(data: str, column: str, measure: str, seed: int, number: int, records: int | None = None) -> list[Score]:
    """Candidates for a column, best score first; made up anew for every seed."""
    own = domain(data, column, records)
    made = candidates(own.ideal(), number, seed=seed)
    return sorted((scored(mapped_as(c, wordnet(), own.meanings), measure) for c in made), key=lambda s: s.score)


def ready_with(data: Data, hierarchies: Mapping[str, Hierarchy], keys: Mapping[str, Any]) -> TableShape:
    """A table whose columns have hierarchies, ready for a method that generalises."""
    attributes = {n: dict(a) if isinstance(a, dict) else a for n, a in data.keys["attributes"].items()}
    with tempfile.TemporaryDirectory() as folder:
        for i, (name, hierarchy) in enumerate(hierarchies.items()):
            path = Path(folder) / f"{i}.csv"
            hierarchy.write(path)
            attributes[name] = {**attributes[name], "hierarchy": str(path)}
        policy = Policy.model_validate(
            {**data.keys, "combine": "mean", "rare": "publish", **keys, "attributes": attributes}
        )
        return read_input(data.table, policy, data.base)
