"""Two tabs, quick clicks, and cancelling while something starts: nothing is lost, and nobody is stopped by another."""

import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from semblant.data.table import Table
from semblant.web.session import DataFile, Session, Workspace
from semblant.workbench.loaded import look
from semblant.workbench.project import Project, Variant
from tests.web.conftest import Server

TABLE = "job,age,answer\n" + "".join(
    f"{('nurse', 'surgeon', 'baker', 'cook', 'teacher')[i % 5]},{20 + i % 7},{i % 4}\n" for i in range(70)
)


def together(*calls: Callable[[], Any]) -> list[Any]:
    """Do several things at the same moment."""
    gate = threading.Barrier(len(calls))

    def one(call: Callable[[], Any]) -> Any:
        gate.wait()
        return call()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(one, calls))


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project.create(tmp_path / "p", "k: 5\n", data="a.csv", sha256="0", records=9, what="made")


def test_what_many_tabs_remember_is_all_kept(project: Project) -> None:
    names = [f"c{i}" for i in range(12)]
    together(*(lambda name=name: project.confirm([name]) for name in names))  # type: ignore[misc]
    assert set(project.facts.confirmed) == set(names)
    variants = [Variant(name, 1, 5, None, None, None) for name in names]
    together(*(lambda one=one: project.keep_variant(one) for one in variants))  # type: ignore[misc]
    assert {one.name for one in Project(project.folder).facts.variants} == set(names)


def test_two_undos_take_back_two_changes(project: Project) -> None:
    for k in (6, 7, 8):
        project.change({("k",): k}, f"k = {k}")
    taken = together(project.undo, project.undo)
    assert sorted(one.what for one in taken) == ["k = 7", "k = 8"]
    assert project.policy.k == 6


def test_two_starts_of_the_application_keep_each_others_changes(project: Project) -> None:
    other = Project(project.folder)
    project.change({("k",): 6}, "here")
    other.confirm(["job"])
    other.change({("k",): 7}, "there")
    project.change({("k",): 8}, "here again")
    assert [one.what for one in Project(project.folder).facts.versions] == ["made", "here", "there", "here again"]
    assert Project(project.folder).facts.confirmed == ("job",)


def test_a_policy_is_that_of_its_text_though_the_file_says_something_else_by_now(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = project.text
    monkeypatch.setattr(Project, "text", property(lambda _: before))  # read just before another tab writes
    project.file.write_text("k: 9\n")
    assert project.policy.k == 5
    monkeypatch.undo()
    assert project.policy.k == 9
    project.file.write_text(before)
    assert project.policy.k == 5, "nothing wrong is remembered"


def workspace(folder: Path) -> Workspace:
    file = folder / "people.csv"
    file.write_text(TABLE)
    text = "k: 3\nattributes: {job: {role: quasi, kind: nominal}, age: {role: quasi, kind: numeric}, answer: keep}\n"
    made = Workspace(Project.create(folder / "p", text, data=file.name, sha256="0", records=70, what="made"))
    made.file = DataFile(file, "folder")
    return made


@pytest.mark.slow
def test_a_run_that_is_cancelled_while_it_starts_is_cancelled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made, inside, goes_on = workspace(tmp_path), threading.Event(), threading.Event()

    def slow() -> None:
        inside.set()
        assert goes_on.wait(30)

    monkeypatch.setattr(made, "set_curve_aside", slow)
    with ThreadPoolExecutor(2) as pool:
        started = pool.submit(made.start_run)
        assert inside.wait(30)
        cancelled = pool.submit(made.cancel_run)
        goes_on.set()
        job = started.result(60)
        assert cancelled.result(60) is job
    assert job.state == "cancelled"
    assert not [one for one in made.project.folder.iterdir() if "release" in one.name]


@pytest.mark.slow
def test_a_question_does_not_stop_a_run_nor_another_question(tmp_path: Path) -> None:
    made = workspace(tmp_path)
    made.start_run().wait(120)
    assert made.runs.job is not None
    assert made.runs.job.result == "published", made.runs.job.trouble
    try:
        why, pictures, columns = together(
            lambda: made.ask("why", "explain", row=1),
            lambda: made.ask("pictures", "pictures"),
            lambda: made.ask("columns", "analysable"),
        )
        assert (why.row, len(pictures)) == (1, 2)
        assert {name for name, _ in columns} == {"job", "age", "answer"}
        run = made.start_run()
        made.cancel_run()
        assert run.state == "cancelled"
        assert made.ask("why", "explain", row=2).row == 2, "the release before is still there"
    finally:
        made.runs.close()


def test_words_are_mapped_once_for_two_tabs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from semblant.web.pages import words

    made, mapped = workspace(tmp_path), []
    made.project.change({("attributes", "job"): {"role": "quasi", "kind": "semantic"}}, "by meaning")
    table = Table(pl.read_csv(tmp_path / "people.csv", infer_schema=False))
    made.loaded = look(tmp_path / "people.csv", table, NoProgress())
    real = words.Words
    monkeypatch.setattr(words, "Words", lambda *given: mapped.append(1) or real(*given))
    one, other = together(lambda: words.words_of(made, "job"), lambda: words.words_of(made, "job"))
    assert one is other
    assert len(mapped) == 1


class NoProgress:
    def step(self, _name: str, _total: float | None = None) -> Any:
        from contextlib import nullcontext

        return nullcontext(lambda *_: None)


def test_a_folder_that_two_tabs_look_into_offers_every_file_once(tmp_path: Path) -> None:
    for i in range(40):
        (tmp_path / f"t{i}.csv").write_text(TABLE)
    session = Session(tmp_path, tmp_path)
    try:
        both = together(session.in_folder, session.in_folder, lambda: session.keep(DataFile(tmp_path / "x", "dropped")))
        assert [one.id for one in both[0]] == [one.id for one in both[1]]
    finally:
        session.close()


def test_what_a_run_left_that_was_killed_with_the_application_is_gone_after_the_next_start(project: Project) -> None:
    working = (
        "import sys, time; from pathlib import Path; from semblant.release.pair import workspace\n"
        "with workspace(Path(sys.argv[1])): print('at work', flush=True); time.sleep(600)"
    )
    command = [sys.executable, "-c", working, str(project.release)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        assert run.stdout.readline() == "at work\n"
        kept = {one.name for one in project.folder.iterdir()}
        Session(None, project.folder.parent).close()
        assert {one.name for one in project.folder.iterdir()} == kept, "a run that is at work is left alone"
        run.kill()
    left = {one.name for one in project.folder.iterdir() if one.name.startswith(".semblant-")}
    assert left
    Session(None, project.folder.parent).close()
    assert {one.name for one in project.folder.iterdir()} == kept - left


@pytest.mark.slow
def test_edits_of_a_hierarchy_from_two_tabs_are_both_kept(server: Server) -> None:
    project = server.begin("people.csv", TABLE.encode())
    server.post(f"{project}/columns/role", column="0", role="quasi", kind="nominal")
    folder = server.folder / Path(project).name
    page = server.settled(f"{project}/hierarchy/0").body
    assert "Hierarchy of job" in page
    both = together(
        lambda: server.send("POST", f"{project}/hierarchy/0", {"action": "add", "node": "v0", "label": "bakers"}),
        lambda: server.send("POST", f"{project}/hierarchy/0", {"action": "add", "node": "v1", "label": "cooks"}),
    )
    assert [one.status for one in both] == [303, 303], both
    last = max(folder.glob("hierarchy-*.csv"), key=lambda file: file.name).read_text()
    assert "bakers" in last
    assert "cooks" in last
