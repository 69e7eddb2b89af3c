"""Projects: a policy with its history, changed key by key, with its comments."""

from pathlib import Path

import pytest

from semblant.errors import InputError, PolicyError
from semblant.policy.edit import GONE, edited
from semblant.policy.file import build_policy
from semblant.policy.text import parse
from semblant.workbench.project import Project, projects_in

POLICY = """\
# A first policy.
k: 5                  # every record
# purpose: open     # who it is for
method: auto

attributes:
  job: {role: quasi, kind: semantic, knowledge: wordnet}  # its name suggests work
  # a long reason of its own
  "pay, €": {role: sensitive, kind: numeric, l: 2}
  age: quasi
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project.create(tmp_path / "p", POLICY, data="people.csv", sha256="0" * 64, records=9, what="suggested")


def test_changes_keep_comments_order_and_quoting() -> None:
    changes = {
        ("k",): 12,
        ("attributes", "age", "kind"): "numeric",
        ("attributes", "pay, €", "l"): GONE,
        ("title",): "x: y",
    }
    text = edited(POLICY, changes, {("attributes", "job"): "decided\nby the steward"})
    for line in ("# A first policy.", "# purpose: open     # who it is for", "  # a long reason of its own"):
        assert line in text.splitlines()
    assert "# its name suggests work" not in text
    assert "knowledge: wordnet}  # decided by the steward" in text
    policy = build_policy(parse(text, "policy"))
    assert (policy.k, policy.title, policy.attributes["age"].kind) == (12, "x: y", "numeric")
    assert policy.attributes["pay, €"].l is None
    assert text.index("title:") < text.index("attributes:")
    assert "knowledge: wordnet, weight: 2}" in edited(POLICY, {("attributes", "job", "weight"): 2})


def test_what_cannot_be_is_refused_and_nothing_changes(project: Project) -> None:
    with pytest.raises(PolicyError, match="'k' parameter must be an int of at least 2"):
        project.change({("k",): 1}, "k")
    assert project.text == POLICY
    assert project.facts.current == 1


def test_undo_redo_and_any_version(project: Project) -> None:
    project.change({("k",): 7}, "k = 7")
    project.change({("k",): 9}, "k = 9")
    assert project.undoable is not None
    project.go_to(project.undoable.parent)  # type: ignore[arg-type]
    assert project.policy.k == 7
    assert project.redoable is not None
    assert project.redoable.what == "k = 9"
    project.change({("k",): 11}, "k = 11")
    assert [one.number for one in project.facts.versions] == [1, 2, 3, 4]
    project.go_to(3)
    assert project.policy.k == 9, "a version that was undone is not lost"
    project.go_to(1)
    assert project.text == POLICY
    assert project.undoable is None


def test_a_project_opens_again_as_it_was(project: Project) -> None:
    project.change({("k",): 7}, "k = 7")
    project.remember(confirmed=("job",))
    (again,) = projects_in(project.folder.parent)
    assert again.facts == project.facts
    assert again.policy.k == 7
    with pytest.raises(InputError):
        Project(project.folder.parent)


def test_nothing_new_is_no_version(project: Project) -> None:
    project.change({("k",): 5}, "the same")
    assert project.facts.current == 1


def test_an_edit_outside_becomes_a_version(project: Project) -> None:
    project.file.write_text(POLICY.replace("k: 5", "k: 8"))
    assert project.taken_in()
    assert project.policy.k == 8
    assert project.version.what == "edited outside the application"
    assert not project.taken_in()


def test_decisions_are_files_that_versions_name(project: Project) -> None:
    project.decide({("job", "=guard"): "guard#2", ("job", "x"): ""}, "two words")
    assert project.decisions() == {("job", "=guard"): "guard#2", ("job", "x"): ""}
    first = project.policy.mapping
    project.decide({("job", "x"): None}, "taken back")
    assert project.decisions() == {("job", "=guard"): "guard#2"}
    assert project.policy.mapping != first
    project.go_to(2)
    assert ("job", "x") in project.decisions(), "an earlier version names the earlier file"
    project.go_to(3)
    project.decide({("job", "=guard"): None}, "nothing left")
    assert project.policy.mapping is None
