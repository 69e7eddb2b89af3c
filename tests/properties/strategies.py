"""Random taxonomies, spaces and tables: ugly on purpose, small enough to be checked by hand.

``SEMBLANT_EFFORT=20 pytest tests/properties`` tries twenty times as many, others every time; without it the same
examples are tried at every run, so that a verdict belongs to the code and not to the day.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np
import polars as pl
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from semblant.catalogue import CATALOGUE
from semblant.data.table import Table
from semblant.hierarchy.choose import Chosen, fit, read_with_hierarchies
from semblant.knowledge.taxonomy import Taxonomy
from semblant.methods.job import Guide, Job, entry_of, guide_of
from semblant.policy.model import Policy, Source
from semblant.space.product import Product
from semblant.space.reading import Library, Readers
from semblant.space.tablespace import build_space

EFFORT = int(os.environ.get("SEMBLANT_EFFORT", "1"))

PROMISING = [name for name, entry in CATALOGUE["table"].items() if entry.k_anonymous]
"""The methods that give k-anonymity."""

OPTIONS = [
    Source(source="", depth=depth, counting=counting, root=root)
    for depth in ("longest", "shortest")
    for counting in ("nodes", "edges")
    for root in (True, False)
]
"""Every way in which a depth can be counted."""


def examples(number: int) -> settings:
    """How many examples a property is tried on."""
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large]
    return settings(
        max_examples=number * EFFORT, derandomize=EFFORT == 1, deadline=None, database=None, suppress_health_check=slow
    )


# --- taxonomies ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Graph:
    """An is-a graph twice: as plain sets of parents, parents named before their children, and as a taxonomy."""

    parents: dict[str, tuple[str, ...]]
    taxonomy: Taxonomy

    @classmethod
    def of(cls, parents: dict[str, tuple[str, ...]]) -> "Graph":
        edges = [(child, parent) for child, above in parents.items() for parent in above]
        return cls(parents, Taxonomy.from_edges(edges, concepts=parents, name="graph"))

    def __repr__(self) -> str:
        return f"Graph.of({self.parents})"


@st.composite
def graphs(draw: st.DrawFn, largest: int = 16) -> Graph:
    """DAGs of all shapes: chains with short cuts, flat ones, forests, meshes with several parents."""
    size = draw(st.integers(1, largest))
    shape = draw(st.sampled_from(["chain", "wide", "forest", "mesh"]))
    names = [f"{letter}{number:02}" for number, letter in enumerate(draw(st.permutations("mcoxaqüz" * 2 + "d")))][:size]
    parents: dict[str, tuple[str, ...]] = {}
    for i, name in enumerate(names):
        if shape == "chain":
            above = {i - 1} | draw(st.sets(st.integers(0, i), max_size=1))
        elif shape == "wide":
            above = draw(st.sets(st.integers(0, 2), min_size=1, max_size=2)) if i > 2 else set()
        elif shape == "forest":
            above = draw(st.sets(st.integers(-3, i - 1), min_size=1, max_size=1))
        else:
            above = draw(st.sets(st.integers(0, i), max_size=3))
        parents[name] = tuple(names[p] for p in sorted(above) if 0 <= p < i)
    return Graph.of(parents)


# --- spaces ----------------------------------------------------------------------------------------

_GRID = np.float32(8)  # eighths add up exactly, so that ties are ties in any arithmetic


@dataclass(frozen=True)
class Space:
    """Weighted tuples with a table of distances and costs per column, and numbers; nothing but small arrays."""

    distance: list[np.ndarray]  # per column [candidate, value]
    cost: list[np.ndarray]  # per column [candidate, value]
    own: list[np.ndarray]  # per column the candidate that each value is
    codes: np.ndarray  # [column, tuple]
    numbers: np.ndarray  # [numeric column, tuple]
    weights: np.ndarray
    euclidean: bool
    eligible: list[int] | None = None  # per column how many candidates, the first, may be centroids; None: all

    @property
    def records(self) -> int:
        return int(self.weights.sum())


@st.composite
def spaces(draw: st.DrawFn, numeric: bool = True) -> Space:
    """Spaces that no taxonomy would make, full of ties, some with tables too crooked for any centroid but the least."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    steps = draw(st.sampled_from([1, 3, 8]))  # how many different distances there are
    values = draw(st.lists(st.integers(1, 4), min_size=0 if numeric else 1, max_size=3))
    numbers = draw(st.integers(0 if values else 1, 2)) if numeric else 0
    distance, cost, own, eligible = [], [], [], []
    for size in values:
        candidates = size + draw(st.integers(0, 2))
        table = rng.integers(1, steps + 1, (candidates, size)).astype(np.float32) / _GRID
        mine = rng.permutation(candidates)[:size].astype(np.int32)
        table[mine, np.arange(size)] = 0
        distance.append(table)
        crooked = rng.integers(0, steps + 1, table.shape).astype(np.float32) / _GRID
        cost.append(crooked if draw(st.booleans()) else table)
        own.append(mine)
        eligible.append(draw(st.integers(1, candidates)))
    size = draw(st.integers(1, 12))
    rows = [rng.integers(0, v, size) for v in values] + [
        rng.integers(-9 * steps, 9 * steps, size) for _ in range(numbers)
    ]
    distinct = np.unique(np.stack(rows), axis=1)
    weights = np.array([draw(st.integers(1, 5)) for _ in range(distinct.shape[1])], np.int64)
    return Space(
        distance, cost, own, distinct[: len(values)].astype(np.int32),
        (distinct[len(values) :] / _GRID).astype(np.float32), weights, draw(st.booleans()), eligible,
    )  # fmt: skip


