"""What Python users hold in their hands: an assessment shows itself, of any shape, and its name tells no values."""

from pathlib import Path

import polars as pl
import pytest

import semblant as sb

PEOPLE = pl.DataFrame({"job": ["surgeon", "nurse", "painter", "sculptor"], "age": ["31", "35", "61", "64"]})
ROLES = {"job": {"role": "quasi", "kind": "nominal"}, "age": {"role": "quasi", "kind": "numeric"}}


def test_an_assessment_shows_itself_and_has_a_chart() -> None:
    found = sb.assess(PEOPLE, PEOPLE, k=2, attributes=ROLES, order="keep")
    assert isinstance(found, sb.Assessment)
    assert not found.holds
    assert "1 in the smallest of 4 classes; 2 asked for, not kept" in found._repr_html_()
    assert [column in found.chart().svg for column in PEOPLE.columns] == [True, True]
    release = sb.anonymise(PEOPLE, k=2, attributes=ROLES, seed=1)
    assert release.assessment._repr_html_() == release._repr_html_()


def test_printing_shows_no_original_value() -> None:
    release = sb.anonymise(PEOPLE, k=4, attributes={**ROLES, "job": "identifier"}, seed=1)
    for said in (
        repr(release),
        repr(release.assessment),
        str(sb.compare(PEOPLE, ["mdav-mode"], [2], attributes=ROLES)),
    ):
        assert "surgeon" not in said
        assert "sculptor" not in said


def test_sets_are_assessed_as_frames_too(examples: Path) -> None:
    policy = examples / "baskets" / "policy.yaml"
    baskets = pl.read_csv(examples / "baskets" / "baskets.csv", infer_schema=False).head(120)
    release = sb.anonymise(baskets, policy, method="set-mdav", seed=2)
    found = sb.assess(baskets, release.data, release.evidence.policy, link=release.link)
    assert found.risk == release.evidence.risk
    assert found.utility == release.evidence.utility
    assert "kept" in release._repr_html_()


@pytest.mark.parametrize("asked", [{"known": ["items"]}, {"id_column": "household"}, {"clusters": "auto"}])
def test_what_works_on_tables_only_is_refused_for_sets(examples: Path, asked: dict[str, object]) -> None:
    from semblant.assessment.assessment import Questions
    from semblant.policy.file import build_policy, read_policy
    from semblant.release.assess import assess_release

    file = examples / "baskets" / "baskets.csv"
    policy = build_policy(read_policy(examples / "baskets" / "policy.yaml"))
    with pytest.raises(sb.PolicyError, match="on tables only"):
        assess_release(file, file, policy, questions=Questions(**asked))  # type: ignore[arg-type]
