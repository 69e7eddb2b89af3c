"""Versions of the policy: undo, redo, go back to any, and the policy itself with the command that does the same."""

import shlex
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from semblant.release.files import private_folder
from semblant.web.answer import address, aside, attachment, form_of, go, page, workspace_of
from semblant.web.session import Workspace
from semblant.workbench.given import whole


async def show(request: Request) -> Response:
    """Every version, the last first."""
    workspace = await workspace_of(request)
    return page(request, "history.html", workspace=workspace, versions=list(reversed(workspace.project.facts.versions)))


def command(workspace: Workspace, task: str = "anonymise") -> str:
    """The command line that does the same as the application."""
    parts = [
        "semblant",
        task,
        _data(workspace),
        "--policy",
        workspace.project.file,
        "-o",
        workspace.project.release,
        "--force",
    ]
    return shlex.join(map(str, parts))


def replay(workspace: Workspace) -> str:
    """The command line that makes the same bytes again, into a folder of its own."""
    release = workspace.project.release
    again = release.with_name(f"{release.name}-again")
    return shlex.join(
        map(str, ["semblant", "anonymise", _data(workspace), "--replay", private_folder(release), "-o", again])
    )


def _data(workspace: Workspace) -> Path | str:
    """The file of the data, as far as the application knows where it lies."""
    return (
        workspace.file.path
        if workspace.file is not None and workspace.file.origin != "dropped"
        else workspace.project.facts.data
    )


async def policy(request: Request) -> Response:
    """The policy as it is written, and the command line; as a file where that is asked for."""
    workspace = await workspace_of(request)
    if request.query_params.get("file"):
        text = workspace.project.text
        return PlainTextResponse(text, media_type="application/yaml", headers=attachment("policy.yaml"))
    return page(
        request,
        "policy.html",
        workspace=workspace,
        step="policy",
        text=workspace.project.text,
        command=command(workspace),
    )


async def rewrite(request: Request) -> Response:
    """Take the policy as it was written on the page."""
    workspace, form = await workspace_of(request), await form_of(request)
    version = whole(form.get("version", ""), 0)
    text = form.get("text", "").replace("\r\n", "\n")
    await aside(workspace.project.rewrite, text, version)
    return go(request, address(workspace, "policy"), "Saved.")


async def _moved(request: Request, what: str, word: str) -> Response:
    workspace, form = await workspace_of(request), await form_of(request)
    project, back = workspace.project, form.get("back", "")
    found = await aside(project.undo if what == "undo" else project.redo)
    if not back.startswith(address(workspace, "")):  # a page of this project only
        back = address(workspace, "columns")
    return go(request, back, f"{word}: {found.what}." if found else f"There is nothing to {what}.")


async def undo(request: Request) -> Response:
    """Take back the last change."""
    return await _moved(request, "undo", "Undone")


async def redo(request: Request) -> Response:
    """Make the last change again that was taken back."""
    return await _moved(request, "redo", "Redone")


async def restore(request: Request) -> Response:
    """Put any version in force again."""
    workspace, form = await workspace_of(request), await form_of(request)
    number = whole(form.get("version", ""), 0)
    await aside(workspace.project.go_to, number)
    return go(request, address(workspace, "history"), f"Version {number} is in force again.")
