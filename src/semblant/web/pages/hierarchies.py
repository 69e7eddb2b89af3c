"""The hierarchy editor: a column's hierarchy as a tree; every edit is saved as an ARX file and scored."""

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from semblant import Hierarchy
from semblant.errors import InputError
from semblant.policy.edit import GONE
from semblant.web.answer import address, aside, form_of, go, open_workspace, page, workspace_of
from semblant.web.pages.columns import column_name
from semblant.web.pages.ready import ready
from semblant.web.pages.words import words_of
from semblant.web.session import Workspace
from semblant.workbench.hierarchies import Branch, branches, changed, hierarchy_of, score_of
from semblant.workbench.words import Words

_MOST = 1_500


def _words(workspace: Workspace, name: str) -> Words | None:
    return words_of(workspace, name) if workspace.project.policy.attributes[name].kind == "semantic" else None


def _hierarchy(workspace: Workspace, name: str) -> tuple[Hierarchy, Words | None]:
    assert workspace.loaded is not None
    attribute = workspace.project.policy.attributes.get(name)
    if workspace.project.policy.shape != "table" or attribute is None or attribute.role != "quasi":
        raise InputError("Only a quasi-identifier of a table has a hierarchy.")
    words = _words(workspace, name)
    made = hierarchy_of(workspace.loaded.table.column(name), workspace.project.policy, workspace.project.folder, words)
    if len(made.leaves) > _MOST:
        raise InputError(f"The column has {len(made.leaves):,} values; a tree of at most {_MOST:,} can be edited here.",
                         hints=["semblant hierarchy build writes a file that any editor opens"])  # fmt: skip
    return made, words


async def show(request: Request) -> Response:
    """The tree with its score."""
    workspace = await workspace_of(request)
    if (wait := await ready(request, workspace)) is not None:
        return wait
    place = request.path_params["place"]
    name = column_name(workspace, str(place))
    hierarchy, words = await aside(_hierarchy, workspace, name)
    if request.query_params.get("file"):
        text = "\n".join(";".join(row) for row in hierarchy.rows()) + "\n"
        headers = {"content-disposition": 'attachment; filename="hierarchy.csv"'}
        return PlainTextResponse(text, media_type="text/csv", headers=headers)
    score = await aside(score_of, hierarchy, words)
    tops = await aside(branches, hierarchy, score)
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
    if action == "reset":
        workspace.project.change({("attributes", name, "hierarchy"): GONE}, f"{name}: the built hierarchy again")
        return go(request, address(workspace, f"hierarchy/{place}"))

    def work() -> None:
        with workspace.project.changing():
            hierarchy, _ = _hierarchy(workspace, name)
            if action != "keep":
                hierarchy = changed(hierarchy, action, form.get("node", ""), form.get("to", ""), form.get("label", ""))
            file = workspace.project.new_file(f"hierarchy-{name}", ".csv")
            hierarchy.write(file, "arx")
            file.chmod(0o600)
            workspace.project.change({("attributes", name, "hierarchy"): file.name}, f"{name}: hierarchy, {action}")

    await aside(work)
    return go(request, address(workspace, f"hierarchy/{place}"))
