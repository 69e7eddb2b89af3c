"""docs/terms.md says what the code does and what the script prints."""

import doctest
import re
import sys
from pathlib import Path

import pytest

from scripts import measure_terms

PAGE = Path(__file__).parents[2] / "docs" / "terms.md"


def test_the_snippets_run() -> None:
    text = re.sub(r"^```.*$", "", PAGE.read_text("utf-8"), flags=re.MULTILINE)
    test = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_tables_are_what_the_script_prints(
    reference: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("spacy", reason="pip install 'semblant[nlp]'")
    monkeypatch.setattr(sys, "argv", ["measure_terms", str(reference)])
    measure_terms.main()
    page = PAGE.read_text("utf-8").splitlines()
    printed = [line for line in capsys.readouterr().out.splitlines() if line]
    assert len(printed) > 30
    assert [line for line in printed if line not in page] == []
