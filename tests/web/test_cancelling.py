"""Cancelling a run at the last moment: what is said is what lies in the folder."""

import multiprocessing
import os
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from semblant.web.jobs import Job, Worker, in_thread
from semblant.web.session import DataFile, Session, Workspace
from semblant.workbench.project import Project
from tests.web.conftest import Start


@pytest.mark.parametrize(
    ("left", "state", "result"),
    [("evidence.json", "done", "published"), ("checklist.json", "done", "refused"), ("", "cancelled", None)],
)
def test_what_a_run_left_before_it_was_stopped_counts(
    tmp_path: Path, left: str, state: str, result: str | None
) -> None:
    project = Project.create(tmp_path / "p", "k: 2\n", data="a.csv", sha256="0", records=4, what="made")
    workspace, private = Workspace(project), tmp_path / "p" / "release-private"
    job = workspace.runs.job = Job("run", end=workspace.runs.end, left=workspace.left)
    if left:  # the run has published, and was stopped before it could say so
        private.mkdir()
        (private / left).write_text("{}")
    assert workspace.cancel_run() is job
    assert (job.state, job.result) == (state, result)
    assert job.step == "Cancelling …"


def test_a_process_that_is_told_to_end_twice_ends_in_silence() -> None:
    program = """
import atexit, multiprocessing, os, signal, threading, time
from semblant.web.jobs import serve

def told():
    while signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        time.sleep(0.05)
    os.kill(os.getpid(), signal.SIGTERM)

atexit.register(lambda: os.kill(os.getpid(), signal.SIGTERM))  # again, while it tidies up
threading.Thread(target=told).start()
ours, theirs = multiprocessing.Pipe()
serve(theirs)
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_work_in_a_thread_ends_where_it_says_how_far_it_is() -> None:
    begun, cancelled, done = threading.Event(), threading.Event(), []

    def work(progress: Any) -> str:
        with progress.step("first"):
            begun.set()
            assert cancelled.wait(30)
        with progress.step("second"):
            done.append("second")
        return "result"

    job = in_thread("work", work)
    assert begun.wait(30)
    job.stop()
    cancelled.set()
    for thread in threading.enumerate():
        if thread.name == "work":
            thread.join(30)
    assert (job.state, job.result, done) == ("cancelled", None, [])


def test_what_has_ended_does_not_change_any_more() -> None:
    job = Job("work")
    job.told(state="cancelled")
    job.told(result="result", state="done")
    job.stop()
    job.go_on()
    assert (job.state, job.result, job.serial) == ("cancelled", None, 1)


def test_work_of_a_process_is_cancelled_by_ending_it(tmp_path: Path) -> None:
    table, policy = tmp_path / "people.csv", tmp_path / "policy.yaml"
    table.write_text("age,weight\n" + "".join(f"{i % 9},{i % 7}\n" for i in range(60)))
    policy.write_text("k: 2\nattributes:\n  age: {role: quasi}\n  weight: {role: quasi}\n")
    worker = Worker()
    job = worker.start("curve", "curve", source=table, policy=policy, base=tmp_path, ks=[2, 3])
    job.stop()
    assert (job.state, job.parts) == ("cancelled", [])
    assert multiprocessing.active_children() == []
    again = worker.start("curve", "curve", source=table, policy=policy, base=tmp_path, ks=[2])
    assert worker.result_of(again) == 1
    again.stop()
    assert (again.state, [run.k for run in again.parts]) == ("done", [2])
    worker.close()


# --- reading ----------------------------------------------------------------------------------------------

ROWS = "job,age\n" + "".join(f"{('nurse', 'baker', 'cook')[i % 3]},{20 + i % 9}\n" for i in range(60))
needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    """A file that is read for as long as nobody writes into it."""
    made = tmp_path / "people.csv"
    os.mkfifo(made)
    return made


def reading() -> list[threading.Thread]:
    """The threads that read a file now."""
    return [one for one in threading.enumerate() if one.name == "reading"]


def let_read(pipe: Path) -> None:
    """Let what is read come to its end."""
    threads = reading()
    pipe.write_text(ROWS)
    for thread in threads:
        thread.join(30)


@needs_pipes
def test_a_file_whose_reading_was_cancelled_is_not_read_twice_at_a_time(pipe: Path) -> None:
    file = DataFile(pipe, "folder")
    job = file.reading({})
    job.stop()
    assert file.reading({}) is job, "somebody has come back, and it goes on"
    other = file.reading({"delimiter": ","})
    assert len(reading()) == 2
    other.stop()
    let_read(pipe)
    assert job.result.records == 60
    assert (other.state, other.result, reading()) == ("cancelled", None, [])


@needs_pipes
def test_what_is_read_after_it_was_cancelled_is_dropped(pipe: Path) -> None:
    file = DataFile(pipe, "folder")
    job = file.reading({})
    job.stop()
    let_read(pipe)
    assert (job.state, job.result, reading()) == ("cancelled", None, [])
    again = file.reading({})
    assert again is not job
    let_read(pipe)
    assert again.result.records == 60


@needs_pipes
@pytest.mark.parametrize("again", [False, True])
def test_a_project_is_not_started_where_that_was_cancelled(pipe: Path, tmp_path: Path, again: bool) -> None:
    session, file = Session(None, tmp_path / "projects"), DataFile(pipe, "folder")
    job = session.begin(file, {})
    job.stop()
    job.wait(30)
    assert job.state == "cancelled"
    next_job = session.begin(file, {}) if again else job
    let_read(pipe)
    next_job.wait(30)
    assert (next_job.state, len(session.projects())) == (("done", 1) if again else ("cancelled", 0))
    session.close()


@needs_pipes
def test_the_data_of_a_project_are_read_when_somebody_comes_back(pipe: Path, tmp_path: Path) -> None:
    project = Project.create(tmp_path / "p", "k: 2\n", data="a.csv", sha256="0", records=60, what="made")
    workspace = Workspace(project)
    job = workspace.load(DataFile(pipe, "folder"))
    job.stop()
    job.wait(30)
    assert (job.state, workspace.loaded, len(reading())) == ("cancelled", None, 1)
    assert workspace.file is not None
    again = workspace.load(workspace.file)
    assert len(reading()) == 1, "by the thread that reads still"
    let_read(pipe)
    again.wait(30)
    assert workspace.loaded is not None
    assert workspace.loaded.table.records == 60


@needs_pipes
def test_cancel_on_the_page_that_follows_the_reading(start: Start) -> None:
    server = start()
    server.start()
    file, aside, pipe = (server.folder / name for name in ("people.csv", "aside", "pipe"))
    file.write_text(ROWS)
    (key,) = re.findall(r'value="(\w+)"><button[^>]*aria-label="Open people.csv"', server.send("GET", "/").body)
    file.rename(aside)
    os.mkfifo(file)
    job = server.send("GET", f"/file/{key}").headers["location"]
    assert job.startswith("/job/")
    assert "data-events=" in server.send("GET", job).body
    left = server.send("POST", f"{job}/cancel", {}).headers["location"]
    assert left.startswith("/?said=")
    assert "Reading people.csv: cancelled." in server.settled(left).body
    assert server.send("GET", job).headers["location"] == "/"
    file.rename(pipe)
    aside.rename(file)
    pipe.write_text(ROWS)
    assert "How it is read" in server.settled(f"/file/{key}").body, "read when somebody comes back"
    assert server.send("POST", "/job/none/cancel", {}).status == 404
