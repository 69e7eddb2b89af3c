"""Where compiled kernels are kept."""

import gc
import io
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from numba.core import config

from semblant.folders import CacheWarning, cache_folder
from semblant.kernels import compiled
from semblant.kernels.inlining import PART_OPTIONS, TRIED
from semblant.progress import Lines, watch

pytestmark = pytest.mark.compiled


def double(number: int) -> int:
    return number * 2


@pytest.fixture
def read_only(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An installation that cannot be written to; numba looks for itself, so it is told as well."""
    from numba.core.caching import CacheImpl

    elsewhere = [locator for locator in CacheImpl._locator_classes if "InTree" not in locator.__name__]
    monkeypatch.setattr(CacheImpl, "_locator_classes", elsewhere)
    monkeypatch.setattr(compiled.os, "access", lambda *_: False)
    monkeypatch.setattr(config, "CACHE_DIR", "")
    compiled._folder.cache_clear()
    yield
    compiled._folder.cache_clear()


def test_kernels_of_another_version_are_removed_and_never_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """numba would unpickle types that the new version no longer has, and fail."""
    source = tmp_path / "kernels"
    source.mkdir()
    monkeypatch.setattr(compiled, "__file__", str(source / "compiled.py"))
    folders = []
    for version in ("one", "two"):
        (source / "grouping.py").write_text(version)
        folders.append(compiled._folder.__wrapped__())
        folders[-1].mkdir(parents=True)
    assert folders[0] != folders[1]
    assert [folder.exists() for folder in folders] == [False, True]


def test_kernels_lie_beside_their_source(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(config, "CACHE_DIR", "")
    place = Path(compiled.lean(double)._cache.cache_path).parent
    assert place.parent == Path(compiled.__file__).parent / "__pycache__"
    assert place.name.startswith("kernels-")


@pytest.mark.usefixtures("read_only")
def test_a_read_only_installation_keeps_them_in_our_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEMBLANT_CACHE", str(tmp_path))
    made = compiled.lean(double)
    assert made(21) == 42
    place = Path(made._cache.cache_path).parent
    assert (place.parent, place.name[:8]) == (tmp_path, "kernels-")
    assert list(place.rglob("*.nbc"))
    assert config.CACHE_DIR == ""


@pytest.mark.usefixtures("read_only")
def test_without_any_writable_place_they_are_kept_for_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    for name in ("SEMBLANT_CACHE", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "file" / "below"))
    with pytest.warns(CacheWarning, match="cannot be written"):
        made = compiled.lean(double)
    assert made(21) == 42
    assert Path(made._cache.cache_path).is_relative_to(cache_folder())


def test_what_the_user_set_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path))
    assert tmp_path in Path(compiled.lean(double)._cache.cache_path).parents


PART = """
from typing import NamedTuple
from semblant.kernels.compiled import inner
class {kind}(NamedTuple):
    number: int
@inner
def part(number): return number + {added}
"""
WHOLE = """
from semblant.kernels.compiled import lean
from semblant.kernels import part as parts
part = parts.part
@lean
def whole(given): return part(given.number)
"""


def test_a_change_in_a_part_or_a_type_is_a_change_of_the_kernel(tmp_path: Path) -> None:
    """Numba alone would run the old part, and stumble over a type that is gone."""
    source, copy = Path(compiled.__file__).parents[1], tmp_path / "semblant"
    (copy / "kernels").mkdir(parents=True)
    (copy / "__init__.py").touch()
    own = ("__init__.py", "compiled.py", "inlining.py", "loading.py")
    for file in ("folders.py", "progress.py", "visible.py", *(f"kernels/{name}" for name in own)):
        shutil.copy(source / file, copy / file)
    (copy / "kernels" / "whole.py").write_text(WHOLE)

    def answer(kind: str, added: int) -> str:
        (copy / "kernels" / "part.py").write_text(PART.format(kind=kind, added=added))
        code = f"from semblant.kernels.whole import parts, whole; print(whole(parts.{kind}(20)))"
        ran = subprocess.run([sys.executable, "-B", "-c", code], cwd=tmp_path, capture_output=True, text=True, env={})
        return ran.stdout.strip() or ran.stderr

    assert [answer("Old", 1), answer("Old", 2), answer("New", 2), answer("Old", 1)] == ["21", "22", "22", "21"]


LOADING = """
import sys
from numba import njit
from semblant.kernels import compiled
def double(number): return number * 2
print(compiled.lean(double)(21), "numba.np.linalg" in sys.modules, njit(double)(21))
"""


@pytest.mark.skipif(not TRIED, reason="this version of numba makes ready to compile whenever it loads")
def test_loading_makes_nothing_ready_to_compile_until_something_is_compiled(tmp_path: Path) -> None:
    """Numba would import linear algebra and scipy, which takes longer than the kernels of a small table run."""
    (tmp_path / "loading.py").write_text(LOADING)
    settings = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    asked = [sys.executable, str(tmp_path / "loading.py")]
    ran = [subprocess.run(asked, capture_output=True, text=True, env=settings) for _ in range(2)]
    assert [one.stdout or one.stderr for one in ran] == ["42 True 42\n", "42 False 42\n"]


def test_compiling_is_announced_and_loading_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(Lines, "patience", 0.0)
    monkeypatch.setattr(Lines, "interval", 0.0)
    said = []
    for _ in range(2):
        shown = io.StringIO()
        watch(stream=shown)
        assert compiled.lean(double)(21) == 42
        said.append(shown.getvalue())
    watch(quiet=True)
    assert said[0].startswith("compiling for this machine, once: ")
    assert "done in" in said[0]
    assert said[1] == ""


@pytest.mark.skipif(not PART_OPTIONS, reason="this version of numba makes parts executable itself")
def test_of_a_part_there_is_no_machine_code_but_the_kernel_has_taken_it_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path))
    part = compiled.inner(double)

    @compiled.lean
    def whole(number: int) -> int:
        return part(number) + 1

    assert whole(20) == 41

    def executable(function: object) -> list[bool]:
        found = function.overloads.values()  # type: ignore[attr-defined]
        return [one.codegen._engine.is_symbol_defined(one.fndesc.llvm_func_name) for one in found]

    assert executable(whole) == [True]
    assert executable(part) == [False]


def test_garbage_is_collected_again_after_compiling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path))
    seen = []

    class Watch(compiled.event.Listener):
        def on_start(self, event: object) -> None:  # noqa: ARG002
            seen.append(gc.isenabled())

        def on_end(self, event: object) -> None: ...

    watch = Watch()
    with compiled.event.install_listener("numba:compile", watch):
        assert compiled.lean(lambda number: number * 2)(21) == 42
    assert gc.isenabled()
    assert seen == [False]
