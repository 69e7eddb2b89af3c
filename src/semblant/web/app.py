"""The application: its addresses, its errors, and the events by which pages follow long work."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.convertors import Convertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from semblant.errors import InputError, SemblantError
from semblant.web.answer import address, go, page, session_of, stylesheet, workspace_of
from semblant.web.following import cancel, events, work
from semblant.web.jobs import FULL, Trouble, logged
from semblant.web.pages import (
    columns,
    compare,
    details,
    export,
    hierarchies,
    history,
    logs,
    opening,
    privacy,
    result,
    words,
)  # fmt: skip
from semblant.web.security import TooLongError
from semblant.web.session import Session

_STATIC = Path(__file__).with_name("static")
_SERVED = {"app.js": "text/javascript", "icon.svg": "image/svg+xml"}

Page = Callable[[Request], Awaitable[Response]]


class _Column(Convertor[int]):
    """The number of a column in an address; a longer one is no address of ours."""

    regex = "[0-9]{1,9}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("column", _Column())


def application(session: Session) -> Starlette:
    """The application over a session."""

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        try:
            yield
        finally:
            session.close()

    def get(path: str, endpoint: Page) -> Route:
        return Route(path, endpoint, methods=["GET"])

    def post(path: str, endpoint: Page) -> Route:
        return Route(path, endpoint, methods=["POST"])

    project = "/p/{project}"
    app = Starlette(
        routes=[
            get("/static/{name}", static),
            get("/", opening.home),
            get("/demo", opening.demo),
            post("/upload", opening.upload),
            post("/choose", opening.choose),
            get("/file/{file}", opening.preview),
            post("/file/{file}/begin", opening.begin),
            get("/job/{job}", work),
            get("/job/{job}/events", events),
            post("/job/{job}/cancel", cancel),
            get(project, _first),
            post(f"{project}/data", opening.data),
            get(f"{project}/columns", columns.show),
            post(f"{project}/columns/role", columns.role),
            post(f"{project}/columns/bulk", columns.bulk),
            post(f"{project}/columns/log", logs.save),
            post(f"{project}/columns/confirm", columns.confirm),
            get(f"{project}/unique", columns.unique),
            get(f"{project}/column/{{place:column}}", details.show),
            post(f"{project}/column/{{place:column}}", details.save),
            post(f"{project}/column/{{place:column}}/levels", details.levels),
            get(f"{project}/hierarchy/{{place:column}}", hierarchies.show),
            post(f"{project}/hierarchy/{{place:column}}", hierarchies.edit),
            post(f"{project}/hierarchy/{{place:column}}/upload", hierarchies.take),
            *words.routes(project),
            get(f"{project}/privacy", privacy.show),
            post(f"{project}/privacy", privacy.save),
            get(f"{project}/compare", compare.show),
            post(f"{project}/compare/curve", compare.curve),
            post(f"{project}/compare/variant", compare.variant),
            post(f"{project}/compare/take", compare.take),
            get(f"{project}/result", result.show),
            post(f"{project}/result/run", result.run),
            post(f"{project}/result/cancel", result.cancel),
            post(f"{project}/result/accept", result.accept),
            get(f"{project}/result/why", result.why),
            get(f"{project}/result/pictures", result.pictures),
            get(f"{project}/result/analysis", result.analysis),
            get(f"{project}/report/{{name}}", result.report),
            get(f"{project}/check", result.check_page),
            post(f"{project}/check/upload", result.check),
            get(f"{project}/export", export.show),
            get(f"{project}/export/{{name}}", export.download),
            get(f"{project}/history", history.show),
            get(f"{project}/policy", history.policy),
            post(f"{project}/policy", history.rewrite),
            post(f"{project}/undo", history.undo),
            post(f"{project}/redo", history.redo),
            post(f"{project}/restore", history.restore),
        ],
        exception_handlers={
            SemblantError: _refused,
            OSError: _of_a_file,
            TooLongError: _too_long,
            ClientDisconnect: _left,
            HTTPException: _http,
            Exception: _fault,
        },
        lifespan=lifespan,
    )
    app.state.session, app.state.said, app.state.jobs = session, {}, {}
    return app


async def static(request: Request) -> Response:
    """The style, the script and the icon."""
    name = request.path_params["name"]
    if name == "app.css":
        return PlainTextResponse(stylesheet(), media_type="text/css")
    if name not in _SERVED:
        raise HTTPException(404)
    return FileResponse(_STATIC / name, media_type=_SERVED[name])


async def _first(request: Request) -> Response:
    workspace = await workspace_of(request)
    return RedirectResponse(address(workspace, "columns"), 303)


# --- what goes wrong -----------------------------------------------------------------------------------------


async def _refused(request: Request, error: Exception) -> Response:
    """What the engine refuses is said on the page that asked for it."""
    if (back := _asked_by(request)) is not None:
        return go(request, back, error)
    return page(request, "error.html", 400, trouble=Trouble.of(error), title="This cannot be done")


def _asked_by(request: Request) -> str | None:
    """The page of our own whose form was sent."""
    back = request.headers.get("x-page", "")
    return back if request.method == "POST" and back.startswith("/") and not back.startswith("//") else None


async def _too_long(_request: Request, error: Exception) -> Response:
    assert isinstance(error, TooLongError)
    return PlainTextResponse(f"This is too large: at most {error.limit >> 20:,} MB can be sent.", 413)


async def _left(_request: Request, _error: Exception) -> Response:
    """A browser that went away while it sent something is no fault, and hears no answer."""
    return Response(status_code=400)


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    known = {404: "There is no such page", 405: "This page takes no such request"}
    trouble = Trouble(known.get(error.status_code, "This cannot be done") + ".", ("go to the start page",))
    return page(request, "error.html", error.status_code, trouble=trouble, title=known.get(error.status_code, "Error"))


async def _of_a_file(request: Request, error: Exception) -> Response:
    """A file of the user that cannot be used, or no room left, is said; anything else is a fault."""
    assert isinstance(error, OSError)
    if error.errno in FULL:
        return page(request, "error.html", 507, trouble=Trouble.of(error), title="This cannot be done")
    session, name = session_of(request), str(error.filename or "")
    places = [place.resolve() for place in (session.folder, session.store) if place is not None]
    if name and any(Path(name).resolve().is_relative_to(place) for place in places):
        told = InputError(
            f"{Path(name).name} cannot be used: {error.strerror}.", hints=["see whether it is still there"]
        )
        return await _refused(request, told)
    return await _fault(request, error)


async def _fault(request: Request, error: Exception) -> Response:
    trouble = Trouble.of(error)
    route = request.scope.get("route")
    logged(f"{request.method} {getattr(route, 'path', '')}", trouble)
    return page(request, "error.html", 500, trouble=trouble, title="Something went wrong")
