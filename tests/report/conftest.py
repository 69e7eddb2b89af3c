from pathlib import Path

import pytest

from semblant.policy.file import build_policy, read_policy
from semblant.release.pipeline import Release, anonymise_file

EXAMPLE = Path(__file__).parents[2] / "examples" / "survey"


@pytest.fixture(scope="session")
def survey(tmp_path_factory: pytest.TempPathFactory) -> Release:
    """The visitors' survey, released by the whole pipeline."""
    policy = build_policy(read_policy(EXAMPLE / "policy.yaml"))
    return anonymise_file(EXAMPLE / "survey.csv", policy, out=tmp_path_factory.mktemp("survey") / "release")
