"""What all tests share: a home of their own, the bundled WordNet opened once, the reference data where they lie."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from semblant.knowledge.sources import load
from semblant.knowledge.taxonomy import Taxonomy

PROJECT = Path(__file__).parents[1]


@pytest.fixture(scope="session", autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Tests neither find nor leave anything in the caches and settings of whoever runs them."""
    folder = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("SEMBLANT_CACHE", str(folder / "cache"))
        patched.setenv("SEMBLANT_CONFIG", str(folder / "config"))
        yield folder


@pytest.fixture(scope="session")
def wordnet() -> Taxonomy:
    return load("wordnet")


@pytest.fixture(scope="session")
def examples() -> Path:
    return PROJECT / "examples"


@pytest.fixture(scope="session")
def reference() -> Path:
    """The published data sets that the papers use; they are not ours to ship."""
    folder = PROJECT.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("needs the reference data in ../shared/data")
    return folder
