"""A column's hierarchy as a tree to be edited: move, merge, rename, add a level; scored after every change."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from semblant.arrays import Ints32
from semblant.data.missing import no_value
from semblant.data.table import Column
from semblant.errors import PolicyError
from semblant.hierarchy.build import build
from semblant.hierarchy.gsl import Score, scored
from semblant.hierarchy.intervals import date_hierarchy, number_hierarchy
from semblant.hierarchy.meaning import map_labels
from semblant.hierarchy.tree import Tree
from semblant.hierarchy.vgh import Hierarchy
from semblant.knowledge.taxonomy import VIRTUAL_ROOT
from semblant.policy.model import SUPPRESSED, Policy
from semblant.workbench.words import Words


@dataclass
class Branch:
    """A label or a value of the tree, with what lies below it; values have keys such as ``v3``, labels ``l5``."""

    key: str
    label: str
    loss: float | None = None
    """The mean loss of the steps up to this label."""
    below: list["Branch"] = field(default_factory=list)

    @property
    def leaf(self) -> bool:
        """Whether it is a value of the column."""
        return self.key.startswith("v")


def hierarchy_of(column: Column, policy: Policy, base: Path, words: Words | None) -> Hierarchy:
    """The hierarchy that the policy names for a column; else the one that its vocabulary or its numbers give."""
    attribute = policy.attributes[column.name]
    if isinstance(attribute.hierarchy, str):
        return Hierarchy.read(base / attribute.hierarchy)
    values = [value for value in column.values if not no_value(value)]
    if attribute.kind == "numeric":
        return number_hierarchy(values, name=column.name)
    if attribute.kind == "date":
        return date_hierarchy(values, name=column.name)
    if words is not None:
        return build(values, words.taxonomy, concepts=_meant(values, words), name=column.name)
    return Hierarchy.of([(value, SUPPRESSED) for value in values], name=column.name)


def score_of(hierarchy: Hierarchy, words: Words | None) -> Score | None:
    """The generalisation semantic loss by the column's vocabulary; None for a column without one."""
    if words is None:
        return None
    return scored(map_labels(hierarchy, words.taxonomy, values=_meant(hierarchy.leaves, words)))


def _meant(values: Sequence[str], words: Words) -> Ints32:
    """The concepts of values, as the column is mapped; the virtual root for those without one."""
    known = dict(zip(words.meanings.values, words.meanings.concepts.tolist(), strict=True))
    return np.array([known.get(value, VIRTUAL_ROOT) for value in values], np.int32)


def branches(hierarchy: Hierarchy, score: Score | None = None) -> list[Branch]:
    """The tree from its tops down, values last."""
    tree, losses = Tree(hierarchy), _losses(score)
    made: dict[int, Branch] = {}
    for number in {*tree.above, *tree.above.values(), *tree.start}:
        label = hierarchy.labels[number]
        made[number] = Branch(f"l{number}", label, losses.get(label))
    for low, high in sorted(tree.above.items()):
        made[high].below.append(made[low])
    for place, start in enumerate(tree.start):
        made[start].below.append(Branch(f"v{place}", hierarchy.leaves[place]))
    return [made[top] for top in sorted(tree.tops)]


def _losses(score: Score | None) -> dict[str, float]:
    found: dict[str, list[float]] = {}
    for step in score.transitions if score is not None else ():
        found.setdefault(step.ancestor, []).append(step.loss)
    return {label: sum(all_of) / len(all_of) for label, all_of in found.items()}


def changed(hierarchy: Hierarchy, action: str, node: str, to: str = "", label: str = "") -> Hierarchy:
    """The hierarchy after one edit.

    Example:
        >>> jobs = Hierarchy.of([("nurse", "care", "work"), ("doctor", "care", "work"), ("baker", "food", "work")])
        >>> care, food = (f"l{jobs.labels.index(name)}" for name in ("care", "food"))
        >>> changed(jobs, "move", "v2", care).rows()
        [('nurse', 'care', 'work'), ('doctor', 'care', 'work'), ('baker', 'care', 'work')]
        >>> changed(jobs, "merge", food, care).rows()[2], changed(jobs, "rename", food, label="bread").rows()[2]
        (('baker', 'care', 'work'), ('baker', 'bread', 'work'))
        >>> changed(jobs, "add", "v0", label="nursing").rows()[0], changed(jobs, "remove", care).rows()[0]
        (('nurse', 'nursing', 'care', 'work'), ('nurse', 'work', 'work'))
    """
    edits: dict[str, Callable[[_Edit], None]] = {
        "move": _Edit.move, "merge": _Edit.merge, "rename": _Edit.rename, "add": _Edit.add, "remove": _Edit.remove,
    }  # fmt: skip
    if action not in edits:
        raise PolicyError("There is no such edit.")
    edit = _Edit(hierarchy, node, to, " ".join(label.split()))
    edits[action](edit)
    return edit.tree.hierarchy(hierarchy.name, edit.called)


class _Edit:
    """One edit of a tree."""

    def __init__(self, hierarchy: Hierarchy, node: str, to: str, label: str) -> None:
        self.tree, self.label = Tree(hierarchy), label
        self.called: dict[int, str] = {}
        self.node, self.is_value = self._number(node), node.startswith("v")
        self.to = self._number(to) if to else None
        if to.startswith("v"):
            raise PolicyError("Nothing can lie below a value.")

    def _number(self, key: str) -> int:
        most = len(self.tree.leaves) if key.startswith("v") else len(self.tree.labels)
        if key[:1] not in ("v", "l") or not key[1:].isdecimal() or int(key[1:]) >= most:
            raise PolicyError("There is no such label.")
        return int(key[1:])

    def _target(self) -> int:
        if self.to is None:
            raise PolicyError("Nothing says where to.")
        if not self.is_value and self.node in self.tree.path(self.to):
            raise PolicyError("A label cannot lie below itself.")
        return self.to

    def _named(self) -> str:
        if not self.label:
            raise PolicyError("A label needs a name.")
        return self.label

    def _inner(self) -> int:
        if self.is_value:
            raise PolicyError("This is a value of the column, not a label.")
        return self.node

    def move(self) -> None:
        """Hang a value or a label below another label."""
        target = self._target()
        if self.is_value:
            self.tree.start[self.node] = target
        else:
            self.tree.above[self.node] = target

    def merge(self) -> None:
        """Let all that lies below a label lie below another one instead."""
        gone, target = self._inner(), self._target()
        self.tree.start = [target if one == gone else one for one in self.tree.start]
        self.tree.above = {
            low: target if high == gone else high for low, high in self.tree.above.items() if low != gone
        }

    def rename(self) -> None:
        """Give a label another name."""
        if self._named() in self.tree.labels:
            raise PolicyError(f"There is a label {self.label!r} already.", hints=["merge them"])
        self.called[self._inner()] = self.label

    def add(self) -> None:
        """Put a new label between a value or label and what is above it."""
        if self._named() in self.tree.labels:
            raise PolicyError(f"There is a label {self.label!r} already.")
        fresh = len(self.tree.labels)
        self.tree.labels = (*self.tree.labels, self.label)
        if self.is_value:
            self.tree.above[fresh] = self.tree.start[self.node]
            self.tree.start[self.node] = fresh
            return
        if self.node in self.tree.above:
            self.tree.above[fresh] = self.tree.above[self.node]
        self.tree.above[self.node] = fresh

    def remove(self) -> None:
        """Take a label out; what lay below it lies below the next one."""
        if self._inner() in self.tree.tops:
            raise PolicyError("The top of the hierarchy cannot be taken out.")
        self.tree.remove([self.node])
