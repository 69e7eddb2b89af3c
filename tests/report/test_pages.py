"""The pages are sound whatever the release, and say what the evidence says."""

import re
from pathlib import Path

import pytest

from semblant.data.read import read
from semblant.policy.file import build_policy
from semblant.policy.model import Policy
from semblant.policy.text import parse
from semblant.release.files import private_folder
from semblant.release.pipeline import Release
from semblant.report import pages as page_maker
from semblant.report.pages import as_yaml, internal_report, public_report, summary_html
from semblant.report.wording import SPACE
from tests.report.making import CASES, assess_case, pages
from tests.report.structure import Structure

PAGES = ("report.html", "report-public.html")


def both(release: Release) -> dict[str, str]:
    """The pages of a real release, made again; the public one from what everybody has."""
    written = read(release.folder / "release.csv")
    return {
        "report.html": internal_report(release.evidence, release.assessment),
        "report-public.html": public_report(release.public_evidence, written),
    }


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("case", CASES)
def test_every_page_is_well_formed_accessible_and_offline(case: str, name: str) -> None:
    assert Structure(pages(*CASES[case])[name]).wrong == []


@pytest.mark.parametrize("name", PAGES)
def test_the_pages_of_a_real_release_are_sound_and_lie_in_its_folder(survey: Release, name: str) -> None:
    folder = survey.folder if name == "report-public.html" else private_folder(survey.folder)
    page = (folder / name).read_text(encoding="utf-8")
    assert Structure(page).wrong == []
    assert page == both(survey)[name]
    assert survey.evidence.output.sha256 in page


def test_the_checker_itself_finds_faults() -> None:
    page = pages(*CASES["ordinary"])["report.html"]
    for good, bad in (
        ("</table>", ""),
        ('id="risk"', 'id="loss"'),
        ('href="#risk"', 'href="elsewhere.html"'),
        ("<h3>", "<h5>"),
        ("<desc ", "<p "),
        ('scope="col"', ""),
        ("</head>", '<script src="x.js"></script></head>'),
    ):
        assert good in page
        assert Structure(page.replace(good, bad)).wrong, bad


