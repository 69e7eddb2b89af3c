"""Cancelling a run at the last moment: what is said is what lies in the folder."""

from pathlib import Path

import pytest

from semblant.web.jobs import Job
from semblant.web.session import Workspace
from semblant.workbench.project import Project


@pytest.mark.parametrize(
    ("left", "state", "result"),
    [("evidence.json", "done", "published"), ("checklist.json", "done", "refused"), ("", "cancelled", None)],
)
def test_what_a_run_left_before_it_was_stopped_counts(
    tmp_path: Path, left: str, state: str, result: str | None
) -> None:
    project = Project.create(tmp_path / "p", "k: 2\n", data="a.csv", sha256="0", records=4, what="made")
    workspace, private = Workspace(project), tmp_path / "p" / "release-private"
    job = workspace.runs.job = Job("run")
    if left:  # the run has published, and was stopped before it could say so
        private.mkdir()
        (private / left).write_text("{}")
    assert workspace.cancel_run() is job
    assert (job.state, job.result) == (state, result)
    assert job.step == "Cancelling …"
