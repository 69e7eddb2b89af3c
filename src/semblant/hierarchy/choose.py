"""Which hierarchy each quasi-identifier is generalised with: the one given, the best of several, or a built one."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from semblant.hierarchy.build import build
from semblant.hierarchy.gsl import score
from semblant.hierarchy.intervals import date_hierarchy, number_hierarchy
from semblant.hierarchy.ladder import Ladder, label_points, ladder, place_of_labels
from semblant.hierarchy.rank import best
from semblant.hierarchy.vgh import Hierarchy
from semblant.knowledge.taxonomy import VIRTUAL_ROOT
from semblant.policy import MISSING, SUPPRESSED
from semblant.space.column import Point
from semblant.space.numbers import NumberReader
from semblant.space.product import Product
from semblant.space.reading import AnyReader, Reader, Readers
from semblant.terms.explicit import Explicit

Ladders = tuple[Ladder, ...]

LEVELS = 5
"""The most levels of a hierarchy that is built because none was given."""


@dataclass(frozen=True)
class Chosen:
    """A hierarchy for every quasi-identifier, and what was decided unasked, in words."""

    hierarchies: Mapping[str, Hierarchy]
    decisions: tuple[str, ...]


def choose(readers: Readers, base: Path, explicit: Explicit | None = None, measure: str = "wu-palmer") -> Chosen:
    """Read, choose or build a hierarchy for every column.

    Of several candidates the one with the least generalisation semantic loss is taken (APES). Without any, one is
    built: from the knowledge of a semantic column, of intervals for numbers and dates, and `value, *` otherwise.
    """
    chosen: dict[str, Hierarchy] = {}
    decisions = []
    for reader in readers:
        given = reader.attribute.hierarchy
        if given is None:
            chosen[reader.name] = built(reader)
            levels = chosen[reader.name].height
            decisions.append(f"{reader.name}: a hierarchy of {levels} level{'s' if levels > 1 else ''} was built")
        elif isinstance(given, str):
            chosen[reader.name] = Hierarchy.read(base / given)
        else:
            several = [Hierarchy.read(base / path) for path in given]
            chosen[reader.name], why = _best(reader, several, explicit, measure)
            decisions.append(f"{reader.name}: {chosen[reader.name].name} is taken of {len(several)} hierarchies, {why}")
    return Chosen(chosen, tuple(decisions))


def fit(space: Product, readers: Readers, chosen: Chosen, measure: str, explicit: Explicit | None = None) -> Ladders:
    """The chosen hierarchies, fitted to the columns of a space."""
    return tuple(
        ladder(reader, column, chosen.hierarchies[reader.name], measure, explicit)
        for reader, column in zip(readers, space.columns, strict=True)
    )


def points_of_labels(readers: Readers, chosen: Chosen, explicit: Explicit | None = None) -> dict[str, dict[str, Point]]:
    """By column what the labels of its hierarchy stand for in its knowledge, so that a release can be judged."""
    return {
        reader.name: label_points(reader, chosen.hierarchies[reader.name], explicit)
        for reader in readers
        if isinstance(reader, Reader) and reader.taxonomy is not None
    }


def places_of_labels(readers: Readers, chosen: Chosen) -> dict[str, dict[str, float]]:
    """By column of numbers or dates where the labels of its hierarchy stand on the line."""
    return {
        reader.name: place_of_labels(reader, chosen.hierarchies[reader.name])
        for reader in readers
        if isinstance(reader, NumberReader)
    }


def _best(
    reader: AnyReader, several: list[Hierarchy], explicit: Explicit | None, measure: str
) -> tuple[Hierarchy, str]:
    if isinstance(reader, Reader) and reader.taxonomy is not None:
        found = best(
            several,
            reader.taxonomy,
            measure,
            sense=reader.attribute.sense,
            explicit=explicit,
            attribute=reader.name,
            options=reader.options,
        )
    else:
        found = min((score(h, h.taxonomy, measure) for h in several), key=lambda s: s.score)
    return found.hierarchy, f"with the least loss ({found.score:.4f}, {found.rating})"


def built(reader: AnyReader, levels: int = LEVELS) -> Hierarchy:
    """A hierarchy for a column that has none."""
    values = [v for v in reader.column.values if v not in (MISSING, SUPPRESSED)]
    name = f"{reader.name} (built)"
    if not values:
        return Hierarchy.of([(MISSING, SUPPRESSED)], name=name)
    if isinstance(reader, NumberReader):
        if reader.kind == "numeric":
            return number_hierarchy(values, levels=levels, name=name)
        if reader.kind == "date":
            return date_hierarchy(values, levels=levels, name=name)
    elif reader.taxonomy is not None:
        concepts = [reader.said(value).concept for value in values]
        if any(c != VIRTUAL_ROOT for c in concepts):
            return build(values, reader.taxonomy, concepts=concepts, levels=levels, options=reader.options, name=name)
    return Hierarchy.of([(value, SUPPRESSED) for value in values], name=name)
