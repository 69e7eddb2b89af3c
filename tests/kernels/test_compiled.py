"""Where compiled kernels are kept."""

from pathlib import Path

import pytest
from numba.core import config

from semblant.kernels import compiled


def double(number: int) -> int:
    return number * 2


@pytest.fixture
def read_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """An installation that cannot be written to; numba looks for itself, so it is told as well."""
    from numba.core.caching import CacheImpl

    elsewhere = [locator for locator in CacheImpl._locator_classes if "InTree" not in locator.__name__]
    monkeypatch.setattr(CacheImpl, "_locator_classes", elsewhere)
    monkeypatch.setattr(compiled.os, "access", lambda *_: False)
    monkeypatch.setattr(config, "CACHE_DIR", "")


def test_kernels_lie_beside_their_source(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(config, "CACHE_DIR", "")
    assert Path(compiled.lean(double)._cache.cache_path) == Path(__file__).parent / "__pycache__"


@pytest.mark.usefixtures("read_only")
def test_a_read_only_installation_keeps_them_in_our_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEMBLANT_CACHE", str(tmp_path))
    made = compiled.lean(double)
    assert made(21) == 42
    assert Path(made._cache.cache_path).parent == tmp_path / "kernels"
    assert list((tmp_path / "kernels").rglob("*.nbc"))
    assert config.CACHE_DIR == ""


@pytest.mark.usefixtures("read_only")
def test_without_any_writable_place_they_are_compiled_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    for name in ("SEMBLANT_CACHE", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "file" / "below"))
    assert compiled.lean(double)(21) == 42


def test_what_the_user_set_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(compiled.os, "access", lambda *_: False)
    assert Path(compiled.lean(double)._cache.cache_path).parent == tmp_path
