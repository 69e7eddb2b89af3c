"""The pages on assessing and on notebooks do what they say."""

import doctest
import re
import shlex
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from semblant.cli import app

DOCS = Path(__file__).parents[2] / "docs"
COMMANDS = re.findall(r"^\$ semblant (.*)$", (DOCS / "assess.md").read_text("utf-8"), re.MULTILINE)


@pytest.fixture
def workdir(examples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The survey to work on, and an intruder's file with two of its visitors."""
    for name in ("survey.csv", "policy.yaml"):
        shutil.copy(examples / "survey" / name, tmp_path / name)
    (tmp_path / "known.csv").write_text("row,reason\n1,wildlife\n2,landscape\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("workdir")
@pytest.mark.parametrize("page", ["assess.md", "tutorial-notebook.md"])
def test_the_snippets_run(page: str) -> None:
    text = re.sub(r"^```.*$", "", (DOCS / page).read_text("utf-8"), flags=re.MULTILINE)
    test = doctest.DocTestParser().get_doctest(text, {}, page, str(DOCS / page), 0)
    assert len(test.examples) >= 7
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_commands_run(workdir: Path) -> None:
    assert len(COMMANDS) == 6
    for command in COMMANDS:
        result = CliRunner().invoke(app, shlex.split(command))
        assert result.exit_code == 0, (command, result.output)
    assert (workdir / "survey-comparison" / "comparison.html").is_file()


def test_every_figure_of_the_page_exists_and_every_figure_there_is_stands_on_it() -> None:
    from semblant.evidence import Risk, Utility

    told = set(re.findall(r"`([a-z_]+)`", (DOCS / "assess.md").read_text("utf-8")))
    figures = {*Risk.model_fields, *Utility.model_fields} - {"per_attribute"}
    assert figures <= told
