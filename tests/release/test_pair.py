"""A release and its private folder appear together or not at all, whenever the process dies."""

import os
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from semblant.errors import OutputError
from semblant.release import pair
from semblant.release.files import private_folder, refuse_foreign
from semblant.release.staging import Staged, check_target, refuse_input, staging

EVIDENCE = '{"semblant": "0", "text": "%s"}'

DYING = """
import os, signal, sys
from pathlib import Path
from semblant.release.staging import staging

target, moment, when = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
rename, renames = os.rename, []

def dying(*names, **options):
    renames.append(names)
    if len(renames) == moment and when == "before":
        os.kill(os.getpid(), signal.SIGKILL)
    rename(*names, **options)
    if len(renames) == moment:
        os.kill(os.getpid(), signal.SIGKILL)

os.rename = dying
with staging(target, force=True) as staged:
    for folder in (staged.public, staged.private):
        (folder / "evidence.json").write_text('{"semblant": "0", "text": "new"}')
    if moment == 0:
        os.kill(os.getpid(), signal.SIGKILL)
print(len(renames))
"""


def write(folder: Path, text: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "evidence.json").write_text(EVIDENCE % text)


def both(staged: Staged) -> None:
    write(staged.public, "new")
    write(staged.private, "new")


def texts(target: Path) -> tuple[str, str]:
    """What both folders say; a folder that is not there says nothing."""
    found = [folder / "evidence.json" for folder in (target, private_folder(target))]
    public, private = (f.read_text().split('"')[-2] if f.is_file() else "" for f in found)
    return public, private


def left_behind(parent: Path) -> list[str]:
    return [path.name for path in parent.iterdir() if path.name.startswith(".semblant")]


def run(target: Path, moment: int, when: str = "after") -> "subprocess.CompletedProcess[str]":
    line = [sys.executable, "-c", DYING, str(target), str(moment), when]
    return subprocess.run(line, capture_output=True, text=True, check=False, timeout=60)


def test_an_undisturbed_run_renames_so_often_that_every_moment_below_is_one(tmp_path: Path) -> None:
    target = tmp_path / "out"
    for replaced, renames in ((False, 2), (True, 4)):
        done = run(target, 99)
        assert done.returncode == 0, done.stderr
        assert int(done.stdout) == renames, replaced
    assert texts(target) == ("new", "new")


MOMENTS = [
    (earlier, *moment)
    for earlier, last in ((True, 4), (False, 2))
    for moment in [(0, "after"), *((number, when) for number in range(1, last + 1) for when in ("before", "after"))]
]


@pytest.mark.parametrize(("earlier", "moment", "when"), MOMENTS)
def test_whenever_a_run_is_killed_the_next_one_finds_a_whole_pair(
    tmp_path: Path, earlier: bool, moment: int, when: str
) -> None:
    target = tmp_path / "out"
    last = 4 if earlier else 2
    if earlier:
        write(target, "old")
        write(private_folder(target), "old")
    assert run(target, moment, when).returncode == -9
    assert left_behind(tmp_path)
    pair.recover(target)
    old = ("old", "old") if earlier else ("", "")
    assert texts(target) == (("new", "new") if (moment, when) == (last, "after") else old)
    assert left_behind(tmp_path) == []


@pytest.mark.parametrize("moment", [1, 2, 3, 4])
def test_a_recovery_that_is_killed_itself_is_done_again(tmp_path: Path, moment: int) -> None:
    for second in (1, 2, 3):
        target = tmp_path / f"out-{second}"
        write(target, "old")
        write(private_folder(target), "old")
        run(target, moment)
        run(target, second)  # its renames are, first, those of the recovery
        pair.recover(target)
        assert texts(target) in (("old", "old"), ("new", "new"))
    assert left_behind(tmp_path) == []


