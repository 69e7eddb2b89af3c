"""Improving a hierarchy by few edits, each the one that lowers its loss most."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from semblant.arrays import Indices
from semblant.errors import PolicyError
from semblant.hierarchy.advice import labels_of, widening
from semblant.hierarchy.check import structure
from semblant.hierarchy.gsl import DIGITS, Score, scored
from semblant.hierarchy.meaning import NOTHING_LEFT, MappedHierarchy
from semblant.hierarchy.vgh import Hierarchy
from semblant.knowledge.taxonomy import VIRTUAL_ROOT
from semblant.policy.model import Source
from semblant.semantics.matrix import candidates_by_values
from semblant.semantics.measure import DEFAULT

LEAST = 0.01
"""The share of the score that an edit must gain to be worth making."""

MOST = 0.75
"""The share of a label's values that it is renamed after, where the others are separated from it."""

Rows = list[list[str]]


@dataclass(frozen=True)
class Edit:
    """One change, in words, and the score after it."""

    text: str
    score: float


@dataclass(frozen=True, eq=False)
class Improved:
    """The improved hierarchy and the given one."""

    before: Score
    after: Score
    edits: tuple[Edit, ...]

    @property
    def hierarchy(self) -> Hierarchy:
        """The improved hierarchy."""
        return self.after.hierarchy


def improve(
    mapped: MappedHierarchy,
    measure: str = "wu-palmer",
    *,
    edits: int = 20,
    least: float = LEAST,
    options: Source | None = None,
) -> Improved:
    """Make up to ``edits`` changes while each gains at least a share ``least`` of the score.

    Labels get the name of the deepest concept above all their values and above the labels under them; two labels in the
    wrong order are exchanged; values move to a label that is above them; values that a label is not above get one of
    their own, and so do the few that have little in common with most others under their label. Apart from that, values
    that are grouped stay grouped.
    """
    if edits < 0:
        raise PolicyError(f"The edits must be an int of at least 0. Got {edits} instead.")
    before = scored(mapped, measure, options=options)
    meter = _Meter(mapped, measure, before.farthest, options)
    now, made = before, list[Edit]()
    while len(made) < edits:
        found = _best(_Bench(now.mapped), meter, now.score, least)
        if found is None:
            break
        made.append(Edit(found.text, meter.score(found)))
        now = scored(meter.mapped(found), measure, options=options)
    return Improved(before, now, tuple(made))


def _best(bench: "_Bench", meter: "_Meter", score: float, least: float) -> "_Change | None":
    """The change that gains most, or the first that only corrects an order; none after which it is not a tree."""
    troubles = sum(remark.fatal for remark in structure(bench.hierarchy))
    found = [(meter.score(change), change) for change in bench.changes()]
    found = [(s, c) for s, c in found if s < score * (1 - least) or (c.orderly and s <= score + 10**-DIGITS)]
    for _, change in sorted(found, key=lambda pair: (not pair[1].orderly, pair[0])):
        changed = Hierarchy.of(change.rows, name=bench.hierarchy.name)
        if sum(remark.fatal for remark in structure(changed)) <= troubles:
            return change
    return None


class _Change(NamedTuple):
    """One possible edit: its description, and the rows and meanings of all labels after it."""

    text: str
    rows: Rows
    concepts: dict[str, int]
    orderly: bool = False


class _Meter:
    """Scores many changes of one hierarchy by one table of distances."""

    def __init__(self, mapped: MappedHierarchy, measure: str, farthest: float, options: Source | None) -> None:
        self._taxonomy, self._name = mapped.taxonomy, mapped.hierarchy.name
        self._told = mapped.mapped_leaves.tolist()
        leaves = mapped.paths[0]
        named = mapped.concepts[mapped.concepts != VIRTUAL_ROOT]
        pool = np.union1d(mapped.taxonomy.closure(leaves), named)
        counted: Source = getattr(mapped.taxonomy, "options", DEFAULT) if options is None else options
        table = candidates_by_values(mapped.taxonomy, pool, leaves, measure, counted).astype(np.float64)
        self._table = np.round(np.vstack([table, np.full((1, len(leaves)), farthest)]), DIGITS)
        self._row = {int(c): i for i, c in enumerate(pool)} | {VIRTUAL_ROOT: len(pool)}

    def score(self, change: _Change) -> float:
        row = {label: self._row[c] for label, c in change.concepts.items()}
        places = np.array([[row[label] for label in change.rows[leaf][1:]] for leaf in self._told])
        losses = self._table[places, np.arange(len(self._told))[:, None]]
        return round(float(np.round(losses.mean(axis=0), DIGITS).mean()), DIGITS)

    def mapped(self, change: _Change) -> MappedHierarchy:
        changed = Hierarchy.of(change.rows, name=self._name)
        return MappedHierarchy(
            changed, self._taxonomy, np.array([change.concepts[label] for label in changed.labels], np.int32), ()
        )


