"""From the text of a cell to the point it stands for, and back to text."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from semblant.data.missing import no_value
from semblant.data.table import Column, Table
from semblant.errors import InputError, PolicyError, UnknownTermsError
from semblant.knowledge.sources import joined, load
from semblant.knowledge.taxonomy import VIRTUAL_ROOT, Taxonomy
from semblant.policy.model import MISSING, SUPPRESSED, Attribute, Kind, Policy, Source
from semblant.progress import SILENT, Progress
from semblant.semantics.measure import DEFAULT
from semblant.space.column import SUPPRESSED_POINT, Point
from semblant.space.numbers import NumberReader
from semblant.space.rulers import ruler_of
from semblant.terms.mapping import Explicit, Meanings, map_column, read_mapping

_NAMES = ("exact", "spelling", "plural", "code")
"""Ways to match in which a text says no more than the concept's own name."""


@dataclass(frozen=True)
class Reader:
    """How one quasi-identifying column is read: what its texts mean and how meanings are written.

    ``labels`` are texts that the column itself does not have and that stand for something all the same: those of its
    hierarchy.
    """

    column: Column
    attribute: Attribute
    kind: Kind
    k: int
    meanings: Meanings | None = None
    options: Source = DEFAULT
    sources: tuple[str, ...] = ()
    labels: Mapping[str, Point] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The column's name."""
        return self.column.name

    @property
    def taxonomy(self) -> Taxonomy | None:
        """The knowledge behind a semantic column."""
        return self.meanings.taxonomy if self.meanings is not None else None

    def said(self, text: str) -> Point:
        """The point of an original or released text, as it is judged."""
        if text == SUPPRESSED:
            return SUPPRESSED_POINT
        if self.meanings is None:
            return Point(VIRTUAL_ROOT, text)
        if not text.strip():
            return Point(VIRTUAL_ROOT, MISSING)
        if text in self.labels and text not in self._own:
            return self.labels[text]
        if self.attribute.sense == "best-pair":
            senses = self.meanings.senses(text)
            return Point(senses[0], "", senses if len(senses) > 1 else ()) if senses else Point(VIRTUAL_ROOT, text)
        concept = self.meanings.read(text)
        return Point(concept) if concept != VIRTUAL_ROOT else Point(VIRTUAL_ROOT, text)

    def masked(self, text: str) -> Point:
        """The point of an original text as the methods see it: missing and unknown values by the policy."""
        point = self.said(text)
        if point.named or text == SUPPRESSED:
            return point
        if point.text == MISSING:
            return SUPPRESSED_POINT if self.attribute.missing == "suppress" else point
        if self.taxonomy is None or self.attribute.unknown == "nominal":
            return point
        roots = self.taxonomy.roots
        if self.attribute.unknown == "root" and len(roots) == 1:
            return Point(int(roots[0]))
        return SUPPRESSED_POINT

    def written(self, point: Point) -> str:
        """The text released for a point: the usual spelling of the data, else the knowledge's own label."""
        if not point.named or self.taxonomy is None:
            return point.text
        return self._usual.get(point) or self._label(point.concept)

    def _label(self, concept: int) -> str:
        """A name of a concept that is read back as just this concept."""
        assert self.taxonomy is not None
        label = self.taxonomy.written(concept)
        numbered = f"{label}#{s.index(concept) + 1}" if concept in (s := self.taxonomy.senses(label)) else label
        spellings = (label, numbered, self.taxonomy.ids[concept])
        if self._coded:
            spellings = (self.taxonomy.ids[concept], label, numbered)
        return next((text for text in spellings if self.said(text) == Point(concept)), spellings[-1])

    @cached_property
    def _own(self) -> frozenset[str]:
        """The column's own texts."""
        return frozenset(self.column.values)

    @cached_property
    def _coded(self) -> bool:
        """Whether the column is written in codes: then a concept it does not have is written by its code too."""
        assert self.meanings is not None
        ids, found = self.meanings.taxonomy.ids, self.meanings.concepts
        known = [i for i, c in enumerate(found) if c >= 0]
        codes = [i for i in known if self.meanings.values[i].strip() == ids[int(found[i])]]
        return 2 * len(codes) > len(known)

    @cached_property
    def _usual(self) -> dict[Point, str]:
        """The spelling used most for each point; one neither common nor a name of the concept might identify."""
        assert self.meanings is not None
        best: dict[Point, tuple[int, str]] = {}
        for place, text in enumerate(self.meanings.values):
            point, count = self.said(text), int(self.meanings.counts[place])
            harmless = count >= self.k or self.meanings.matches[place].reason in _NAMES
            if point.named and harmless and count > best.get(point, (0, ""))[0]:
                best[point] = (count, text)
        return {point: text for point, (_, text) in best.items()}


AnyReader = Reader | NumberReader


@dataclass(frozen=True)
class Readers:
    """The readers of all quasi-identifiers, in the policy's order, and the knowledge they use."""

    columns: tuple[AnyReader, ...]
    knowledge: Mapping[str, Taxonomy]

    def __iter__(self) -> Iterator[AnyReader]:
        return iter(self.columns)


