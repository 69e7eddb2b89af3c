"""Large arrays in files without a name: the same values, in little memory, and nothing on the disk to be found."""

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pytest

from semblant.data import filebacked
from semblant.data.filebacked import Growing, filled, gathered, large_array, row_numbers, rows_where

MILLIONS = 20_000_000


@pytest.fixture
def there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder of temporary files, in which every array lies."""
    monkeypatch.setattr(filebacked, "LARGE", 1)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(filebacked, "CHUNK", 3)
    return tmp_path


def file_of(array: np.ndarray) -> memoryview | None:
    """The bytes of the file that an array lies in, if it does."""
    while isinstance(array.base, np.ndarray):
        array = array.base
    return None if array.base is None else memoryview(array.base)  # type: ignore[arg-type]


def in_a_file(array: np.ndarray) -> bool:
    return file_of(array) is not None


def test_a_large_array_lies_in_a_file_that_nobody_finds(there: Path) -> None:
    found = large_array(5, np.int32)
    found[:] = range(5)
    assert in_a_file(found)
    assert found.sum() == 10
    assert not [*there.iterdir()]


@pytest.mark.usefixtures("there")
def test_all_arrays_are_what_they_are_in_memory() -> None:
    values = np.array([4, 8, 15, 16, 23, 42], np.uint8)
    at = np.array([5, 0, 0, 3, 2, 1, 4])
    assert gathered(values, at).tolist() == values[at].tolist()
    assert filled(7, np.bool_, lambda part: at[part] == 0).tolist() == (at == 0).tolist()
    assert rows_where(7, lambda part: at[part] < 2).tolist() == np.flatnonzero(at < 2).tolist()
    assert row_numbers(7).tolist() == [*range(7)]
    assert large_array(0, np.int64).tolist() == []


@pytest.mark.usefixtures("there")
def test_an_array_grows_in_size_and_type() -> None:
    found = Growing()
    assert found.made.tolist() == []
    parts = [np.arange(n, dtype=kind) for n, kind in ((4, "uint8"), (1, "uint8"), (300, "uint16"), (0, "uint16"))]
    for part in parts:
        found.add(part)
    assert found.made.dtype == np.uint16
    assert found.made.tolist() == np.concatenate(parts).tolist()


@pytest.mark.usefixtures("there")
def test_what_has_grown_keeps_no_more_than_it_is() -> None:
    found = Growing()
    for n in (4, 1, 1):
        found.add(np.arange(n, dtype=np.uint8))
    held = file_of(found.made)
    assert held is not None
    assert held.nbytes == 6
    found.add(np.array([7], np.uint8))
    assert found.made.tolist() == [0, 1, 2, 3, 0, 0, 7]


def test_memory_serves_where_there_is_no_room(there: Path) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(tempfile, "tempdir", str(there / "nowhere"))
        found = large_array(5, np.int32)
    assert not in_a_file(found)
    assert len(found) == 5


@pytest.mark.usefixtures("there")
def test_so_many_files_are_open_that_others_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filebacked, "_most_files", lambda: len(filebacked._mapped) if len(held) == 3 else 1 << 16)
    held: list[np.ndarray] = []
    for _ in range(4):
        held.append(large_array(5, np.int32))
    assert [in_a_file(one) for one in held] == [True, True, True, False]
    before = len(filebacked._mapped)
    held.clear()
    assert len(filebacked._mapped) == before - 3


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is told in /proc")
def test_what_lies_in_files_is_no_memory_of_the_process() -> None:
    code = f"""
import numpy as np
from semblant.data.order import arranged
from semblant.data.filebacked import filled, gathered
from semblant.data.sorting import equal_before, sorted_rows
from semblant.data.joint import distinct_rows

def private():
    lines = open("/proc/self/status").read().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("RssAnon")) * 1024

codes = [filled({MILLIONS}, np.uint8, lambda at: np.arange(at.start, at.stop) * 7919 % width) for width in (3, 97, 101)]
before = private()
_, number, _ = distinct_rows(codes, [3, 97, 101])
rows = sorted_rows(codes, [3, 97, 101])
back, turn = gathered(number, rows), equal_before(codes, [3, 97, 101])
assert (np.diff(back[:1000]) >= 0).all()
print((private() - before) / {MILLIONS})
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300)
    assert float(told.stdout) < 4, "bytes of every row are held in memory"


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells what a process holds of files")
def test_what_was_looked_at_is_let_go_when_another_array_is_made() -> None:
    first = filled(MILLIONS, np.int32, lambda at: np.arange(at.start, at.stop))
    if not in_a_file(first):
        pytest.skip("no room for a temporary file")
    held = of_files()
    second = large_array(MILLIONS, np.int32)
    assert held - of_files() > 0.9 * first.nbytes
    second[:] = first
    assert int(second[-1]) == MILLIONS - 1
    assert first[::1000].tolist() == [*range(0, MILLIONS, 1000)]


def of_files() -> int:
    """The bytes of files, with those kept in memory, that this process holds."""
    lines = Path("/proc/self/status").read_text("ascii").splitlines()
    told = dict(line.split(":", 1) for line in lines)
    return sum(1024 * int(told[name].split()[0]) for name in ("RssFile", "RssShmem"))
