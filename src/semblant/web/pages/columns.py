"""The column screen: what each column is, and how many records are unique by what was chosen."""

from collections.abc import Mapping
from typing import Any, Literal, get_args

from starlette.requests import Request
from starlette.responses import Response

from semblant.errors import InputError, PolicyError
from semblant.policy.model import Kind, Policy, Role
from semblant.proposal.suggest import ROLES, Suggestion, treated
from semblant.report.wording import shown
from semblant.web.answer import address, aside, desk_of, form_of, go, page
from semblant.web.pages.ready import ready
from semblant.web.session import Desk, Loaded
from semblant.workbench.readable import unread
from semblant.workbench.vocabularies import vocabularies

KINDS: dict[Kind, str] = {
    "semantic": "words with a meaning",
    "nominal": "unrelated categories",
    "ordinal": "ordered levels",
    "numeric": "numbers",
    "date": "dates",
}
"""How the values of a column are compared, in words."""

LABELS: dict[Role, str] = {
    "identifier": "Identifier",
    "quasi": "Quasi-identifier",
    "sensitive": "Sensitive",
    "keep": "Keep",
}


async def show(request: Request) -> Response:
    """One card for each column."""
    desk = await desk_of(request)
    if (wait := await ready(request, desk)) is not None:
        return wait
    loaded, policy = _loaded(desk), desk.project.policy
    cards = [_card(desk, loaded, policy, place, name) for place, name in enumerate(loaded.table.names)]
    return page(
        request,
        "columns.html",
        desk=desk,
        step="columns",
        cards=cards,
        roles=ROLES,
        labels=LABELS,
        kinds=KINDS,
        vocabularies=await aside(vocabularies),
        records=loaded.table.records,
        unconfirmed=[card for card in cards if card["ask"]],
        quasi=len(policy.columns("quasi")),
    )


def _loaded(desk: Desk) -> Loaded:
    if desk.loaded is None:
        raise InputError("The data of this project are not open.")
    return desk.loaded


def _card(desk: Desk, loaded: Loaded, policy: Policy, place: int, name: str) -> dict[str, Any]:
    attribute = policy.attributes.get(name)
    suggestion = loaded.suggestions[name]
    return {
        "place": place,
        "name": name,
        "facts": loaded.cards[name],
        "role": attribute.role if attribute else None,
        "kind": attribute.kind if attribute else None,
        "knowledge": attribute.knowledge if attribute else None,
        "suggestion": suggestion,
        "ask": needs_word(desk, suggestion),
    }


def needs_word(desk: Desk, suggestion: Suggestion) -> bool:
    """Whether a column looks like an identifier or a secret, and nobody has confirmed what it is."""
    return suggestion.role in ("identifier", "sensitive") and suggestion.column not in desk.project.facts.confirmed


def unconfirmed(desk: Desk) -> list[str]:
    """The columns that still need a word."""
    if desk.loaded is None:
        return []
    return [name for name, one in desk.loaded.suggestions.items() if needs_word(desk, one)]


def column_name(desk: Desk, place: str) -> str:
    """The column at a place of the table."""
    names = _loaded(desk).table.names
    if not place.isdecimal() or int(place) >= len(names):
        raise InputError("There is no such column.")
    return names[int(place)]


async def role(request: Request) -> Response:
    """Change the role, the kind or the vocabulary of a column."""
    desk, form = await desk_of(request), await form_of(request)
    name = column_name(desk, form.get("column", ""))
    await aside(_decide, desk, [name], form)
    return go(request, address(desk, "columns") + f"#column-{form['column']}")


async def bulk(request: Request) -> Response:
    """Change the role of several columns at once."""
    desk, form = await desk_of(request), await form_of(request)
    names = [column_name(desk, place) for place in form.getlist("column")]
    if not names:
        return go(
            request, address(desk, "columns"), InputError("No column is selected.", hints=["tick some cards first"])
        )
    await aside(_decide, desk, names, {"role": form.get("role", "")})
    return go(request, address(desk, "columns"))


async def confirm(request: Request) -> Response:
    """Confirm that a column, or every one that is left, is what it is taken for."""
    desk, form = await desk_of(request), await form_of(request)
    names = unconfirmed(desk) if form.get("all") else [column_name(desk, form.get("column", ""))]
    _confirmed(desk, names)
    return go(request, address(desk, "columns"))


