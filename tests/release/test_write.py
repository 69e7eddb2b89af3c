"""Releases are written whole or not at all, and read back as they were."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.data.read import read, read_release
from semblant.data.table import Origin, Table
from semblant.errors import OutputError
from semblant.release.staging import Staged, check_target, refuse_input, staging, write_table, write_whole

AWKWARD = st.sampled_from(["", " ", "NA", "null", '"', '""', "\n", "\r\n", "\r", ",", " a ", "0012", "\ufeff", "'"])
CELL = st.one_of(
    AWKWARD,
    st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=8),
    st.text(alphabet='a ",;\n\r|\té', max_size=6),
)
NAME = CELL.filter(str.strip)
ORIGINS = st.builds(
    Origin,
    format=st.sampled_from(["csv", "tsv"]),
    delimiter=st.sampled_from(",;\t|:"),
    encoding=st.sampled_from(["utf-8", "utf-16", "utf-8-sig"]),
    newline=st.sampled_from(["\n", "\r\n"]),
    bom=st.booleans(),
)


@st.composite
def frames(draw: st.DrawFn) -> pl.DataFrame:
    names = draw(st.lists(NAME, min_size=1, max_size=4, unique=True))
    row = st.lists(CELL, min_size=len(names), max_size=len(names))
    rows = draw(st.lists(row, min_size=1, max_size=6))
    return pl.DataFrame(rows, schema=dict.fromkeys(names, pl.String), orient="row")


@pytest.fixture(scope="module")
def scratch() -> Iterator[Path]:
    with TemporaryDirectory() as folder:
        yield Path(folder)


@given(frames(), ORIGINS)
@settings(max_examples=200, deadline=None)
def test_what_is_written_is_read_back_exactly(scratch: Path, frame: pl.DataFrame, origin: Origin) -> None:
    path = write_table(Table(frame, origin), scratch)
    back = read_release(path, delimiter=origin.delimiter, encoding=origin.encoding)
    assert back.frame.columns == frame.columns
    assert back.frame.rows() == frame.rows()
    again = write_table(back, scratch, "again")
    assert again.read_bytes() == path.read_bytes()


@pytest.mark.parametrize(
    "raw",
    [
        b"job,code\n nurse ,0012\nNA,\n",
        b"\xef\xbb\xbfjob;code\r\nnurse;1,5\r\n",
        b'a|b\n"x|y",z\n'.replace(b",", b"|"),
        b'text\n"a, b"\n""\n',
    ],
)
def test_a_plain_file_comes_back_byte_for_byte(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "in.csv").write_bytes(raw)
    assert write_table(read(tmp_path / "in.csv"), tmp_path).read_bytes() == raw


@pytest.mark.parametrize(("kind", "name"), [("csv", "x.csv"), ("tsv", "x.tsv"), ("frame", "x.csv")])
def test_the_file_is_named_by_its_format(tmp_path: Path, kind: str, name: str) -> None:
    origin = Origin(format=kind)  # type: ignore[arg-type]
    assert write_table(Table(pl.DataFrame({"a": ["1"]}), origin), tmp_path, "x") == tmp_path / name


def test_a_character_the_encoding_lacks_is_an_error_and_not_shown(tmp_path: Path) -> None:
    table = Table(pl.DataFrame({"a": ["Ж"]}), Origin("x.csv", "csv", encoding="latin-1"))
    with pytest.raises(OutputError, match="latin-1") as caught:
        write_table(table, tmp_path)
    assert "Ж" not in caught.value.explain()
    assert "Ж" in caught.value.explain(show_values=True)
    assert not any(tmp_path.iterdir())


def test_a_full_disk_publishes_nothing(tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")

    def full(folder: Path) -> None:
        (folder / "release.csv").symlink_to("/dev/full")
        write_table(Table(pl.DataFrame({"a": ["1"]})), folder)

    with pytest.raises(OutputError, match="No space left") as caught, staging(tmp_path / "out") as staged:
        full(staged.public)
    assert "Nothing was published" in caught.value.message
    assert not any(tmp_path.iterdir())


def test_a_file_too_large_for_its_place_publishes_nothing(tmp_path: Path) -> None:
    code = (
        "import resource, signal, sys, polars as pl\n"
        "from pathlib import Path\n"
        "from semblant.data.table import Table\n"
        "from semblant.errors import OutputError\n"
        "from semblant.release.staging import staging, write_table\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))\n"
        "try:\n"
        "    with staging(Path(sys.argv[1]) / 'out') as staged:\n"
        "        write_table(Table(pl.DataFrame({'a': ['x' * 50] * 10_000})), staged.public)\n"
        "except OutputError as error:\n"
        "    print(error.message)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True)
    assert "File too large" in ran.stdout
    assert not any(tmp_path.iterdir())


def test_another_file_that_cannot_be_written_is_told_the_same_way(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="Nothing was published"), staging(tmp_path / "out") as staged:
        (staged.public / "report" / "missing.html").write_text("x")
    assert not any(tmp_path.iterdir())


def test_a_release_appears_whole_at_the_end(tmp_path: Path) -> None:
    target = tmp_path / "deep" / "er" / "out"
    with staging(target) as staged:
        (staged.public / "release.csv").write_text("a")
        assert not target.exists()
        assert staged.public.parent.parent == target.parent
        assert staged.public.stat().st_mode & 0o777 == 0o700
        assert staged.public.parent.stat().st_mode & 0o777 == 0o700
    assert sorted(path.name for path in target.parent.iterdir()) == ["out", "out-private"]
    assert (target / "release.csv").read_text() == "a"
    (tmp_path / "plain").mkdir()
    assert target.stat().st_mode == (tmp_path / "plain").stat().st_mode


def broken_off(staged: Staged, error: BaseException) -> None:
    (staged.public / "sub").mkdir()
    (staged.public / "sub" / "release.csv").write_text("new")
    raise error


@pytest.mark.parametrize("error", [RuntimeError(), KeyboardInterrupt(), SystemExit(1), OutputError("x")], ids=repr)
def test_whatever_goes_wrong_leaves_nothing(tmp_path: Path, error: BaseException) -> None:
    with pytest.raises(type(error)) as caught, staging(tmp_path / "deep" / "out") as staged:
        broken_off(staged, error)
    assert caught.value is error
    assert not any(tmp_path.iterdir())


def released(folder: Path, text: str) -> Path:
    folder.mkdir()
    (folder / "evidence.json").write_text('{"semblant": "0"}')
    (folder / "release.csv").write_text(text)
    return folder


def test_an_existing_folder_is_refused_without_force(tmp_path: Path) -> None:
    target = released(tmp_path / "out", "old")
    with pytest.raises(OutputError, match="exists already") as caught, staging(target):
        pytest.fail("must not be entered")
    assert "--force" in caught.value.hints[0]
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_force_replaces_an_earlier_release_whole(tmp_path: Path) -> None:
    target = released(tmp_path / "out", "old")
    (target / "report-public.html").write_text("old")
    with staging(target, force=True) as staged:
        (staged.public / "release.csv").write_text("new")
        assert (target / "release.csv").read_text() == "old"
    assert [path.name for path in target.iterdir()] == ["release.csv"]
    assert (target / "release.csv").read_text() == "new"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "out-private"]


def test_force_keeps_the_earlier_release_when_the_new_one_fails(tmp_path: Path) -> None:
    target = released(tmp_path / "out", "old")
    with pytest.raises(KeyboardInterrupt), staging(target, force=True) as staged:
        broken_off(staged, KeyboardInterrupt())
    assert (target / "release.csv").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize("which", ["public", "private"])
def test_the_earlier_release_stays_when_the_new_one_has_vanished(tmp_path: Path, which: str) -> None:
    target = released(tmp_path / "out", "old")
    with pytest.raises(OutputError, match="Nothing was published"), staging(target, force=True) as staged:
        getattr(staged, which).rmdir()
    assert (target / "release.csv").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_folder_that_appears_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    with pytest.raises(OutputError), staging(tmp_path / "out"):
        released(tmp_path / "out", "other")
    assert (tmp_path / "out" / "release.csv").read_text() == "other"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_force_does_not_replace_a_folder_that_is_no_release(tmp_path: Path) -> None:
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "chapter.txt").write_text("years of work")
    with pytest.raises(OutputError, match=r"chapter\.txt"):
        check_target(tmp_path / "thesis", force=True)
    (tmp_path / "empty").mkdir()
    assert check_target(tmp_path / "empty", force=True) == tmp_path / "empty"


@pytest.mark.parametrize("below", ["file", "file/out", "file/deep/out", "x" * 300, "x" * 300 + "/out"])
def test_places_where_no_folder_can_be(tmp_path: Path, below: str) -> None:
    (tmp_path / "file").write_text("kept")
    for force in (False, True):
        with pytest.raises(OutputError), staging(tmp_path / below, force=force):
            pytest.fail("must not be entered")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_text() == "kept"


def test_a_closed_folder_is_refused(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    me = os.geteuid()
    if me == 0:
        os.seteuid(65534)  # nothing is closed to root
    try:
        with pytest.raises(OutputError), staging(closed / "out"):
            pytest.fail("must not be entered")
    finally:
        os.seteuid(me)
    assert not any(closed.iterdir())


def test_a_release_never_lies_over_its_input(tmp_path: Path) -> None:
    source = tmp_path / "data" / "in.csv"
    source.parent.mkdir()
    source.write_text("a\n1\n")
    (tmp_path / "link").symlink_to(source.parent)
    for target in (source, source.parent, tmp_path, tmp_path / "link", tmp_path / "data" / ".." / "data"):
        with pytest.raises(OutputError, match=r"would replace the input in\.csv"):
            refuse_input(target, source)
    refuse_input(source.parent / "in-release", source)
    refuse_input(tmp_path / "out", source)


def test_a_file_is_written_whole_with_its_folder(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "er" / "run.json"
    write_whole(file, "first")
    write_whole(file, "sécond")
    assert file.read_text("utf-8") == "sécond"
    assert [p.name for p in file.parent.iterdir()] == ["run.json"]
    with pytest.raises(OutputError, match="cannot be written"):
        write_whole(file / "below.json", "a file is no folder")
    assert file.read_text("utf-8") == "sécond"
