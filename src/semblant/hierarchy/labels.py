"""The meanings of a hierarchy's labels in a column, for reading generalised releases."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from semblant.data.missing import is_nothing
from semblant.errors import KnowledgeError
from semblant.hierarchy.intervals import label_places, over_values
from semblant.hierarchy.meaning import NOTHING_LEFT, map_labels
from semblant.hierarchy.vgh import Hierarchy
from semblant.knowledge.taxonomy import VIRTUAL_ROOT
from semblant.progress import SILENT, Advance
from semblant.space.column import Point
from semblant.space.conceptreader import ConceptReader
from semblant.space.numbers import NumberReader
from semblant.space.reader import CategoryReader, Reader
from semblant.space.understanding import Understanding
from semblant.terms.explicit import Explicit
from semblant.terms.mapping import Choice, settle
from semblant.terms.match import NOTHING, UNKNOWN, Match


def labelled(reader: Reader, hierarchy: Hierarchy, explicit: Explicit | None = None) -> Reader:
    """A reader for the labels of a hierarchy as well as for the column's own values.

    The same for a method that generalises and for the assessment of its release: it depends on the hierarchy, the
    knowledge and the original column only. In a nominal column, the hierarchy alone defines the meanings.
    """
    match reader:
        case NumberReader():
            return replace(reader, labels=place_of_labels(reader, hierarchy))
        case ConceptReader():
            return reader.with_labels(label_points(reader, hierarchy, explicit))
        case CategoryReader():
            return by_hierarchy(reader, hierarchy) if {*hierarchy.labels} - {*NOTHING_LEFT} else reader
    raise TypeError(f"A {type(reader).__name__} has no use for a hierarchy.")


def by_hierarchy(reader: CategoryReader, hierarchy: Hierarchy) -> ConceptReader:
    """A reader of a nominal column whose knowledge is the hierarchy; a value without a leaf is unknown to it."""
    taxonomy = hierarchy.taxonomy
    number = {label: i for i, label in enumerate(taxonomy.ids)}

    def read(texts: Sequence[str], _: Advance) -> list[tuple[Match, ...]]:
        return [(reading(text),) for text in texts]

    def reading(text: str) -> Match:
        leaf = hierarchy.find(text)
        if is_nothing(text):
            return NOTHING
        return UNKNOWN if leaf is None else Match(number[hierarchy.leaves[leaf]], 0, 1.0, "exact")

    column = reader.column
    step = partial(SILENT.step, f"reading {reader.name}")
    meanings = settle(column.values, column.counts, taxonomy, read, Choice("first"), step)
    if reader.rules.unknown == "error" and (lost := meanings.unknown()):
        raise without_leaf(reader, hierarchy, [column.values[i] for i in lost], len(column.values))
    above = {hierarchy.labels[n] for n in hierarchy.paths[1:].ravel().tolist()}
    labels = {n: Point(number[n]) for n in sorted(above - {*NOTHING_LEFT})}
    rules = replace(reader.rules, knowledge=())  # none but the hierarchy
    return ConceptReader(column, rules, Understanding(meanings, rules, labels=labels), reader.persons)


def label_points(reader: ConceptReader, hierarchy: Hierarchy, explicit: Explicit | None = None) -> dict[str, Point]:
    """The points of the labels above the values in the column's knowledge; ``*`` and values are left out."""
    values = [reader.point_of(leaf).concept for leaf in hierarchy.leaves]
    mapped = map_labels(
        hierarchy,
        reader.taxonomy,
        sense=reader.rules.sense,
        explicit=explicit,
        attribute=reader.name,
        values=np.array(values, np.int32),
    )
    return {
        hierarchy.labels[i]: Point(int(mapped.concepts[i]))
        for i in sorted({*hierarchy.paths[1:].ravel().tolist()})
        if mapped.concepts[i] != VIRTUAL_ROOT
    }


def place_of_labels(reader: NumberReader, hierarchy: Hierarchy) -> dict[str, float]:
    """The positions of the labels of numbers or dates: the mean of the values under them."""
    fitted = over_values(hierarchy, reader.column.values)
    return label_places(fitted, reader.places(fitted.leaves))


def without_leaf(reader: Reader, hierarchy: Hierarchy, lost: list[str], of: int) -> KnowledgeError:
    """The error of a column with values that its hierarchy does not have."""
    many = "values have" if len(lost) > 1 else "value has"
    hints = [f"add a line for each of them to {hierarchy.name}"]
    if reader.kind == "nominal":
        hints.append(f"set attributes.{reader.name}.unknown: suppress | nominal")
    else:
        hints.append(f"semblant hierarchy build DATA --column {reader.name} makes one that fits")
    return KnowledgeError(
        f"{len(lost):,} of {of:,} distinct {many} no leaf in {hierarchy.name}.",
        where=f"attributes.{reader.name}.hierarchy",
        hints=hints,
        values=lost[:20],
    )
