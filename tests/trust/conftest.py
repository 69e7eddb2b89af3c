"""Every method on every example, made once for all tests that doubt it."""

from pathlib import Path

import pytest

from semblant.methods.registry import REGISTRY
from tests.trust.releases import Made, make, write_ugly

EXAMPLES = ("survey", "ugly")


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory, examples: Path) -> dict[tuple[str, str], Made]:
    folder = tmp_path_factory.mktemp("releases")
    files = {"survey": (examples / "survey" / "survey.csv", examples / "survey" / "policy.yaml")}
    files["ugly"] = write_ugly(folder)
    return {
        (example, method): make(*files[example], folder / f"{example}-{method}", method=method)
        for example in EXAMPLES
        for method in REGISTRY
    }


@pytest.fixture(params=[(example, method) for example in EXAMPLES for method in REGISTRY], ids="-".join)
def release(request: pytest.FixtureRequest, made: dict[tuple[str, str], Made]) -> Made:
    """One release after the other."""
    return made[request.param]
