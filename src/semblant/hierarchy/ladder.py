"""A hierarchy fitted to a column of a space: the label and the loss of every value on every level."""

from dataclasses import dataclass

import numpy as np

from semblant.arrays import Floats, Ints32
from semblant.hierarchy.check import refuse, structure
from semblant.hierarchy.intervals import over_values
from semblant.hierarchy.labels import without_leaf
from semblant.hierarchy.vgh import Hierarchy
from semblant.knowledge.taxonomy import VIRTUAL_ROOT
from semblant.policy.model import MISSING, SUPPRESSED
from semblant.space.column import SUPPRESSED_POINT, Point, SpaceColumn
from semblant.space.reader import Reader
from semblant.space.rules import ON_A_LINE


@dataclass(frozen=True, eq=False)
class Ladder:
    """The paths of one column's values; row 0 is the value itself, the last row one label for all."""

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
        """[level, value]: how many times the label has changed."""
        changed = np.zeros(self.up.shape, np.int32)
        changed[1:] = self.up[1:] != self.up[:-1]
        return np.cumsum(changed, axis=0).astype(np.int32)


def ladder(reader: Reader, column: SpaceColumn, hierarchy: Hierarchy, measure: str) -> Ladder:
    """Fit a hierarchy to a column; a value without a leaf, or a label with two parents, is an error.

    The reader must know the hierarchy's labels. A missing value without a leaf stays itself up to the top, and so does
    an unknown one that the policy treats as nominal. Losses are by the column's knowledge; by the share of steps up
    where the measure is ``equality``.
    """
    refuse(hierarchy, structure(hierarchy))
    fitted = _over(reader, hierarchy)
    of_point, points = leaf_points(reader, fitted), column.points
    for point in points:
        if point.senses and point not in of_point and Point(point.concept) in of_point:
            of_point[point] = of_point[Point(point.concept)]  # senses without a common spelling go by the first
    texts = [column.written(i) for i in range(len(points))]
    lost = [t for t, p in zip(texts, points, strict=True) if p not in of_point and not leafless(p, reader)]
    if lost:
        raise without_leaf(reader, hierarchy, lost, len(points))
    paths = [_path(text, of_point.get(point), fitted) for text, point in zip(texts, points, strict=True)]
    labels, up = _numbered(_one_top(paths))
    if measure == "equality":
        return _by_steps(reader.name, labels, up, reader.rules.weight)
    loss = reader.label_losses(labels, up, points, measure)
    loss[up == up[0]] = 0.0
    return Ladder(reader.name, labels, up, loss, reader.unrelated(measure), reader.rules.weight)


def _over(reader: Reader, hierarchy: Hierarchy) -> Hierarchy:
    """The hierarchy with the column's numbers as its leaves, where it has intervals."""
    return over_values(hierarchy, reader.column.values) if reader.kind in ON_A_LINE else hierarchy


def leaf_points(reader: Reader, hierarchy: Hierarchy) -> dict[Point, int]:
    """The leaf of every point that has one: by its commonest spelling that is a leaf, else by its meaning.

    A position on a line has the first leaf with that position, however it is written.
    """
    of_point: dict[Point, int] = {}
    places = reader.places(hierarchy.leaves)
    if places is not None:
        nowhere = hierarchy.find(MISSING)
        for leaf in np.flatnonzero(~np.isnan(places)).tolist():
            of_point.setdefault(reader.point_of(hierarchy.leaves[leaf]), leaf)
        absent = (Point(VIRTUAL_ROOT, MISSING), SUPPRESSED_POINT)
        return of_point if nowhere is None else of_point | dict.fromkeys(absent, nowhere)
    texts, counts = reader.column.values, reader.column.counts
    for i in np.argsort(-counts, kind="stable"):
        found = hierarchy.find(texts[i])
        if found is not None:
            of_point.setdefault(reader.masked(texts[i]), found)
    for leaf, text in enumerate(hierarchy.leaves):
        point = reader.point_of(text)
        if point.named:
            of_point.setdefault(point, leaf)
    return of_point


def fits(reader: Reader, hierarchy: Hierarchy) -> bool:
    """Whether a hierarchy can generalise a column: a tree with a leaf for every value that needs one."""
    return not any(remark.fatal for remark in structure(hierarchy)) and not leaves_lacking(reader, hierarchy)


def leaves_lacking(reader: Reader, hierarchy: Hierarchy) -> list[str]:
    """The values of a column that need a leaf, and that the hierarchy has none for."""
    of_point = leaf_points(reader, _over(reader, hierarchy))
    points = ((text, reader.masked(text)) for text in reader.column.values)
    return [text for text, point in points if point not in of_point and not leafless(point, reader)]


def leafless(point: Point, reader: Reader) -> bool:
    """Whether a point needs no leaf: missing and suppressed values, and unknown ones where the policy allows them."""
    if not point.named:
        return point.text in (MISSING, SUPPRESSED) or (
            reader.taxonomy is not None and reader.rules.unknown == "nominal"
        )
    return reader.rules.unknown == "root" and reader.taxonomy is not None and point.concept in reader.taxonomy.roots


def _path(written: str, leaf: int | None, hierarchy: Hierarchy) -> list[str]:
    if leaf is None:
        top = SUPPRESSED if hierarchy.nodes(hierarchy.height) == (SUPPRESSED,) else written
        return [*[written] * hierarchy.height, top]
    return [written, *(hierarchy.labels[n] for n in hierarchy.paths[1:, leaf])]


def _one_top(paths: list[list[str]]) -> list[list[str]]:
    """Paths that end in one label for all; ``*`` is added where they do not."""
    if len({path[-1] for path in paths}) == 1 and paths and len(paths[0]) > 1:
        return paths
    return [[*path, SUPPRESSED] for path in paths]


def _numbered(paths: list[list[str]]) -> tuple[tuple[str, ...], Ints32]:
    number: dict[str, int] = {}
    up = np.array([[number.setdefault(label, len(number)) for label in path] for path in paths], np.int32)
    return tuple(number), np.ascontiguousarray(up.T)


def _by_steps(name: str, labels: tuple[str, ...], up: Ints32, weight: float) -> Ladder:
    """Non-semantic losses: the share of levels gone up (Sweeney's precision)."""
    made = Ladder(name, labels, up, np.zeros(up.shape), 1.0, weight)
    return Ladder(name, labels, up, made.steps / max(1, made.height), 1.0, weight)