# --- tables ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    """A table, the policy that masks it, and what its cells mean."""

    table: Table
    policy: Policy
    graph: Graph

    @property
    def guide(self) -> Guide:
        return guide_of(self.policy)

    @cached_property
    def chosen(self) -> Chosen:
        library = Library(self.policy, Path())
        library.opened["graph"] = self.graph.taxonomy
        every = entry_of(self.policy).generalises
        return read_with_hierarchies(self.table, self.policy, library, combine=self.guide.combine, every=every)

    @property
    def readers(self) -> Readers:
        return self.chosen.readers

    @cached_property
    def space(self) -> Product:
        guide = self.guide
        return build_space(self.readers, measure=guide.measure, centroid=guide.centroid, combine=guide.combine)

    def job(self, seed: int) -> Job:
        """The run of the policy's method on this table."""
        ladders = fit(self.space, self.chosen, self.guide.measure) if entry_of(self.policy).generalises else ()
        return replace(Job.of(self.policy, np.random.default_rng(seed)), readers=self.readers, ladders=ladders)

    def by(self, method: str) -> "Case":
        """The same under another method."""
        return replace(self, policy=self.policy.model_copy(update={"method": method}))

    def __repr__(self) -> str:
        return f"Case({self.table.frame.to_dict(as_series=False)}, {self.policy.published()}, {self.graph})"


MEANT = ("semantic", "semantic", "nominal")
PLACED = ("numeric", "date", "ordinal")


@st.composite
def cases(draw: st.DrawFn, kinds: Sequence[str] = MEANT + PLACED, most: int = 24) -> Case:
    """Tables of one to three quasi-identifiers with missing, unknown and suppressed cells, and a column to keep."""
    graph = draw(graphs())
    columns = draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=3))
    known = list(graph.parents)[-draw(st.integers(1, len(graph.parents))) :]
    words = {
        "semantic": [*known, known[0].upper(), "", "*", "no such thing"],
        "nominal": ["a", "b", "é", "", "*"],
        "numeric": ["0", "-1", "12", "1.50", "1.5", "1e3", "", "*"],
        "date": ["2024-02-29", "1969-12-31", "2001-01-01", "2001-01-02", ""],
        "ordinal": ["low", "middle", "high", "", "*"],
    }
    more: dict[str, dict[str, object]] = {"ordinal": {"levels": ("low", "middle", "high")}}
    records = draw(st.integers(2, most))
    frame, attributes = {}, {}
    for j, kind in enumerate(columns):
        frame[f"q{j}"] = draw(st.lists(st.sampled_from(words[kind]), min_size=records, max_size=records))
        attribute = {"role": "quasi", "kind": kind, "weight": draw(st.sampled_from([1.0, 1.0, 3.0]))}
        if kind == "semantic":
            attribute |= {"knowledge": "graph", "unknown": draw(st.sampled_from(["suppress", "nominal", "root"]))}
        attributes[f"q{j}"] = attribute | more.get(kind, {})
    policy = Policy.model_validate(
        {
            "k": draw(st.integers(2, min(5, records))),
            "missing": draw(st.sampled_from(["category", "suppress"])),
            "combine": draw(st.sampled_from([None, "mean", "euclidean"])),
            "refine": draw(st.sampled_from(["auto", "auto", True, False])),
            "centroid": draw(st.sampled_from([None, None, "semantic", "mode", "lcs", "consensus", "random"])),
            "weighting": draw(st.sampled_from([None, None, "none", "frequency"])),
            "order": "keep",
            "suppression_limit": 1.0,  # naive suppression needs it
            "attributes": {**attributes, "kept": "keep"},
        }
    )
    return Case(Table(pl.DataFrame(frame | {"kept": [str(i) for i in range(records)]})), policy, graph)
