from pathlib import Path

import pytest

from semblant.knowledge.taxonomy import Taxonomy
from semblant.knowledge.wordnet import bundled

SHARED = Path(__file__).parents[2].parent / "shared" / "data"


@pytest.fixture(scope="session")
def wordnet() -> Taxonomy:
    return Taxonomy(bundled(), "wordnet")


@pytest.fixture
def shared() -> Path:
    if not SHARED.is_dir():
        pytest.skip("needs the folder ../shared/data")
    return SHARED
