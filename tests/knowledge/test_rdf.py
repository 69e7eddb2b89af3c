"""OWL and SKOS in their three spellings."""

import shutil
from pathlib import Path

import pytest

from semblant.errors import CycleError, KnowledgeError
from semblant.knowledge.sources import load
from semblant.policy.model import Source

JOBS = "http://example.org/jobs#"


@pytest.mark.parametrize("spelling", ["jobs.owl", "jobs.ttl", "jobs.nt"])
def test_every_spelling_says_the_same(data: Path, spelling: str) -> None:
    jobs, owl = load(str(data / spelling)), load(str(data / "jobs.owl"))
    assert jobs.sha256 == owl.sha256


def test_classes_individuals_and_labels(data: Path) -> None:
    jobs = load(str(data / "jobs.owl"))
    assert list(jobs.ids) == [f"{JOBS}NightNurse", f"{JOBS}Skilled_worker", f"{JOBS}Worker",
                              "http://example.org/people/Florence"]  # fmt: skip
    assert [jobs.label(c) for c in jobs.path_to_root(jobs.index("Florence"))] == [
        "Florence", "night nurse", "Skilled worker", "worker",
    ]  # fmt: skip
    assert jobs.terms(jobs.index("night sister")) == [
        "night nurse", "night sister", "enfermera de noche", "NightNurse",
    ]  # fmt: skip
    assert jobs.arrays.languages == ("en", "es")
    assert jobs.arrays.instance.tolist().count(1) == 1
    assert jobs.arrays.glosses is not None
    assert jobs.arrays.glosses[jobs.index("worker")] == "One who works."


def test_restrictions_deprecated_classes_and_properties_are_no_concepts(data: Path) -> None:
    jobs = load(str(data / "jobs.ttl"))
    assert all(jobs.find(term) is None for term in ("Hospital", "Lamplighter", "works in", "Thing"))


def test_the_wanted_language_comes_first(data: Path) -> None:
    jobs = load(Source.model_validate({"source": str(data / "jobs.owl"), "language": "es"}))
    assert jobs.label(jobs.index("worker")) == "trabajador"
    assert jobs.label(jobs.index("night nurse")) == "enfermera de noche"


def test_without_instances(data: Path) -> None:
    jobs = load(Source.model_validate({"source": str(data / "jobs.owl"), "instances": False}))
    assert len(jobs) == 3
    assert jobs.find("Florence") is None
    assert jobs.senses("night nurse") == [0]


def test_skos(data: Path) -> None:
    skos = load(str(data / "thesaurus.ttl"))
    swimming = skos.index("swimming")
    assert sorted(skos.label(int(p)) for p in skos.parents(swimming)) == ["bathing", "sport"]
    assert skos.find("swiming") == swimming == skos.find("natación")
    assert [skos.label(int(r)) for r in skos.roots] == ["activity"]
    assert len(skos) == 4  # the scheme is no concept
    assert skos.arrays.languages == ("de", "en", "es")


def test_content_counts_and_not_the_suffix(data: Path, tmp_path: Path) -> None:
    for there, here in (("jobs.owl", "a.ttl"), ("jobs.ttl", "b.owl"), ("jobs.nt", "c"), ("signs.obo", "d.csv")):
        shutil.copy(data / there, tmp_path / here)
        assert list(load(str(tmp_path / here)).ids) == list(load(str(data / there)).ids)


def test_individuals_of_a_class_declared_elsewhere(tmp_path: Path) -> None:
    owl = "@prefix owl: <http://www.w3.org/2002/07/owl#> .\n@prefix : <http://example.org/#> .\n"
    (tmp_path / "part.ttl").write_text(owl + ":rose a owl:NamedIndividual, :flower .\n:stone a :mineral .")
    part = load(str(tmp_path / "part.ttl"))
    assert [part.label(c) for c in part.path_to_root(part.index("rose"))] == ["rose", "flower"]
    assert len(part) == 2  # what nobody declares is no concept


def test_classes_that_contain_each_other_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "ring.ttl"
    path.write_text(
        "@prefix s: <http://www.w3.org/2004/02/skos/core#> .\n<u:a> s:broader <u:b> .\n<u:b> s:broader <u:a> ."
    )
    with pytest.raises(CycleError, match="u:a → u:b → u:a"):
        load(str(path))


def test_an_error_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "broken.ttl"
    path.write_text("@prefix : <http://a/> .\n:a :b :c .\n:a :b\n")
    with pytest.raises(KnowledgeError) as caught:
        load(str(path))
    assert caught.value.where in ("broken.ttl:3", "broken.ttl:4")


def test_the_ontologies_of_the_adult_census(reference: Path, origin: str) -> None:
    """Real-life input: values that are classes or individuals, and values that are missing from their ontology."""
    import csv

    with (reference / "adult-owl" / "adult-owl.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    missing = {}
    for path in sorted((reference / "adult-owl").glob("*-ontology.owl")):
        column = path.name.removesuffix("-ontology.owl")
        taxonomy = load(str(path))
        assert len(taxonomy.roots) == 1
        missing[column] = sum(taxonomy.find(value) is None for value in {row[column] for row in rows})
    known = {"published": {"native-country": 4, "occupation": 12}, "stand-in": {"native-country": 1, "occupation": 2}}
    assert {column: count for column, count in missing.items() if count} == known[origin]
