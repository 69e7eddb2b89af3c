"""A hierarchy fitted to a column of a space: what every value is called on every level, and what that loses."""

from dataclasses import dataclass

import numpy as np

from semblant.arrays import Floats, Ints32
from semblant.hierarchy.check import refuse, structure
from semblant.hierarchy.intervals import over_values
from semblant.hierarchy.labels import without_leaf
from semblant.hierarchy.vgh import Hierarchy
from semblant.policy.model import MISSING, SUPPRESSED
from semblant.semantics.measures import measure_named
from semblant.space.column import Point, TabledColumn, point_distances
from semblant.space.numbers import NumberColumn, NumberReader
from semblant.space.product import AnyColumn
from semblant.space.reading import AnyReader, Reader


@dataclass(frozen=True, eq=False)
class Ladder:
    """The ways up of one column's values; row 0 is the value itself, the last row one label for all."""

    name: str
    labels: tuple[str, ...]
    up: Ints32  # [level, value]: which label
    loss: Floats  # [level, value]: how far the label is from the value
    gone: float  # what suppressing a value loses
    weight: float = 1.0

    @property
    def height(self) -> int:
        """How many levels there are above the values."""
        return len(self.up) - 1

    @property
    def steps(self) -> Ints32:
        """[level, value]: how many times the label changed on the way."""
        changed = np.zeros(self.up.shape, np.int32)
        changed[1:] = self.up[1:] != self.up[:-1]
        return np.cumsum(changed, axis=0).astype(np.int32)


def ladder(reader: AnyReader, column: AnyColumn, hierarchy: Hierarchy, measure: str) -> Ladder:
    """Fit a hierarchy to a column; a value without a leaf, or a label with two parents, is an error.

    The reader understands the hierarchy's labels already. A missing value that has no leaf keeps to itself up to the
    top, and so does an unknown one that the policy takes as nominal. Losses are by the column's knowledge; by the
    share of steps up where the measure is ``equality``.
    """
    refuse(hierarchy, structure(hierarchy))
    if isinstance(reader, NumberReader):
        assert isinstance(column, NumberColumn)
        return _number_ladder(reader, column, hierarchy, measure)
    assert isinstance(column, TabledColumn)
    leaf_of = _leaves(reader, column, hierarchy)
    texts = [_way(reader.written(point), leaf, hierarchy) for point, leaf in zip(column.values, leaf_of, strict=True)]
    labels, up = _numbered(_one_top(texts))
    if measure == "equality":
        return _by_steps(reader.name, labels, up, reader.attribute.weight)
    named = [reader.said(label) for label in labels]
    far = point_distances(named, column.values, reader.taxonomy, measure, reader.options).astype(np.float64)
    loss = far[up, np.arange(len(column.values))[None, :]]
    loss[0] = 0.0
    gone = measure_named(measure).farthest(reader.taxonomy, reader.options)
    return Ladder(reader.name, labels, up, loss, gone, reader.attribute.weight)


def _leaves(reader: Reader, column: TabledColumn, hierarchy: Hierarchy) -> list[int | None]:
    """The leaf of every value; a value that has none and needs one is an error."""
    of_point = leaf_points(reader, hierarchy)
    lost = [p for p in column.values if p not in of_point and not leafless(p, reader)]
    if lost:
        raise without_leaf(reader, hierarchy, [reader.written(point) for point in lost], len(column.values))
    return [of_point.get(point) for point in column.values]


def leaf_points(reader: Reader, hierarchy: Hierarchy) -> dict[Point, int]:
    """The leaf of every point that has one: by its commonest spelling that is a leaf, else by its meaning."""
    of_point: dict[Point, int] = {}
    texts, counts = reader.column.values, reader.column.counts
    for i in np.argsort(-counts, kind="stable"):
        leaf = hierarchy.find(texts[i])
        if leaf is not None:
            of_point.setdefault(reader.masked(texts[i]), leaf)
    for leaf, text in enumerate(hierarchy.leaves):
        point = reader.said(text)
        if point.named:
            of_point.setdefault(point, leaf)
    return of_point


