"""What all tests share: the bundled WordNet, opened once, and the reference data where they lie beside the project."""

from pathlib import Path

import pytest

from semblant.knowledge.sources import load
from semblant.knowledge.taxonomy import Taxonomy

PROJECT = Path(__file__).parents[1]


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
