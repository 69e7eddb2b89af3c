"""Each source on a tiny file of our own making."""

import shutil
from pathlib import Path

import pytest

from semblant.errors import CycleError, DanglingParentError, KnowledgeError
from semblant.knowledge import odp
from semblant.knowledge.sources import load
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.model import Source


def up(taxonomy: Taxonomy, term: str) -> list[str]:
    return [taxonomy.label(c) for c in taxonomy.path_to_root(taxonomy.index(term))]


def where(path: Path) -> str:
    with pytest.raises(KnowledgeError) as caught:
        load(str(path))
    return caught.value.where


def test_wordnet_folder(data: Path) -> None:
    nouns = load(str(data / "wordnet"))
    assert up(nouns, "Florence Nightingale") == ["Nightingale", "nurse", "person", "entity"]
    assert [nouns.ids[c] for c in nouns.senses("guard")] == ["00000600", "00000500"]  # as index.noun ranks them
    assert nouns.lemma("geese") == "goose"
    assert nouns.arrays.glosses is not None
    assert nouns.arrays.glosses[nouns.index("guard#1")] == 'a posture of defence; "on guard"'
    assert nouns.arrays.counts is not None
    assert nouns.arrays.counts.tolist() == [11, 0, 0, 5, 3, 3, 0, 0]
    kinds = load(Source.model_validate({"source": str(data / "wordnet"), "instances": False}))
    assert len(kinds) == 7
    assert kinds.find("Nightingale") is None


@pytest.mark.parametrize(
    ("name", "text"), [("cntlist.rev", "guard%1:18:00:: 2 4\nrun%2:1:1:: 1 9\n"), ("cntlist", "4 guard%1:18:00:: 2\n")]
)
def test_wordnet_counts_of_older_folders(data: Path, tmp_path: Path, name: str, text: str) -> None:
    shutil.copytree(data / "wordnet", tmp_path / "dict")
    (tmp_path / "dict" / "index.sense").unlink()
    (tmp_path / "dict" / name).write_text(text)
    nouns = load(str(tmp_path))  # the folder above `dict` will do
    assert nouns.arrays.counts is not None
    assert nouns.arrays.counts[nouns.index("guard#2")] == 4


def test_wordnet_that_points_nowhere(data: Path, tmp_path: Path) -> None:
    shutil.copytree(data / "wordnet", tmp_path / "wn")
    file = tmp_path / "wn" / "data.noun"
    file.write_text(file.read_text().replace("@ 00000300", "@ 00000333"))
    with pytest.raises(DanglingParentError) as caught:
        load(str(tmp_path / "wn"))
    assert caught.value.where == "data.noun:7"


def test_obo(data: Path) -> None:
    signs = load(str(data / "signs.obo"))
    headache = signs.index("headache")
    assert signs.terms(headache) == ["headache", "pain in the head", "S:103"]
    assert sorted(signs.label(int(p)) for p in signs.parents(headache)) == ["head sign", "pain"]
    assert [signs.ids[c] for c in signs.senses("ache")] == ["S:002", "S:004"]  # exact before related
    assert signs.find("obsolete humour") is None
    assert up(signs, "vapours") == ["vapours", "sign"]
    assert up(signs, "the headache of 1902")[1] == "headache"
    assert signs.arrays.glosses is not None
    assert signs.arrays.glosses[signs.index("pain")] == 'An unpleasant "feeling".'


def test_rf2(data: Path) -> None:
    snomed = load(str(data / "rf2"))
    assert len(snomed) == 5
    assert snomed.terms(snomed.index("22298006")) == [
        "Heart attack", "Infarction of heart", '"Coronary"', "Heart attack (disorder)",
    ]  # fmt: skip
    assert snomed.label(snomed.index("404684003")) == "Clinical finding (finding)"
    assert snomed.find("Old name") is None
    assert sorted(snomed.label(int(p)) for p in snomed.parents(snomed.index("57054005"))) == ["Disease", "Heart attack"]
    assert snomed.arrays.languages == ("en", "es")
    assert snomed.find("infarto agudo") == snomed.index("57054005")


@pytest.mark.parametrize(
    ("language", "label"), [("en-GB", "Infarction of heart"), ("en-US", "Heart attack"), ("en", "Heart attack")]
)
def test_rf2_dialects(data: Path, language: str, label: str) -> None:
    snomed = load(Source.model_validate({"source": str(data / "rf2"), "language": language}))
    assert snomed.label(snomed.index("22298006")) == label


def test_rf2_in_spanish(data: Path) -> None:
    snomed = load(Source.model_validate({"source": str(data / "rf2"), "language": "es"}))
    assert snomed.label(snomed.index("57054005")) == "infarto agudo"
    assert snomed.label(snomed.index("22298006")) == "Heart attack"  # no Spanish name


