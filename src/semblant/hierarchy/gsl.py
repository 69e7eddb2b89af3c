"""Generalisation semantic loss: how much meaning a hierarchy loses at each step, on each level, and in total.

Reference: Ayala-Rivera et al. 2017, Enhancing the utility of anonymized data by improving the quality of
generalization hierarchies.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, NamedTuple

import numpy as np

from semblant.arrays import Flags, Floats
from semblant.errors import KnowledgeError, PolicyError
from semblant.hierarchy.meaning import NOTHING_LEFT, MappedHierarchy, map_labels
from semblant.hierarchy.vgh import Hierarchy
from semblant.knowledge.taxonomy import VIRTUAL_ROOT, Taxonomy
from semblant.policy.model import Sense, Source
from semblant.semantics.matrix import candidates_by_values
from semblant.semantics.measure import DEFAULT
from semblant.semantics.measures import measure_named
from semblant.space.rulers import NUMBER, Dated, Numeric, Ruler
from semblant.terms.explicit import Explicit

Aggregation = Literal["average", "maximum"]
Weighting = Literal["uniform", "level"] | Sequence[float]
Odd = Literal["falls", "no ancestor"]

BY_PLACE = "place"
"""The name of the score by position, used for numbers and dates instead of a semantic measure."""
DIGITS = 6
"""Significant decimals of a loss: distances are stored as float32."""


class Transition(NamedTuple):
    """One step from a value to a label above it: what it loses, and what is odd about it."""

    leaf: str
    level: int
    ancestor: str
    loss: float
    odd: tuple[Odd, ...] = ()


@dataclass(frozen=True, eq=False)
class Score:
    """The loss of every transition, every level and the whole hierarchy."""

    mapped: MappedHierarchy
    measure: str
    farthest: float
    losses: Floats  # [level above the values, mapped leaf]
    levels: tuple[float, ...]
    score: float

    @property
    def hierarchy(self) -> Hierarchy:
        """What was scored."""
        return self.mapped.hierarchy

    @cached_property
    def ratio(self) -> float:
        """The score relative to that of the hierarchy built from the vocabulary for these values."""
        from semblant.hierarchy.rating import against_built

        return against_built(self)

    @property
    def rating(self) -> str:
        """The score in a word: good, moderate or poor, by its ratio."""
        from semblant.hierarchy.rating import rate

        return rate(self.ratio)

    @cached_property
    def odd(self) -> tuple[Flags, Flags]:
        """Where a loss falls going up, and where a label is no ancestor in the knowledge."""
        falls = np.zeros(self.losses.shape, np.bool_)
        falls[1:] = self.losses[1:] < self.losses[:-1] - 10.0**-DIGITS
        return falls, ~self.mapped.covered[1:]

    @cached_property
    def transitions(self) -> tuple[Transition, ...]:
        """Every transition, value by value, level by level."""
        falls, strange = (marks.tolist() for marks in self.odd)
        losses, rows = self.losses.tolist(), self.hierarchy.rows()
        found = []
        for place, leaf in enumerate(self.mapped.mapped_leaves.tolist()):
            for i in range(1, self.hierarchy.height + 1):
                odd: list[Odd] = ["falls"] if falls[i - 1][place] else []
                odd += ["no ancestor"] if strange[i - 1][place] else []
                found.append(Transition(rows[leaf][0], i, rows[leaf][i], losses[i - 1][place], tuple(odd)))
        return tuple(found)

    @cached_property
    def warnings(self) -> tuple[str, ...]:
        """Advice in words."""
        from semblant.hierarchy.advice import advise

        return tuple(advise(self))

    def document(self) -> dict[str, Any]:
        """The score as a script reads it."""
        return {
            "levels": list(self.levels),
            "score": self.score,
            "rating": self.rating,
            "transitions": [t._asdict() | {"odd": list(t.odd)} for t in self.transitions],
            "warnings": list(self.warnings),
        }

    def __repr__(self) -> str:
        levels = ", ".join(f"{loss:.4f}" for loss in self.levels)
        return f"<Score {self.score:.4f} ({self.rating}) by {self.measure}: levels {levels}>"

    def _repr_html_(self) -> str:
        from semblant.hierarchy.draw import score_html

        return score_html(self)


def score(
    hierarchy: Hierarchy,
    taxonomy: Taxonomy,
    measure: str = "wu-palmer",
    *,
    level: Aggregation = "average",
    weights: Weighting = "uniform",
    sense: Sense = "context",
    explicit: Explicit | None = None,
    attribute: str = "",
    options: Source | None = None,
) -> Score:
    """Score a hierarchy by a knowledge base: TransGSL, LevelGSL and VghGSL.

    ``level`` says how the transitions of a level make its loss, ``weights`` how levels make the score: ``uniform``,
    ``level`` (lower levels count more) or one number per level, from the lowest up, that sum to 1. Hierarchies of
    numbers or dates are scored by place: how far a value is from the mean of the values under a label, as a share of
    their range.

    Example:
        >>> jobs = Taxonomy.from_paths(["work/health/nurse", "work/health/doctor", "work/food/baker"])
        >>> vgh = Hierarchy.of([("nurse", "health", "work"), ("doctor", "health", "work"), ("baker", "food", "work")])
        >>> score(vgh, jobs).levels, round(score(vgh, jobs, weights=[0.9, 0.1]).score, 4)
        ((0.142857, 0.333333), 0.1619)
    """
    if (places := on_a_line(hierarchy)) is not None:
        return _by_place(hierarchy, places, level, weights)
    mapped = map_labels(hierarchy, taxonomy, sense=sense, explicit=explicit, attribute=attribute)
    return scored(mapped, measure, level=level, weights=weights, options=options)


def scored(
    mapped: MappedHierarchy,
    measure: str = "wu-palmer",
    *,
    level: Aggregation = "average",
    weights: Weighting = "uniform",
    options: Source | None = None,
) -> Score:
    """Score a hierarchy whose labels are mapped already."""
    hierarchy, taxonomy = mapped.hierarchy, mapped.taxonomy
    counted: Source = getattr(taxonomy, "options", DEFAULT) if options is None else options
    if not hierarchy.height:
        raise KnowledgeError("The hierarchy has no level above its values.", where=hierarchy.name)
    if not len(mapped.mapped_leaves):
        raise KnowledgeError("No value of the hierarchy means anything.", where=hierarchy.name)
    farthest = measure_named(measure).farthest(taxonomy, counted)
    return _added_up(mapped, measure, farthest, transition_losses(mapped, measure, counted), level, weights)


def _added_up(
    mapped: MappedHierarchy, measure: str, farthest: float, losses: Floats, level: Aggregation, weights: Weighting
) -> Score:
    levels = level_losses(losses, level)
    total = float(levels @ level_weights(mapped.hierarchy.height, weights))
    return Score(mapped, measure, farthest, losses, tuple(levels.tolist()), round(total, DIGITS))


def on_a_line(hierarchy: Hierarchy) -> Floats | None:
    """The places of values that are all numbers or all dates; None where they are not."""
    texts = [leaf for leaf in hierarchy.leaves if leaf not in NOTHING_LEFT]
    ruler: Ruler | None = Numeric.over(texts) if all(NUMBER.fullmatch(t) for t in texts) else Dated.over(texts)
    if ruler is None or not texts:
        return None
    found = [ruler.place(leaf) if leaf not in NOTHING_LEFT else None for leaf in hierarchy.leaves]
    return np.array([np.nan if place is None else place for place in found])


def _by_place(hierarchy: Hierarchy, places: Floats, level: Aggregation, weights: Weighting) -> Score:
    """Score a hierarchy of numbers or dates; its own tree is all the knowledge there is."""
    from semblant.hierarchy.intervals import place_losses

    if not hierarchy.height:
        raise KnowledgeError("The hierarchy has no level above its values.", where=hierarchy.name)
    own = hierarchy.taxonomy
    concepts = [own.ids.find(label) if label not in NOTHING_LEFT else VIRTUAL_ROOT for label in hierarchy.labels]
    mapped = MappedHierarchy(hierarchy, own, np.array(concepts, np.int32), ())
    losses = np.round(place_losses(hierarchy, places)[:, mapped.mapped_leaves], DIGITS)
    return _added_up(mapped, BY_PLACE, 1.0, losses, level, weights)


def transition_losses(mapped: MappedHierarchy, measure: str, options: Source = DEFAULT) -> Floats:
    """TransGSL (eq. 1) of every mapped leaf on every level above; a label without a meaning has the greatest loss."""
    taxonomy, paths = mapped.taxonomy, mapped.paths
    farthest = measure_named(measure).farthest(taxonomy, options)
    leaves, leaf_at = np.unique(paths[0], return_inverse=True)
    named = np.unique(paths[1:][paths[1:] != VIRTUAL_ROOT])
    losses = np.full(paths[1:].shape, farthest, np.float64)
    if len(named):
        table = candidates_by_values(taxonomy, named, leaves, measure, options).astype(np.float64)
        row = np.searchsorted(named, paths[1:])
        there = paths[1:] != VIRTUAL_ROOT
        losses[there] = table[np.minimum(row, len(named) - 1), leaf_at[None, :]][there]
    return np.round(losses, DIGITS)


def level_losses(losses: Floats, level: Aggregation = "average") -> Floats:
    """LevelGSL (eq. 2 and 3): the average or the greatest loss of each level."""
    if level not in ("average", "maximum"):
        raise PolicyError(f"The losses of a level are taken as average or maximum. Got {level!r} instead.")
    joined: Floats = losses.mean(axis=1) if level == "average" else losses.max(axis=1)
    return np.round(joined, DIGITS)


def level_weights(height: int, weights: Weighting = "uniform") -> Floats:
    """The weights of the levels (eq. 5), the lowest first.

    Example:
        >>> level_weights(3, "level").round(4).tolist()
        [0.5, 0.3333, 0.1667]
    """
    if isinstance(weights, str):
        if weights == "uniform":
            return np.full(height, 1 / height)
        if weights == "level":
            return np.arange(height, 0.0, -1.0) / (height * (height + 1) / 2)
        raise PolicyError(f"The weights are uniform, level, or one number per level. Got {weights!r} instead.")
    own: Floats = np.array(weights, np.float64)
    if own.shape != (height,) or not (own > 0).all() or abs(own.sum() - 1) > 1e-6:
        raise PolicyError(
            f"Own weights are {height} numbers above 0 that sum to 1, one per level, the lowest first. "
            f"Got {len(own)} that sum to {own.sum():g} instead."
        )
    return own


def set_score(scores: Sequence[float], preferences: Sequence[float] | None = None) -> float:
    """VghSetGSL (eq. 6): the score of several hierarchies together, each weighed by how much it matters.

    Example:
        >>> round(set_score([0.2, 0.4], [1, 2]), 4)
        0.5
    """
    wanted = [1.0] * len(scores) if preferences is None else list(preferences)
    if not scores or len(wanted) != len(scores) or min(wanted) < 0:
        raise PolicyError(f"Give one preference of at least 0 for each of {len(scores)} hierarchies.")
    return round(sum(p * s for p, s in zip(wanted, scores, strict=True)) / len(scores), DIGITS)
