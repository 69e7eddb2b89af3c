"""The column screen of a search log: which column says who searched, for what, and when."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from semblant.errors import PolicyError
from semblant.policy.edit import GONE
from semblant.policy.model import Log
from semblant.web.answer import address, aside, form_of, go, open_workspace, page
from semblant.web.session import Workspace
from semblant.workbench.loaded import Loaded
from semblant.workbench.vocabularies import vocabularies

PARTS = {
    "user": ("Who searched", "users are numbered anew; only the private link says who is who"),
    "text": ("What they searched for", "released phrase by phrase, so that every log is that of at least k users"),
    "time": ("When", "released by day, or not at all: see the screen Privacy"),
    "url": ("Clicked address", "left out"),
    "results": ("Number of results", "left out"),
}
"""What a column of a log can be, and what becomes of it."""

_NEEDED = ("user", "text")


async def show(request: Request, workspace: Workspace, loaded: Loaded) -> Response:
    """Which column is which, with counts."""
    policy = workspace.project.policy
    log = policy.log
    text = policy.attributes.get(log.text) if log is not None else None
    return page(
        request,
        "log.html",
        workspace=workspace,
        step="columns",
        parts=PARTS,
        needed=_NEEDED,
        log=log.model_dump() if log is not None else dict.fromkeys(PARTS),
        names=loaded.table.names,
        cards=loaded.cards,
        users=loaded.people(policy),
        records=loaded.table.records,
        vocabularies=await aside(vocabularies),
        knowledge=text.knowledge if text is not None else None,
    )


async def save(request: Request) -> Response:
    """Keep which column is which, and the vocabulary of the queries."""
    workspace, form = await open_workspace(request), await form_of(request)
    await aside(_save, workspace, form)
    return go(request, address(workspace, "columns"))


def _save(workspace: Workspace, form: Any) -> None:
    assert workspace.loaded is not None
    names = workspace.loaded.table.names
    said = {part: name for part in PARTS if (name := form.get(part, "")) in names}
    if missing := [PARTS[part][0] for part in _NEEDED if part not in said]:
        raise PolicyError(f"A search log needs a column for this: {', '.join(missing)}.")
    if len(set(said.values())) < len(said):
        raise PolicyError("A column of a log is one thing only.", hints=["choose another column, or none"])
    with workspace.project.changing():
        policy = workspace.project.policy
        before = policy.attributes.get(policy.log.text) if policy.log is not None else None
        settings: dict[str, Any] = {"role": "quasi", "sense": "first", "unknown": "suppress"}
        if before is not None:
            settings = before.model_dump(mode="json", exclude_unset=True)
        settings["knowledge"] = form.get("knowledge") or settings.get("knowledge", "wordnet")
        changes: dict[tuple[str, ...], Any] = {("log",): Log.model_validate(said).model_dump(exclude_none=True)}
        if before is not None and policy.log is not None and policy.log.text != said["text"]:
            changes["attributes", policy.log.text] = GONE
        changes["attributes", said["text"]] = settings
        if isinstance(known := settings["knowledge"], str) and known not in policy.knowledge:
            changes["knowledge", known] = {"source": known}
        changes["others",] = "drop"
        workspace.project.change(changes, "the columns of the log")
