"""A column's hierarchy as a tree to be edited: move, merge, rename, add a level; scored after every change."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from semblant.arrays import Ints32
from semblant.data.missing import no_value
from semblant.data.table import Column, Table
from semblant.errors import InputError, PolicyError
from semblant.hierarchy.build import build
from semblant.hierarchy.check import refuse, structure
from semblant.hierarchy.formats import text_of
from semblant.hierarchy.gsl import Score, scored
from semblant.hierarchy.intervals import date_hierarchy, number_hierarchy, ordinal_hierarchy
from semblant.hierarchy.ladder import leaves_lacking
from semblant.hierarchy.meaning import map_labels
from semblant.hierarchy.tree import Tree
from semblant.hierarchy.vgh import Hierarchy
from semblant.knowledge.taxonomy import VIRTUAL_ROOT
from semblant.policy.model import SUPPRESSED, Policy
from semblant.report.plurals import counted
from semblant.report.wording import shown
from semblant.space.reading import Library, read_column
from semblant.space.rules import ColumnRules, rules_of
from semblant.space.treatments import treat
from semblant.workbench.given import whole
from semblant.workbench.words import Words

_LARGEST = 16 << 20


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


def hierarchy_of(table: Table, policy: Policy, base: Path, name: str, words: Words | None) -> Hierarchy:
    """The hierarchy that the policy names for a column; else the one that its vocabulary or its numbers give.

    Its values are those that records are grouped by: bands where the policy asks for bands.
    """
    given = policy.attributes[name].hierarchy
    if isinstance(given, str):
        return Hierarchy.read(base / given)
    column, rules = _grouped(table, policy, name)
    values = [value for value in column.values if not no_value(value)]
    if rules.kind == "numeric":
        return number_hierarchy(values, name=name)
    if rules.kind == "date":
        return date_hierarchy(values, name=name, last_year=rules.last_year)
    if rules.kind == "ordinal" and rules.levels:
        return ordinal_hierarchy(rules.levels, name=name)
    if words is not None:
        return build(values, words.taxonomy, concepts=_meant(values, words), name=name)
    return Hierarchy.of([(value, SUPPRESSED) for value in values], name=name)


def taken(file: Path, table: Table, policy: Policy, base: Path, name: str) -> Hierarchy:
    """A hierarchy from a file, if it fits the column: a tree with a line for every value."""
    if file.stat().st_size > _LARGEST:
        raise InputError(f"A hierarchy has at most {_LARGEST >> 20} MB.", where=file.name)
    made = Hierarchy.read(file)
    refuse(made, [remark for remark in structure(made) if remark.fatal])
    column, rules = _grouped(table, policy, name)
    lost = leaves_lacking(read_column(column, rules, Library(policy, base)), made)
    if lost:
        some = ", ".join(f"“{shown(value, 30)}”" for value in lost[:3])
        raise InputError(
            f"{counted(len(lost), 'value')} of the column stand in no line of {file.name}, such as {some}.",
            hints=["write a line for each of them, the value first, then ever wider labels"],
        )
    return made


def as_arx(hierarchy: Hierarchy) -> str:
    """A hierarchy as the text of a file that ARX reads."""
    return text_of(hierarchy, "arx")


def _grouped(table: Table, policy: Policy, name: str) -> tuple[Column, ColumnRules]:
    """A column as records are grouped by it, and how it is read then."""
    done = treat(table, policy.model_copy(update={"attributes": {name: policy.attributes[name]}}))
    return done.table.column(name), rules_of(name, done.policy)


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


def changed(hierarchy: Hierarchy, action: str, nodes: Sequence[str] | str, to: str = "", label: str = "") -> Hierarchy:
    """The hierarchy after one edit of a label or value, or of several.

    Example:
        >>> jobs = Hierarchy.of([("nurse", "care", "work"), ("doctor", "care", "work"), ("baker", "food", "work")])
        >>> care, food = (f"l{jobs.labels.index(name)}" for name in ("care", "food"))
        >>> changed(jobs, "move", "v2", care).rows()
        [('nurse', 'care', 'work'), ('doctor', 'care', 'work'), ('baker', 'care', 'work')]
        >>> changed(jobs, "merge", food, care).rows()[2], changed(jobs, "rename", food, label="bread").rows()[2]
        (('baker', 'care', 'work'), ('baker', 'bread', 'work'))
        >>> changed(jobs, "add", "v0", label="nursing").rows()[0], changed(jobs, "remove", care).rows()[0]
        (('nurse', 'nursing', 'care', 'work'), ('nurse', 'work', 'work'))
        >>> changed(jobs, "add", ["v0", "v2"], label="helpers").rows()
        [('nurse', 'helpers', 'work'), ('doctor', 'care', 'work'), ('baker', 'helpers', 'work')]
    """
    edits: dict[str, Callable[[_Edit], None]] = {
        "move": _Edit.move, "merge": _Edit.merge, "rename": _Edit.rename, "add": _Edit.add, "remove": _Edit.remove,
    }  # fmt: skip
    if action not in edits:
        raise PolicyError("There is no such edit.")
    edit = _Edit(hierarchy, [nodes] if isinstance(nodes, str) else nodes, to, " ".join(label.split()))
    edits[action](edit)
    return edit.tree.hierarchy(hierarchy.name, edit.called)


class _Edit:
    """One edit of a tree."""

    def __init__(self, hierarchy: Hierarchy, nodes: Sequence[str], to: str, label: str) -> None:
        self.tree, self.label = Tree(hierarchy), label
        self.called: dict[int, str] = {}
        if not nodes:
            raise PolicyError("Nothing is selected.", hints=["tick a label or a value first"])
        self.values = [self._number(node) for node in nodes if node.startswith("v")]
        self.inner = [self._number(node) for node in nodes if not node.startswith("v")]
        self.to = self._number(to) if to else None
        if to.startswith("v"):
            raise PolicyError("Nothing can lie below a value.")

    def _number(self, key: str) -> int:
        most = len(self.tree.leaves) if key.startswith("v") else len(self.tree.labels)
        number = whole(key[1:], most)
        if key[:1] not in ("v", "l") or number >= most:
            raise PolicyError("There is no such label.")
        return number

    def _target(self) -> int:
        if self.to is None:
            raise PolicyError("Nothing says where to.", hints=["choose a label"])
        if {*self.inner} & {*self.tree.path(self.to)}:
            raise PolicyError("A label cannot lie below itself.")
        return self.to

    def _fresh(self) -> str:
        if not self.label:
            raise PolicyError("A label needs a name.")
        if self.label in self.tree.labels:
            raise PolicyError(f"There is a label {self.label!r} already.", hints=["move below it, or merge with it"])
        return self.label

    def _labels_only(self) -> list[int]:
        if self.values:
            raise PolicyError("This is a value of the column, not a label.")
        return self.inner

    def _put(self, target: int) -> None:
        for value in self.values:
            self.tree.start[value] = target
        for label in self.inner:
            self.tree.above[label] = target

    def move(self) -> None:
        """Hang values and labels below another label."""
        self._put(self._target())

    def merge(self) -> None:
        """Let all that lies below labels lie below another one instead."""
        gone, target = {*self._labels_only()}, self._target()
        self.tree.start = [target if one in gone else one for one in self.tree.start]
        self.tree.above = {
            low: target if high in gone else high for low, high in self.tree.above.items() if low not in gone
        }

    def rename(self) -> None:
        """Give a label another name."""
        labels = self._labels_only()
        if len(labels) > 1:
            raise PolicyError("One label at a time gets another name.", hints=["merge them first, or tick only one"])
        self.called[labels[0]] = self._fresh()

    def add(self) -> None:
        """Put a new label between values and labels and what is above all of them."""
        self.tree.labels = (*self.tree.labels, self._fresh())
        fresh = len(self.tree.labels) - 1
        above = self._above_all()
        self._put(fresh)
        if above is not None:
            self.tree.above[fresh] = above

    def _above_all(self) -> int | None:
        """The lowest label that lies above all that is edited; None where there is none."""
        paths = [self.tree.path(self.tree.start[value]) for value in self.values]
        paths += [self.tree.path(label)[1:] for label in self.inner]
        return next((one for one in paths[0] if all(one in path for path in paths)), None)

    def remove(self) -> None:
        """Take labels out; what lay below one lies below the next one."""
        if {*self._labels_only()} & self.tree.tops:
            raise PolicyError("The top of the hierarchy cannot be taken out.")
        self.tree.remove(self.inner)