def fits(reader: AnyReader, hierarchy: Hierarchy) -> bool:
    """Whether a hierarchy can generalise a column: a tree with a leaf for every value that needs one."""
    if any(remark.fatal for remark in structure(hierarchy)):
        return False
    if isinstance(reader, NumberReader):
        leaves = {*reader.places(over_values(hierarchy, reader.column.values).leaves).tolist()}
        return all(place in leaves for place in reader.value_places[~np.isnan(reader.value_places)].tolist())
    of_point = leaf_points(reader, hierarchy)
    return all(p in of_point or leafless(p, reader) for p in map(reader.masked, reader.column.values))


def leafless(point: Point, reader: Reader) -> bool:
    """Whether a point needs no leaf: missing and suppressed values, and unknown ones where the policy lets them be."""
    if not point.named:
        return point.text in (MISSING, SUPPRESSED) or (
            reader.taxonomy is not None and reader.attribute.unknown == "nominal"
        )
    return reader.attribute.unknown == "root" and reader.taxonomy is not None and point.concept in reader.taxonomy.roots


def _way(written: str, leaf: int | None, hierarchy: Hierarchy) -> list[str]:
    if leaf is None:
        top = SUPPRESSED if hierarchy.nodes(hierarchy.height) == (SUPPRESSED,) else written
        return [*[written] * hierarchy.height, top]
    return [written, *(hierarchy.labels[n] for n in hierarchy.ways[1:, leaf])]


def _one_top(ways: list[list[str]]) -> list[list[str]]:
    """Ways that end in one label for all: with ``*`` above where they do not."""
    if len({way[-1] for way in ways}) == 1 and ways and len(ways[0]) > 1:
        return ways
    return [[*way, SUPPRESSED] for way in ways]


def _numbered(ways: list[list[str]]) -> tuple[tuple[str, ...], Ints32]:
    number: dict[str, int] = {}
    up = np.array([[number.setdefault(label, len(number)) for label in way] for way in ways], np.int32)
    return tuple(number), np.ascontiguousarray(up.T)


def _by_steps(name: str, labels: tuple[str, ...], up: Ints32, weight: float) -> Ladder:
    """Losses that know no meaning: the share of all levels gone up (Sweeney's precision)."""
    made = Ladder(name, labels, up, np.zeros(up.shape), 1.0, weight)
    return Ladder(name, labels, up, made.steps / max(1, made.height), 1.0, weight)


def _number_ladder(reader: NumberReader, column: NumberColumn, hierarchy: Hierarchy, measure: str) -> Ladder:
    fitted = over_values(hierarchy, reader.column.values)
    places = reader.places(fitted.leaves)
    leaf_at = {float(place): leaf for leaf, place in reversed(list(enumerate(places))) if not np.isnan(place)}
    nowhere = fitted.find(MISSING)
    leaves = [nowhere if np.isnan(v) else leaf_at.get(float(v)) for v in column.values]
    lost = [i for i, leaf in enumerate(leaves) if leaf is None and not np.isnan(column.values[i])]
    if lost:
        raise without_leaf(reader, hierarchy, [column.written(i) for i in lost], len(column.values))
    texts = [_way(column.written(i), leaf, fitted) for i, leaf in enumerate(leaves)]
    labels, up = _numbered(_one_top(texts))
    if measure == "equality":
        return _by_steps(reader.name, labels, up, reader.attribute.weight)
    at = np.array([reader.labels.get(label, np.nan) for label in labels])[up]
    apart = np.abs(at - column.values[None, :]) / reader.scale
    loss = np.where(np.isnan(apart), reader.unrelated, apart)
    loss[up == up[0]] = 0.0
    return Ladder(reader.name, labels, up, loss, reader.unrelated, reader.attribute.weight)
