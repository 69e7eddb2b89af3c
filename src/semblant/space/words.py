"""Drawing the words released for a meaning from those that the data use for it; what is rare is generalised."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from semblant.arrays import Flags, Ints
from semblant.space.column import Point
from semblant.space.holders import Holders, nearest_shared
from semblant.space.understanding import Understanding


class Uses(NamedTuple):
    """Terms, what each is taken for, and who uses them: record ``owners[i]`` the term ``things[i]``.

    ``names`` says which terms may be written for what they are taken for.
    """

    texts: Sequence[str]
    meant: Sequence[Point | None]
    owners: Ints
    things: Ints
    names: Flags


@dataclass(frozen=True, eq=False)
class Terms:
    """The words of a whole data set by meaning, with the records that use them.

    A draw is uniform over occurrences, so the words keep their distribution. A word is drawn only if it is ``common``;
    a word that only records of the group itself use, fewer than k of them, is replaced by another or by the
    vocabulary's name of the concept. For a thing that too few persons have, its stand-in is written.
    """

    texts: tuple[str, ...]
    points: tuple[Point, ...]
    label: Callable[[Point], str]
    of_point: dict[int, Ints]
    weights: Ints  # occurrences of each term
    users: tuple[Ints, Ints]  # where each term's records begin, and the records, ascending
    k: int
    common: Flags  # terms that may be written
    stand_ins: tuple[str | None, ...]  # of every point; None: it may be named itself, empty: nothing stands for it

    @classmethod
    def of(
        cls,
        uses: Uses,
        points: tuple[Point, ...],
        k: int,
        holders: Holders,
        label: Callable[[Point], str],
        stand_ins: Sequence[str | None],
    ) -> "Terms":
        """Gather the terms by their meaning."""
        texts, meant, owners, things, names = uses
        place = {p: i for i, p in enumerate(points)}
        code = np.array([-1 if p is None else place.get(p, -1) for p in meant], np.int64)
        order = np.argsort(code, kind="stable")
        codes, first = np.unique(code[order], return_index=True)
        bounds = [*first.tolist(), len(order)]
        of_point = {int(c): order[bounds[i] : bounds[i + 1]] for i, c in enumerate(codes.tolist()) if c >= 0}
        span = int(owners.max(initial=0)) + 1
        pairs = np.unique(things * span + owners)
        starts = np.searchsorted(pairs, np.arange(len(texts) + 1) * span)
        weights = np.bincount(things, minlength=len(texts)).astype(np.int64)
        common = (holders.count(things, owners, len(texts)) >= holders.least) & names
        users = (starts, pairs % span)
        return cls(tuple(texts), points, label, of_point, weights, users, k, common, tuple(stand_ins))

    @property
    def published(self) -> Flags:
        """Which points can be released, by their own name or by a stand-in."""
        return np.array([text != "" for text in self.stand_ins], bool)

    def draw(self, code: int, members: Ints, rng: np.random.Generator) -> str:
        """Draw a word for a thing, to be released by a group of records; empty where no word may be shown."""
        if (other := self.stand_ins[code]) is not None:
            return other
        allowed = [int(t) for t in self.of_point.get(code, ()) if self._allowed(int(t), code, members)]
        if not allowed:
            return self.label(self.points[code]) if self.points[code].named else ""
        if len(allowed) == 1:
            return self.texts[allowed[0]]
        ends = np.cumsum(self.weights[allowed])
        return self.texts[allowed[int(np.searchsorted(ends, rng.integers(ends[-1]), side="right"))]]

    def _allowed(self, term: int, code: int, members: Ints) -> bool:
        starts, records = self.users
        used_by = records[starts[term] : starts[term + 1]]
        if not self.common[term]:
            return False
        if not self.points[code].named or len(used_by) >= self.k:
            return True
        return bool(np.isin(used_by, members, invert=True).any())


def stand_ins(
    points: Sequence[Point],
    held: Sequence[int],
    mentioned: Callable[[Point], Sequence[int]],
    shared: Mapping[int, int],
    understanding: Understanding,
    least: int,
) -> list[str | None]:
    """What is written for each point: None for its own name, another concept's name, or nothing.

    A point is named if ``least`` persons have it: ``held`` counts them for texts, ``shared`` for concepts. What is
    rarer is generalised to the nearest concept above what it mentions that enough persons share, the deepest of
    several.
    """

    def instead(point: Point, persons: int) -> str | None:
        if (shared.get(point.concept, 0) if point.named else persons) >= least:
            return None
        wider = [nearest_shared(understanding.taxonomy, c, shared, least) for c in mentioned(point)]
        found = [c for c in wider if c is not None]
        if not found:
            return ""
        return understanding.label(Point(min(found, key=lambda c: (-int(understanding.taxonomy.depth[c]), c))))

    if least <= 1:
        return [None] * len(points)
    return [instead(point, persons) for point, persons in zip(points, held, strict=True)]
