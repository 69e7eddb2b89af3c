"""Whether a project's data are open; else the page that asks for them."""

from starlette.requests import Request
from starlette.responses import Response

from semblant.web.answer import page
from semblant.web.following import follow
from semblant.web.session import Workspace


async def ready(request: Request, workspace: Workspace) -> Response | None:
    """None where the data are there; else a page that waits for them, or asks for the file."""
    if workspace.loaded is not None:
        return None
    job = workspace.loading
    if job is not None and job.running:
        here = request.url.path
        return await follow(request, job, f"Reading {workspace.project.facts.data}", lambda _: here)
    return page(request, "data.html", workspace=workspace, step="", trouble=job.trouble if job else None)
