"""Files from strangers: cut short, scrambled, or made to harm. An error of ours, soon, and never anything else."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from semblant.errors import CycleError, KnowledgeError
from semblant.knowledge.sources import load

DATA = Path(__file__).parents[1] / "data" / "knowledge"
SOURCES = sorted(path for path in DATA.iterdir() if path.is_file())
FOLDERS = sorted((DATA / "wordnet").iterdir()) + sorted((DATA / "rf2").rglob("*.txt"))
TOKENS = [
    b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\n", b"\r", b"\t", b"<", b">", b"&a;", b";", b",", b'"', b"\\", b"\xe9",
    b"[Term]\n", b"id: \n", b"is_a: S:003\n", b"*NEWRECORD\n", b"A01", b"<<( ", b"\xf0\x9f\x98\x80", b"-1", b"9" * 30,
    b"%", b"@", b"{", b"|", b"/", b"*", b" ", b"<!ENTITY x 'y'>", b"<a>", b"]]>", b"\x1c", b"_:b", b"a" * 5000,
]  # fmt: skip
RDF = (
    b'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xml:base="http://example.org/x"'
    b' xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xmlns:owl="http://www.w3.org/2002/07/owl#">'
)
LABELLED = b'<owl:Class rdf:about="#x"><rdfs:label>%b</rdfs:label></owl:Class></rdf:RDF>'


@pytest.fixture(scope="module")
def scratch() -> Iterator[Path]:
    """One folder for all examples of a property."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


@st.composite
def scrambled(draw: st.DrawFn, path: Path) -> bytes:
    """The bytes of a file after a few accidents."""
    data = path.read_bytes()
    for _ in range(draw(st.integers(1, 5))):
        here = draw(st.integers(0, len(data)))
        there = min(len(data), here + draw(st.integers(0, 60)))
        data = draw(
            st.sampled_from([
                data[:here],
                data[:here] + data[there:],
                data[:there] + data[here:],
                data[:here] + draw(st.sampled_from(TOKENS)) + data[there:],
                data[:here] + draw(st.binary(max_size=8)) + data[here:],
            ])
        )  # fmt: skip
    return data


def read_or_refuse(path: Path) -> None:
    try:
        taxonomy = load(str(path))
    except KnowledgeError as error:
        if not (error.where and error.message):
            pytest.fail(f"says too little: {error!r}")
    else:
        assert taxonomy.depth.min() >= 0
        assert all(taxonomy.find(taxonomy.ids[c]) == c for c in range(len(taxonomy)) if taxonomy.ids[c].strip())


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(chance=st.data())
def test_scrambled_files(scratch: Path, path: Path, chance: st.DataObject) -> None:
    file = scratch / path.name
    file.write_bytes(chance.draw(scrambled(path)))
    read_or_refuse(file)


@pytest.mark.parametrize("path", FOLDERS, ids=lambda path: path.name)
@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(chance=st.data())
def test_scrambled_folders(scratch: Path, path: Path, chance: st.DataObject) -> None:
    name = path.relative_to(DATA).parts[0]
    shutil.copytree(DATA / name, scratch / name, dirs_exist_ok=True)
    (scratch / path.relative_to(DATA)).write_bytes(chance.draw(scrambled(path)))
    read_or_refuse(scratch / name)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "x").write_bytes(data)
        read_or_refuse(Path(folder) / "x")


def refused(folder: Path, name: str, data: bytes) -> KnowledgeError:
    (folder / name).write_bytes(data)
    with pytest.raises(KnowledgeError) as caught:
        load(str(folder / name))
    return caught.value


def bomb(body: bytes) -> bytes:
    entities = "".join(f'<!ENTITY a{i} "{f"&a{i - 1};" * 10}">' for i in range(1, 12))
    return f'<?xml version="1.0"?>\n<!DOCTYPE x [<!ENTITY a0 "lol">{entities}]>\n'.encode() + body


@pytest.mark.parametrize(
    "body",
    [
        RDF + LABELLED % b"&a11;",
        b"<DescriptorRecordSet><DescriptorRecord><DescriptorUI>&a11;</DescriptorUI></DescriptorRecord></DescriptorRecordSet>",
        b'<RDF xmlns="http://dmoz.org/rdf/"><Topic id="Top/&a11;"/></RDF>',
    ],
    ids=["owl", "mesh", "odp"],
)
def test_entity_bombs(tmp_path: Path, body: bytes) -> None:
    error = refused(tmp_path, "bomb.xml", bomb(body))
    assert error.where == "bomb.xml:2"
    assert "entity" in error.message


