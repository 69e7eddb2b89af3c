"""Following long work: a page that shows how far it is, and events that tell it so."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse

from semblant.web.answer import aside, go, page
from semblant.web.jobs import Job

_OFTEN = 0.2  # seconds between two looks at a job
_KEPT = 100
SHORT = 1.0
"""Seconds that a page waits for work before it shows how far that is."""


@dataclass(frozen=True)
class Followed:
    """A job with its title, and where to go when it is done or has failed."""

    job: Job
    title: str
    then: Callable[[Any], str]
    back: str
    explained: bool = False
    """Whether the page to go back to says itself what went wrong."""

    @property
    def left(self) -> str:
        """Where to go when it was cancelled: not to a page that would start it again."""
        return "/" if self.explained else self.back


async def follow(
    request: Request, job: Job, title: str, then: Callable[[Any], str], back: str = "/", explained: bool = False
) -> Response:
    """Send the browser to a page that follows a job and goes on when it is done; at once where it is short."""
    watch(request, job, title, then, back, explained)
    await aside(job.wait, SHORT)
    return RedirectResponse(f"/job/{job.id}", 303)


def watch(
    request: Request, job: Job, title: str = "", then: Callable[[Any], str] = lambda _: "/", back: str = "/",
    explained: bool = False,
) -> Job:  # fmt: skip
    """Let pages follow a job by its id."""
    kept = request.app.state.jobs
    kept[job.id] = Followed(job, title, then, back, explained)
    while len(kept) > _KEPT:
        kept.pop(next(iter(kept)))
    return job


def _followed(request: Request) -> Followed:
    found: Followed | None = request.app.state.jobs.get(request.path_params["job"])
    if found is None:
        raise HTTPException(404)
    return found


async def work(request: Request) -> Response:
    """The page of a job: how far it is, or what went wrong; when it is done, the page that it was for."""
    followed = _followed(request)
    job = followed.job
    if job.state == "done":
        return RedirectResponse(followed.then(job.result), 303)
    if job.state == "cancelled" or (job.running and job.ending):
        return RedirectResponse(followed.left, 303)
    if job.trouble is not None and followed.explained:
        return RedirectResponse(followed.back, 303)
    if job.trouble is not None:
        status = 500 if job.trouble.fault else 400
        title = f"{followed.title}: this failed"
        return page(request, "error.html", status, title=title, trouble=job.trouble, back=followed.back)
    return page(request, "working.html", title=followed.title, job=job)


async def cancel(request: Request) -> Response:
    """Stop a job in the way that it has; what had ended by then is shown."""
    followed = _followed(request)
    await aside(followed.job.stop)
    if followed.job.state in ("done", "failed"):
        return RedirectResponse(f"/job/{followed.job.id}", 303)
    return go(request, followed.left, f"{followed.title}: cancelled.")


async def events(request: Request) -> Response:
    """Follow a job: an event whenever something has changed, the last one when it has ended."""
    job = _followed(request).job

    async def stream() -> AsyncIterator[str]:
        seen = -1
        while True:
            if job.serial != seen or not job.running:
                seen = job.serial
                yield f"data: {json.dumps(job.snapshot())}\n\n"
            if not job.running or await request.is_disconnected():
                return
            await asyncio.sleep(_OFTEN)

    return StreamingResponse(stream(), media_type="text/event-stream")