def test_rf2_errors_name_the_line(data: Path, tmp_path: Path) -> None:
    shutil.copytree(data / "rf2", tmp_path / "rf2")
    links = next(tmp_path.rglob("sct2_Relationship*"))
    whole = links.read_text()
    links.write_text(whole.replace("64572001\t404684003\t0", "64572001\t57054005\t0"))
    with pytest.raises(CycleError) as caught:
        load(str(tmp_path / "rf2"))
    assert caught.value.where.startswith(links.name + ":")
    links.write_text(whole.replace("22298006\t64572001", "22298006\t99999999"))
    with pytest.raises(DanglingParentError) as dangling:
        load(str(tmp_path / "rf2"))
    assert dangling.value.where == f"{links.name}:4"
    links.write_text(whole[: whole.index("363698007") - 3])
    assert where(tmp_path / "rf2") == f"{links.name}:8"


@pytest.mark.parametrize("name", ["mesh.bin", "mesh.xml"])
def test_mesh_descriptors(data: Path, name: str) -> None:
    mesh = load(str(data / name))
    eye = mesh.index("D005123")
    assert mesh.terms(eye) == ["Eye", "Eyeball", "Eyes"]
    assert sorted(mesh.label(int(p)) for p in mesh.parents(eye)) == ["Face", "Sense Organs"]
    assert mesh.arrays.glosses is not None
    assert mesh.arrays.glosses[eye] == "The organ of sight."


def test_mesh_trees(data: Path) -> None:
    mesh = load(str(data / "mesh-trees.txt"))
    assert sorted(mesh.ids[int(p)] for p in mesh.parents(mesh.index("eye"))) == ["Face", "Sense Organs"]
    assert len(mesh) == 6
    assert [mesh.ids[int(r)] for r in mesh.roots] == ["Body Regions", "Sense Organs"]


def test_mesh_descriptors_above_each_other(tmp_path: Path) -> None:
    (tmp_path / "trees.txt").write_text("Ethics;K01\nMorals;K01.100\nConduct;F01\nMorals;F01.100\nEthics;F01.100.200\n")
    mesh = load(str(tmp_path / "trees.txt"))
    assert up(mesh, "Ethics") == ["Ethics", "Morals", "Conduct"]  # F01 was there before K01
    (tmp_path / "twice.txt").write_text("Ethics;K01\nMorals;K01\n")
    assert where(tmp_path / "twice.txt") == "twice.txt:2"


@pytest.mark.parametrize("name", ["structure.rdf", "paths.txt"])
def test_directories(data: Path, name: str) -> None:
    directory = load(str(data / name))
    assert up(directory, "diving") == ["Swimming and Diving", "Water Sports", "Sports"]
    assert directory.find("Top") is None  # never counted among the ancestors
    assert sorted(directory.label(int(r)) for r in directory.roots) == ["Recreation", "Sports"]
    assert directory.find("Boats") is None


def test_a_category_of_its_own_comes_before_a_part(tmp_path: Path) -> None:
    (tmp_path / "paths.txt").write_text("Sports > Swimming and Diving\nHobbies > Diving\n# a comment\n")
    directory = load(str(tmp_path / "paths.txt"))
    assert [directory.ids[c] for c in directory.senses("diving")] == [
        "Hobbies > Diving",
        "Sports > Swimming and Diving",
    ]
    assert odp.parts("Land") == []


def test_old_dumps_with_broken_characters_are_mended(data: Path, tmp_path: Path) -> None:
    (tmp_path / "s.rdf").write_bytes((data / "structure.rdf").read_bytes().replace(b"Boating", b"B\xe9\x01ting"))
    assert load(str(tmp_path / "s.rdf")).find("B� ting") is not None


def test_value_generalisation_hierarchy(data: Path) -> None:
    marital = load(str(data / "marital.csv"))
    assert up(marital, "divorced") == ["Divorced", "spouse not present"]
    assert marital.find("*") is None
    assert len(marital.roots) == 2


def test_hierarchy_with_repeats_and_ragged_rows(tmp_path: Path) -> None:
    (tmp_path / "zip.csv").write_text(
        "47677;4767*;476**;*****\n47602;4760*;476**;*****\n\n10115;10115;Berlin\nunknown\n"
    )
    zips = load(str(tmp_path / "zip.csv"))
    assert set(zips.ids) == {"10115", "4760*", "47602", "476**", "4767*", "47677", "Berlin", "unknown"}
    assert up(zips, "10115") == ["10115", "Berlin"]


def test_child_and_parent(data: Path, tmp_path: Path) -> None:
    for text in (
        "ache,pain\npain,symptom\ncough,symptom\n",
        "parent\tchild\npain\tache\nsymptom\tpain\nsymptom\tcough\n",
    ):
        (tmp_path / "e.csv").write_text(text)
        assert load(str(tmp_path / "e.csv")).sha256 == load(str(data / "edges.csv")).sha256
    (tmp_path / "e.csv").write_text("child,parent\nache,pain\npain,pain\n")
    assert where(tmp_path / "e.csv") == "e.csv:3"
    (tmp_path / "e.csv").write_text("child,parent\na,b\nb,c\nc,a\n")
    assert where(tmp_path / "e.csv") == "e.csv:2"
    (tmp_path / "e.csv").write_text("child,parent\nache,*\ncough,\n")
    assert list(load(str(tmp_path / "e.csv")).ids) == ["ache", "cough"]
