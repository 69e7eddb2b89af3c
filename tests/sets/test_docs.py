"""docs/sets-and-logs.md says what the code does."""

import doctest
import re
from pathlib import Path

from semblant.catalogue import CATALOGUE
from semblant.policy.model import Policy
from semblant.proof.logs import differential

PAGE = Path(__file__).parents[2] / "docs" / "sets-and-logs.md"


def test_the_snippets_run() -> None:
    text = re.sub(r"^```.*$", "", PAGE.read_text("utf-8"), flags=re.MULTILINE)
    test = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    assert len(test.examples) > 5
    assert doctest.DocTestRunner().run(test).failed == 0


def test_every_method_is_in_the_table() -> None:
    page = PAGE.read_text("utf-8")
    for name in (*CATALOGUE["sets"], *CATALOGUE["log"]):
        assert f"| `{name}`" in page, name


def test_korolova_by_default_promises_what_the_page_says() -> None:
    policy = Policy()
    epsilon, delta = differential(policy.d, policy.K, policy.b)
    assert f"ε = {epsilon:.0f}, δ = {delta:.1e}" in PAGE.read_text("utf-8")
