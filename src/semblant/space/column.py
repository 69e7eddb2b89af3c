"""One column of a space: the distances of its values, and the representative of a group of them.

A semantic column compares concepts, a nominal one texts. Both are *tabled*: few distinct points, and a small dense
table of distances from every candidate (what may be released) to every point (what occurs).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from semblant.arrays import AnyInts, Floats, Floats32, Ints, Ints32, bounds
from semblant.data.joint import packed
from semblant.knowledge.taxonomy import VIRTUAL_ROOT, Taxonomy
from semblant.policy.model import Source
from semblant.semantics.matrix import candidates_by_values
from semblant.semantics.measure import DEFAULT
from semblant.semantics.measures import measure_named
from semblant.space.holders import Holders

if TYPE_CHECKING:
    from semblant.space.numbers import NumberColumn

Rule = Literal["semantic", "mode", "lcs"]

EVERYBODY = Holders(1)
"""Every value may be published, whoever holds it."""


@dataclass(frozen=True)
class Point:
    """The meaning of a cell: a concept, or a text that means only itself (missing, unknown, suppressed).

    With best-pair senses a text has all its ``senses`` at once, the first of them being its concept.
    """

    concept: int
    text: str = ""
    senses: tuple[int, ...] = ()

    @property
    def meanings(self) -> tuple[int, ...]:
        """Every concept it may be."""
        return self.senses or (self.concept,)

    @property
    def named(self) -> bool:
        """Whether it is a concept of the knowledge base."""
        return self.concept != VIRTUAL_ROOT


class SpaceColumn(ABC):
    """One column of a space, whatever its kind: distances of values, and representatives of groups."""

    name: str
    codes: AnyInts  # per record
    weight: float
    values: tuple[Point, ...] | Floats  # distinct, in canonical order

    @property
    @abstractmethod
    def points(self) -> tuple[Point, ...]:
        """What each value means."""

    @abstractmethod
    def tables(self, codes: Ints32) -> "list[tuple[TabledColumn, Ints32]]":
        """The tables by which tuples with these codes are compared, each with its own codes."""

    def lines(self, codes: Ints32) -> "list[tuple[NumberColumn, Ints32]]":  # noqa: ARG002
        """The lines along which tuples with these codes are compared."""
        return []

    @abstractmethod
    def written(self, code: int) -> str:
        """The text of one value."""

    @abstractmethod
    def donated(self, code: int) -> str:
        """The text that a group takes over from a record with this value; a rare value is not taken over."""

    @abstractmethod
    def centre_texts(self, chosen: Ints, codes: Ints32, counts: Ints, groups: Ints) -> list[str]:
        """The text at the centre of each group, given its candidate in the column's table and the rows of all."""

    @abstractmethod
    def why(self, chosen: int, seen: Ints, own: int) -> tuple[float | None, str]:
        """The distance of a record's ``own`` value from a group's centre, and why that is the centre."""


