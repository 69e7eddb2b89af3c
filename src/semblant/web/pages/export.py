"""The last screen: two ZIPs with checksums, one to publish and one to keep."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from semblant.web.answer import aside, attachment, page, workspace_of
from semblant.web.pages.checks import identifying
from semblant.web.pages.history import command, replay
from semblant.web.pages.result import evidence_of
from semblant.workbench.bundle import PRIVATE_ZIP, PUBLISH_ZIP, bundle


async def show(request: Request) -> Response:
    """What each ZIP holds, with its checksum."""
    workspace = await workspace_of(request)
    evidence = await aside(evidence_of, workspace)
    zips = await aside(bundle, workspace.project) if evidence is not None else ()
    return page(
        request,
        "export.html",
        workspace=workspace,
        step="export",
        evidence=evidence,
        zips=zips,
        doubts=identifying(evidence.checklist) if evidence is not None else 0,
        replay=replay(workspace),
        stale=evidence is not None and workspace.project.released_version() != workspace.project.facts.current,
        command=command(workspace),
    )


async def download(request: Request) -> Response:
    """One of the ZIPs."""
    workspace, name = await workspace_of(request), request.path_params["name"]
    if name not in (PUBLISH_ZIP, PRIVATE_ZIP) or await aside(evidence_of, workspace) is None:
        raise HTTPException(404)
    found = next(one for one in await aside(bundle, workspace.project) if one.name == name)
    return Response(found.content, media_type="application/zip", headers=attachment(f"{workspace.id}-{name}"))