class _Bench:
    """All candidate changes of a hierarchy."""

    def __init__(self, mapped: MappedHierarchy) -> None:
        self.mapped = mapped
        self.hierarchy, self.taxonomy = mapped.hierarchy, mapped.taxonomy
        labels = self.hierarchy.labels
        self.concepts = {label: int(c) for label, c in zip(labels, mapped.concepts, strict=True)}

    def changes(self) -> Iterator[_Change]:
        """All changes, whatever they gain."""
        yield from self._exchanges()
        yield from self._renames()
        yield from self._moves()
        yield from self._partings()
        yield from self._narrowings()

    @cached_property
    def _rows(self) -> Rows:
        return [list(row) for row in self.hierarchy.rows()]

    def _copy(self) -> Rows:
        return [list(row) for row in self._rows]

    def _called(self, names: Mapping[str, str]) -> Rows:
        """A copy of the rows in which labels above the values have other names."""
        return [[row[0], *(names.get(label, label) for label in row[1:])] for row in self._rows]

    def _exchanges(self) -> Iterator[_Change]:
        """Exchange two labels of the same values where the narrower one is above."""
        for level, label, members in labels_of(self.mapped):
            if level == 1:
                continue
            places = self.mapped.mapped_leaves[members]
            below = {self._rows[p][level - 1] for p in places}
            text = self.hierarchy.labels[label]
            if len(below) != 1:
                continue
            (low,) = below
            if len(self.mapped.members(self.hierarchy.labels.index(low), level - 1)) != len(members):
                continue
            if text in NOTHING_LEFT or not self._is_above(low, text):
                continue
            told = f"exchange {low!r} (level {level - 1}) and {text!r} (level {level})"
            yield _Change(told, self._called({low: text, text: low}), self.concepts, orderly=True)

    def _renames(self) -> Iterator[_Change]:
        for level, label, members in labels_of(self.mapped):
            text = self.hierarchy.labels[label]
            better = widening(self.mapped, members, level)
            if better in (VIRTUAL_ROOT, self.concepts[text]) or text in (*NOTHING_LEFT, *self.hierarchy.leaves):
                continue
            if better in self.mapped.paths[0, members] and self.mapped.covered[level, members].all():
                continue  # it would no longer be a generalisation
            name = self._name(better)
            told = f"call {text!r} (level {level}) {name!r}"
            yield _Change(told, self._called({text: name}), self.concepts | {name: better})

    def _moves(self) -> Iterator[_Change]:
        """Move a value that lies under a wrong label of the lowest level."""
        hosts = {self._rows[p][1]: self._rows[p] for p in self.mapped.mapped_leaves}
        for place, leaf in enumerate(self.mapped.mapped_leaves.tolist()):
            above = self.taxonomy.steps_up(int(self.mapped.paths[0, place]))
            for label, host in hosts.items():
                if label == self._rows[leaf][1] or self.concepts[label] not in above:
                    continue
                rows = self._copy()
                rows[leaf][1:] = host[1:]
                yield _Change(f"move {rows[leaf][0]!r} from {self._rows[leaf][1]!r} to {label!r}", rows, self.concepts)

    def _partings(self) -> Iterator[_Change]:
        """Give values that a label does not cover labels of their own, up to the next label that covers them."""
        covered = self.mapped.covered
        for level, label, members in labels_of(self.mapped):
            strange = members[~covered[level, members]]
            if 0 < len(strange) < len(members):
                rows = self._copy()
                text, named = self._part(rows, strange, level, self.hierarchy.labels[label])
                yield _Change(text, rows, self.concepts | named)

    def _part(
        self, rows: Rows, strange: Indices, level: int, label: str, *, here: bool = False
    ) -> tuple[str, dict[str, int]]:
        """Put values under labels of their own, from a level (``here``: whatever it is) to where one is above them."""
        named: dict[str, int] = {}
        for i in range(level, self.hierarchy.height + 1):
            if self.mapped.covered[i, strange].all() and not (here and i == level):
                break
            better = widening(self.mapped, strange, i)
            name = self._name(better)
            named[name] = better
            for place in strange:
                rows[self.mapped.mapped_leaves[place]][i] = name
        names = ", ".join(repr(self.hierarchy.leaves[self.mapped.mapped_leaves[p]]) for p in strange)
        return f"part {names} from {label!r}, under {' and '.join(map(repr, named))}", named

    def _narrowings(self) -> Iterator[_Change]:
        """Rename labels after what most of their values have in common, and separate the few others."""
        for level, label, members in labels_of(self.mapped):
            text = self.hierarchy.labels[label]
            if text in (*NOTHING_LEFT, *self.hierarchy.leaves):
                continue
            above = [self.taxonomy.steps_up(int(c)) for c in self.mapped.paths[0, members]]
            for concept in self._shared_by_most(above):
                inside = np.array([concept in up for up in above])
                name = self._name(concept)
                if name in self.concepts:
                    continue  # two groups would become one
                rows = self._called({text: name})
                parted, named = self._part(rows, members[~inside], level, text, here=True)
                told = f"call {text!r} (level {level}) {name!r} and {parted}"
                yield _Change(told, rows, self.concepts | {name: concept} | named)

    def _shared_by_most(self, above: Sequence[Mapping[int, int]]) -> list[int]:
        """The deepest concept above so many values, for every number from most of them to all but one."""
        often = Counter(c for up in above for c in up)
        deepest: dict[int, int] = {}
        for concept, times in often.items():
            if max(2, MOST * len(above)) <= times < len(above) and any(up.get(concept) for up in above):
                other = deepest.setdefault(times, concept)
                deepest[times] = max(other, concept, key=lambda c: (self.taxonomy.depth[c], -c))
        return [deepest[times] for times in sorted(deepest)]

    def _name(self, concept: int) -> str:
        """The label of a concept: an existing one, else that of the vocabulary."""
        if concept == VIRTUAL_ROOT:
            return "*"
        known = next((label for label, c in self.concepts.items() if c == concept), None)
        return known or self.taxonomy.written(concept)

    def _is_above(self, wide: str, narrow: str) -> bool:
        """Whether a label is a proper ancestor of another in the knowledge."""
        a, b = self.concepts[wide], self.concepts[narrow]
        return VIRTUAL_ROOT not in (a, b) and a != b and a in self.taxonomy.steps_up(b)
