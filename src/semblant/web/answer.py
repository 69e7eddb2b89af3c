"""Building answers: pages from templates, forms from bodies, and words that are shown once after a redirect."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar
from urllib.parse import parse_qsl, quote, urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import ImmutableMultiDict
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from semblant.charts import style
from semblant.errors import InputError
from semblant.report.plurals import counted
from semblant.report.wording import number, percent, shown
from semblant.visible import visible
from semblant.web.jobs import Trouble
from semblant.web.security import LONGEST_UPLOAD
from semblant.web.session import Session, Workspace

T = TypeVar("T")

STEPS = (
    ("columns", "Columns"), ("words", "Words"), ("privacy", "Privacy"), ("compare", "Compare"), ("result", "Result"),
    ("export", "Export"),
)  # fmt: skip
"""The screens of a project, in order."""

_MOST_FIELDS = 20_000


@dataclass(frozen=True)
class Said:
    """What a page says once, after a form was sent."""

    trouble: Trouble
    wrong: bool
    undo: bool = False
    """Whether it can be taken back there at once."""
    about: Any = None
    """What the page itself shows in its place."""


@lru_cache(maxsize=1)
def templates() -> Environment:
    """The templates, which escape every value."""
    made = Environment(
        loader=PackageLoader("semblant.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {one.__name__: one for one in (counted, number, percent, shown)}
    made.globals |= {"steps": STEPS, "longest_upload": LONGEST_UPLOAD}
    return made


@lru_cache(maxsize=1)
def stylesheet() -> str:
    """The style of all pages, with the colours and rules of the charts."""
    return (
        templates()
        .get_template("app.css")
        .render(
            light=Markup(style.variables(style.LIGHT)),
            dark=Markup(style.variables(style.DARK)),
            charts=Markup(style.RULES),
        )
    )


def session_of(request: Request) -> Session:
    """What the application holds."""
    found: Session = request.app.state.session
    return found


async def workspace_of(request: Request) -> Workspace:
    """The project that a request is about."""
    return await run_in_threadpool(session_of(request).workspace, request.path_params["project"])


async def open_workspace(request: Request) -> Workspace:
    """The project that a form is about, with its table; a form that comes while this is being read waits for it."""
    workspace = await workspace_of(request)
    if workspace.loaded is None and workspace.loading is not None:
        await run_in_threadpool(workspace.loading.wait)
    if workspace.loaded is None:
        raise InputError(
            "The data of this project are not open any more.",
            hints=["open the project again in another tab, and drop its file there", "then send this again"],
        )
    return workspace


def page(request: Request, template: str, status: int = 200, **content: Any) -> Response:
    """A page from a template."""
    said = request.app.state.said.pop(request.query_params.get("said", ""), None)
    content = {"workspace": None, "step": "", "said": said, "here": here(request), **content}
    html = templates().get_template(template).render(content)
    return HTMLResponse(visible(html, keep="\n\t"), status)


def here(request: Request) -> str:
    """The address of a page, without what is said on it once; empty where a form was answered without another page."""
    if request.method != "GET":
        return ""
    query = [(key, value) for key, value in request.query_params.multi_items() if key != "said"]
    return quote(request.scope["path"]) + (f"?{urlencode(query)}" if query else "")


def attachment(name: str) -> dict[str, str]:
    """The header that lets a browser save an answer under a name, of whatever letters.

    Example:
        >>> attachment("März.zip")
        {'content-disposition': "attachment; filename*=utf-8''M%C3%A4rz.zip"}
    """
    return {"content-disposition": f"attachment; filename*=utf-8''{quote(name, safe='')}"}


async def form_of(request: Request) -> ImmutableMultiDict[str, str]:
    """The fields of a form."""
    body = (await request.body()).decode("utf-8", "replace")
    try:
        return ImmutableMultiDict(parse_qsl(body, keep_blank_values=True, max_num_fields=_MOST_FIELDS))
    except ValueError:
        raise InputError(f"This is too much at once: a form has at most {_MOST_FIELDS:,} fields.") from None


def go(
    request: Request, url: str, said: str | Exception | None = None, *, undo: bool = False, about: Any = None
) -> Response:
    """Send the browser to another page, with a word that is shown there once.

    ``undo``: beside a button that takes the last change back; ``about``: what that page shows in place of the word.
    """
    if said is not None:
        note = Trouble(said) if isinstance(said, str) else Trouble.of(said)
        key = secrets.token_hex(8)
        notes = request.app.state.said
        notes[key] = Said(note, not isinstance(said, str), undo, about)
        while len(notes) > 50:
            notes.pop(next(iter(notes)))
        url, mark, part = url.partition("#")
        url += ("&" if "?" in url else "?") + urlencode({"said": key}) + mark + part
    return RedirectResponse(url, 303)


def address(workspace: Workspace, step: str, **query: Any) -> str:
    """The address of a screen of a project."""
    return f"/p/{quote(workspace.id)}/{step}" + (f"?{urlencode(query)}" if query else "")


async def aside(work: Callable[..., T], *arguments: Any, **more: Any) -> T:
    """Do work that takes a moment without keeping other requests waiting."""
    return await run_in_threadpool(work, *arguments, **more)
