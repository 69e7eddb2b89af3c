"""Remarks on hierarchies: each names the line and tells what is fatal."""

import pytest

from semblant.errors import KnowledgeError
from semblant.hierarchy.check import against, refuse, structure
from semblant.hierarchy.vgh import Hierarchy


def read(tmp_path, text: str) -> Hierarchy:
    (tmp_path / "h.csv").write_text(text)
    return Hierarchy.read(tmp_path / "h.csv")


def remarks(made: Hierarchy) -> dict[str, tuple[str, bool]]:
    return {r.kind: (str(r), r.fatal) for r in structure(made)}


def test_a_sound_hierarchy_has_no_remarks(tmp_path):
    assert structure(read(tmp_path, "a;x;*\nb;x;*\nc;y;*\nd;y;*\n")) == []


def test_two_parents_name_both_lines(tmp_path):
    found = remarks(read(tmp_path, "a;x;m;*\nb;x;n;*\n"))
    assert found["two parents"] == ("h.csv:2: 'x' has two parents: 'n' here, 'm' in line 1.", True)


def test_two_parents_on_different_levels_are_found_too(tmp_path):
    assert "two parents" in remarks(read(tmp_path, "a;x;m;*\nb;z;x;*\n"))


def test_a_label_that_only_some_leave_is_a_split(tmp_path):
    found = remarks(read(tmp_path, "a;x;x;top\nb;x;top;top\n"))
    assert found["split"][1]
    assert "h.csv:2" in found["split"][0]


def test_different_depths_leaf_and_ancestor_several_tops_and_idle_levels(tmp_path):
    found = remarks(read(tmp_path, "a;x;m\nx;m\nc;y;n\n"))
    assert found["depth"] == (
        "h.csv:2: 1 of 3 values has fewer than 2 levels (line 2); the last label is repeated upward.",
        False,
    )
    assert found["leaf and ancestor"] == ("h.csv:2: 1 value is a label of other values as well (line 2).", False)
    assert "2 labels" in found["several tops"][0]
    assert "Level 1 puts nothing together" in remarks(read(tmp_path, "a;x;m\nb;y;m\n"))["idle level"][0]


def test_values_that_only_stay_themselves_are_no_labels(tmp_path):
    assert "leaf and ancestor" not in remarks(read(tmp_path, "a;a;x\nb;c;x\nd;c;x\n"))


def test_against_data_the_lost_are_counted_and_not_shown():
    made = Hierarchy.of([("nurse", "*"), ("baker", "*"), ("smith", "*")], name="jobs.csv", lines=[1, 2, 3])
    found = against(made, ["Nurse", "cook", "", "*"], [6, 3, 5, 1])
    assert [r.kind for r in found] == ["no leaf", "no value"]
    assert found[0].message == "1 of 4 distinct value has no leaf (3 rows, 20.0 %)."
    assert found[0].values == ("cook",)
    assert "cook" not in str(found[0])
    (located, *_) = against(made, ["Nurse", "cook", "", "*"], [6, 1, 5, 1], codes=[0, 0, 2, 1])
    assert "(1 row, 7.7 %, first in record 4)" in located.message
    assert found[1].message == "2 of 3 leaves are no value of the data (lines 2, 3)."
    with pytest.raises(KnowledgeError, match="no leaf") as raised:
        refuse(made, found)
    assert raised.value.values == ("cook",)


def test_remarks_that_are_not_fatal_refuse_nothing():
    made = Hierarchy.of([("a", "x"), ("b", "y")])
    refuse(made, structure(made))
