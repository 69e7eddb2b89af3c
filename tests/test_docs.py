"""The pages do what they say: every Python snippet runs, every link leads somewhere, every page has an example."""

import doctest
import re
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
PAGES = sorted(p for p in [PROJECT / "README.md", *PROJECT.glob("docs/**/*.md"), *PROJECT.glob("examples/**/*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(PROJECT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text("utf-8")):
        if not target.startswith(("http:", "https:", "mailto:")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("page", [p for p in PAGES if p.parent.name == "docs"], ids=lambda p: p.name)
def test_every_page_has_an_example(page: Path) -> None:
    assert "```" in page.read_text("utf-8")


@pytest.mark.parametrize("name", ["measures.md"])
def test_snippets_run(name: str) -> None:
    failed, tried = doctest.testfile(str(PROJECT / "docs" / name), module_relative=False)
    assert tried
    assert not failed


def test_the_readme_snippet_runs() -> None:
    text = (PROJECT / "README.md").read_text("utf-8")
    (snippet,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(compile(snippet, "README.md", "exec"), {})
