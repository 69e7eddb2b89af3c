"""Every column of a table read as the policy says, with the knowledge it names."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from numpy.typing import ArrayLike

from semblant.arrays import Ints
from semblant.data.missing import no_value
from semblant.data.table import Column, Table
from semblant.errors import InputError, KnowledgeError, PolicyError
from semblant.knowledge import prefixes
from semblant.knowledge.sources import joined, load, source_of
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.model import SUPPRESSED, Policy, Source
from semblant.progress import SILENT, Progress
from semblant.semantics.measure import DEFAULT
from semblant.space.conceptreader import ConceptReader
from semblant.space.holders import persons_in
from semblant.space.numbers import NumberReader
from semblant.space.reader import CategoryReader, Reader
from semblant.space.rulers import ruler_of
from semblant.space.rules import ON_A_LINE, ColumnRules, rules_of
from semblant.space.understanding import Understanding, refuse_unknown
from semblant.terms.abbreviations import Abbreviations, read_abbreviations
from semblant.terms.mapping import Explicit, Meanings, map_column, read_mapping
from semblant.terms.textreader import ReadTexts, read_here

T = TypeVar("T")


@dataclass(frozen=True)
class Readers:
    """The readers of all quasi-identifiers, in the policy's order, and the knowledge they use."""

    columns: tuple[Reader, ...]
    knowledge: Mapping[str, Taxonomy]

    def __iter__(self) -> Iterator[Reader]:
        return iter(self.columns)


class Library:
    """The knowledge a policy names and the steward's mapping, each opened once, when first used."""

    def __init__(
        self,
        policy: Policy,
        base: Path | None = None,
        progress: Progress = SILENT,
        read_texts: ReadTexts = read_here,
    ) -> None:
        self._policy, self.base = policy, base or Path()
        self.progress, self._read_texts = progress, read_texts
        self.opened: dict[str, Taxonomy] = {}
        self._of_column: dict[str, Taxonomy] = {}
        self._closed = False

    @classmethod
    def closed(cls, policy: Policy, opened: Mapping[str, Taxonomy]) -> "Library":
        """A library of what was opened before, which opens nothing else, not even the mapping."""
        library = cls(policy)
        library.opened, library._closed = dict(opened), True
        return library

    def has(self, names: Sequence[str]) -> bool:
        """Whether all these are available."""
        return not self._closed or set(names) <= self.opened.keys()

    def get(self, names: Sequence[str]) -> Taxonomy:
        """The taxonomy of one name, or several joined in order of preference."""
        for name in names:
            if name not in self.opened:
                self.opened[name] = load(self._policy.knowledge.get(name, name), base=self.base, name=name)
        return self.opened[names[0]] if len(names) == 1 else joined(tuple(self.opened[n] for n in names))

    def _get_for(self, column: str, names: Sequence[str], texts: Sequence[str]) -> Taxonomy:
        """The taxonomy for a column; that of codes by structure is made of its codes."""
        source = source_of(self._policy.knowledge.get(names[0], names[0]))
        if source.source != prefixes.SOURCE:
            return self.get(names)
        if column not in self._of_column:
            try:
                self._of_column[column] = Taxonomy(prefixes.read(texts, source.cuts), names[0])
            except KnowledgeError as error:
                error.where = f"attributes.{column}"
                raise
        self.opened.setdefault(names[0], self._of_column[column])
        return self._of_column[column]

    @cached_property
    def explicit(self) -> Explicit:
        """What the steward says values mean."""
        mapping = None if self._closed else self._policy.mapping
        return read_mapping(self.base / mapping) if mapping else {}

    @cached_property
    def abbreviations(self) -> Abbreviations:
        """What the steward says abbreviations stand for."""
        file = None if self._closed else self._policy.abbreviations
        return read_abbreviations(self.base / file) if file else {}

    def options(self, name: str) -> Source:
        """The options of a source; a file of counts and a corpus are relative to the policy's folder."""
        source = self._policy.knowledge.get(name, DEFAULT)
        beside = self.base / source.ic
        corpus = None if source.corpus is None else str(self.base / source.corpus)
        return source.model_copy(update={"ic": str(beside) if beside.is_file() else source.ic, "corpus": corpus})

    def read(
        self,
        how: Callable[..., T],
        texts: Sequence[str],
        counts: ArrayLike,
        rules: ColumnRules,
        name: str,
        *,
        quiet: bool = False,
    ) -> T:
        """Map the texts of a column: by ``map_column`` as whole values, by ``map_texts`` phrase by phrase."""
        progress = SILENT if quiet else self.progress
        return how(
            texts,
            counts,
            self._get_for(name, rules.knowledge, texts),
            attribute=name,
            sense=rules.sense,
            explicit=self.explicit,
            min_score=rules.min_score,
            abbreviations=self.abbreviations,
            progress=progress,
            read_texts=self._read_texts,
        )

    def understanding(self, meanings: Meanings, rules: ColumnRules, name: str, *, cells: bool = False) -> Understanding:
        """Apply the rules of a column to its meanings; unknown texts may be refused. ``cells``: whole cells."""
        refuse_unknown(name, meanings, rules, cells=cells)
        return Understanding(meanings, rules, self.options(rules.knowledge[0]))