@pytest.mark.parametrize(
    "prologue",
    [
        b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]>',
        b'<!DOCTYPE x [<!ENTITY % a "b"> %a;]>',
        b'<!DOCTYPE x [<!ENTITY a "' + b"x" * 5000 + b'">]>',
        b'<!DOCTYPE x [<!ENTITY a "&lt;b">]>',
    ],
)
def test_entities_that_are_not_short_and_plain(tmp_path: Path, prologue: bytes) -> None:
    assert "entity" in refused(tmp_path, "x.owl", prologue + RDF + LABELLED % b"&a;").message


def test_many_small_entities(tmp_path: Path) -> None:
    prologue = b'<!DOCTYPE x [<!ENTITY a "' + b"x" * 250 + b'">]>'
    assert "unfold" in refused(tmp_path, "x.owl", prologue + RDF + LABELLED % (b"&a;" * 300_000)).message


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("deep.owl", RDF + b"<rdf:Description><rdfs:seeAlso>" * 20_000),
        ("wide.owl", RDF + b"<owl:Class " + b" ".join(b'a%d="1"' % i for i in range(2_000)) + b"/></rdf:RDF>"),
        ("cut.owl", RDF + b'<owl:Class rdf:about="#x"/>'),
        ("latin.owl", b'<?xml version="1.0" encoding="ISO-8859-1"?>' + RDF + LABELLED % b"caf\xe9"),
        ("deep.nt", b"<u:a/> <u:b> <u:c> .\n<u:a> <u:b> " + b"<<( <u:a> <u:b> " * 9_999 + b"<u:c>" + b" )>>" * 9_999),
        ("deep.ttl", b"@prefix : <u:> .\n:x :y " + b"[ :c " * 50_000),
        ("prefix.ttl", b"@prefix : <u:" + b"a" * 10_000 + b"> .\n:x <http://www.w3.org/2000/01/rdf-schema#label> :y ."),
        ("label.ttl", b'@prefix : <u:> .\n:x :y "' + b"x" * 17_000_000 + b'" .'),
        ("quote.obo", b'[Term]\nid: a\nsynonym: "' + b'\\"' * 100_000),
        ("label.csv", b"a,b\nc," + b"x" * 200_000),
        ("quote.csv", b'a,b\n"c,d\n' + b"e,f\n" * 50_000),
        ("steps.txt", b"Top/a\n" + b"/".join([b"a"] * 100_000)),
        ("mesh.txt", b"A;A01\nB;A01" + b".111" * 50_000),
        ("nul.csv", b"a,b\nc,\0d\n"),
        ("latin.csv", b"a,b\ncaf\xe9,boisson\n"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_made_to_harm(tmp_path: Path, name: str, data: bytes) -> None:
    error = refused(tmp_path, name, data)
    assert error.where.startswith(name + ":")
    assert len(error.message) < 400


def test_a_chain_without_end(tmp_path: Path) -> None:
    error = refused(tmp_path, "chain.csv", b"".join(b"c%d,c%d\n" % (i, i + 1) for i in range(20_000)))
    assert "5,000 levels" in error.message


def test_a_large_ring(tmp_path: Path) -> None:
    error = refused(tmp_path, "ring.csv", b"".join(b"c%d,c%d\n" % (i, (i + 1) % 20_000) for i in range(20_000)))
    assert isinstance(error, CycleError)
    assert "more …" in error.message


@pytest.mark.parametrize("spaces", [b" ", b"\n", b"\t"])
def test_nothing_but_space(tmp_path: Path, spaces: bytes) -> None:
    refused(tmp_path, "blank.txt", spaces * 300_000)


def test_long_labels_are_labels(tmp_path: Path) -> None:
    (tmp_path / "long.obo").write_bytes(b"[Term]\nid: a\nname: " + b"very long " * 100_000)
    assert len(load(str(tmp_path / "long.obo")).label(0)) == 999_999


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_marks_at_the_start_of_a_file(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "e.csv").write_bytes("café,boisson\n".encode(encoding))
    assert load(str(tmp_path / "e.csv")).find("Café") == 1


@pytest.mark.parametrize("name", ["jobs.ttl", "jobs.nt", "jobs.owl", "signs.obo"])
def test_a_mark_at_the_start_changes_nothing(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"\xef\xbb\xbf" + (DATA / name).read_bytes())
    assert load(str(tmp_path / name)).sha256 == load(str(DATA / name)).sha256


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_no_source(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(KnowledgeError):
        load(str(tmp_path / "pipe"))
