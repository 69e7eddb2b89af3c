"""Which measure guides a method unless told, as its paper has it; and departures can be read on the reference page."""

from pathlib import Path

import pytest

from semblant.catalogue import CATALOGUE
from semblant.methods.job import guide_of
from semblant.policy.model import Policy

REFERENCE = Path(__file__).parents[2] / "docs" / "reference" / "methods.md"


@pytest.mark.parametrize(
    ("shape", "method", "measure"),
    [
        ("table", "recode", "wu-palmer"),  # thesis 5.2.4
        ("table", "recode-fusion", "wu-palmer"),  # fusion 3.1
        ("table", "mdav-lcs", "wu-palmer"),  # Abril et al. 2010
        ("table", "mdav-mode", "equality"),
        ("table", "mdav-mode-record", "equality"),
        ("sets", "set-mdav", "ratio"),  # eq. 1
        ("log", "log-mdav", "ratio"),  # eq. 1
    ],
)
def test_the_measure_of_the_paper_guides(shape, method, measure):
    assert guide_of(Policy(shape=shape, method=method, loss_measure="path")).measure == measure
    assert guide_of(Policy(shape=shape, method=method, measure="lin")).measure == "lin"


@pytest.mark.parametrize("shape", CATALOGUE)
def test_auto_is_guided_by_what_it_is_judged_by(shape):
    assert guide_of(Policy(shape=shape, loss_measure="path")).measure == "path"


def test_every_departure_stands_on_the_reference_page():
    page = REFERENCE.read_text("utf-8")
    assert "to the letter" not in page
    assert "`rare: publish`\nreleases what they would" in page
    for methods in CATALOGUE.values():
        for entry in methods.values():
            row = next(line for line in page.splitlines() if line.startswith(f"| `{entry.name}` | {entry.paper} |"))
            assert all(departure in row for departure in entry.departures), entry.name


@pytest.mark.parametrize(
    ("shape", "method", "about"),
    [
        ("table", "recode-fusion", "Eq. 7"),
        ("table", "resample", "7.2.1"),
        ("table", "resample-heer", "increasing order"),
        ("table", "sa-mdav", "as printed"),
        ("table", "sa-mdav-static", "as printed"),
        ("table", "s-mdav", "Eq. 4.2"),
        ("table", "recode", "as printed"),
        ("table", "recode-dm", "does not say"),
        ("table", "recode-random", "alphabetical"),
        ("table", "best-first", "names the search"),
        ("table", "incognito", "leaves the choice"),
        ("table", "mdav-mode", "6.1.2"),
        ("table", "mdav-mode-record", "6.1.2"),
        ("sets", "set-mdav", "draw: record"),
        ("log", "log-mdav", "queries: whole"),
        ("log", "log-mdav", "largest remainder"),
    ],
)
def test_what_departs_says_so(shape, method, about):
    assert about in " ".join(CATALOGUE[shape][method].departures)


def test_what_nobody_compared_with_its_paper_says_so():
    """The papers at hand only summarise these rivals."""
    rivals = {"table": ("mdav-lcs", "datafly", "incognito"), "sets": ("km-apriori", "top-down")}
    rivals |= {"log": ("log-erola", "log-navarro", "log-poblete")}
    for shape, names in rivals.items():
        for name in names:
            assert "summary" in " ".join(CATALOGUE[shape][name].departures), name