def test_the_next_run_needs_no_force_after_a_first_run_was_killed(tmp_path: Path) -> None:
    target = tmp_path / "out"
    run(target, 1)  # the private folder is in place, the release is not
    assert texts(target) == ("", "new")
    with staging(target) as staged:
        write(staged.public, "third")
        write(staged.private, "third")
    assert texts(target) == ("third", "third")


def test_what_was_put_in_the_place_meanwhile_is_not_lost_nor_is_the_earlier_release(tmp_path: Path) -> None:
    target = tmp_path / "out"
    write(target, "old")
    write(private_folder(target), "old")
    run(target, 3)  # the earlier release was moved aside
    write(target, "mine")
    with pytest.raises(OutputError, match="interrupted") as caught:
        pair.recover(target)
    assert texts(target)[0] == "mine"
    assert "old-public" in caught.value.message


def test_notes_in_a_half_placed_private_folder_are_not_deleted(tmp_path: Path) -> None:
    target = tmp_path / "out"
    run(target, 1)
    (private_folder(target) / "notes.txt").write_text("mine")
    with pytest.raises(OutputError, match=r"notes\.txt"):
        pair.recover(target)
    assert (private_folder(target) / "notes.txt").read_text() == "mine"


@pytest.fixture
def alive(tmp_path: Path) -> Iterator["subprocess.Popen[str]"]:
    code = (
        "import sys\nfrom pathlib import Path\nfrom semblant.release.staging import staging\n"
        "with staging(Path(sys.argv[1])) as staged:\n"
        "    print('begun', flush=True)\n    sys.stdin.readline()\n"
        "    for folder in (staged.public, staged.private):\n"
        '        (folder / \'evidence.json\').write_text(\'{"semblant": "0", "text": "first"}\')\n'
    )
    line = [sys.executable, "-c", code, str(tmp_path / "out")]
    with subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        yield process
        if process.poll() is None:
            process.kill()


def test_of_two_runs_to_one_folder_the_first_wins_and_the_second_says_so(
    tmp_path: Path, alive: "subprocess.Popen[str]"
) -> None:
    with pytest.raises(OutputError, match="Another run is writing"), staging(tmp_path / "out"):
        pytest.fail("must not be entered")
    assert len(left_behind(tmp_path)) == 1
    with staging(tmp_path / "other") as staged:  # another target is no concern of it
        write(staged.public, "second")
    assert alive.stdin is not None
    alive.stdin.write("\n")
    alive.stdin.close()
    assert alive.wait(30) == 0
    assert texts(tmp_path / "out") == ("first", "first")
    assert left_behind(tmp_path) == []


def test_threads_of_one_process_are_told_apart_too(tmp_path: Path) -> None:
    begun, go_on, said = threading.Event(), threading.Event(), []

    def first() -> None:
        with staging(tmp_path / "out") as staged:
            write(staged.public, "first")
            begun.set()
            go_on.wait(10)

    thread = threading.Thread(target=first)
    thread.start()
    begun.wait(10)
    try:
        with staging(tmp_path / "out"):
            said.append("entered")
    except OutputError as error:
        said.append(error.message)
    go_on.set()
    thread.join()
    assert "Another run" in said[0]
    assert texts(tmp_path / "out")[0] == "first"


def test_working_folders_of_others_are_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "out"
    run(target, 0)
    monkeypatch.setattr(pair, "_me", lambda: os.geteuid() + 1)
    pair.recover(target)
    assert len(left_behind(tmp_path)) == 1


def test_a_planted_link_is_not_followed(tmp_path: Path) -> None:
    target, treasure = tmp_path / "out", tmp_path / "treasure"
    write(treasure, "mine")
    (tmp_path / f"{pair._prefix(target)}planted").symlink_to(treasure)
    with staging(target) as staged:
        write(staged.public, "new")
    assert (treasure / "evidence.json").exists()


@pytest.mark.parametrize("name", ["notes.txt", "report.html", "sub", "link.csv"])
def test_force_does_not_touch_a_folder_with_anything_else_and_names_it(tmp_path: Path, name: str) -> None:
    target = tmp_path / "out"
    write(target, "old")
    (target / name).mkdir() if name == "sub" else (target / name).write_text("mine")
    with pytest.raises(OutputError, match=name) as caught:
        check_target(target, force=True)
    assert caught.value.exit_code == 2
    assert (target / name).exists()


