"""Every method on every example, made once for all tests that doubt it."""

from pathlib import Path

import pytest

from tests.properties.strategies import PROMISING
from tests.trust.releases import Made, make, write_ugly

EXAMPLES = ("survey", "ugly")
EVERY = [(example, method) for example in EXAMPLES for method in PROMISING]


class Workshop(dict[tuple[str, str], Made]):
    """Releases by example and method, made when they are first asked for."""

    def __init__(self, folder: Path, examples: Path) -> None:
        super().__init__()
        self.folder = folder
        self.files = {"survey": (examples / "survey" / "survey.csv", examples / "survey" / "policy.yaml")}
        self.files["ugly"] = write_ugly(folder)

    def __missing__(self, wanted: tuple[str, str]) -> Made:
        example, method = wanted
        self[wanted] = make(*self.files[example], self.folder / f"{example}-{method}", method=method)
        return self[wanted]


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory, examples: Path) -> Workshop:
    return Workshop(tmp_path_factory.mktemp("releases"), examples)


@pytest.fixture(params=EVERY, ids="-".join)
def release(request: pytest.FixtureRequest, made: Workshop) -> Made:
    """One release after the other."""
    return made[request.param]
