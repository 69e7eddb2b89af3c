"""The promises of a policy: its privacy models, each with what it counts in the table."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from semblant.arrays import Flags, Floats, Ints
from semblant.data.numerals import Numerals
from semblant.data.same import fold, persons_of
from semblant.data.table import Column, Table
from semblant.errors import PolicyError, UnreachableError
from semblant.policy.model import Attribute, Kind, Policy
from semblant.privacy.closeness import Equal, Ground, Ordered, Semantic, TCloseness
from semblant.privacy.histograms import Histograms
from semblant.privacy.models import L_KINDS, EntropyL, KAnonymity, LDiversity, Model, Persons, RecursiveL, SemanticL
from semblant.privacy.values import alike, are_missing, counted_values
from semblant.semantics.measures import measure_named
from semblant.space.column import point_distances
from semblant.space.conceptreader import ConceptReader
from semblant.space.product import unique_columns
from semblant.space.reading import Library, read_meaning
from semblant.space.rulers import ruler_of


@dataclass(frozen=True, eq=False)
class Promise:
    """A model and what it counts: a code for every record, such as its sensitive value or its person.

    Where persons count, a code is a person together with a value, and ``value_of`` gives the value of each code:
    a value counts once per person, however many records repeat it.
    """

    model: Model
    codes: Ints
    value_of: Ints | None = None
    reader: ConceptReader | None = None  # the column's reader, where meanings are compared
    nothing: int = -1  # the missing value, where it is not counted

    def total(self, there: Flags) -> Ints:
        """How often each code occurs in the records that are released."""
        return np.bincount(self.codes[there], minlength=int(self.codes.max(initial=-1)) + 1).astype(np.int64)

    def values(self, classes: Histograms, total: Ints) -> Floats:
        """What classes achieve, by the counts of their codes."""
        return self.model.values(self._counted(classes), total)

    def shortfall(self, classes: Histograms, total: Ints) -> Floats:
        """How far classes are from keeping the promise, near enough to compare them."""
        return self.model.shortfall(self._counted(classes), total)

    def kept_by(self, classes: Histograms, total: Ints) -> Flags:
        """Which classes keep the promise."""
        return self.model.kept_by(self._counted(classes), total)

    def _counted(self, classes: Histograms) -> Histograms:
        if self.value_of is not None:
            classes = Histograms.of(classes.classes, self.value_of[classes.values], classes.size)
        return classes if self.nothing < 0 else classes.without(self.nothing)


def promises_of(policy: Policy, table: Table, library: Library) -> tuple[Promise, ...]:
    """All promises of a policy for every class of this table, k first, then column by column.

    k-anonymity is not among them where the method does not promise it and the policy accepts that.
    """
    _refuse_elsewhere(policy)
    persons = _persons(policy, table)
    found: list[Promise] = []
    if policy.promise.startswith("k-anonymity"):
        counted = KAnonymity(policy.k) if policy.individual is None else Persons(policy.individual, policy.k)
        found.append(Promise(counted, np.zeros(table.records, np.int64) if persons is None else persons))
    for name in policy.columns("sensitive"):
        attribute = policy.attributes[name]
        if attribute.l is None and attribute.t is None:
            continue
        column = table.column(name)
        reader = read_meaning(column, policy, library) if _by_meaning(attribute) else None
        if attribute.l is not None:
            found += _diverse(_l_model(name, attribute, policy, reader), column, attribute, persons, reader)
        if attribute.t is not None:
            codes = column.codes.astype(np.int64)
            grounds = _grounds(column, attribute, policy, reader)
            found += [Promise(TCloseness(name, attribute.t, ground), codes, reader=reader) for ground in grounds]
    return tuple(found)


def refuse_impossible(policy: Policy, table: Table) -> None:
    """Refuse an l that no class of this table can have: the whole column has fewer values."""
    for name in policy.columns("sensitive"):
        attribute = policy.attributes[name]
        if attribute.l is None or name not in table.names:
            continue
        found, nothing = counted_values(table.column(name).values, numeric=declared_numeric(attribute))
        variety = len(set(found.tolist()) - {nothing})
        if variety < attribute.l:
            raise UnreachableError(
                f"l = {attribute.l:g} cannot be reached: the column {name!r} has {variety:,} different "
                f"value{'' if variety == 1 else 's'} in all.",
                where=f"attributes.{name}.l",
                hints=[f"set attributes.{name}.l: {variety}" if variety > 1 else "leave l out"],
            )


def _refuse_elsewhere(policy: Policy) -> None:
    for name, attribute in policy.attributes.items():
        if attribute.role != "sensitive" and (attribute.l is not None or attribute.t is not None):
            raise PolicyError(
                f"The column {name!r} has a promise of l or t but is not sensitive.",
                where=f"attributes.{name}",
                hints=[f"set attributes.{name}.role: sensitive", "leave l and t out"],
            )


def _persons(policy: Policy, table: Table) -> Ints | None:
    """The person of every record; records without one count as one and the same person."""
    return None if policy.individual is None else persons_of(table.column(policy.individual))


def _diverse(
    model: LDiversity, column: Column, attribute: Attribute, persons: Ints | None, reader: ConceptReader | None
) -> list[Promise]:
    """The promise of diversity; where a missing value could raise or lower it, once without and once with it."""
    name, nothing = counted_values(
        column.values, numeric=declared_numeric(attribute), by_meaning=isinstance(model, SemanticL)
    )
    codes, value_of = name[column.codes], None
    if persons is not None:
        once = np.stack([codes, persons]).astype(np.int32)
        pairs, of_record, _ = unique_columns(once, [int(line.max(initial=0)) + 1 for line in once])
        codes = of_record.astype(np.int64)
        value_of = pairs[0].astype(np.int64)
    both = nothing >= 0 and isinstance(model, (EntropyL, RecursiveL))
    return [Promise(model, codes, value_of, reader, missing) for missing in ([nothing, -1] if both else [nothing])]


def declared_numeric(attribute: Attribute) -> bool | None:
    """Whether the policy says that a column has numbers; None where it says nothing."""
    return True if attribute.kind == "numeric" else None


def _l_model(name: str, attribute: Attribute, policy: Policy, reader: ConceptReader | None) -> LDiversity:
    assert attribute.l is not None
    if attribute.l_kind == "semantic":
        assert reader is not None
        return SemanticL(name, attribute.l, attribute.apart, meaning_distances(reader, policy.loss_measure))
    return L_KINDS[attribute.l_kind](name, attribute.l, attribute)


def _grounds(column: Column, attribute: Attribute, policy: Policy, reader: ConceptReader | None) -> list[Ground]:
    """The ground distances by which a class must be close: counting values as a reader does, and by their exact text.

    By equality and by meaning, the exact texts are never nearer to each other, so they alone decide.
    """
    if attribute.ground == "semantic":
        assert reader is not None
        return [Semantic(meaning_distances(reader, policy.loss_measure, exact=True))]
    if attribute.ground == "ordered":
        return list(orders(column, attribute))
    return [Equal()]


def orders(column: Column, attribute: Attribute) -> tuple[Ordered, ...]:
    """The orders of a column's values: as a reader sees them and, where it differs, of the exact texts."""
    seen = places(column, attribute)
    exact = np.empty(len(seen), np.int64)
    exact[sorted(range(len(seen)), key=lambda i: (seen[i], column.values[i]))] = np.arange(len(seen))
    return (Ordered(seen),) if len(set(seen.tolist())) == len(seen) else (Ordered(seen), Ordered(exact))


