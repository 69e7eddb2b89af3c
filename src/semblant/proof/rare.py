"""Whether rare values were published: who has a released text in the original, counted without any vocabulary."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

import numpy as np
import polars as pl

from semblant.arrays import AnyInts
from semblant.catalogue import CATALOGUE
from semblant.data.filebacked import chunks
from semblant.data.joint import distinct_rows
from semblant.data.missing import no_value
from semblant.data.same import keys, persons_of
from semblant.data.table import Column, Table
from semblant.evidence import Privacy, RareFacts
from semblant.policy.model import SUPPRESSED, Policy
from semblant.proof.tables import classes_of

_PERSON, _TEXT, _ABOVE = "\0person", "\0text", "\0above"


class Held:
    """Who has which text in the original."""

    def __init__(self, persons: pl.Series, texts: pl.Series) -> None:
        self._pairs = pl.DataFrame({_PERSON: persons, _TEXT: texts}).unique()

    @property
    def texts(self) -> list[str]:
        """Every text that somebody has."""
        return self._pairs.get_column(_TEXT).unique().to_list()

    def exactly(self) -> dict[str, int]:
        """How many persons have each text."""
        return dict(self._pairs.group_by(_TEXT).len().iter_rows())

    def below(self, above: Mapping[str, Collection[int]]) -> dict[int, int]:
        """How many persons have a text below each number, given the numbers above every text."""
        flat = [(text, number) for text, numbers in above.items() for number in numbers]
        lines = pl.DataFrame(flat, schema={_TEXT: pl.String, _ABOVE: pl.Int64}, orient="row")
        counted = self._pairs.join(lines, on=_TEXT).group_by(_ABOVE).agg(pl.col(_PERSON).n_unique())
        return dict(counted.iter_rows())


class HeldOnce(Held):
    """Who has which text in a column, every record being a person."""

    def __init__(self, column: Column) -> None:
        self._column = column

    @property
    def texts(self) -> list[str]:
        """Every text that somebody has."""
        return [*self._column.values]

    def exactly(self) -> dict[str, int]:
        """How many persons have each text."""
        return dict(zip(self._column.values, self._column.counts.tolist(), strict=True))

    def below(self, above: Mapping[str, Collection[int]]) -> dict[int, int]:
        """How many persons have a text below each number, given the numbers above every text."""
        found: Counter[int] = Counter()
        for text, times in self.exactly().items():
            for number in {*above.get(text, ())}:
                found[number] += times
        return found


def held_in(original: Table, name: str, policy: Policy) -> Held:
    """Who has which text in a column."""
    column = original.column(name)
    if policy.individual is None or policy.individual not in original.names:
        return HeldOnce(column)
    persons = persons_of(original.column(policy.individual))
    pairs, _, _ = distinct_rows([column.packed, persons], [len(column.values), int(persons.max(initial=0)) + 1])
    return Held(pl.Series(pairs[1]), pl.Series(column.values, dtype=pl.String).gather(pl.Series(pairs[0])))


def people(original: Table, policy: Policy) -> pl.Series:
    """The person of every record: by their column where the policy names it, else every record is one."""
    named = policy.individual is not None and policy.individual in original.names
    if named:
        return pl.Series(persons_of(original.column(str(policy.individual))))
    return pl.int_range(original.records, eager=True)


def counted(holders: Iterable[int], policy: Policy, least: int | None = None) -> RareFacts:
    """How many published values have fewer holders than they should, and how many a single one or none."""
    few = [n for n in holders if n < max(least or policy.k, 2)]
    return RareFacts(values=len(few) - few.count(0), single=few.count(1), invented=few.count(0))


def rare_texts(original: Table, release: Table, policy: Policy, *, matched: bool) -> dict[str, RareFacts]:
    """Rare values in the nominal and ordinal columns of a release, and values of nobody in a class.

    Whose a record is must be known for that (``matched``: both tables are row by row); else, and of methods whose
    classes share nothing, values of nobody in the whole column are counted. Labels of a hierarchy are not counted: k
    persons are below each, or the release would not be k-anonymous.
    """
    entry = CATALOGUE[policy.shape].get(policy.method)
    classes = classes_of(release, policy) if matched and policy.promise != "none" else None
    found = {}
    for name in policy.columns("quasi"):
        attribute = policy.attributes[name]
        plain = attribute.kind in ("nominal", "ordinal") and not attribute.hierarchy
        if not plain or name not in release.names or (entry is not None and entry.generalises):
            continue
        exactly = held_in(original, name, policy).exactly()
        shown = set(release.column(name).values) - {SUPPRESSED}
        facts = counted((exactly.get(text, 0) for text in shown), policy)
        if classes is not None:
            facts = facts.model_copy(update={"invented": len(_of_nobody(original, release, name, classes) & shown)})
        found[name] = facts
    return found


def _of_nobody(original: Table, release: Table, name: str, classes: AnyInts) -> set[str]:
    """The texts that a class is released with though no record of it had a value that a reader takes for the same."""
    before, after = original.column(name), release.column(name)
    texts = [*dict.fromkeys((*before.values, *after.values))]
    number: dict[str, int] = {}
    key = {
        text: number.setdefault("" if no_value(text) else key, len(number))
        for text, key in zip(texts, keys(texts), strict=True)
    }
    then, now = (np.array([key[text] for text in side.values], np.int32) for side in (before, after))
    sizes = [int(classes.max(initial=0)) + 1, len(after.values)]
    pairs, of_record, _ = distinct_rows([classes, after.packed], sizes)
    held = np.zeros(pairs.shape[1], np.bool_)
    for rows in chunks(after.records):
        same = then[before.packed[rows]] == now[after.packed[rows]]
        held[of_record[rows][same]] = True
    return {after.values[code] for code in np.unique(pairs[1][~held]).tolist()}


def with_rare(privacy: Privacy, found: Mapping[str, RareFacts], policy: Policy) -> Privacy:
    """The privacy of a release with its rare values; where the policy hides them, there must be none."""
    shown = {name: facts for name, facts in found.items() if facts.values or facts.invented}
    kept = policy.rare == "publish" or not shown
    return privacy.model_copy(update={"rare_values": shown, "verified": privacy.verified and kept})
