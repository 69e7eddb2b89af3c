"""Thesis, Table 9: the centroid of records of two attributes, by path length."""

import polars as pl
import pytest

import semblant as sb
from semblant.semantics.operators import aggregate, costs
from tests.conformance.symptoms import CARE, SYMPTOMS, named, weighted

MV1 = {
    ("colic", "antibiotic"): 1,
    ("lumbago", "rehabilitation"): 3,
    ("migraine", "aspirin"): 2,
    ("appendicitis", "hospitalisation"): 1,
    ("gastritis", "codeine"): 1,
    ("lumbago", "codeine"): 2,
    ("colic", "hospitalisation"): 1,
}


def attribute(j: int) -> dict[str, int]:
    """The values of one attribute of the records, each with how often it occurs."""
    values: dict[str, int] = {}
    for record, times in MV1.items():
        values[record[j]] = values.get(record[j], 0) + times
    return values


PAIN, TREATMENT = weighted(SYMPTOMS, attribute(0)), weighted(CARE, attribute(1))


def tuple_cost(symptom: str, care: str) -> float:
    """The mean over both attributes of the weighted distances to one tuple."""
    return (
        costs(SYMPTOMS, PAIN, "path")[SYMPTOMS.index(symptom)] + costs(CARE, TREATMENT, "path")[CARE.index(care)]
    ) / 2


def test_printed_sums_of_the_second_attribute():
    assert attribute(1) == {"antibiotic": 1, "rehabilitation": 3, "aspirin": 2, "hospitalisation": 2, "codeine": 3}
    assert named(CARE, costs(CARE, TREATMENT, "path")) == {
        "medication": 23,
        "therapy": 24,
        "analgesic": 24,
        "rehabilitation": 29,
        "codeine": 29,
        "aspirin": 31,
        "medical_care": 31,
        "antibiotic": 32,
        "hospitalisation": 38,
    }


@pytest.mark.parametrize(
    ("rule", "centroid", "cost"),
    [("semantic", ("ache", "medication"), 21), ("lcs", ("symptom", "medical_care"), 30)],
)
def test_printed_centroids(rule, centroid, cost):
    found = (
        SYMPTOMS.ids[aggregate(SYMPTOMS, PAIN, "path", rule)],
        CARE.ids[aggregate(CARE, TREATMENT, "path", rule)],
    )
    assert found == centroid
    assert tuple_cost(*found) == cost


def test_the_most_frequent_record_costs_more_than_the_centroid():
    assert tuple_cost(*max(MV1, key=MV1.__getitem__)) == 24.5


def test_no_tuple_is_cheaper_than_the_centroid():
    assert min(tuple_cost(a, b) for a in SYMPTOMS.ids for b in CARE.ids) == 21


@pytest.mark.parametrize("method", ["sa-mdav", "sa-mdav-static", "s-mdav", "mdav", "resample"])
def test_a_release_shows_the_printed_centroid_where_rare_values_are_published(tmp_path, method):
    """All eleven records as one group; fewer than eleven people have an ache or medication, so the default hides both.

    Nothing below *symptom* and *medical_care* is true of all.
    """
    for taxonomy in (SYMPTOMS, CARE):
        up = [(c, int(p)) for c in range(len(taxonomy)) for p in taxonomy.parents(c)]
        lines = [f"{taxonomy.ids[c]},{taxonomy.ids[p]}\n" for c, p in up]
        (tmp_path / f"{taxonomy.name}.csv").write_text("child,parent\n" + "".join(lines))
    records = [record for record, times in MV1.items() for _ in range(times)]
    people = pl.DataFrame(records, schema=["symptoms", "care"], orient="row")
    quasi = {name: {"role": "quasi", "kind": "semantic", "knowledge": name} for name in people.columns}
    sources = {name: str(tmp_path / f"{name}.csv") for name in people.columns}

    def shown(**keys: str) -> set[tuple[str, ...]]:
        asked = {"k": 11, "method": method, "measure": "path", "seed": 1, "attributes": quasi, "knowledge": sources}
        return {*sb.anonymise(people, **asked, **keys).data.rows()}

    assert shown(rare="publish") == {("ache", "medication")}
    assert shown() == {("symptom", "medical_care")}