def _by_meaning(attribute: Attribute) -> bool:
    return (attribute.l is not None and attribute.l_kind == "semantic") or (
        attribute.t is not None and attribute.ground == "semantic"
    )


def meaning_distances(
    reader: ConceptReader, measure: str, texts: Sequence[str] | None = None, *, exact: bool = False
) -> Floats:
    """How far the values of a column are from each other by meaning, from 0 (the same concept) to 1 (unrelated).

    Two spellings of one text are the same, also where the knowledge has neither, or takes them for two things;
    unless ``exact``. A few measures are not symmetric, and neither is the matrix then; the models use the weaker
    direction.
    """
    texts = reader.column.values if texts is None else texts
    points = [reader.point_of(text) for text in texts]
    table = point_distances(points, points, reader.taxonomy, measure, reader.options).astype(np.float64)
    farthest = measure_named(measure).farthest(reader.taxonomy, reader.options)
    name = np.arange(len(texts)) if exact else alike(texts)
    return np.where(name[:, None] == name, 0.0, np.clip(table / farthest, 0.0, 1.0))


def places(column: Column, attribute: Attribute) -> Ints:
    """The position of every value in the column's order, from 0; values without one come first.

    Numbers and dates have their own order, other values that of ``levels``.
    """
    read = _scale(column, attribute)
    found = [(fold(text), read(text)) for text in column.values]
    nowhere = sorted({text for text, place in found if place is None})
    before = {text: number for number, text in enumerate(nowhere)}
    ranks = sorted({place for _, place in found if place is not None})
    rank = {place: number for number, place in enumerate(ranks, len(nowhere))}
    return np.array([before[text] if place is None else rank[place] for text, place in found], np.int64)


def _scale(column: Column, attribute: Attribute) -> Callable[[str], float | None]:
    """A function from a text to its position; None where it has none (missing, suppressed)."""
    texts = [text for text, missing in zip(column.values, are_missing(column.values), strict=True) if not missing]
    if attribute.levels is not None:
        level = ruler_of(
            column.name,
            "ordinal",
            list(map(fold, attribute.levels)),
            [fold(text) for text in texts],
        )
        return lambda text: level.place(fold(text))
    dated = attribute.kind == "date"
    kind: Kind = "date" if dated else "numeric" if Numerals.through(texts) is not None else "ordinal"
    return ruler_of(column.name, kind, None, texts, attribute.last_year).place
