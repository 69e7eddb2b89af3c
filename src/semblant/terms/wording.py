"""How texts of one kind are worded: what their abbreviations stand for, which words say nothing, where a part ends."""

import csv
import re
from collections.abc import Mapping
from functools import cached_property, lru_cache, partial
from importlib import resources

from semblant.terms.normalise import STOP_WORDS, unaccented
from semblant.terms.vote import Phrase

_WORD = re.compile(r"[a-z0-9+#]+")
_POSSESSIVE = re.compile(r"['’]s?\b")
_ENDS = re.compile(r"\b(?:of|for|in|at|with|to|by)\b|[,;:(/|]|\s-+\s|--+")
_PLURALS = (("ies", "y"), ("ches", "ch"), ("shes", "sh"), ("sses", "ss"), ("xes", "x"), ("men", "man"), ("s", ""))
_LONGEST = 4  # words of the longest entry in a table

_Table = Mapping[str, tuple[str, ...]]
"""What is written, and each of its meanings."""


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
        self.left_out = frozenset(left_out.split()) | STOP_WORDS
        self._cut = re.compile(cut) if cut else None
        self._signs = [(re.compile(sign), meaning) for sign, meaning in (signs or {}).items()]
        self.phrases = lru_cache(maxsize=1 << 17)(self._phrases)
        self.label = lru_cache(maxsize=1 << 17)(partial(self._phrase, is_label=True))

    def phrase(self, text: str) -> Phrase:
        """A text as votes compare it, by the first meaning of each of its abbreviations."""
        return self.phrases(text)[0]

    def _phrases(self, text: str) -> tuple[Phrase, ...]:
        """A text as votes compare it, by the first meaning of its abbreviations, then by the second and so on."""
        found = [self._phrase(text)]
        while (other := self._phrase(text, choice=len(found))) not in found:
            found.append(other)
        return tuple(found)

    def _phrase(self, text: str, choice: int = 0, *, is_label: bool = False) -> Phrase:
        """A text as votes compare it: words in the singular and written out, the last of its first part as head."""
        plain = _POSSESSIVE.sub("", text.lower() if text.isascii() else unaccented(text.lower()))
        for sign, meaning in self._signs:
            plain = sign.sub(meaning, plain)
        plain = self._respelt(plain)
        plain = self._cut.sub(" ", plain) if self._cut else plain
        whole = _chosen(self._whole.get(" ".join(_WORD.findall(plain)), ()), choice)
        words: list[str] = []
        head = ""
        for part in _ENDS.split(whole or plain):
            told = [
                word
                for word in self.written_out(_WORD.findall(part), choice, is_label=is_label)
                if word not in self.left_out
            ]
            words += told
            head = head or (told[-1] if told else "")
        if not words:
            words = self.written_out(_WORD.findall(plain), choice, is_label=is_label)
            head = words[-1] if words else ""
        return Phrase(tuple(words), head)

    def written_out(self, words: list[str], choice: int = 0, *, is_label: bool = False) -> list[str]:
        """Words in the singular, with abbreviations written out, the longest first."""
        table = self._parts if is_label else self._said
        found: list[str] = []
        at = 0
        while at < len(words):
            for length in range(min(_LONGEST, len(words) - at), 0, -1):
                here = words[at : at + length]
                meanings = table.get(" ".join(here)) or (table.get(singular(here[0])) if length == 1 else ())
                if meanings:
                    found += [singular(word) for word in _chosen(meanings, choice).split()]
                    at += length
                    break
            else:
                found.append(singular(words[at]))
                at += 1
        return found

    def _respelt(self, text: str) -> str:
        for one, other in self._spellings:
            text = one.sub(other, text)
        return text

    @cached_property
    def _parts(self) -> _Table:
        return self._table("")

    @cached_property
    def _said(self) -> _Table:
        return {**self._parts, **self._table("said")}

    @cached_property
    def _whole(self) -> _Table:
        return self._table("whole")

    def _table(self, where: str) -> _Table:
        text = (resources.files("semblant.terms") / self._file).read_text("utf-8")
        rows = [row for row in csv.DictReader(text.splitlines()) if row["where"] == where]
        return {self._respelt(row["written"]): tuple(self._respelt(row["meaning"]).split("|")) for row in rows}


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
