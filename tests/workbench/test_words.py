"""The words of a column, and what becomes of decisions on them."""

from pathlib import Path

import polars as pl

from semblant.data.table import Table
from semblant.policy.file import build_policy
from semblant.workbench.project import Project
from semblant.workbench.words import Words

POLICY = "attributes:\n  job: {role: quasi, kind: semantic, knowledge: wordnet, unknown: nominal}\n"


def test_decisions_are_shown_as_such_and_win(tmp_path: Path) -> None:
    table = Table(pl.DataFrame({"job": ["nurse"] * 5 + ["surgeon"] * 3 + ["zzyzx"] * 9 + ["guard"]}))
    project = Project.create(tmp_path / "p", POLICY, data="t.csv", sha256="0", records=18, what="test")

    def words() -> Words:
        return Words(table, project.policy, project.folder, "job")

    first = words()
    assert first.order[0].value == "zzyzx", "many records and nothing found: first"
    found = {one.value: first.word(one) for one in first.order}
    assert found["zzyzx"].quality == "unknown"
    assert found["nurse"].quality == "certain"
    assert sum(records for _, records in first.qualities.values()) == 18
    chosen = found["guard"].alternatives[0].name
    project.decide({("job", "surgeon"): "", ("job", "guard"): chosen}, "two")
    found = {one.value: words().word(one) for one in words().order}
    assert (found["surgeon"].quality, found["surgeon"].meaning) == ("decided", None)
    assert found["guard"].meaning is not None
    assert (found["guard"].quality, found["guard"].meaning.name) == ("decided", chosen)
    project.decide({("job", "surgeon"): None}, "taken back")
    assert {one.value: words().word(one) for one in words().order}["surgeon"].quality == "certain"


def test_a_decided_value_keeps_its_place(tmp_path: Path) -> None:
    table = Table(pl.DataFrame({"job": ["nurse"] * 5 + ["surgeon"] * 3 + ["zzyzx"] * 9 + ["guard"]}))
    project = Project.create(tmp_path / "p", POLICY, data="t.csv", sha256="0", records=18, what="test")
    before = Words(table, project.policy, project.folder, "job")
    project.decide({("job", "zzyzx"): "nurse"}, "one", {("k",): 4})
    after = Words(table, project.policy, project.folder, "job", before.matched)
    assert [one.value for one in after.order] == [one.value for one in before.order]
    assert [one.value for one in after.of("unknown")] == ["zzyzx"] == [one.value for one in after.of("decided")]
    assert after.quality(after.of("unknown")[0].place) == "decided"
    assert project.policy.k == 4, "what goes with it is one change"
    project.undo()
    assert (project.policy.k, project.policy.mapping) == (5, None)


def test_spellings_of_one_meaning_belong_together(tmp_path: Path) -> None:
    jobs = ["nurse", "NURSE ", "Nurse", "Polish", "polish", "guard", "IT", "it"]
    table = Table(pl.DataFrame({"job": jobs * 2}))
    explicit = Project.create(tmp_path / "p", POLICY, data="t.csv", sha256="0", records=16, what="test")
    explicit.decide({("job", "Polish"): "nurse"}, "as somebody said")
    words = Words(table, explicit.policy, explicit.folder, "job")
    assert sorted(words.spelt_alike("nurse")) == ["NURSE", "Nurse", "nurse"]
    assert words.spelt_alike("guard") == ["guard"]
    assert words.spelt_alike("polish") == ["polish"], "the other one means something else"


def test_search_and_drawing(tmp_path: Path) -> None:
    table = Table(pl.DataFrame({"job": ["nurse"] * 5 + ["surgeon"] * 3 + ["baker"]}))
    words = Words(table, build_policy({"attributes": {"job": {"role": "quasi", "kind": "semantic"}}}), tmp_path, "job")
    assert "surgeon" in [one.label for one in words.search("surgeon")]
    assert words.search("surgeno"), "slips are found"
    assert words.search("qqqqqqqq") == []
    drawn = words.drawn()
    assert drawn is not None
    assert "nurse" in drawn.description
    assert "5" in drawn.description
