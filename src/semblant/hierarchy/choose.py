"""Which hierarchy each quasi-identifier is generalised with: the one given, the best of several, or a built one.

Candidates are ordered by their loss before anything is anonymised: a priori selection (APES).

Reference: Ayala-Rivera et al. 2017, 3.2.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from semblant.data.table import Table
from semblant.errors import PolicyError
from semblant.hierarchy.build import Form, build
from semblant.hierarchy.gsl import Score, score
from semblant.hierarchy.intervals import date_hierarchy, number_hierarchy, ordinal_hierarchy, over_values
from semblant.hierarchy.labels import labelled
from semblant.hierarchy.ladder import Ladder, fits, ladder
from semblant.hierarchy.vgh import Hierarchy
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.model import MISSING, SUPPRESSED, Policy
from semblant.space.column import canonical
from semblant.space.product import Product
from semblant.space.reader import Reader
from semblant.space.reading import Library, Readers, read_columns
from semblant.terms.explicit import Explicit

Ladders = tuple[Ladder, ...]

LEVELS = 5
"""The most levels of a hierarchy that is built because none was given."""


@dataclass(frozen=True)
class Chosen:
    """The hierarchies of quasi-identifiers, readers for their labels, and the automatic decisions in words."""

    readers: Readers
    hierarchies: Mapping[str, Hierarchy]
    decisions: tuple[str, ...] = ()


def read_with_hierarchies(
    table: Table, policy: Policy, library: Library, *, combine: str = "mean", every: bool = False
) -> Chosen:
    """Find out what every quasi-identifier means, the labels of the hierarchies that the policy names included.

    ``every`` column gets a hierarchy where the method generalises: one is built where the policy names none.
    """
    readers = read_columns(table, policy, library, combine=combine)
    return choose(readers, library.base, library.explicit, every=every)


def choose(
    readers: Readers, base: Path, explicit: Explicit | None = None, measure: str = "wu-palmer", *, every: bool = True
) -> Chosen:
    """Read, choose or build the hierarchies of columns.

    Of several candidates the one with the least generalisation semantic loss is taken (APES). Without any, one is
    built if ``every`` column needs one: from the knowledge of a semantic column, of intervals for numbers and dates,
    and `value, *` otherwise.
    """
    chosen: dict[str, Hierarchy] = {}
    told: list[Reader] = []
    decisions = []
    for reader in readers:
        given, name = reader.rules.hierarchy or None, reader.name  # an empty list names none
        if given is None:
            if every:
                chosen[name] = built(reader)
                levels = chosen[name].height
                decisions.append(f"{name}: a hierarchy of {levels} level{'s' if levels > 1 else ''} was built")
        elif isinstance(given, str):
            chosen[name] = Hierarchy.read(base / given)
        else:
            chosen[name], why = _best(reader, [Hierarchy.read(base / path) for path in given], explicit, measure)
            decisions.append(f"{name}: {chosen[name].name} is taken of {len(given)} hierarchies, {why}")
        if name in chosen:
            numeric = reader.kind == "numeric"
            chosen[name] = (over_values(chosen[name], reader.column.values) if numeric else chosen[name]).topped()
        meant = name in chosen and (given is not None or reader.kind != "nominal")
        told.append(labelled(reader, chosen[name], explicit) if meant else reader)
    return Chosen(Readers(tuple(told), readers.knowledge), chosen, tuple(decisions))


def fit(space: Product, chosen: Chosen, measure: str) -> Ladders:
    """The chosen hierarchies, fitted to the columns of a space that was built of the chosen readers."""
    return tuple(
        ladder(reader, column, chosen.hierarchies[reader.name], measure)
        for reader, column in zip(chosen.readers, space.columns, strict=True)
    )


def _best(reader: Reader, several: list[Hierarchy], explicit: Explicit | None, measure: str) -> tuple[Hierarchy, str]:
    fitting = [hierarchy for hierarchy in several if fits(reader, hierarchy)] or several
    if reader.taxonomy is not None:
        found = best(
            fitting,
            reader.taxonomy,
            measure,
            sense=reader.rules.sense,
            explicit=explicit,
            attribute=reader.name,
            options=reader.options,
        )
    else:
        found = min((score(h, h.taxonomy, measure) for h in fitting), key=lambda s: s.score)
    why = f"with the least loss ({found.score:.4f}, {found.rating})"
    unfit = len(several) - len(fitting)
    return found.hierarchy, why + (f"; {unfit} cannot generalise the column" if unfit else "")


def built(reader: Reader, levels: int = LEVELS) -> Hierarchy:
    """A hierarchy for a column that has none."""
    blank = reader.kind == "nominal"  # there a blank is a value like any other
    values = [v for v in reader.column.values if (v if blank else v.strip()) not in (MISSING, SUPPRESSED)]
    name = f"{reader.name} (built)"
    if not values:
        return Hierarchy.of([(MISSING, SUPPRESSED)], name=name)
    if reader.kind == "numeric":
        return number_hierarchy(values, levels=levels, name=name)
    if reader.kind == "date":
        return date_hierarchy(values, levels=levels, name=name, last_year=reader.rules.last_year)
    if reader.kind == "ordinal":
        return ordinal_hierarchy(reader.levels, levels=levels, name=name)
    if reader.taxonomy is not None:
        points = canonical(
            [reader.point_of(value) for value in values]
        )  # spellings of one thing need no level of their own
        if any(point.named for point in points):
            texts, concepts = [reader.written(p) for p in points], [p.concept for p in points]
            form, options = Form(levels), reader.options
            return build(texts, reader.taxonomy, form, concepts=concepts, options=options, name=name)
    return Hierarchy.of([(value, SUPPRESSED) for value in values], name=name)


def ranked(hierarchies: Iterable[Hierarchy], taxonomy: Taxonomy, measure: str = "wu-palmer", **how: Any) -> list[Score]:
    """The scores of candidates, best first; of equals the one given first.

    Example:
        >>> jobs = Taxonomy.from_paths(["work/health/nurse", "work/health/doctor", "work/food/baker"])
        >>> fine = Hierarchy.of([("nurse", "health", "work"), ("doctor", "health", "work"), ("baker", "food", "work")])
        >>> odd = Hierarchy.of([("nurse", "food", "work"), ("doctor", "health", "work"), ("baker", "food", "work")])
        >>> [s.hierarchy is fine for s in ranked([odd, fine], jobs)]
        [True, False]
    """
    return sorted((score(h, taxonomy, measure, **how) for h in hierarchies), key=lambda s: s.score)


def best(hierarchies: Sequence[Hierarchy], taxonomy: Taxonomy, measure: str = "wu-palmer", **how: Any) -> Score:
    """The candidate to anonymise with."""
    if not hierarchies:
        raise PolicyError("There is no hierarchy to choose from.")
    return ranked(hierarchies, taxonomy, measure, **how)[0]