def read_columns(
    table: Table, policy: Policy, library: Library, *, combine: str = "mean", names: Iterable[str] | None = None
) -> Readers:
    """Read quasi-identifiers, all or those named; unknown terms and missing values are treated by the policy.

    ``combine`` decides how numbers are scaled: by their range (mean) or their standard deviation (euclidean).
    """
    chosen = policy.columns("quasi") if names is None else names
    persons = persons_in(table, policy)
    readers = tuple(
        read_column(table.column(n), rules_of(n, policy), library, combine=combine, persons=persons) for n in chosen
    )
    return Readers(readers, library.opened)


def read_column(
    column: Column, rules: ColumnRules, library: Library, *, combine: str = "mean", persons: Ints | None = None
) -> Reader:
    """Read a column by its rules: as concepts, categories or positions."""
    if rules.kind in ON_A_LINE:
        _refuse_missing(column, rules, lambda t: no_value(t) and t.strip() not in (SUPPRESSED, *(rules.levels or ())))
    else:
        _refuse_missing(column, rules, lambda t: not t.strip())
    if rules.kind == "nominal":
        return CategoryReader(column, rules, persons)
    if rules.kind in ON_A_LINE:
        ruler = ruler_of(column.name, rules.kind, rules.levels, column.values, rules.last_year)
        ruler = ruler.rounding(rules.round, rules.precision)
        return NumberReader(column, rules, ruler, combine, persons=persons)
    if rules.kind == "set":
        raise PolicyError("A set column goes with shape: sets and its methods.", where=f"attributes.{column.name}.kind")
    return _read_concepts(column, rules, library, persons)


def read_meaning(column: Column, policy: Policy, library: Library) -> ConceptReader:
    """Read a column by meaning, whatever its role; a value without a concept means only itself."""
    return _read_concepts(column, replace(rules_of(column.name, policy).lenient(), kind="semantic"), library)


def _read_concepts(column: Column, rules: ColumnRules, library: Library, persons: Ints | None = None) -> ConceptReader:
    meanings = library.read(map_column, column.values, column.counts, rules, column.name)
    _refuse_missing(column, rules, lambda text: text.strip() != SUPPRESSED and meanings.is_missing(text))
    return ConceptReader(column, rules, library.understanding(meanings, rules, column.name, cells=True), persons)


def meanings_of(table: Table, policy: Policy, library: Library) -> dict[str, Meanings]:
    """The meanings of every column that is read by meaning; unknown values are no error."""
    names = [
        name
        for name, attribute in policy.attributes.items()
        if attribute.kind in ("semantic", None)
        and (attribute.role == "quasi" or (attribute.role == "sensitive" and attribute.knowledge))
    ]
    return {name: read_meaning(table.column(name), policy, library).meanings for name in names}


def _refuse_missing(column: Column, rules: ColumnRules, missing: Callable[[str], bool]) -> None:
    count = sum(int(n) for text, n in zip(column.values, column.counts, strict=True) if missing(text))
    if rules.missing == "error" and count:
        raise InputError(
            f"{count:,} of {int(column.counts.sum()):,} records {'has' if count == 1 else 'have'} no value in "
            f"column {column.name!r}.",
            where=f"attributes.{column.name}",
            hints=[f"set attributes.{column.name}.missing: category | suppress"],
        )
