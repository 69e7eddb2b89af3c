"""The same table, policy and seed give the same bytes; the order of the rows decides nothing."""

import pytest

from semblant.data.read import read
from tests.properties.strategies import PROMISING
from tests.trust.releases import make


@pytest.mark.parametrize("method", [name for name in PROMISING if name != "suppress"])  # it would suppress all
def test_the_same_seed_gives_the_same_bytes(made, tmp_path, method):
    first = made["ugly", method]
    second = make(first.data, first.policy_file, tmp_path / "again", method=method)
    assert first.file.read_bytes() == second.file.read_bytes()
    told = [release.evidence for release in (first, second)]
    for evidence in told:
        del evidence["timings"], evidence["created"]
        evidence["checklist"] = [one for one in evidence["checklist"] if one["check"] != "several-releases"]
    assert told[0] == told[1]


def test_the_same_seed_shuffles_the_same_way(made, tmp_path):
    ugly = made["ugly", "auto"]
    first, second = (make(ugly.data, ugly.policy_file, tmp_path / name, order="shuffle") for name in "ab")
    assert first.file.read_bytes() == second.file.read_bytes() != ugly.file.read_bytes()


def test_another_seed_shuffles_otherwise(made, tmp_path):
    ugly = made["ugly", "auto"]
    releases = [
        make(ugly.data, ugly.policy_file, tmp_path / str(seed), order="shuffle", seed=seed).file for seed in (1, 2)
    ]
    first, second = (read(file).frame.rows() for file in releases)
    assert first != second
    assert sorted(first) == sorted(second)


def test_no_seed_is_said_to_be_none(made, tmp_path):
    ugly = made["ugly", "auto"]
    assert make(ugly.data, ugly.policy_file, tmp_path / "out", seed=None).evidence["seed"] == "entropy"


@pytest.mark.parametrize(
    "method",
    ["auto", "sa-mdav", "s-mdav", "mdav-lcs", "recode-fusion", "resample", "datafly", "incognito", "best-first"],
)
def test_the_order_of_the_rows_decides_nothing(made, tmp_path, method):
    survey = made["survey", method]
    head, *rows = survey.data.read_text("utf-8").splitlines()
    backwards = tmp_path / "backwards.csv"
    backwards.write_text("\n".join([head, *reversed(rows)]) + "\n", encoding="utf-8")
    again = make(backwards, survey.policy_file, tmp_path / "out", method=method)
    quasi = survey.policy.columns("quasi")
    masks = [sorted(read(release.file).frame.select(quasi).rows()) for release in (survey, again)]
    assert masks[0] == masks[1]
    for part in ("privacy", "utility", "risk"):
        assert _by_meaning(again.evidence[part]) == _by_meaning(survey.evidence[part])


def _by_meaning(part):
    """Without what depends on which of two records that mean the same, but are spelt otherwise, is in which group."""
    columns = part.get("per_attribute", {}).values()
    gone = dict.fromkeys(("changed_cells", "changed_records"))
    return {**part, **gone, "per_attribute": [{**column, **gone} for column in columns]}


@pytest.mark.parametrize("method", [name for name in PROMISING if name != "suppress"])  # it would suppress all
def test_the_complete_evidence_as_a_policy_gives_the_same_bytes(made, tmp_path, method):
    first = made["ugly", method]
    again = make(first.data, first.private / "evidence.json", tmp_path / "again")
    assert again.file.read_bytes() == first.file.read_bytes()