def test_force_does_not_touch_a_private_folder_with_anything_else(tmp_path: Path) -> None:
    target = tmp_path / "out"
    write(target, "old")
    write(private_folder(target), "old")
    (private_folder(target) / "thesis.txt").write_text("mine")
    with pytest.raises(OutputError, match=r"thesis\.txt"), staging(target, force=True):
        pytest.fail("must not be entered")
    assert texts(target) == ("old", "old")


def test_a_folder_whose_files_only_have_the_names_of_a_release_is_not_replaced(tmp_path: Path) -> None:
    target = tmp_path / "out"
    target.mkdir()
    (target / "release.csv").write_text("mine")
    with pytest.raises(OutputError, match=r"release\.csv"):
        refuse_foreign(target)
    (target / "evidence.json").write_text("not ours")
    with pytest.raises(OutputError, match=r"release\.csv"):
        refuse_foreign(target)


def test_a_file_that_appears_while_the_run_works_is_not_deleted(tmp_path: Path) -> None:
    target = tmp_path / "out"
    write(target, "old")

    def meanwhile(staged: Staged) -> None:
        both(staged)
        (target / "notes.txt").write_text("mine")

    with pytest.raises(OutputError, match=r"notes\.txt"), staging(target, force=True) as staged:
        meanwhile(staged)
    assert (target / "notes.txt").read_text() == "mine"
    assert texts(target)[0] == "old"


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_replaced_release_keeps_its_permissions_and_the_private_folder_is_its_owners(tmp_path: Path) -> None:
    target = tmp_path / "out"
    for text in ("old", "new"):
        with staging(target, force=True) as staged:
            write(staged.public, text)
            write(staged.private, text)
        if text == "old":
            target.chmod(0o750)
            (target / "evidence.json").chmod(0o640)
            private_folder(target).chmod(0o755)  # somebody was careless
    assert (mode(target), mode(target / "evidence.json")) == (0o750, 0o640)
    assert mode(private_folder(target)) == 0o700
    assert mode(private_folder(target) / "evidence.json") == 0o600
    assert texts(target) == ("new", "new")


def test_neither_folder_may_hold_the_input(tmp_path: Path) -> None:
    private = tmp_path / "out-private"
    private.mkdir()
    source = private / "in.csv"
    source.write_text("a\n1\n")
    with pytest.raises(OutputError, match=r"would replace the input in\.csv"):
        refuse_input(tmp_path / "out", source)
    with pytest.raises(OutputError, match="would replace the input out-private"):
        refuse_input(tmp_path / "out", private)


def test_an_interruption_during_the_exchange_comes_after_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target, told, rename = tmp_path / "out", [], os.rename

    def interrupted(*names: str) -> None:
        rename(*names)
        os.kill(os.getpid(), 2)
        time.sleep(0.01)

    monkeypatch.setattr(os, "rename", interrupted)
    with pytest.raises(KeyboardInterrupt), staging(target, announce=told.append) as staged:
        both(staged)
    monkeypatch.undo()
    assert told == [target]
    assert texts(target) == ("new", "new")
    assert left_behind(tmp_path) == []


def test_an_error_in_the_exchange_undoes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target, rename = tmp_path / "out", os.rename
    write(target, "old")
    write(private_folder(target), "old")

    def failing(source: str, place: str) -> None:
        if Path(place) == target and Path(source).name == "public":
            raise OSError(28, "No space left on device")
        rename(source, place)

    monkeypatch.setattr(os, "rename", failing)
    with pytest.raises(OutputError, match="Nothing was published"), staging(target, force=True) as staged:
        both(staged)
    monkeypatch.undo()
    assert texts(target) == ("old", "old")
    assert left_behind(tmp_path) == []
