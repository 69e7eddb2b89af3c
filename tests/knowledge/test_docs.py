"""The page on knowledge does what it says."""

import doctest
import re
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from semblant.knowledge.sources import load
from semblant.policy.model import Policy

PAGE = Path(__file__).parents[2] / "docs" / "knowledge.md"
BLOCKS = re.findall(r"```yaml\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
POLICIES = [Policy.model_validate(YAML(typ="safe").load(block)) for block in BLOCKS]
SOURCES = {
    name: s
    for policy in POLICIES
    for name, s in policy.knowledge.items()
    if s.source != "prefixes" and "icd" not in s.source
}


@pytest.mark.parametrize("name", SOURCES)
def test_every_source_on_the_page_can_be_opened(data: Path, name: str) -> None:
    assert len(load(SOURCES[name], base=data, name=name)) > 1


def test_the_snippets(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(data)
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert (failed, tried) == (0, 3)