def brightness(colour: str) -> float:
    """Relative luminance of WCAG 2."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    low, high = sorted((brightness(a), brightness(b)))
    return (high + 0.05) / (low + 0.05)


def test_words_and_bars_can_be_told_from_their_ground_by_day_and_by_night() -> None:
    page = pages(*CASES["ordinary"])["report.html"]
    themes = [dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block)) for block in re.findall(r":root \{[^}]*\}", page)]
    themes = [theme for theme in themes if theme.keys() >= {"ground", "ink"}]
    assert len(themes) == 2
    for theme in themes:
        for ground in ("ground", "card", "tint", "alarm-tint"):
            for words in ("ink", "soft"):
                assert contrast(theme[words], theme[ground]) >= 4.5, (words, ground)
        for ground in ("ground", "card"):
            assert contrast(theme["accent"], theme[ground]) >= 4.5
            assert contrast(theme["alarm"], theme[ground]) >= 4.5
            assert contrast(theme["before"], theme[ground]) >= 3


def test_the_headline_says_it_in_plain_words(survey: Release) -> None:
    for name in PAGES:
        words = Structure(both(survey)[name]).words
        others = survey.evidence.privacy.k_achieved - 1
        assert f"Each of the 975 records shares its quasi-identifiers with at least {others} others." in words
        assert "Whoever knows somebody’s reason and activity finds at least" in words


@pytest.mark.parametrize(
    ("case", "said"),
    [
        ("all suppressed", "All records are suppressed"),
        ("some suppressed", "Each of the 4 released records shares its quasi-identifiers with at least 1 other."),
        ("not kept", "This release is not k-anonymous: its smallest class has"),
        ("unmatched", "The information loss is not known"),
        ("large", "Each of the 120,005 records shares its quasi-identifiers with at least 120,004 others."),
    ],
)
def test_the_headline_fits_what_happened(case: str, said: str) -> None:
    assert said in Structure(pages(*CASES[case])["report.html"]).words


def test_hostile_values_stay_text() -> None:
    made = pages(*CASES["hostile"])
    for page in made.values():
        for markup in ("<script", "<img", "<b>", "x" * 100):
            assert markup not in page, markup
    assert "&lt;script&gt;alert(1)" in made["report.html"]
    assert "{{ 7 * 7 }}{% raw %}" in made["report.html"]


def test_the_internal_page_shows_the_figures_of_the_evidence(survey: Release) -> None:
    words = Structure(both(survey)["report.html"]).words
    evidence = survey.evidence
    for figure in (
        f"{evidence.utility.loss_percent:.1f} %".replace(" ", SPACE),
        f"{evidence.risk.semantic_record_linkage_percent:.1f}".removesuffix(".0") + f"{SPACE}%",
        f"{evidence.utility.per_attribute['activity'].changed_records:,}",
        evidence.knowledge["wordnet"].sha256,
    ):
        assert figure in words or figure.replace(SPACE, " ") in words, figure


def test_every_figure_says_its_direction() -> None:
    page = pages(*CASES["semantic"])["report.html"]
    rows = page.split('<table class="figures">')[1:]
    for table in rows:
        body = table.split("</table>")[0].split("<tbody>")[1]
        assert body.count("<tr>") == body.count("is better") + body.count("the scale")


def test_the_policy_on_the_page_makes_the_same_policy() -> None:
    policy = Policy(
        k=7,
        seed=99,
        attributes={"a: b#": {"role": "quasi", "kind": "ordinal", "levels": ("1", "yes", "- x")}, "n": "keep"},
        knowledge={"mine": {"source": "./a folder/sites.owl"}},
        suppression_limit=0.05,
    )
    written = as_yaml(policy.published())
    assert written.startswith("k: 7\n")
    assert build_policy(parse(written, "policy.yaml")) == policy.model_copy(update={"seed": None})
    assert "99" not in written


def test_the_seed_is_on_no_page() -> None:
    evidence, assessment = assess_case({"a": list("xxyy")}, {"a": list("xxyy")}, seed=918273645)
    evidence = evidence.model_copy(update={"policy": {**evidence.policy, "seed": 918273645}, "seed": "given"})
    for page in pages(evidence, assessment).values():
        assert "918273645" not in page
        assert "kept private" in page


def test_columns_released_as_they_were_are_named_among_the_limits() -> None:
    for page in pages(*CASES["numbers"]).values():
        words = Structure(page).words
        assert "asks for it, in notes and every column the policy does not name" in words


def test_what_sensitive_columns_still_tell_is_shown_where_it_is_known() -> None:
    ill = {"role": "sensitive", "l": 2, "t": 0.5}
    rows = {"a": list("xxyy"), "ill": list("uvuv")}
    made = assess_case(rows, rows, attributes={"a": {"role": "quasi", "kind": "nominal"}, "ill": ill})
    for page in pages(*made).values():
        assert Structure(page).wrong == []
        assert "l of ill" in page
        assert "t of ill" in page


def test_a_notebook_shows_a_release_and_an_assessment_alike() -> None:
    evidence, assessment = CASES["ordinary"]
    assert summary_html(evidence) == summary_html(assessment)
    assert "2 in the smallest of 2 classes; 2 asked for, kept" in summary_html(evidence)
    assert "not known" in summary_html(CASES["unmatched"][1])


def test_a_template_is_compiled_once_and_a_full_disk_is_no_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SEMBLANT_CACHE", str(tmp_path))
    page_maker._pages.cache_clear()
    template = page_maker._pages().get_template("parts.html")
    (kept,) = tmp_path.glob("pages-*/*.cache")
    assert kept.stat().st_size > 1000
    (folder,) = tmp_path.glob("pages-*")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    kept.unlink()
    page_maker._pages.cache_clear()
    monkeypatch.setattr("jinja2.bccache.tempfile.NamedTemporaryFile", full)
    assert page_maker._pages().get_template("parts.html").name == template.name
    assert not list(folder.iterdir())
    page_maker._pages.cache_clear()
