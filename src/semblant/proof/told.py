"""Which of very many identifiers anything in a release can be, or hold: mostly few, and only these are looked at."""

import codecs
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Self

import numpy as np
import polars as pl

from semblant.data.filebacked import chunks
from semblant.data.looks import fold
from semblant.data.table import Aside, Column
from semblant.policy.model import MISSING
from semblant.proof.hashes import TRIED, joined, readings
from semblant.proof.inside import words_of_text
from semblant.proof.notations import CODE, code

_APART = r"[\W_]+"
_WORD = r"[^\W_]+"
_PARTED = r"^\s*[+-]?[0-9]*(\.[0-9]*([eE][+-]?[0-9]+)?|[eE][+-]?[0-9]+)\s*$"


@dataclass(frozen=True)
class Told:
    """What the cells of a release say, in the forms in which identifiers are looked for, without what parts words.

    Days in another notation are not among them: so many identifiers are hardly dates.
    """

    whole: frozenset[str]
    words: frozenset[str]
    numbers: frozenset[str]  # of codes
    some: list[str] = field(default_factory=list)

    @classmethod
    def by(cls, texts: Collection[str]) -> Self:
        """What texts say: themselves, turned, in other encodings, and their words."""
        whole, words, numbers = {""}, set[str](), set[str]()
        for text in texts:
            key = joined(fold(text))
            whole.update((key, key[::-1], codecs.encode(key, "rot13")))
            whole.update(joined(fold(read)) for read in readings(text.strip()))
            words.update(words_of_text(text))
            if (number := code(text)) is not None:
                numbers.add(number)
        return cls(frozenset(whole | words), frozenset(words), frozenset(numbers))

    def those_of(self, aside: Aside, name: str) -> Column:
        """The identifiers that are told, as a column; all others are missing there. Some are kept for hashing."""
        number = {MISSING: 0}
        of_record = np.zeros(aside.records, np.uint32)
        step = -(-aside.records // TRIED)
        for rows in chunks(aside.records):
            texts = aside.texts(rows)
            self.some.extend(texts.gather_every(step, -rows.start % step).to_list())
            places = np.flatnonzero(self._maybe(texts))
            found = texts.gather(pl.Series(places)).to_list()
            of_record[rows.start + places] = [number.setdefault(text, len(number)) for text in found]
        return Column.of(name, [*number], of_record)

    def _maybe(self, texts: pl.Series) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """Which texts may be told; those that are not plain ASCII are folded first."""
        known = pl.Series([*self.numbers], dtype=pl.String).implode()
        same = texts.str.contains(r"^[ -~]*$")
        if not same.all():
            folded = pl.Series([fold(text) for text in texts.filter(~same).to_list()], dtype=pl.String)
            texts = texts.clone().scatter((~same).arg_true(), folded)
        lower = texts.str.to_lowercase()
        together = lower.str.replace_all(_APART, "")
        found = together.is_in(pl.Series([*self.whole], dtype=pl.String).implode())
        found |= together.str.extract(CODE.pattern).is_in(known).fill_null(value=False)
        parted = ~same | texts.str.contains(_PARTED)  # its digits together may be another number
        if parted.any():
            numbers = pl.Series([code(text) for text in texts.filter(parted).to_list()], dtype=pl.String)
            found = found.scatter(parted.arg_true(), found.filter(parted) | numbers.is_in(known).fill_null(value=False))
        apart = lower.str.contains(_APART) & ~found
        if apart.any():
            words = lower.filter(apart).str.extract_all(_WORD)
            held = words.list.eval(pl.element().is_in(pl.Series([*self.words], dtype=pl.String).implode())).list.any()
            found = found.scatter(apart.arg_true(), held)
        return found.to_numpy()
