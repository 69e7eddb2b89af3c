"""Advice on a hierarchy in words: what is odd and how to fix it."""

from collections.abc import Iterator, Sequence

import numpy as np

from semblant.arrays import Indices
from semblant.hierarchy.check import structure
from semblant.hierarchy.gsl import Score
from semblant.hierarchy.meaning import MappedHierarchy
from semblant.knowledge.taxonomy import VIRTUAL_ROOT

_SHOWN = 4


def advise(score: Score) -> Iterator[str]:
    """One sentence for every label that should be fixed, from the lowest level up, then remarks on the levels."""
    yield from _labels(score)
    yield from _order(score)
    for remark in structure(score.hierarchy):
        yield remark.message if remark.where == score.hierarchy.name else str(remark)


def _labels(score: Score) -> Iterator[str]:
    """Labels that are not above their values in the knowledge, or not in it at all."""
    mapped, knowledge = score.mapped, score.mapped.taxonomy.name
    for level, label, members in labels_of(mapped):
        text = f"{mapped.hierarchy.labels[label]!r} (level {level})"
        if label in mapped.invented:
            meant = _called(mapped, int(mapped.concepts[label]))
            yield f"{text} is not in {knowledge}; it is taken for what it covers: {meant}. Call it that, or map it."
        strange = members[~mapped.covered[level, members]]
        if not len(strange):
            continue
        better = widening(mapped, members, level)
        if len(strange) == len(members):
            instead = f"; {_called(mapped, better)} is" if better != VIRTUAL_ROOT else ""
            values = f"{len(members)} values" if len(members) > 1 else _names(mapped, members)
            none = "none of its " if len(members) > 1 else ""
            yield f"{text} is {'above' if none else 'not above'} {none}{values} in {knowledge}{instead}."
        else:
            them = "them" if len(strange) > 1 else "it"
            instead = f", or call the label {_called(mapped, better)}" if better != VIRTUAL_ROOT else ""
            yield (
                f"{text} is not above {_names(mapped, strange)} ({len(strange)} of its {len(members)} values): "
                f"move {them} to another label{instead}."
            )


def _order(score: Score) -> Iterator[str]:
    """Labels that are more specific than one below them."""
    mapped = score.mapped
    falls, strange = score.odd
    unexplained: dict[int, list[int]] = {}
    told: set[tuple[int, int]] = set()
    for row in range(1, len(falls)):
        for place in np.flatnonzero(falls[row] & ~strange[row] & ~strange[row - 1]).tolist():
            low, high = (int(n) for n in mapped.hierarchy.paths[row : row + 2, mapped.mapped_leaves[place]])
            if (low, high) in told:
                continue
            below, above = int(mapped.concepts[low]), int(mapped.concepts[high])
            if below != VIRTUAL_ROOT and above != VIRTUAL_ROOT and below in mapped.taxonomy.steps_up(above):
                told.add((low, high))
                labels = mapped.hierarchy.labels
                yield (
                    f"{labels[high]!r} (level {row + 1}) is narrower than {labels[low]!r} (level {row}): exchange them."
                )
            else:
                unexplained.setdefault(row + 1, []).append(place)
    for level, places in unexplained.items():
        yield (
            f"Level {level} loses less than level {level - 1} for {_names(mapped, places)}: "
            "labels should widen going up."
        )


def labels_of(mapped: MappedHierarchy) -> Iterator[tuple[int, int, Indices]]:
    """Every label above the values, with its lowest level and the mapped leaves under it."""
    seen = set()
    for level in range(1, mapped.hierarchy.height + 1):
        for label in dict.fromkeys(mapped.hierarchy.paths[level, mapped.mapped_leaves].tolist()):
            if label not in seen and mapped.hierarchy.paths[level - 1, mapped.members(label, level)[0]] != label:
                seen.add(label)
                yield level, label, mapped.members(label, level)


def widening(mapped: MappedHierarchy, members: Sequence[int] | Indices, level: int) -> int:
    """The deepest concept above all these leaves and above their labels one level lower; the virtual root if none."""
    taxonomy, paths = mapped.taxonomy, mapped.paths
    own = {int(c) for c in paths[0, members]}
    if not (common := taxonomy.common_ancestors(own)):
        return VIRTUAL_ROOT
    wider = common - own if len(own) == 1 else set(common)  # a value does not generalise itself
    if level > 1:
        for place in members:
            below = int(paths[level - 1, place])
            if mapped.covered[level - 1, place] and below != VIRTUAL_ROOT:
                wider &= {*taxonomy.steps_up(below)} - {below}
    return max(wider or common, key=lambda c: (int(taxonomy.depth[c]), -c))


def _called(mapped: MappedHierarchy, concept: int) -> str:
    return repr(mapped.taxonomy.written(concept)) if concept != VIRTUAL_ROOT else "everything"


def _names(mapped: MappedHierarchy, places: Sequence[int] | Indices) -> str:
    names = [mapped.hierarchy.leaves[mapped.mapped_leaves[p]] for p in places[:_SHOWN]]
    return ", ".join(names) + (f" and {len(places) - _SHOWN} more" if len(places) > _SHOWN else "")
