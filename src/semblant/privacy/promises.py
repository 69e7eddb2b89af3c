"""What a policy promises of every class: its models, each with what it counts in the table."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from semblant.data.table import Column, Table
from semblant.errors import PolicyError
from semblant.policy import MISSING, SUPPRESSED, Attribute, Policy
from semblant.privacy.closeness import Equal, Ground, Ordered, Semantic, TCloseness
from semblant.privacy.histograms import Counts, Floats, Histograms
from semblant.privacy.models import (
    DistinctL,
    EntropyL,
    KAnonymity,
    LDiversity,
    Model,
    Persons,
    RecursiveL,
    SemanticL,
)
from semblant.semantics.measures import measure_named
from semblant.space.column import point_distances
from semblant.space.product import unique_columns
from semblant.space.reading import Library, Reader, read_columns
from semblant.space.rulers import NUMBER, ruler_of

Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Promise:
    """A model and what it counts: a code for every record, such as its sensitive value or its person.

    Where persons count, a code is a person together with a value, and ``value_of`` gives the value of each code:
    however many records say the same of one person, it is said once.
    """

    model: Model
    codes: Counts
    value_of: Counts | None = None
    reader: Reader | None = None  # where meanings are compared: how the column was read

    def total(self, there: Flags) -> Counts:
        """How often each code occurs in the records that are released."""
        return np.bincount(self.codes[there], minlength=int(self.codes.max(initial=-1)) + 1).astype(np.int64)

    def values(self, classes: Histograms, total: Counts) -> Floats:
        """What classes achieve, by the counts of their codes."""
        return self.model.values(self._counted(classes), total)

    def shortfall(self, classes: Histograms, total: Counts) -> Floats:
        """How far classes are from keeping the promise, near enough to compare them."""
        return self.model.shortfall(self._counted(classes), total)

    def kept_by(self, classes: Histograms, total: Counts) -> Flags:
        """Which classes keep the promise."""
        return self.model.kept_by(self._counted(classes), total)

    def _counted(self, classes: Histograms) -> Histograms:
        if self.value_of is None:
            return classes
        return Histograms.of(classes.classes, self.value_of[classes.values], classes.size)


def models_of(policy: Policy, table: Table, library: Library) -> tuple[Model, ...]:
    """The models of a policy, k first, then column by column."""
    return tuple(promise.model for promise in promises_of(policy, table, library))


def promises_of(policy: Policy, table: Table, library: Library) -> tuple[Promise, ...]:
    """Everything a policy promises of every class of this table, k first, then column by column.

    k-anonymity is not among them where the policy accepts a method without it.
    """
    _refuse_elsewhere(policy)
    persons = _persons(policy, table)
    found: list[Promise] = []
    if policy.accept is None:
        alike = KAnonymity(policy.k) if policy.individual is None else Persons(policy.individual, policy.k)
        found.append(Promise(alike, np.zeros(table.records, np.int64) if persons is None else persons))
    for name in policy.columns("sensitive"):
        attribute = policy.attributes[name]
        if attribute.l is None and attribute.t is None:
            continue
        column = table.column(name)
        codes = column.codes.astype(np.int64)
        reader = _reader(name, policy, table, library) if _by_meaning(attribute) else None
        if attribute.l is not None:
            found.append(_said_once(_l_model(name, attribute, policy, reader), codes, persons, reader))
        if attribute.t is not None:
            ground = _ground(column, attribute, policy, reader)
            found.append(Promise(TCloseness(name, attribute.t, ground), codes, reader=reader))
    return tuple(found)


def _refuse_elsewhere(policy: Policy) -> None:
    for name, attribute in policy.attributes.items():
        if attribute.role != "sensitive" and (attribute.l is not None or attribute.t is not None):
            raise PolicyError(
                f"The column {name!r} has a promise of l or t but is not sensitive.",
                where=f"attributes.{name}",
                hints=[f"set attributes.{name}.role: sensitive", "leave l and t out"],
            )


def _persons(policy: Policy, table: Table) -> Counts | None:
    """The person of every record; records that do not say count as those of one and the same."""
    name = policy.individual
    if name is None:
        return None
    released = name in policy.attributes and policy.attributes[name].role in ("keep", "sensitive")
    if policy.order == "shuffle" and not released:
        raise PolicyError(
            f"Whether every class has {policy.k} persons cannot be checked on a release with its rows shuffled and "
            f"without the column {name!r}.",
            where="order",
            hints=["set order: keep", f"publish a pseudonym: set attributes.{name}.role: keep"],
        )
    return table.column(name).codes.astype(np.int64)


def _said_once(model: LDiversity, codes: Counts, persons: Counts | None, reader: Reader | None) -> Promise:
    if persons is None:
        return Promise(model, codes, reader=reader)
    said = np.stack([codes, persons]).astype(np.int32)
    pairs, of_record, _ = unique_columns(said, [int(line.max(initial=0)) + 1 for line in said])
    return Promise(model, of_record, pairs[0].astype(np.int64), reader)


def _l_model(name: str, attribute: Attribute, policy: Policy, reader: Reader | None) -> LDiversity:
    assert attribute.l is not None
    if attribute.l_kind == "semantic":
        assert reader is not None
        return SemanticL(name, attribute.l, attribute.apart, meaning_distances(reader, policy.loss_measure))
    if attribute.l_kind == "recursive":
        return RecursiveL(name, attribute.l, attribute.c)
    return (EntropyL if attribute.l_kind == "entropy" else DistinctL)(name, attribute.l)


def _ground(column: Column, attribute: Attribute, policy: Policy, reader: Reader | None) -> Ground:
    if attribute.ground == "semantic":
        assert reader is not None
        return Semantic(meaning_distances(reader, policy.loss_measure))
    if attribute.ground == "ordered":
        return Ordered(places(column, attribute))
    return Equal()


def _by_meaning(attribute: Attribute) -> bool:
    return (attribute.l is not None and attribute.l_kind == "semantic") or (
        attribute.t is not None and attribute.ground == "semantic"
    )


def _reader(name: str, policy: Policy, table: Table, library: Library) -> Reader:
    """A sensitive column, read as a quasi-identifier would be; a value without a concept stands for itself."""
    as_quasi = policy.attributes[name].model_copy(
        update={"role": "quasi", "kind": "semantic", "unknown": "nominal", "missing": "category"}
    )
    (reader,) = read_columns(table, policy.model_copy(update={"attributes": {name: as_quasi}}), library)
    assert isinstance(reader, Reader)
    return reader


def meaning_distances(reader: Reader, measure: str, texts: Sequence[str] | None = None) -> Floats:
    """How far the values of a column are from each other by meaning, from 0 (the same concept) to 1 (unrelated).

    A few measures are not symmetric, and neither is the matrix then; the models take the side that promises less.
    """
    points = [reader.said(text) for text in (reader.column.values if texts is None else texts)]
    table = point_distances(points, points, reader.taxonomy, measure, reader.options).astype(np.float64)
    farthest = measure_named(measure).farthest(reader.taxonomy, reader.options)
    return np.asarray(np.clip(table / farthest, 0.0, 1.0), np.float64)


def places(column: Column, attribute: Attribute) -> Counts:
    """The place of every value of a column in its order, from 0; what has none comes before all others.

    Numbers and dates stand in their own order, other values in that of ``levels``.
    """
    read = _scale(column, attribute)
    found = [read(text) for text in column.values]
    nowhere = [text for text, place in zip(column.values, found, strict=True) if place is None]
    before = {text: place - len(nowhere) for place, text in enumerate(nowhere)}
    ranks = sorted({place for place in found if place is not None})
    rank = {place: number for number, place in enumerate(ranks)}
    return np.array(
        [before[t] if p is None else rank[p] for t, p in zip(column.values, found, strict=True)], np.int64
    ) + len(nowhere)


def _scale(column: Column, attribute: Attribute) -> Callable[[str], float | None]:
    """Reads the place of a text; None where it has no place (missing, suppressed)."""
    texts = [v for v in column.values if v not in (MISSING, SUPPRESSED)]
    if attribute.levels is not None:
        kind = "ordinal"
    elif attribute.kind == "date":
        kind = "date"
    else:
        kind = "numeric" if all(NUMBER.fullmatch(t) for t in texts) else "ordinal"
    ruler = ruler_of(column.name, attribute.model_copy(update={"kind": kind}), column.values)
    return lambda text: None if text in (MISSING, SUPPRESSED) else ruler.place(text)
