"""docs/hierarchies.md says what the code does."""

import doctest
import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "hierarchies.md"


def test_the_snippets_run():
    text = re.sub(r"^```.*$", "", PAGE.read_text("utf-8"), flags=re.MULTILINE)
    test = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    assert len(test.examples) > 10
    assert doctest.DocTestRunner().run(test).failed == 0
