"""A value generalisation hierarchy (VGH): every value of a column with its way up, level by level."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from semblant.arrays import Ints32
from semblant.errors import KnowledgeError
from semblant.knowledge.taxonomy import Taxonomy
from semblant.knowledge.texts import key
from semblant.policy.model import MISSING, SUPPRESSED

if TYPE_CHECKING:
    from semblant.hierarchy.gsl import Score


_MOST_LEVELS = 100


@dataclass(frozen=True, eq=False)
class Hierarchy:
    """Ways up from values to ever wider labels; level 0 is the value itself.

    Where ways have different lengths, the last label is repeated upward, so that every value has a label on every
    level. ``*`` says nothing at all.

    Example:
        >>> jobs = Hierarchy.of([("nurse", "health worker", "worker"), ("baker", "worker")])
        >>> jobs.height, jobs.leaves, jobs.level(2)
        (2, ('nurse', 'baker'), ('worker', 'worker'))
    """

    labels: tuple[str, ...]
    paths: Ints32  # [level, leaf]: which label
    name: str = "hierarchy"
    depths: tuple[int, ...] = field(default=(), repr=False)  # levels that the source gives each leaf
    lines: tuple[int, ...] = field(default=(), repr=False)  # where the source gives them; empty: made, not read

    @classmethod
    def of(cls, paths: Iterable[Sequence[str]], *, name: str = "hierarchy", lines: Sequence[int] = ()) -> Self:
        """Build from ways up, one per value, the value first; ``lines`` say where each is written."""
        chosen: dict[str, tuple[tuple[str, ...], int]] = {}
        for i, given in enumerate(paths):
            way, line = tuple(given), lines[i] if lines else 0
            before = chosen.setdefault(way[0], (way, line))
            if before[0] != way:
                also = f" and in line {before[1]} another" if line else ""
                raise KnowledgeError(
                    f"One value has two ways up: here one{also}.",
                    where=f"{name}:{line}" if line else name,
                    hints=["keep one line for each value"],
                    values=[way[0]],
                )
        if not chosen:
            raise KnowledgeError("The hierarchy has no values.", where=name)
        number: dict[str, int] = {}
        longest, line = max(chosen.values(), key=lambda one: len(one[0]))
        if (height := len(longest)) - 1 > _MOST_LEVELS:
            raise KnowledgeError(
                f"A hierarchy has at most {_MOST_LEVELS} levels above its values, and here are {height - 1:,}.",
                where=f"{name}:{line}" if line else name,
                hints=["leave out levels that put little together"],
            )
        table = np.empty((height, len(chosen)), np.int32)
        for j, (way, _) in enumerate(chosen.values()):
            codes = [number.setdefault(label, len(number)) for label in way]
            table[: len(codes), j] = codes
            table[len(codes) :, j] = codes[-1]
        table.flags.writeable = False
        return cls(
            tuple(number),
            table,
            name,
            tuple(len(way) - 1 for way, _ in chosen.values()),
            tuple(line for _, line in chosen.values()) if lines else (),
        )

    @classmethod
    def read(cls, path: str | Path) -> "Hierarchy":
        """Read a file as ARX, anjana or Amnesia write it, of child-parent rows, or as an indented outline."""
        from semblant.hierarchy.formats import read

        return read(Path(path))

    def write(self, path: str | Path, format: str | None = None) -> None:  # noqa: A002
        """Write a file; the format by its name (``arx``, ``anjana``, ``amnesia`` …) or by the file's ending."""
        from semblant.hierarchy.formats import write

        write(self, Path(path), format)

    def gsl(self, taxonomy: Taxonomy, measure: str = "wu-palmer", **how: Any) -> "Score":
        """How much meaning every step up loses; see :func:`semblant.hierarchy.gsl.score`."""
        from semblant.hierarchy.gsl import score

        return score(self, taxonomy, measure, **how)

    # --- looking -----------------------------------------------------------------------------------

    @property
    def height(self) -> int:
        """How many levels there are above the values."""
        return len(self.paths) - 1

    @cached_property
    def leaves(self) -> tuple[str, ...]:
        """The values."""
        return self.level(0)

    def level(self, i: int) -> tuple[str, ...]:
        """What every value is called on a level."""
        return tuple(self.labels[n] for n in self.paths[i])

    def nodes(self, i: int) -> tuple[str, ...]:
        """The different labels of a level, in order of appearance."""
        return tuple(dict.fromkeys(self.level(i)))

    def rows(self) -> list[tuple[str, ...]]:
        """The whole table: one row per value, one cell per level."""
        return [tuple(self.labels[n] for n in column) for column in self.paths.T]

    def steps(self) -> list[tuple[str, str]]:
        """Every step up from a label to the next other one, each once: (child, parent)."""
        return list(
            dict.fromkeys((child, parent) for row in self.rows() for child, parent in pairwise(row) if child != parent)
        )

    @cached_property
    def cuts(self) -> dict[int, int] | None:
        """The level from which on each label covers its values; None where that differs from value to value.

        Example:
            >>> Hierarchy.of([("nurse", "care", "work"), ("baker", "baker", "work")]).cuts
            {1: 1, 2: 2}
            >>> Hierarchy.of([("nurse", "care", "work"), ("baker", "work", "work")]).cuts is None
            True
        """
        found: dict[int, int] = {}
        for path in self.paths.T.tolist():
            for label in dict.fromkeys(path):
                if label != path[0] and found.setdefault(label, path.index(label)) != path.index(label):
                    return None
        return found

    def find(self, text: str) -> int | None:
        """Which leaf a value is; case, underscores and spacing matter only where two leaves differ by them."""
        exact = self._exact.get(text)
        return self._loose.get(key(text)) if exact is None else exact

    @cached_property
    def _exact(self) -> dict[str, int]:
        return {leaf: i for i, leaf in enumerate(self.leaves)}

    @cached_property
    def _loose(self) -> dict[str, int]:
        return {key(leaf): i for i, leaf in reversed(list(enumerate(self.leaves)))}

    def where(self, leaf: int) -> str:
        """File and line of a leaf."""
        return f"{self.name}:{self.lines[leaf]}" if self.lines else self.name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hierarchy) and self.rows() == other.rows()

    __hash__ = None  # type: ignore[assignment]

    # --- changing ----------------------------------------------------------------------------------

    def with_levels(self, levels: Sequence[int]) -> "Hierarchy":
        """Only some levels, by their number, the values always among them."""
        kept = sorted({0, *levels})
        return Hierarchy.of([tuple(row[i] for i in kept) for row in self.rows()], name=self.name)

    def topped(self) -> "Hierarchy":
        """The same with ``*`` above all, unless all values end in one label already."""
        if len(self.nodes(self.height)) == 1 and self.height:
            return self
        return Hierarchy.of([(*row, SUPPRESSED) for row in self.rows()], name=self.name, lines=self.lines)

    @cached_property
    def taxonomy(self) -> Taxonomy:
        """The hierarchy as knowledge of its own; ``*`` and the missing value are no concepts."""
        links = [step for step in self.steps() if not {SUPPRESSED, MISSING} & {*step}]
        concepts = [label for label in self.labels if label not in (SUPPRESSED, MISSING)]
        return Taxonomy.from_edges(links, concepts=concepts, name=self.name)

    def __repr__(self) -> str:
        levels = "level" if self.height == 1 else "levels"
        return f"<Hierarchy {self.name}: {len(self.leaves):,} values, {self.height} {levels}>"

    def _repr_html_(self) -> str:
        head = "".join(f"<th>level {i}</th>" for i in range(self.height + 1))
        body = "".join("<tr>" + "".join(f"<td>{escape(c)}</td>" for c in row) + "</tr>" for row in self.rows()[:20])
        more = f"<p>… and {len(self.leaves) - 20:,} more values</p>" if len(self.leaves) > 20 else ""
        return f"<p><b>{escape(self.name)}</b></p><table><tr>{head}</tr>{body}</table>{more}"
