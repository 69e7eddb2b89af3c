"""Opening sources: names, files, folders, and what is none of them."""

from pathlib import Path

import pytest

from semblant.errors import KnowledgeError, OutputError
from semblant.knowledge import registry
from semblant.knowledge.sources import add, load, registered, remove, source_of
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.model import Source
from semblant.vocabulary import load_taxonomy


def test_bundled_wordnet(wordnet: Taxonomy) -> None:
    assert (len(wordnet), len(wordnet.arrays.keys), wordnet.greatest_depth) == (82_115, 117_798, 20)
    kinds = load(Source.model_validate({"source": "wordnet", "instances": False}))
    assert 70_000 < len(kinds) < len(wordnet)
    assert kinds.find("Mount Everest") is None
    assert kinds.label(kinds.index("surgeon")) == "surgeon"
    assert kinds.arrays.instance.sum() == 0


def test_paths_are_relative_to_the_policy(data: Path) -> None:
    assert load("./edges.csv", base=data).name == "edges"
    assert load("rf2", base=data).name == "rf2"
    assert load("edges.csv", base=data, name="pains").name == "pains"


def test_names_can_be_added_and_removed(data: Path) -> None:
    assert registered() == {}
    assert len(add("jobs", data / "jobs.owl", language="es")) == 4
    assert load("jobs").label(0) == "enfermera de noche"
    assert load(Source.model_validate({"source": "jobs", "language": "en"})).label(0) == "night nurse"
    assert load("jobs").name == "jobs"
    assert Path(registered()["jobs"].source).is_absolute()
    remove("jobs")
    assert registered() == {}
    with pytest.raises(KnowledgeError):
        remove("jobs")


def test_an_added_wordnet_takes_the_place_of_the_bundled_one(data: Path) -> None:
    add("wordnet", data / "wordnet")
    assert load("wordnet").arrays.glosses is not None


def test_what_cannot_be_read_is_not_added(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("hello")
    with pytest.raises(KnowledgeError):
        add("x", tmp_path / "x.txt")
    with pytest.raises(KnowledgeError):
        add("y", tmp_path / "absent.owl")
    assert registered() == {}


@pytest.mark.parametrize("name", ["", "a/b", "../x", " ", "-x", "x" * 65])
def test_names_are_plain(data: Path, name: str) -> None:
    with pytest.raises(KnowledgeError):
        add(name, data / "edges.csv")


@pytest.mark.parametrize("text", ["{", "[]", '{"a": 3}', '{"a": {"source": "x", "colour": "red"}}', "\xff"])
def test_a_damaged_list_of_names_says_so(text: str) -> None:
    registry.place().parent.mkdir()
    registry.place().write_text(text, "latin-1")
    with pytest.raises(KnowledgeError) as caught:
        load("wordnet")
    assert caught.value.where == str(registry.place())


def test_a_list_of_names_that_cannot_be_written(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("SEMBLANT_CONFIG", str(tmp_path / "file"))
    with pytest.raises((OutputError, KnowledgeError)):
        add("edges", data / "edges.csv")


def test_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeError) as caught:
        load("wordnett")
    assert caught.value.hints == ("did you mean wordnet?",)
    for nonsense in ("", "a\0b", "x" * 5000, str(tmp_path)):
        with pytest.raises(KnowledgeError):
            load(nonsense)


def test_a_name_that_no_source_can_have_is_refused_wherever_it_comes_from() -> None:
    for opened in (load, load_taxonomy, source_of):
        with pytest.raises(KnowledgeError, match="NUL"):
            opened("a\0b")


@pytest.mark.parametrize("start", [b"PK\x03\x04", b"\x1f\x8b\x08", b"BZh9", b"7z\xbc\xaf\x27\x1c", b"\xfd7zXZ\x00"])
def test_archives_are_not_unpacked(tmp_path: Path, start: bytes) -> None:
    (tmp_path / "onto.owl").write_bytes(start + b"anything")
    with pytest.raises(KnowledgeError, match="archives are not read") as caught:
        load(str(tmp_path / "onto.owl"))
    assert caught.value.hints == ("unpack it first",)


def test_one_file_of_a_release_is_not_enough(data: Path) -> None:
    with pytest.raises(KnowledgeError) as caught:
        load(str(next((data / "rf2").rglob("sct2_Concept*"))))
    assert "folder" in caught.value.hints[0]