class Library:
    """The knowledge a policy names and the steward's own mapping, each opened once and only when asked for."""

    def __init__(self, policy: Policy, base: Path | None = None, progress: Progress = SILENT) -> None:
        self._policy, self.base = policy, base or Path()
        self.progress = progress
        self.opened: dict[str, Taxonomy] = {}

    def get(self, names: Sequence[str]) -> Taxonomy:
        """The taxonomy of one name, or several joined in order of preference."""
        for name in names:
            if name not in self.opened:
                source = self._policy.knowledge.get(name, Source(source=name))
                self.opened[name] = load(source, base=self.base, name=name)
        return self.opened[names[0]] if len(names) == 1 else joined(tuple(self.opened[n] for n in names))

    @cached_property
    def explicit(self) -> Explicit:
        """What the steward says values mean."""
        return read_mapping(self.base / self._policy.mapping) if self._policy.mapping else {}

    def options(self, name: str) -> Source:
        """How the source is counted; a file of counts lies beside the policy."""
        source = self._policy.knowledge.get(name, DEFAULT)
        beside = self.base / source.ic
        return source.model_copy(update={"ic": str(beside)}) if beside.is_file() else source


def read_columns(table: Table, policy: Policy, library: Library, *, combine: str = "mean") -> Readers:
    """Find out what every quasi-identifier means; unknown terms and missing values by the policy.

    ``combine`` decides how numbers are scaled: by their range (mean) or their standard deviation (euclidean).
    """
    readers = tuple(_reader(table.column(name), policy, library, combine) for name in policy.columns("quasi"))
    return Readers(readers, library.opened)


def meanings_of(table: Table, policy: Policy, library: Library) -> dict[str, Meanings]:
    """What the values of every column mean that is read by meaning, whatever is unknown."""
    lenient = {
        n: a.model_copy(update={"unknown": "nominal", "missing": "category"}) for n, a in policy.attributes.items()
    }
    lenient = {n: a for n, a in lenient.items() if a.role == "quasi" or (a.role == "sensitive" and a.knowledge)}
    policy = policy.model_copy(update={"attributes": lenient})
    readers = [
        _reader(table.column(name), policy, library, "mean")
        for name, attribute in lenient.items()
        if attribute.kind in ("semantic", None)
    ]
    return {r.name: r.meanings for r in readers if r.meanings is not None}


def _reader(column: Column, policy: Policy, library: Library, combine: str) -> AnyReader:
    attribute = policy.attributes[column.name]
    if attribute.missing is None:
        attribute = attribute.model_copy(update={"missing": policy.missing})
    _refuse_missing(column, attribute)
    if attribute.kind == "nominal":
        return Reader(column, attribute, "nominal", policy.k)
    if attribute.kind in ("numeric", "date", "ordinal"):
        ruler = ruler_of(column.name, attribute, column.values)
        return NumberReader(column, attribute, attribute.kind, ruler, combine)
    if attribute.kind == "set":
        raise PolicyError("A set column goes with shape: sets and its methods.", where=f"attributes.{column.name}.kind")
    names = _names(attribute, policy)
    taxonomy = library.get(names)
    meanings = map_column(
        column.values,
        column.counts,
        taxonomy,
        attribute=column.name,
        sense=attribute.sense,
        explicit=library.explicit,
        progress=library.progress,
    )
    _refuse_unknown(column, attribute, meanings, names)
    return Reader(column, attribute, "semantic", policy.k, meanings, library.options(names[0]), names)


def _names(attribute: Attribute, policy: Policy) -> tuple[str, ...]:
    if isinstance(attribute.knowledge, str):
        return (attribute.knowledge,)
    if attribute.knowledge:
        return attribute.knowledge
    return (next(iter(policy.knowledge)),) if len(policy.knowledge) == 1 else ("wordnet",)


def _refuse_missing(column: Column, attribute: Attribute) -> None:
    counted = zip(column.values, column.counts, strict=True)
    on_a_line = attribute.kind in ("numeric", "date", "ordinal")
    values = (SUPPRESSED, *(attribute.levels or ()))
    count = sum(int(n) for t, n in counted if not t.strip() or (on_a_line and no_value(t) and t.strip() not in values))
    if attribute.missing == "error" and count:
        raise InputError(
            f"{count:,} of {int(column.counts.sum()):,} records {'has' if count == 1 else 'have'} no value in "
            f"column {column.name!r}.",
            where=f"attributes.{column.name}",
            hints=[f"set attributes.{column.name}.missing: category | suppress"],
        )


def _refuse_unknown(column: Column, attribute: Attribute, meanings: Meanings, names: Sequence[str]) -> None:
    unknown = meanings.unknown()
    if attribute.unknown != "error" or not unknown:
        return
    records, rows = int(column.counts[unknown].sum()), int(column.counts.sum())
    raise UnknownTermsError(
        f"{len(unknown):,} distinct value{'s' if len(unknown) > 1 else ''} ({100 * records / rows:.1f} % of {rows:,} "
        f"rows) {'are' if len(unknown) > 1 else 'is'} not in knowledge {' + '.join(map(repr, names))}.",
        where=f"attributes.{column.name}",
        hints=[
            "semblant map DATA --policy POLICY -o review.csv, and name the corrected file as mapping: review.csv",
            f"set attributes.{column.name}.unknown: suppress | nominal | root",
            f"set attributes.{column.name}.kind: nominal",
        ],
        values=[column.values[i] for i in unknown[:20]],
    )
