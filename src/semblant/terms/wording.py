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


class Wording:
    """The wording of one kind of texts, such as job titles.

    ``file`` is a table of what people write and what it stands for: in part of any text, only in what people write and
    not in labels (`said`), or only as the whole of a text.
    ``left_out`` are words without meaning for this kind, ``cut`` matches parts of a text that say nothing, and
    ``signs`` are patterns and the words they stand for, such as `#`.
    """

    def __init__(self, file: str, left_out: str, cut: str = "", signs: Mapping[str, str] | None = None) -> None:
        self._file = file
        self.left_out = frozenset(left_out.split()) | STOP_WORDS
        self._cut = re.compile(cut) if cut else None
        self._signs = [(re.compile(sign), meaning) for sign, meaning in (signs or {}).items()]
        self.phrase = lru_cache(maxsize=1 << 17)(self._phrase)
        self.label = lru_cache(maxsize=1 << 17)(partial(self._phrase, is_label=True))

    def _phrase(self, text: str, *, is_label: bool = False) -> Phrase:
        """A text as votes compare it: words in the singular and written out, the last of its first part as head."""
        plain = _POSSESSIVE.sub("", text.lower() if text.isascii() else unaccented(text.lower()))
        for sign, meaning in self._signs:
            plain = sign.sub(meaning, plain)
        plain = self._cut.sub(" ", plain) if self._cut else plain
        whole = self._whole.get(" ".join(_WORD.findall(plain)))
        words: list[str] = []
        head = ""
        for part in _ENDS.split(whole or plain):
            told = [
                word for word in self.written_out(_WORD.findall(part), is_label=is_label) if word not in self.left_out
            ]
            words += told
            head = head or (told[-1] if told else "")
        if not words:
            words = self.written_out(_WORD.findall(plain), is_label=is_label)
            head = words[-1] if words else ""
        return Phrase(tuple(words), head)

    def written_out(self, words: list[str], *, is_label: bool = False) -> list[str]:
        """Words in the singular, with abbreviations written out, the longest first."""
        table = self._parts if is_label else self._said
        found: list[str] = []
        at = 0
        while at < len(words):
            for length in range(min(_LONGEST, len(words) - at), 0, -1):
                here = words[at : at + length]
                meaning = table.get(" ".join(here)) or (table.get(singular(here[0])) if length == 1 else "")
                if meaning:
                    found += [singular(word) for word in meaning.split()]
                    at += length
                    break
            else:
                found.append(singular(words[at]))
                at += 1
        return found

    @cached_property
    def _parts(self) -> Mapping[str, str]:
        return self._table("")

    @cached_property
    def _said(self) -> Mapping[str, str]:
        return {**self._parts, **self._table("said")}

    @cached_property
    def _whole(self) -> Mapping[str, str]:
        return self._table("whole")

    def _table(self, where: str) -> Mapping[str, str]:
        text = (resources.files("semblant.terms") / self._file).read_text("utf-8")
        return {row["written"]: row["meaning"] for row in csv.DictReader(text.splitlines()) if row["where"] == where}


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
