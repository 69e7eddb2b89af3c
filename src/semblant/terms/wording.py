"""How texts of one kind are worded: what their abbreviations stand for, which words say nothing, where a part ends."""

import csv
import re
from collections.abc import Mapping
from functools import cached_property, lru_cache
from importlib import resources
from typing import NamedTuple

from semblant.knowledge.texts import unaccented
from semblant.terms.normalise import STOP_WORDS
from semblant.terms.vote import Phrase

_WORD = re.compile(r"[a-z0-9+#]+")
_POSSESSIVE = re.compile(r"['’]s?\b")
_ENDS = re.compile(r"\b(?:of|for|in|at|with|to|by)\b|[,;:(/|]|\s-+\s|--+")
_PLURALS = (("ies", "y"), ("ches", "ch"), ("shes", "sh"), ("sses", "ss"), ("xes", "x"), ("men", "man"), ("s", ""))


class Wording:
    """The wording of one kind of texts, such as job titles.

    ``file`` is a table of what people write and what it stands for: in part of any text, only in what people write and
    not in labels (`said`), or only as the whole of a text. Several meanings are separated by `|`.
    ``left_out`` are words without meaning for this kind, ``cut`` matches parts of a text that say nothing,
    ``signs`` are patterns and the words they stand for, such as `#`, and ``spellings`` patterns of one spelling of
    words and another one, which the table is read by too.
    """

    def __init__(
        self,
        file: str,
        left_out: str,
        cut: str = "",
        signs: Mapping[str, str] | None = None,
        spellings: Mapping[str, str] | None = None,
    ) -> None:
        self._file = file
        self._spellings = [(re.compile(one), other) for one, other in (spellings or {}).items()]
        self.left_out = frozenset({*left_out.split(), *map(singular, left_out.split())}) | STOP_WORDS
        self._cut = re.compile(cut) if cut else None
        self._signs = [(re.compile(sign), meaning) for sign, meaning in (signs or {}).items()]
        self.phrases = lru_cache(maxsize=1 << 17)(self._phrases)
        self.label = lru_cache(maxsize=1 << 17)(lambda text: self._phrase(self._plain(text), self._parts)[0])
        self._spelt = lru_cache(maxsize=1 << 16)(self._respelt)

    def phrase(self, text: str) -> Phrase:
        """A text as votes compare it, by the first meaning of each of its abbreviations."""
        return self.phrases(text)[0]

    def lists(self, text: str) -> bool:
        """Whether the table says what a text stands for."""
        written = " ".join(self._words(self._plain(text)))
        return written in self._whole or written in self._said.meanings

    def _phrases(self, text: str) -> tuple[Phrase, ...]:
        """A text as votes compare it, by the first meaning of its abbreviations, then by the second and so on."""
        plain = self._plain(text)
        first, meanings = self._phrase(plain, self._said)
        others = (self._phrase(plain, self._said, choice)[0] for choice in range(1, meanings))
        return tuple(dict.fromkeys((first, *others)))

    def _plain(self, text: str) -> str:
        """A text in small letters, without what says nothing."""
        plain = _POSSESSIVE.sub("", text.lower() if text.isascii() else unaccented(text.lower()))
        for sign, meaning in self._signs:
            plain = sign.sub(meaning, plain)
        return self._cut.sub(" ", plain) if self._cut else plain

    def _phrase(self, plain: str, table: "_Table", choice: int = 0) -> tuple[Phrase, int]:
        """Words in the singular and written out, the last of the first part as head, and how many meanings one has."""
        whole = self._whole.get(" ".join(self._words(plain)), ()) if table is self._said else ()
        meanings = len(whole)
        words: list[str] = []
        head = ""
        for part in _ENDS.split(_chosen(whole, choice) or plain):
            spoken, several = self._written_out(self._words(part), table, choice)
            told = [word for word in spoken if word not in self.left_out]
            words += told
            head = head or (told[-1] if told else "")
            meanings = max(meanings, several)
        if not words:
            words, meanings = self._written_out(self._words(plain), table, choice)
            head = words[-1] if words else ""
        return Phrase(tuple(words), head), meanings

    def _written_out(self, words: list[str], table: "_Table", choice: int) -> tuple[list[str], int]:
        """Words in the singular, with abbreviations written out, the longest first, and how many meanings one has."""
        found: list[str] = []
        most = at = 0
        while at < len(words):
            one = singular(words[at])
            length = min(table.longest.get(words[at], 1), len(words) - at)
            while length > 1 and " ".join(words[at : at + length]) not in table.meanings:
                length -= 1
            written = " ".join(words[at : at + length]) if length > 1 else words[at]
            meanings = table.meanings.get(written) or table.meanings.get(one, ())
            found += map(singular, _chosen(meanings, choice).split()) if meanings else (one,)
            most = max(most, len(meanings))
            at += length
        return found, most

    def _words(self, text: str) -> list[str]:
        """The words of a text, in the one of their spellings that is compared."""
        return list(map(self._spelt, _WORD.findall(text))) if self._spellings else _WORD.findall(text)

    def _respelt(self, word: str) -> str:
        for one, other in self._spellings:
            word = one.sub(other, word)
        return word

    @cached_property
    def _parts(self) -> "_Table":
        return _table(self._rows(""))

    @cached_property
    def _said(self) -> "_Table":
        return _table({**self._rows(""), **self._rows("said")})

    @cached_property
    def _whole(self) -> Mapping[str, tuple[str, ...]]:
        return self._rows("whole")

    def _rows(self, where: str) -> dict[str, tuple[str, ...]]:
        text = (resources.files("semblant.terms") / self._file).read_text("utf-8")
        rows = [row for row in csv.DictReader(text.splitlines()) if row["where"] == where]
        return {
            " ".join(self._words(row["written"])): tuple(
                " ".join(self._words(meaning)) for meaning in row["meaning"].split("|")
            )
            for row in rows
        }


class _Table(NamedTuple):
    """What is written with each of its meanings, and how many words the longest entries have that begin with one."""

    meanings: Mapping[str, tuple[str, ...]]
    longest: Mapping[str, int]


def _table(meanings: Mapping[str, tuple[str, ...]]) -> _Table:
    longest: dict[str, int] = {}
    for written in meanings:
        words = written.split()
        longest[words[0]] = max(longest.get(words[0], 1), len(words))
    return _Table(meanings, longest)


def _chosen(meanings: tuple[str, ...], choice: int) -> str:
    """One of several meanings, the last where there are fewer; empty where there is none."""
    return meanings[min(choice, len(meanings) - 1)] if meanings else ""


@lru_cache(maxsize=1 << 16)
def singular(word: str) -> str:
    """A word without the ending of a plural; what is no plural may lose its ending too, on both sides alike.

    Example:
        >>> [singular(word) for word in ("nurses", "secretaries", "salesmen", "business", "sales")]
        ['nurse', 'secretary', 'salesman', 'business', 'sale']
    """
    if len(word) <= 3 or word.endswith(("ss", "us", "is")):
        return word
    for ending, base in _PLURALS:
        if word.endswith(ending):
            return word.removesuffix(ending) + base
    return word
