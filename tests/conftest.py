"""What all tests share: a home of their own, the bundled WordNet opened once, the published data or their stand-ins."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from semblant.knowledge.sources import load
from semblant.knowledge.taxonomy import Taxonomy
from tests import standins
from tests.sparkthere import SPARK_MISSING, spark_is_there

PROJECT = Path(__file__).parents[1]
PUBLISHED = PROJECT.parent / "shared" / "data"
"""Where the published data sets that the papers use may lie; they are not ours to ship."""


settings.register_profile("patient", deadline=None)  # how long an example takes says more of the machine than of us
settings.load_profile("patient")


def pytest_configure() -> None:
    """Let Ctrl-C reach the commands that tests start, also where the tests run in the background, which ignores it."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not PUBLISHED.is_dir():
        terminalreporter.write_line(
            "The published data sets are not in ../shared/data: only their stand-ins were tested."
        )
    if not spark_is_there():
        terminalreporter.write_line(SPARK_MISSING)


@pytest.fixture(scope="session", autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Tests neither read nor write the caches and settings of the user who runs them."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent  # what one worker compiled, the others need not
    folder = folder / "home"
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
def published() -> Path | None:
    """The folder with the published data sets, if it is there."""
    return PUBLISHED if PUBLISHED.is_dir() else None


@pytest.fixture(scope="session")
def stand_ins(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with small data sets of our own in the place of the published ones."""
    return standins.write(tmp_path_factory.mktemp("reference"))


@pytest.fixture(scope="session", params=["published", "stand-in"] if PUBLISHED.is_dir() else ["stand-in"])
def origin(request: pytest.FixtureRequest) -> str:
    """Whether a test looks at the published data sets, if they are there, or at their stand-ins."""
    return str(request.param)


@pytest.fixture(scope="session")
def reference(origin: str, stand_ins: Path) -> Path:
    """A folder with the data sets that the papers use, or with their stand-ins: a test runs on both."""
    return PUBLISHED if origin == "published" else stand_ins
