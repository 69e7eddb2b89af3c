"""Whether a project's data are open; else the page that asks for them."""

from starlette.requests import Request
from starlette.responses import Response

from semblant.web.answer import page
from semblant.web.following import follow
from semblant.web.pages.history import command
from semblant.web.session import Desk


async def ready(request: Request, desk: Desk) -> Response | None:
    """None where the data are there; else a page that waits for them, or asks for the file."""
    if desk.project.policy.shape != "table":
        return page(request, "shape.html", desk=desk, shape=desk.project.policy.shape, command=command(desk))
    if desk.loaded is not None:
        return None
    job = desk.loading
    if job is not None and job.running:
        here = request.url.path
        return await follow(request, job, f"Reading {desk.project.facts.data}", lambda _: here)
    return page(request, "data.html", desk=desk, step="", trouble=job.trouble if job else None)