def _confirmed(desk: Desk, names: list[str]) -> None:
    desk.project.remember(confirmed=tuple(dict.fromkeys((*desk.project.facts.confirmed, *names))))


def _decide(desk: Desk, names: list[str], form: Mapping[str, str]) -> None:
    """Write what was decided on some columns into the policy, with a note beside each."""
    loaded, policy = _loaded(desk), desk.project.policy
    changes: dict[tuple[str, ...], Any] = {}
    notes: dict[tuple[str, ...], str] = {}
    for name in names:
        before = policy.attributes.get(name)
        suggestion = loaded.suggestions[name]
        role, kind = form.get("role", ""), form.get("kind", "")
        if role not in ROLES:
            raise InputError("There is no such role.")
        if before is None or role != before.role:
            settings = dict(_taken(loaded, name, role).attribute())
            notes["attributes", name] = _note(suggestion, role)
        else:
            settings = {"role": role} | policy.model_dump(mode="json", exclude_unset=True)["attributes"][name]
        if kind and kind != settings.get("kind") and role in ("quasi", "sensitive"):
            settings = of_kind(loaded, name, settings, kind)
        wanted = form.get("knowledge")
        if wanted and settings.get("kind") == "semantic" and wanted != settings.get("knowledge"):
            settings |= {"knowledge": wanted, "unknown": "nominal"}
        changes["attributes", name] = settings
        if settings.get("knowledge"):
            known = settings["knowledge"]
            if known not in policy.knowledge:
                changes["knowledge", known] = {"source": known}
    what = f"{names[0]}: {form.get('role', '')}" if len(names) == 1 else f"{len(names)} columns: {form.get('role', '')}"
    desk.project.change(changes, what, notes)
    _confirmed(desk, names)


def _taken(loaded: Loaded, name: str, role: Role) -> Suggestion:
    suggestion = loaded.suggestions[name]
    return suggestion if suggestion.role == role else treated(loaded.table.column(name), role)


def _note(suggestion: Suggestion, role: str) -> str:
    if role == suggestion.role:
        return suggestion.reason
    return f"decided by the steward; suggested was {suggestion.role}: {suggestion.reason}"


def of_kind(loaded: Loaded, name: str, before: Mapping[str, Any], kind: str) -> dict[str, Any]:
    """The settings of a column that is read as another kind."""
    if kind not in get_args(Kind):
        raise InputError("There is no such kind.")
    _refuse_unread(loaded, name, kind)
    kept = {key: before[key] for key in ("role", "l", "t", "weight") if key in before} | {"kind": kind}
    suggestion = loaded.suggestions[name]
    if suggestion.kind == kind:
        kept |= {key: value for key, value in suggestion.settings.items() if key not in ("l",)}
    elif kind == "semantic":
        kept |= {"knowledge": "wordnet", "unknown": "nominal"}
    elif kind == "ordinal":
        kept["levels"] = tuple(value for value in loaded.table.column(name).values if value.strip())
    return kept


def _refuse_unread(loaded: Loaded, name: str, kind: str) -> None:
    """Say at once, not in the middle of a run, that a column is not made of numbers or dates."""
    one: Literal["numeric", "date"]
    if kind == "numeric":
        one = "numeric"
    elif kind == "date":
        one = "date"
    else:
        return
    if values := unread(loaded.table.column(name), one):
        such = ", ".join(f"“{shown(value, 30)}”" for value in values[:3])
        raise PolicyError(
            f"{name} cannot be compared as {KINDS[one]}: some of its values are not {KINDS[one]}, such as {such}.",
            hints=["empty these cells in the file, or write them like the others, and open it again",
                   "or leave the column as unrelated categories"],
        )  # fmt: skip


async def unique(request: Request) -> Response:
    """The live counter: unique records by the quasi-identifiers chosen so far, and what each adds."""
    desk = await desk_of(request)
    loaded, policy = _loaded(desk), desk.project.policy
    found = await aside(loaded.unique_by, policy)
    return page(request, "unique.html", desk=desk, found=found, k=policy.k)
