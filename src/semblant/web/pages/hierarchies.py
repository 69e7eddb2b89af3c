"""The hierarchy editor: a column's hierarchy as a tree; every edit is saved as an ARX file and scored."""

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from semblant import Hierarchy
from semblant.errors import InputError
from semblant.policy.edit import GONE
from semblant.web.answer import address, aside, attachment, form_of, go, open_workspace, page, workspace_of
from semblant.web.pages.columns import column_name
from semblant.web.pages.opening import received
from semblant.web.pages.ready import ready
from semblant.web.pages.words import by_meaning, words_of
from semblant.web.session import Workspace
from semblant.workbench.hierarchies import Branch, as_arx, branches, changed, hierarchy_of, score_of, taken
from semblant.workbench.words import Words

_MOST = 1_500


def _hierarchy(workspace: Workspace, name: str) -> tuple[Hierarchy, Words | None]:
    loaded, policy = workspace.loaded, workspace.project.policy
    assert loaded is not None
    attribute = policy.attributes.get(name)
    if policy.shape != "table" or attribute is None or attribute.role != "quasi":
        raise InputError("Only a quasi-identifier of a table has a hierarchy.")
    words = words_of(workspace, name) if by_meaning(policy, name) else None
    return hierarchy_of(loaded.table, policy, workspace.project.folder, name, words), words


async def show(request: Request) -> Response:
    """The tree with its score; one that is too large to be drawn can still be given, or be taken back."""
    workspace = await workspace_of(request)
    if (wait := await ready(request, workspace)) is not None:
        return wait
    place = request.path_params["place"]
    name = column_name(workspace, str(place))
    hierarchy, words = await aside(_hierarchy, workspace, name)
    if request.query_params.get("file"):
        return PlainTextResponse(as_arx(hierarchy), media_type="text/csv", headers=attachment("hierarchy.csv"))
    drawn = len(hierarchy.leaves) <= _MOST
    score = await aside(score_of, hierarchy, words) if drawn else None
    tops = await aside(branches, hierarchy, score) if drawn else []
    labels = sorted(_labels(tops), key=lambda one: one[1])
    return page(
        request,
        "hierarchy.html",
        workspace=workspace,
        step="words",
        place=place,
        name=name,
        tops=tops,
        labels=labels,
        hierarchy=hierarchy,
        score=score,
        most=_MOST,
        given=workspace.project.policy.attributes[name].hierarchy,
        method=workspace.project.policy.method,
    )


def _labels(tops: list[Branch]) -> list[tuple[str, str]]:
    found = []
    for one in tops:
        if not one.leaf:
            found.append((one.key, one.label))
            found += _labels(one.below)
    return found


async def edit(request: Request) -> Response:
    """Make one edit and save the hierarchy; or go back to the built one."""
    workspace, form = await open_workspace(request), await form_of(request)
    place = request.path_params["place"]
    name = column_name(workspace, str(place))
    action = form.get("action", "")
    back = address(workspace, f"hierarchy/{place}")
    if action == "reset":
        changes = {("attributes", name, "hierarchy"): GONE}
        await aside(workspace.project.change, changes, f"{name}: the built hierarchy again")
        return go(request, back)

    def work() -> None:
        with workspace.project.changing():
            hierarchy, _ = _hierarchy(workspace, name)
            if action != "keep":
                to, label = form.get("to", ""), form.get("label", "")
                hierarchy = changed(hierarchy, action, form.getlist("node"), to, label)
            _keep(workspace, name, hierarchy, f"{name}: hierarchy, {action}")

    await aside(work)
    return go(request, back)


def _keep(workspace: Workspace, name: str, hierarchy: Hierarchy, what: str) -> None:
    """Write a hierarchy beside the policy, and name it there."""
    file = workspace.project.new_file(f"hierarchy-{name}", ".csv")
    hierarchy.write(file, "arx")
    file.chmod(0o600)
    workspace.project.change({("attributes", name, "hierarchy"): file.name}, what)


async def take(request: Request) -> Response:
    """Take a hierarchy from a file that somebody has already."""
    workspace = await open_workspace(request)
    place = request.path_params["place"]
    name = column_name(workspace, str(place))
    file = await received(request)

    def work() -> None:
        project = workspace.project
        try:
            assert workspace.loaded is not None
            with project.changing():
                _hierarchy(workspace, name)
                made = taken(file.path, workspace.loaded.table, project.policy, project.folder, name)
                _keep(workspace, name, made, f"{name}: the hierarchy of {file.name}")
        finally:
            file.path.unlink()

    await aside(work)
    return JSONResponse({"go": address(workspace, f"hierarchy/{place}")})
