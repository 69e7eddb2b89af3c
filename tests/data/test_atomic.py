"""A file or folder is complete under its name, or not there at all."""

import os
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from semblant.data import atomic
from semblant.data.atomic import making_folder, replacing, write_file
from semblant.errors import OutputError


@pytest.fixture
def mask() -> Iterator[None]:
    before = os.umask(0o027)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_text_and_bytes_are_written_and_replaced(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    write_file(file, "première")
    assert file.read_text("utf-8") == "première"
    write_file(file, b"\0second")
    assert file.read_bytes() == b"\0second"
    assert list(tmp_path.iterdir()) == [file]


def test_names_beside_the_target_are_never_the_same(tmp_path: Path) -> None:
    assert len({atomic._beside(tmp_path / "x") for _ in range(100)}) == 100


@pytest.mark.parametrize("what", [replacing, making_folder])
def test_a_planted_link_is_not_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: object) -> None:
    """Even an attacker who guesses the name gets nothing written through their link."""
    (tmp_path / "secrets").mkdir()
    victim = tmp_path / "secrets" / "diary.txt"
    victim.write_text("mine")
    planted = tmp_path / ".semblant-guessed"
    monkeypatch.setattr(atomic, "_beside", lambda _: planted)
    for aim in (victim, victim.parent, tmp_path / "secrets" / "missing"):
        planted.symlink_to(aim)
        with pytest.raises(FileExistsError), what(tmp_path / "out"):  # type: ignore[operator]
            pytest.fail("opened")
        assert planted.readlink() == aim
        planted.unlink()
    assert victim.read_text() == "mine"
    assert sorted(p.name for p in tmp_path.rglob("*")) == ["diary.txt", "secrets"]


def test_links_under_the_names_of_old_are_left_alone(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("mine")
    planted = tmp_path / f".out.csv.{os.getpid()}"
    planted.symlink_to(victim)
    write_file(tmp_path / "out.csv", "new")
    assert victim.read_text() == "mine"
    assert planted.is_symlink()


def test_a_link_at_the_target_is_replaced_and_not_followed(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("mine")
    (tmp_path / "out").symlink_to(victim)
    write_file(tmp_path / "out", "new")
    assert victim.read_text() == "mine"
    assert not (tmp_path / "out").is_symlink()


@pytest.mark.usefixtures("mask")
def test_permissions_are_private_at_first_and_then_usual_or_kept(tmp_path: Path) -> None:
    file = tmp_path / "file"
    with replacing(file):
        (aside,) = tmp_path.iterdir()
        assert mode(aside) == 0o600
    assert mode(file) == 0o640
    file.chmod(0o604)
    write_file(file, "again")
    assert mode(file) == 0o604
    with making_folder(tmp_path / "folder") as made:
        assert mode(made) == 0o700
    assert mode(tmp_path / "folder") == 0o750
    assert os.umask(0o027) == 0o027


@pytest.mark.parametrize("error", [ValueError("a fault"), KeyboardInterrupt(), OSError(28, "No space left on device")])
def test_a_failure_leaves_what_was_there_and_nothing_else(tmp_path: Path, error: BaseException) -> None:
    file, folder = tmp_path / "file", tmp_path / "folder"
    file.write_text("before")

    def fail(part: Path) -> None:
        part.write_text("half")
        raise error

    with pytest.raises(type(error)), replacing(file):
        fail(next(tmp_path.glob(".semblant-*")))
    with pytest.raises(type(error)), making_folder(folder) as made:
        fail(made / "part")
    assert file.read_text() == "before"
    assert list(tmp_path.iterdir()) == [file]


def test_a_replacement_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(atomic.os, "replace", refused)
    with pytest.raises(OutputError, match=r"out\.csv cannot be written: Permission denied"):
        write_file(tmp_path / "out.csv", "x")
    assert not any(tmp_path.iterdir())


def test_a_target_that_is_a_folder_or_nowhere_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "folder", tmp_path / "missing" / "file", tmp_path / ("x" * 300)):
        with pytest.raises(OutputError, match="cannot be written"):
            write_file(path, "x")
    assert [p.name for p in tmp_path.iterdir()] == ["folder"]


def test_the_longest_name_that_a_folder_takes_can_be_written(tmp_path: Path) -> None:
    write_file(tmp_path / ("x" * 255), "x")


def test_writers_at_once_leave_one_complete_file(tmp_path: Path) -> None:
    file = tmp_path / "out"
    contents = [bytes([letter]) * 1_000_000 for letter in b"abcd"]
    writers = [threading.Thread(target=lambda c=c: [write_file(file, c) for _ in range(5)]) for c in contents]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        if file.exists():
            assert file.read_bytes() in contents
    for writer in writers:
        writer.join()
    assert file.read_bytes() in contents
    assert list(tmp_path.iterdir()) == [file]


def test_processes_at_once_leave_one_complete_file(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from semblant.data.atomic import write_file\n"
        "for _ in range(20): write_file(Path(sys.argv[1]), sys.argv[2] * 100_000)"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "out")]
    running = [subprocess.Popen([*command, letter]) for letter in "ab"]
    assert [process.wait() for process in running] == [0, 0]
    assert (tmp_path / "out").read_text() in {"a" * 100_000, "b" * 100_000}
    assert [p.name for p in tmp_path.iterdir()] == ["out"]
