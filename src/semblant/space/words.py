"""Drawing the words released for a meaning from all words the data use for it, never an identifying one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from semblant.arrays import Ints
from semblant.space.column import Point


class Uses(NamedTuple):
    """Terms, what each is taken for, and who uses them: record ``owners[i]`` the term ``things[i]``."""

    texts: Sequence[str]
    meant: Sequence[Point | None]
    owners: Ints
    things: Ints


@dataclass(frozen=True, eq=False)
class Terms:
    """The words of a whole data set by meaning, with the records that use them.

    A draw is uniform over occurrences, so the words keep their distribution. A word is drawn only if ``min_count``
    records use it; a word that only records of the group itself use, fewer than k of them, is replaced by another or by
    the vocabulary's name of the concept.
    """

    texts: tuple[str, ...]
    points: tuple[Point, ...]
    label: Callable[[Point], str]
    of_point: dict[int, Ints]
    weights: Ints  # occurrences of each term
    users: tuple[Ints, Ints]  # where each term's records begin, and the records, ascending
    k: int
    min_count: int

    @classmethod
    def of(
        cls, uses: Uses, points: tuple[Point, ...], k: int, min_count: int, label: Callable[[Point], str]
    ) -> "Terms":
        """Gather the terms by their meaning."""
        texts, meant, owners, things = uses
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
        return cls(tuple(texts), points, label, of_point, weights, (starts, pairs % span), k, min_count)

    def draw(self, code: int, members: Ints, rng: np.random.Generator) -> str:
        """Draw a word for a thing, to be released by a group of records; empty where no word may be shown."""
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
        if len(used_by) < self.min_count:
            return False
        if not self.points[code].named or len(used_by) >= self.k:
            return True
        return bool(np.isin(used_by, members, invert=True).any())
