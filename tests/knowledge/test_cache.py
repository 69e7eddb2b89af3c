"""What is compiled once, and what happens to it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from semblant.errors import KnowledgeError
from semblant.folders import CacheWarning, cache_folder
from semblant.knowledge import cache, pack
from semblant.knowledge.sources import load


@pytest.fixture
def packs() -> Path:
    return cache_folder()


def test_a_source_is_compiled_once(data: Path, packs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = load(str(data / "signs.obo"))
    monkeypatch.setattr("semblant.knowledge.obo.read", lambda *_: pytest.fail("read again"))
    again = load(str(data / "signs.obo"))
    assert again.sha256 == first.sha256
    assert len(list(packs.glob("*.pack"))) == 1
    assert not again.arrays.parents.flags.writeable


def test_a_change_of_the_source_or_its_options_is_another_key(data: Path, tmp_path: Path, packs: Path) -> None:
    from semblant.policy.model import Source

    copy = tmp_path / "signs.obo"
    copy.write_bytes((data / "signs.obo").read_bytes())
    load(str(copy))
    load(Source.model_validate({"source": str(copy), "instances": False}))
    copy.write_text(copy.read_text().replace("headache", "migraine"))
    assert load(str(copy)).find("migraine") is not None
    assert len(list(packs.glob("*.pack"))) == 3


@pytest.mark.parametrize("harm", ["cut", "bit", "empty", "foreign", "version"])
def test_a_damaged_file_is_built_again(data: Path, packs: Path, harm: str) -> None:
    first = load(str(data / "thesaurus.ttl")).sha256
    (file,) = packs.glob("*.pack")
    whole = file.read_bytes()
    damaged = {
        "cut": whole[: len(whole) // 2],
        "bit": whole[:300] + bytes([whole[300] ^ 1]) + whole[301:],
        "empty": b"",
        "foreign": b"SEMBLANT" + b"\xff" * 100,
        "version": whole.replace(b'"version": 1', b'"version": 0'),
    }[harm]
    file.write_bytes(damaged)
    with pytest.raises(KnowledgeError):
        pack.read(file)
    assert load(str(data / "thesaurus.ttl")).sha256 == first
    assert file.read_bytes() == whole


def test_every_cut_is_noticed(data: Path, packs: Path) -> None:
    load(str(data / "edges.csv"))
    (file,) = packs.glob("*.pack")
    whole = file.read_bytes()
    for length in range(0, len(whole), 97):
        file.write_bytes(whole[:length])
        with pytest.raises(KnowledgeError):
            pack.read(file)


def test_an_unwritable_folder_is_done_without(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("SEMBLANT_CACHE", str(tmp_path / "file" / "cache"))
    with pytest.warns(CacheWarning, match="cannot be written"):
        assert len(load(str(data / "edges.csv"))) == 4
    private = cache_folder()
    assert private.stat().st_mode & 0o777 == 0o700
    assert list(private.glob("*.pack"))


def test_a_failed_write_leaves_nothing_behind(data: Path, packs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full_disk(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("semblant.data.atomic.os.replace", full_disk)
    assert len(load(str(data / "edges.csv"))) == 4
    assert list(packs.iterdir()) == []


def test_processes_may_race(data: Path, packs: Path) -> None:
    code = "import sys; from semblant.knowledge.sources import load; print(load(sys.argv[1]).sha256)"
    command = [sys.executable, "-c", code, str(data / "wordnet")]
    racers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ.copy()) for _ in range(3)]
    answers = {racer.communicate()[0].strip() for racer in racers}
    assert answers == {load(str(data / "wordnet")).sha256}
    assert [file.suffix for file in packs.iterdir()] == [".pack"]


def test_the_checksum_of_a_large_file_is_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_LARGE", 4)
    file = tmp_path / "large"
    file.write_text("first")
    os.utime(file, (1_000_000_000, 1_000_000_000))
    fresh = cache.checksum([file])
    assert list(cache_folder().glob("*.seen")) == []  # touched a moment ago: not to be trusted yet
    monkeypatch.setattr(cache, "_SETTLED", -1.0)
    assert cache.checksum([file]) == fresh
    (note,) = cache_folder().glob("*.seen")
    assert cache.checksum([file]) == fresh
    file.write_text("other")
    assert cache.checksum([file]) != fresh
    note.write_text("nonsense")
    assert cache.checksum([file]) != fresh


def test_the_folder_follows_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SEMBLANT_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "semblant"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_folder() == tmp_path / ".cache" / "semblant"
