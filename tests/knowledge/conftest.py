"""Every test has a cache and a list of names of its own, and the tiny sources of our own making."""

from pathlib import Path

import pytest

DATA = Path(__file__).parents[1] / "data" / "knowledge"


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEMBLANT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("SEMBLANT_CONFIG", str(tmp_path / "config"))


@pytest.fixture
def data() -> Path:
    return DATA
