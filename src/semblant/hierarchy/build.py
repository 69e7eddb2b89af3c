"""Building the hierarchy of a column from a vocabulary: the minimal taxonomy of its values, as a tree."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from semblant.arrays import Floats, Ints32
from semblant.data.missing import is_nothing
from semblant.errors import PolicyError
from semblant.hierarchy.gsl import transition_losses
from semblant.hierarchy.levels import evened, thinned
from semblant.hierarchy.meaning import MappedHierarchy, leaf_concepts
from semblant.hierarchy.vgh import Hierarchy
from semblant.knowledge.taxonomy import VIRTUAL_ROOT, Taxonomy
from semblant.knowledge.texts import key
from semblant.policy.model import SUPPRESSED, Source
from semblant.semantics.measure import DEFAULT
from semblant.semantics.measures import measure_named

MEASURE = "wu-palmer"
"""The measure by which levels are compared."""


@dataclass(frozen=True)
class Form:
    """The form of a hierarchy that is built.

    ``levels`` is the most levels there may be: those that cost least to do without go first. ``children`` is the most
    labels that may lie under one; it goes before ``levels``. With ``even`` every level is a cut through the tree where
    all values lose about as much; otherwise every label above a value is a level of its own, and values that lie higher
    in the knowledge reach the top earlier. ``idle`` keeps concepts that put nothing together, unless levels are even.
    """

    levels: int | None = None
    children: int | None = None
    even: bool = True
    idle: bool = False


def build(
    values: Sequence[str],
    taxonomy: Taxonomy,
    form: Form = Form(),
    *,
    concepts: ArrayLike | None = None,
    options: Source = DEFAULT,
    name: str = "hierarchy",
) -> Hierarchy:
    """Build the ideal hierarchy of some values: every concept between them and their common ancestor.

    ``concepts`` says what the values mean (-1: nothing known, which goes straight to the top); absent: they are read.

    Example:
        >>> jobs = Taxonomy.from_paths(["work/health/care/nurse", "work/health/care/doctor", "work/food/baker"])
        >>> build(["nurse", "doctor", "baker"], jobs).rows()
        [('nurse', 'care', 'work'), ('doctor', 'care', 'work'), ('baker', 'baker', 'work')]
        >>> build(["nurse", "doctor", "baker"], jobs, Form(even=False)).rows()[2]
        ('baker', 'work', 'work')
    """
    texts = [value for value in dict.fromkeys(values) if not is_nothing(value)]
    if not texts:
        raise PolicyError("The column has no values to build a hierarchy of.", where=name)
    levels, children = form.levels, form.children
    if (levels is not None and levels < 1) or (children is not None and children < 2):
        raise PolicyError("A hierarchy has at least 1 level, and a label at least 2 children.", where=name)
    if concepts is None:
        meant = leaf_concepts(texts, taxonomy, name)
    else:
        given = dict(zip(values, np.asarray(concepts, np.int32).tolist(), strict=True))
        meant = np.array([given[text] for text in texts], np.int32)
    tree = _Tree(taxonomy, meant, keep_idle=form.idle)
    written = _Written(texts, meant, taxonomy)
    hierarchy = Hierarchy.of(
        [(text, *(written(c) for c in tree.path(int(concept)))) for text, concept in zip(texts, meant, strict=True)],
        name=name,
    )
    losses = _losses(hierarchy, written.concept, taxonomy, options)
    if form.even:
        levels = min(levels or hierarchy.height, hierarchy.height)
        hierarchy = _topped(
            evened(hierarchy, losses), {t for t, c in zip(texts, meant, strict=True) if c == VIRTUAL_ROOT}
        )
        losses = _losses(hierarchy, written.concept, taxonomy, options)
    return thinned(hierarchy, losses, levels, children, cuts=form.even)


def _topped(hierarchy: Hierarchy, unknown: set[str]) -> Hierarchy:
    """The same with values that mean nothing at the top on every level: they must not stay themselves on any."""
    rows = [(row[0], *[row[-1]] * hierarchy.height) if row[0] in unknown else row for row in hierarchy.rows()]
    return Hierarchy.of(rows, name=hierarchy.name)


class _Tree:
    """The minimal taxonomy of some concepts with one parent each: the deepest, then the one of smaller id."""

    def __init__(self, taxonomy: Taxonomy, concepts: Ints32, *, keep_idle: bool) -> None:
        values = Counter(concepts[concepts != VIRTUAL_ROOT].tolist())
        told = sorted(values)
        self.root = taxonomy.lcs_of(told) if len(told) == len(np.unique(concepts)) else VIRTUAL_ROOT
        inside = {*taxonomy.hierarchy(told).tolist()} if told else set()
        self.parent: dict[int, int] = {}
        waiting = list(told)
        while waiting:
            c = waiting.pop()
            if c == self.root or c in self.parent:
                continue
            above = [int(p) for p in taxonomy.parents(c) if int(p) in inside]
            self.parent[c] = max(above, key=lambda p: (taxonomy.depth[p], -p), default=self.root)
            waiting += [p for p in (self.parent[c],) if p != self.root]
        below = Counter(self.parent.values())
        # a value that lies above others, or that is written in two ways, is a label of its own
        self._joins = {c for c in {*below, *values} if below[c] + values[c] > 1 or keep_idle}
        self._own = {c for c, written in values.items() if written > 1 or c in below}

    def path(self, concept: int) -> list[int]:
        """The path of labels above a value, up to the top."""
        path = [concept] if concept in self._own else []
        while concept not in (self.root, VIRTUAL_ROOT):
            concept = self.parent[concept]
            if concept in self._joins or concept == self.root:
                path.append(concept)
        return path or [self.root]


class _Written:
    """The labels of concepts: as in the data where that is a name, and never one label for two concepts."""

    def __init__(self, texts: Sequence[str], concepts: Ints32, taxonomy: Taxonomy) -> None:
        self._taxonomy = taxonomy
        self._taken = {key(text): int(c) for text, c in zip(texts, concepts, strict=True)}
        self._usual: dict[int, str] = {}
        # of several spellings one in lower case, as in the vocabulary itself
        for text, c in sorted(zip(texts, concepts, strict=True), key=lambda pair: pair[0] != pair[0].lower()):
            if int(c) in taxonomy.senses(text):
                self._usual.setdefault(int(c), text)
        self.concept = {text: int(c) for text, c in zip(texts, concepts, strict=True)}

    def __call__(self, concept: int) -> str:
        text = SUPPRESSED if concept == VIRTUAL_ROOT else self._usual.get(concept) or self._label(concept)
        self.concept.setdefault(text, concept)
        return text

    def _label(self, concept: int) -> str:
        label = self._taxonomy.written(concept)
        if self._taken.get(key(label), concept) == concept:
            return label
        place = self._taxonomy.senses(label).index(concept) + 1 if "#" not in label else 0
        return f"{label}#{place}" if place else self._taxonomy.ids[concept]


def _losses(hierarchy: Hierarchy, concept: Mapping[str, int], taxonomy: Taxonomy, options: Source) -> Floats:
    """The loss of every transition; a value without a meaning has the greatest loss."""
    mapped = MappedHierarchy(hierarchy, taxonomy, np.array([concept[n] for n in hierarchy.labels], np.int32), ())
    losses = np.full((hierarchy.height, len(hierarchy.leaves)), measure_named(MEASURE).farthest(taxonomy, options))
    if len(mapped.mapped_leaves):
        losses[:, mapped.mapped_leaves] = transition_losses(mapped, MEASURE, options)
    return losses
