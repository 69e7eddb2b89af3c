"""Versions of the policy: undo, redo, go back to any, and the policy itself with the command that does the same."""

import shlex
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from semblant.release.files import private_folder
from semblant.web.answer import address, aside, desk_of, form_of, go, page
from semblant.web.session import Desk


async def show(request: Request) -> Response:
    """Every version, the last first."""
    desk = await desk_of(request)
    return page(request, "history.html", desk=desk, versions=list(reversed(desk.project.facts.versions)))


def command(desk: Desk, task: str = "anonymise") -> str:
    """The command line that does the same as the application."""
    parts = ["semblant", task, _data(desk), "--policy", desk.project.file, "-o", desk.project.release, "--force"]
    return shlex.join(map(str, parts))


def replay(desk: Desk) -> str:
    """The command line that makes the same bytes again, into a folder of its own."""
    release = desk.project.release
    again = release.with_name(f"{release.name}-again")
    return shlex.join(
        map(str, ["semblant", "anonymise", _data(desk), "--replay", private_folder(release), "-o", again])
    )


def _data(desk: Desk) -> Path | str:
    """The file of the data, as far as the application knows where it lies."""
    return desk.file.path if desk.file is not None and desk.file.origin != "dropped" else desk.project.facts.data


async def policy(request: Request) -> Response:
    """The policy as it is written, and the command line; as a file where that is asked for."""
    desk = await desk_of(request)
    if request.query_params.get("file"):
        headers = {"content-disposition": 'attachment; filename="policy.yaml"'}
        return PlainTextResponse(desk.project.text, media_type="application/yaml", headers=headers)
    return page(request, "policy.html", desk=desk, text=desk.project.text, command=command(desk))


async def _moved(request: Request, number: int | None, word: str) -> Response:
    desk, form = await desk_of(request), await form_of(request)
    back = form.get("back", "")
    if number is not None:
        await aside(desk.project.go_to, number)
    step = back if back in ("columns", "words", "privacy", "compare", "result", "export", "history") else "columns"
    return go(request, address(desk, step), word)


async def undo(request: Request) -> Response:
    """Take back the last change."""
    desk = await desk_of(request)
    last = desk.project.undoable
    return await _moved(
        request, last.parent if last else None, f"Undone: {last.what}." if last else "There is nothing to undo."
    )


async def redo(request: Request) -> Response:
    """Make the last change again that was taken back."""
    desk = await desk_of(request)
    after = desk.project.redoable
    return await _moved(
        request, after.number if after else None, f"Redone: {after.what}." if after else "Nothing to redo."
    )


async def restore(request: Request) -> Response:
    """Put any version in force again."""
    desk, form = await desk_of(request), await form_of(request)
    number = int(form.get("version", "")) if form.get("version", "").isdecimal() else 0
    await aside(desk.project.go_to, number)
    return go(request, address(desk, "history"), f"Version {number} is in force again.")
