"""The last screen: two ZIPs with checksums, one to publish and one to keep."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from semblant.web.answer import aside, desk_of, page
from semblant.web.pages.checks import identifying
from semblant.web.pages.history import command, replay
from semblant.web.pages.result import evidence_of
from semblant.workbench.bundle import PRIVATE_ZIP, PUBLISH_ZIP, bundle


async def show(request: Request) -> Response:
    """What each ZIP holds, with its checksum."""
    desk = await desk_of(request)
    evidence = await aside(evidence_of, desk)
    zips = await aside(bundle, desk.project) if evidence is not None else ()
    return page(
        request,
        "export.html",
        desk=desk,
        step="export",
        evidence=evidence,
        zips=zips,
        doubts=identifying(evidence.checklist) if evidence is not None else 0,
        replay=replay(desk),
        stale=evidence is not None and desk.project.released_version() != desk.project.facts.current,
        command=command(desk),
    )


async def download(request: Request) -> Response:
    """One of the ZIPs."""
    desk, name = await desk_of(request), request.path_params["name"]
    if name not in (PUBLISH_ZIP, PRIVATE_ZIP) or await aside(evidence_of, desk) is None:
        raise HTTPException(404)
    found = next(one for one in await aside(bundle, desk.project) if one.name == name)
    headers = {"content-disposition": f'attachment; filename="{desk.id}-{name}"'}
    return Response(found.content, media_type="application/zip", headers=headers)