@dataclass(frozen=True)
class TabledColumn(SpaceColumn):
    """A column with a small table of distances."""

    name: str
    codes: AnyInts  # per record
    values: tuple[Point, ...]  # in canonical order: concepts by id, then texts
    candidates: tuple[Point, ...]  # in the order in which ties are decided
    own: Ints32  # the candidate that each value is
    distance: Floats32  # [candidate, value]
    cost: Floats32  # [candidate, value]: the least weighted sum represents a group
    eligible: int  # the first so many candidates may represent a group; the others are values only
    weight: float = 1.0
    spell: Callable[[Point], str] = attrgetter("text")
    foremost: int = 0  # so many candidates win all ties: they stand for groups that have nothing in common
    category: Ints | None = None  # of every candidate, where several are spellings of one category

    @property
    def points(self) -> tuple[Point, ...]:
        return self.values

    def tables(self, codes: Ints32) -> "list[tuple[TabledColumn, Ints32]]":
        return [(self, codes)]

    def written(self, code: int) -> str:
        return self.spell(self.values[code])

    @cached_property
    def public(self) -> Ints32:
        """The candidate released for a single value: itself, or the nearest that may represent it."""
        nearest = self.cost[: self.eligible].argmin(axis=0) if self.category is None else max(self.foremost - 1, 0)
        return np.where(self.own < self.eligible, self.own, nearest).astype(np.int32)

    def donated(self, code: int) -> str:
        return self.spell(self.candidates[self.public[code]])

    def centre_texts(self, chosen: Ints, codes: Ints32, counts: Ints, groups: Ints) -> list[str]:
        if self.category is not None:
            chosen = self._spelt(self.category, chosen, codes, counts, groups)
        texts = {c: self.spell(self.candidates[c]) for c in np.unique(chosen).tolist()}
        return [texts[c] for c in chosen.tolist()]

    def _spelt(self, category: Ints, chosen: Ints, codes: Ints32, counts: Ints, groups: Ints) -> Ints:
        """The spelling of each group's category that most of the group have; ``*`` where none of theirs is public."""
        own = self.own[codes].astype(np.int64)
        there = (own < self.eligible) & (category[own] == category[chosen[groups]])
        pairs, at = np.unique(groups[there] * len(category) + own[there], return_inverse=True)
        often = np.bincount(at, counts[there], len(pairs))
        spelt = np.where(chosen < self.foremost, chosen, max(self.foremost - 1, 0))
        for place in np.lexsort((-pairs, often)).tolist():  # the commonest last, of equals the first
            spelt[pairs[place] // len(category)] = pairs[place] % len(category)
        return spelt

    def why(self, chosen: int, seen: Ints, own: int) -> tuple[float | None, str]:
        records = int(seen.sum())
        total = float(self.distance[chosen].astype(np.float64) @ seen)
        alone = float((self.distance[self.own].astype(np.float64) @ seen)[seen > 0].min())
        here = float(self.distance[chosen, own])
        return here, (
            f"It stands for the group, whose values are {total / records:.3g} away from it on average (0 is the same)"
            + (f"; from the best of their own it would be {alone / records:.3g}" if alone > total + 1e-9 else "")
            + f". The value of this record is {here:.3g} away."
        )


SUPPRESSED_POINT = Point(VIRTUAL_ROOT, "*")
"""The top: represents values with nothing in common."""


def canonical(points: Sequence[Point]) -> list[Point]:
    """Points in canonical order: concepts by ascending id, then texts.

    Example:
        >>> canonical([Point(-1, "b"), Point(7), Point(-1, "a"), Point(3)])[0].concept
        3
    """
    return sorted(
        set(points), key=lambda p: (not p.named, p.concept, p.senses, p.text.encode("utf-8", "surrogatepass"))
    )


class Likeness(NamedTuple):
    """How points are compared, by a measure over a taxonomy, and the rule for what stands for several of them."""

    taxonomy: Taxonomy | None
    measure: str
    rule: Rule
    options: Source = DEFAULT


def tabled_column(
    name: str,
    points: Sequence[Point],
    record_points: AnyInts,
    likeness: Likeness,
    *,
    weight: float = 1.0,
    spell: Callable[[Point], str] = attrgetter("text"),
    holders: Holders = EVERYBODY,
    nameable: Callable[[Point], bool] = lambda _: True,
    alike: Callable[[Point], Point] = lambda point: point,
) -> TabledColumn:
    """Make the table of a column from the point of every record (``record_points`` index ``points``).

    Candidates that too few ``holders`` have, or that have no name, represent no group. ``*`` represents one that has
    nothing in common with any of the others; where the mode is asked for, the deepest concept above all its values does
    first. Points that are ``alike`` are at distance 0: spellings of one category.
    """
    taxonomy, measure, rule, options = likeness
    values = canonical(points)
    place = {p: i for i, p in enumerate(values)}
    codes = packed(np.array([place[p] for p in points], np.int32), len(values), record_points)
    concepts = [c for p in values if p.named for c in p.meanings]
    candidates = _candidates(values, concepts, taxonomy, rule)
    enough = holders.enough(candidates, values, codes, taxonomy)
    enough &= np.array([nameable(p) for p in candidates], bool)
    eligible = [p for p, ok in zip(candidates, enough, strict=True) if ok]
    wider: list[Point] = []
    foremost = 0
    if not enough.all():
        rare = [p for p, ok in zip(candidates, enough, strict=True) if not ok and p in set(values)]
        if rule == "mode" and taxonomy is not None and concepts:
            above = [p for p in _deepest_first(concepts, taxonomy) if p not in set(values)]
            shared = holders.enough(above, values, codes, taxonomy)
            wider = [p for p, ok in zip(above, shared, strict=True) if ok]
        if rule != "lcs" or SUPPRESSED_POINT not in eligible:  # an LCS that is `*` comes last
            eligible = [*wider, SUPPRESSED_POINT, *(p for p in eligible if p != SUPPRESSED_POINT)]
            foremost = len(wider) + 1
        candidates = eligible + rare
    rows, columns = [alike(p) for p in candidates], [alike(p) for p in values]
    distance = point_distances(rows, columns, taxonomy, measure, options)
    spellings: dict[Point, int] = {}
    numbers = np.array([spellings.setdefault(p, len(spellings)) for p in rows], np.int64)
    category = numbers if len(spellings) < len(rows) else None
    at = {p: i for i, p in enumerate(candidates)}
    own = np.array([at[p] for p in values], np.int32)
    if rule == "semantic":
        cost = distance
    elif rule == "mode":
        cost = np.ones((len(candidates), len(values)), np.float32)
        if category is not None:
            cost[distance == 0] = 0.0
        cost[: len(wider)] += _uncovered(candidates, values, taxonomy)[: len(wider)]
        cost[own, np.arange(len(values))] = 0.0
    else:
        cost = _uncovered(candidates, values, taxonomy)
    return TabledColumn(
        name,
        codes,
        tuple(values),
        tuple(candidates),
        own,
        distance,
        cost,
        len(eligible),
        weight,
        spell,
        foremost,
        category,
    )


def _candidates(values: Sequence[Point], concepts: Sequence[int], taxonomy: Taxonomy | None, rule: Rule) -> list[Point]:
    """The candidates for a centroid: the minimum subsumer hierarchy; for LCS every ancestor, deepest first."""
    texts = [p for p in values if not p.named]
    several = [p for p in values if p.senses]
    if rule == "mode" or taxonomy is None or not concepts:
        return list(values)
    if rule == "semantic":
        return several + [Point(int(c)) for c in taxonomy.hierarchy(concepts)] + texts
    star = [] if SUPPRESSED_POINT in texts else [SUPPRESSED_POINT]
    return _deepest_first(concepts, taxonomy) + several + texts + star


def _deepest_first(concepts: Sequence[int], taxonomy: Taxonomy) -> list[Point]:
    """The concepts and everything above them, the deepest first."""
    above = taxonomy.closure(concepts)
    return [Point(int(c)) for c in above[np.argsort(-taxonomy.depth[above], kind="stable")]]


def _uncovered(candidates: Sequence[Point], values: Sequence[Point], taxonomy: Taxonomy | None) -> Floats32:
    """1 where a candidate is no ancestor of a value: the first candidate without any is the LCS."""
    cost = np.ones((len(candidates), len(values)), np.float32)
    row = {p: i for i, p in enumerate(candidates)}
    for v, value in enumerate(values):
        if taxonomy is not None and value.named:
            cost[row[value], v] = 0.0
            for c in taxonomy.ancestors(value.concept).tolist():
                if Point(c) in row:
                    cost[row[Point(c)], v] = 0.0
        else:
            cost[row[value], v] = 0.0
        if SUPPRESSED_POINT in row:
            cost[row[SUPPRESSED_POINT], v] = 0.0
    return cost


def point_distances(
    rows: Sequence[Point], columns: Sequence[Point], taxonomy: Taxonomy | None, measure: str, options: Source = DEFAULT
) -> Floats32:
    """Distances between points; texts are unrelated to everything but themselves, ``*`` to all other points."""
    out = np.full((len(rows), len(columns)), measure_named(measure).farthest(taxonomy, options), np.float32)
    named_rows = [i for i, p in enumerate(rows) if p.named]
    named_columns = [i for i, p in enumerate(columns) if p.named]
    if taxonomy is not None and named_rows and named_columns:
        sides = [[rows[i].meanings for i in named_rows], [columns[i].meanings for i in named_columns]]
        flat = [[c for senses in side for c in senses] for side in sides]
        starts = [bounds([len(s) for s in side])[:-1] for side in sides]
        table = candidates_by_values(taxonomy, flat[0], flat[1], measure, options)
        nearest = np.minimum.reduceat(np.minimum.reduceat(table, starts[0], axis=0), starts[1], axis=1)
        out[np.ix_(named_rows, named_columns)] = nearest
    where: dict[Point, list[int]] = {}
    for i, p in enumerate(columns):
        where.setdefault(p, []).append(i)
    for i, p in enumerate(rows):
        if p in where and (not p.named or p.senses):
            out[i, where[p]] = 0.0
    return out
