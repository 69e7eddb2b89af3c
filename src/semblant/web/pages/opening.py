"""The first screen: drop a file, choose one of the folder or an example, look at it, and start a project."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from semblant.catalogue import SHAPES, Shape
from semblant.data.formats import is_text
from semblant.data.source import digest
from semblant.errors import InputError
from semblant.proposal.shapes import find_shape
from semblant.web.answer import address, aside, form_of, go, page, session_of, workspace_of
from semblant.web.following import follow
from semblant.web.jobs import Trouble
from semblant.web.session import READING, DataFile, Workspace
from semblant.workbench.beginning import beginning_of
from semblant.workbench.examples import EXAMPLES
from semblant.workbench.given import whole
from semblant.workbench.rows import rows_of

_ROWS, _LAST = 8, 3
ROWS: dict[Shape, str] = {
    "table": "one record of a person or event",
    "sets": "one person, with a list of items in one of the columns",
    "log": "one search query; a user has many rows",
}
"""What a row may be, in words."""
_FIELDS = {
    "header_row:": "Column names are in row", "delimiter:": "Separator", "encoding:": "Encoding", "--sheet": "Sheet",
}  # fmt: skip
"""What hints call the fields of the preview."""


async def home(request: Request) -> Response:
    """Files, projects and examples to choose from."""
    session = session_of(request)
    projects = await aside(session.projects)
    files = await aside(session.in_folder)
    examples = [one for one in EXAMPLES if one.name in session.files]
    return page(request, "open.html", projects=projects, files=files, folder=session.folder, examples=examples)


async def demo(request: Request) -> Response:
    """The bundled survey, ready to play with: a project for it where there is none."""
    session = session_of(request)
    file = session.files["survey"]
    if (there := next((one for one in await aside(session.projects) if one.facts.data == file.name), None)) is not None:
        return go(request, f"/p/{there.folder.name}/columns")

    job = session.begin(file, {})
    return await follow(request, job, "Opening the visitor survey", lambda workspace: address(workspace, "columns"))


async def upload(request: Request) -> Response:
    """Take a dropped file into the private folder, piece by piece."""
    file = await received(request)
    session_of(request).keep(file)
    return JSONResponse({"go": f"/file/{file.id}"})


async def received(request: Request) -> DataFile:
    """Write the body of a request into a new file of the private folder."""
    file, size = session_of(request).receive(request.query_params.get("name", "")), 0
    try:
        with file.path.open("xb") as out:
            async for piece in request.stream():
                await aside(out.write, piece)
                size += len(piece)
        if not size:
            raise InputError("The file is empty.", where=file.name)
    except BaseException:
        file.path.unlink(missing_ok=True)
        raise
    return file


async def choose(request: Request) -> Response:
    """Choose a file of the folder, or an example, by its id."""
    return go(request, f"/file/{_file(request, (await form_of(request)).get('file', '')).id}")


def _file(request: Request, key: str) -> DataFile:
    found = session_of(request).files.get(key)
    if found is None:
        raise InputError("There is no such file.")
    return found


def _settings(given: Mapping[str, str]) -> dict[str, Any]:
    """How the file is to be read, as far as that was said."""
    settings: dict[str, Any] = {name: value for name in READING if (value := given.get(name, "").strip())}
    if settings.get("delimiter") == "tab":
        settings["delimiter"] = "\t"
    if len(settings.get("delimiter", ",")) != 1:
        raise InputError("A separator is one character.")
    if "header_row" in settings:
        settings["header_row"] = whole(settings["header_row"], 0)
        if settings["header_row"] < 1:
            raise InputError("The row of the column names is a number from 1 up.")
    return settings


async def preview(request: Request) -> Response:
    """The first rows as they are read, with what can be corrected."""
    file = _file(request, request.path_params["file"])
    settings = _settings(request.query_params)
    job = file.reading(settings)
    here = f"/file/{file.id}" + (f"?{request.url.query}" if request.url.query else "")
    if job.running:
        return await follow(request, job, f"Reading {file.name}", lambda _: here, here, explained=True)
    table = job.result
    begins = await aside(beginning_of, file.path, settings.get("encoding"), settings.get("sheet"))
    return page(
        request,
        "preview.html",
        file=file,
        settings={name: settings.get(name, "") for name in READING},
        trouble=_here(job.trouble),
        table=table,
        text=is_text(table.origin.format) if table is not None else True,
        begins=begins,
        rows=[] if table is None else rows_of(table, 0, _ROWS),
        last=[] if table is None else rows_of(table, max(_ROWS, table.records - _LAST), _LAST),
        between=0 if table is None else max(0, table.records - _ROWS - _LAST),
        starts=session_of(request).policies(file),
        shapes=ROWS,
        suggested=await aside(find_shape, table) if table is not None else None,
    )


def _here(trouble: Trouble | None) -> Trouble | None:
    """What went wrong with a file, with hints for the fields of this page instead of keys and options."""
    if trouble is None:
        return None
    hints = (
        next((f"correct “{field}” below" for key, field in _FIELDS.items() if key in hint), hint)
        for hint in trouble.hints
    )
    return replace(trouble, hints=tuple(dict.fromkeys(hints)))


async def begin(request: Request) -> Response:
    """Start a project for the file as it is read."""
    file, form = _file(request, request.path_params["file"]), await form_of(request)
    settings, session = _settings(form), session_of(request)
    here = f"/file/{file.id}?{urlencode({name: form.get(name, '') for name in READING})}"
    shape = next((one for one in SHAPES if one == form.get("shape")), None)
    job = session.begin(file, settings, form.get("start", ""), shape)
    return await follow(request, job, f"Looking at {file.name}", lambda workspace: address(workspace, "columns"), here)


async def data(request: Request) -> Response:
    """Take the dropped data of a project that was opened again; they are recognised by their hash."""
    workspace = await workspace_of(request)
    file = await received(request)
    if await aside(digest, file.path) != workspace.project.facts.sha256 and not request.query_params.get("anyway"):
        file.path.unlink()
        raise InputError(
            f"This is not the file that the project was made with ({workspace.project.facts.data}): "
            "its content differs.",
            hints=["drop the same file as before", "start a new project with this file"],
        )
    session_of(request).keep(file)
    return JSONResponse({"go": (await loading(request, workspace, workspace.load(file))).headers["location"]})


async def loading(request: Request, workspace: Workspace, job: Any) -> Response:
    """The page that follows the reading of a project's data."""
    return await follow(
        request, job, f"Reading {workspace.project.facts.data}", lambda _: address(workspace, "columns")
    )
