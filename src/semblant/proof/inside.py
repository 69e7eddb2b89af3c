"""Identifiers inside longer texts: whole words of a cell that are the name, or a part of the name, of somebody.

A name of several words, or a code of letters and digits, does not stand in a sentence by chance. A single word or a
short number may: it counts where records have their own more often than the same words would meet by chance. Values of
an identifier that k or more persons share name nobody, and are not looked for.
"""

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Self

import numpy as np

from semblant.arrays import AnyInts, Ints
from semblant.data.filebacked import gathered
from semblant.data.same import fold
from semblant.data.table import Column

_WORDS = re.compile(r"[^\W_]+")
_SHORTEST = 3  # characters of what is looked for
_LETTERS, _MIXED, _DIGITS = 6, 6, 8  # characters that are hardly chance: of several words, of a code, of a number
_SENTENCE = 4  # words of a text that may say a part of a name
_CHANCE = 0.001  # how likely it may be that unrelated columns look so
_SUMMED = 100

_Words = tuple[str, ...]


def words_of_text(text: str) -> _Words:
    """The words of a text as a reader sees them."""
    return tuple(_WORDS.findall(fold(text)))


@dataclass(frozen=True)
class Wanted:
    """What is looked for in texts: the words of identifiers, by their first two words, or their only one."""

    by_start: Mapping[_Words, Sequence[tuple[_Words, int]]]
    sure: frozenset[int]  # what is hardly chance

    @classmethod
    def of(cls, found: Mapping[_Words, int]) -> Self:
        """From words and their numbers."""
        by_start: dict[_Words, list[tuple[_Words, int]]] = {}
        for words, number in found.items():
            by_start.setdefault(words[:2], []).append((words, number))
        return cls(by_start, frozenset(number for words, number in found.items() if _hardly_chance(words)))

    def within(self, words: _Words) -> Iterator[tuple[int, bool]]:
        """What stands in a text, and whether the text says more."""
        for at in range(len(words)):
            for start in {words[at : at + 1], words[at : at + 2]}:
                for wanted, number in self.by_start.get(start, ()):
                    if words[at : at + len(wanted)] == wanted:
                        yield number, len(words) > len(wanted)


def _hardly_chance(words: _Words) -> bool:
    joined = "".join(words)
    if joined.isdigit():
        return len(joined) >= _DIGITS
    if any(map(str.isdigit, joined)):
        return len(joined) >= _MIXED
    return sum(len(word) > 1 for word in words) > 1 and len(joined) >= _LETTERS


def named_inside(
    names: Column, cells: Column, whose: AnyInts | None, k: int, persons: AnyInts | None = None
) -> tuple[int, bool]:
    """How many records have an identifier inside their text, and whether that is only a part of it.

    ``whose`` is the row of the identifier for every record; None where nobody knows. ``persons`` says how many have
    each value of the identifier; by default each record is somebody else's.

    Example:
        >>> import polars as pl
        >>> from semblant.data.table import Table
        >>> told = Table(pl.DataFrame({"name": ["Ann Lee", "Bo Day"], "note": ["met Ann LEE today", "fine"]}))
        >>> named_inside(told.column("name"), told.column("note"), np.arange(2), k=2)
        (1, False)
    """
    persons = names.counts if persons is None else persons
    texts = [words_of_text(text) for text in cells.values]
    own = None if whose is None else gathered(names.packed, whose)
    whole: dict[_Words, int] = {}
    numbered = np.full(len(names.values), -1, np.int64)
    for place, text in enumerate(names.values):
        words = words_of_text(text)
        if words and len("".join(words)) >= _SHORTEST:
            numbered[place] = whole.setdefault(words, len(whole))
    held = np.bincount(numbered[numbered >= 0], persons[numbered >= 0], len(whole))
    rare = {words: number for words, number in whole.items() if held[number] < k}
    if records := _found(Wanted.of(rare), texts, cells, None if own is None else lambda: numbered[own][:, None]):
        return records, False
    if own is None:
        return 0, False
    sentences = [text if len(text) >= _SENTENCE else () for text in texts]
    return _by_parts(names, persons, sentences, cells, own, k), True


def _by_parts(names: Column, persons: AnyInts, texts: Sequence[_Words], cells: Column, own: AnyInts, k: int) -> int:
    """How many records have a word of their own identifier of several words in their text, if that is not chance."""
    split = [words_of_text(text) for text in names.values]
    parts = [[w for w in dict.fromkeys(words) if len(w) >= _SHORTEST] if len(words) > 1 else [] for words in split]
    there = set(chain.from_iterable(texts))
    number = {word: i for i, word in enumerate(sorted(there.intersection(chain.from_iterable(parts))))}
    if not number:
        return 0
    places = np.full((len(parts), max(map(len, parts))), -1, np.int64)
    for place, some in enumerate(parts):
        known = [number[word] for word in some if word in number]
        places[place, : len(known)] = known
    held = np.zeros(len(number), np.int64)
    for line in places.T:
        held += np.bincount(line[line >= 0], persons[line >= 0], len(number)).astype(np.int64)
    wanted: dict[_Words, int] = {(word,): at for word, at in number.items() if held[at] < k}
    return _found(Wanted(Wanted.of(wanted).by_start, frozenset()), texts, cells, lambda: places[own])


def _found(wanted: Wanted, texts: Sequence[_Words], cells: Column, own: Callable[[], Ints] | None) -> int:
    """How many records tell what is wanted: something that is hardly chance, or what is their own.

    ``own`` gives the numbers of every record's own, -1 for none.
    """
    if not wanted.by_start:
        return 0
    inside = [[*wanted.within(words)] for words in texts]
    sure = np.array([any(more and at in wanted.sure for at, more in one) for one in inside], np.bool_)
    if own is None:
        return int(cells.counts[sure].sum())
    sure = sure[cells.packed]
    pairs = [(place, number) for place, one in enumerate(inside) for number in {at for at, _ in one}]
    if not pairs:
        return 0
    theirs_at = own()
    shift = int(max(number for _, number in pairs)) + 1
    known = np.sort(np.array([place * shift + number for place, number in pairs], np.int64))
    looked = cells.codes.astype(np.int64)[:, None] * shift + np.minimum(theirs_at, shift)
    at = np.minimum(np.searchsorted(known, looked), len(known) - 1)
    theirs = ((known[at] == looked) & (theirs_at >= 0) & (theirs_at < shift)).any(axis=1)
    having = np.zeros(shift)
    np.add.at(having, [number for _, number in pairs], cells.counts[[place for place, _ in pairs]])
    holding = np.bincount(theirs_at[(theirs_at >= 0) & (theirs_at < shift)], minlength=shift)
    expected = float(having @ holding) / len(theirs_at)
    many = int(theirs.sum())
    if many and likely(many, expected) < _CHANCE:
        return int((sure | theirs).sum())
    return int((sure | (theirs & np.isin(theirs_at, [*wanted.sure]).any(axis=1))).sum())


def likely(many: int, expected: float) -> float:
    """How likely at least so many are where so many are expected (Poisson); for many, a bound."""
    if many <= expected or expected <= 0:
        return float(many <= expected)
    if many > _SUMMED:
        return math.exp(many - expected + many * math.log(expected / many))
    fewer = sum(math.exp(-expected + i * math.log(expected) - math.lgamma(i + 1)) for i in range(many))
    return max(0.0, 1.0 - fewer)
