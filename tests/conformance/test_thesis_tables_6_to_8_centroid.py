"""Thesis, Tables 6 to 8: the centroid of one attribute, by path length."""

import pytest

from semblant.semantics.operators import aggregate, costs
from tests.conformance.symptoms import SYMPTOMS, named, weighted

V1 = {"colic": 1, "lumbago": 3, "migraine": 2, "appendicitis": 1, "gastritis": 1, "pain": 1}
V2 = {"colic": 1, "lumbago": 1, "migraine": 1, "appendicitis": 1, "gastritis": 1}
A1 = {"colic": 2, "lumbago": 5, "migraine": 2, "appendicitis": 1, "gastritis": 1}

PRINTED = {
    "V1": (
        V1,
        "ache",
        {"colic": 24, "lumbago": 19, "migraine": 21, "appendicitis": 34, "gastritis": 34, "pain": 17, "ache": 16,
         "inflammation": 27, "symptom": 22},
    ),
    "V2": (
        V2,
        "pain",
        {"pain": 11, "ache": 12, "symptom": 12, "inflammation": 13, "colic": 14, "lumbago": 15, "migraine": 15,
         "appendicitis": 16, "gastritis": 16},
    ),
    "A1": (
        A1,
        "ache",
        {"ache": 19, "lumbago": 20, "pain": 22, "migraine": 26, "colic": 29, "symptom": 29, "inflammation": 36,
         "appendicitis": 45, "gastritis": 45},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("values", "centroid", "sums"), PRINTED.values(), ids=PRINTED)
def test_printed_sums_and_centroid(values, centroid, sums):
    seen = weighted(SYMPTOMS, values)
    assert named(SYMPTOMS, costs(SYMPTOMS, seen, "path")) == sums
    assert aggregate(SYMPTOMS, seen, "path") == SYMPTOMS.index(centroid)


@pytest.mark.parametrize(
    ("rule", "centroid"),
    [("semantic", "ache"), ("mode", "lumbago"), ("lcs", "symptom"), ("consensus", "lumbago")],
)
def test_the_rival_rules_on_the_same_values(rule, centroid):
    assert aggregate(SYMPTOMS, weighted(SYMPTOMS, V1), "path", rule) == SYMPTOMS.index(centroid)
