"""The column screen: what each column is, and how many records are unique by what was chosen."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from starlette.requests import Request
from starlette.responses import Response

from semblant.data.columnnames import words_of
from semblant.errors import InputError, PolicyError
from semblant.policy.model import Attribute, Kind, Policy, Role
from semblant.proposal.kinds import first_vocabulary
from semblant.proposal.shapes import suggested_items
from semblant.proposal.suggest import ROLES, Suggestion, last_year, treated
from semblant.report.plurals import counted
from semblant.report.wording import shown
from semblant.web.answer import address, aside, form_of, go, open_workspace, page, workspace_of
from semblant.web.pages import logs
from semblant.web.pages.ready import ready
from semblant.web.session import Workspace
from semblant.workbench.given import whole
from semblant.workbench.loaded import Loaded
from semblant.workbench.readable import Misfits, last_of_two_digits, misfits
from semblant.workbench.treated import without_codes
from semblant.workbench.typed import treatments_told
from semblant.workbench.vocabularies import vocabularies

KINDS: dict[Kind, str] = {
    "semantic": "words with a meaning",
    "nominal": "unrelated categories",
    "ordinal": "ordered levels",
    "numeric": "numbers",
    "date": "dates",
}
"""How the values of a column are compared, in words."""

OPEN: Kind = "semantic"
"""How a column is compared whose policy leaves that open."""

LISTS: dict[Kind, str] = {"set": "lists of items"}
"""How cells with several items are."""

SIGNS = {
    "|": "| (vertical bar)",
    ";": "; (semicolon)",
    ",": ", (comma)",
    "/": "/ (slash)",
    "+": "+ (plus)",
    " ": "space",
}
"""What may stand between the items of a list."""

SAID = {
    "; semblant map shows which": "",
    "missing_values look": "some values look",
    "too few match wordnet surely": "few of its values are words that the dictionary WordNet has for certain",
    "(setting l)": "(l, on the screen Privacy)",
    "but not written in one way": "but not written in one way (take “dates” under “Compared as” to see which ones do "
    "not fit)",
    ", and set kind: date, or": ", or",
}
"""What reasons and roles say of commands and keys, and what is said here instead."""

_MOST_UNFIT = 1_000
"""The values that a policy can name as missing because they cannot be read; more belong corrected in the file."""

LABELS: dict[Role, str] = {
    "identifier": "Identifier",
    "quasi": "Quasi-identifier",
    "sensitive": "Sensitive",
    "keep": "Keep",
}


async def show(request: Request) -> Response:
    """One card for each column."""
    workspace = await workspace_of(request)
    if (wait := await ready(request, workspace)) is not None:
        return wait
    loaded, policy = _loaded(workspace), workspace.project.policy
    if policy.shape == "log":
        return await logs.show(request, workspace, loaded)
    cards = [_card(workspace, loaded, policy, place, name) for place, name in enumerate(loaded.table.names)]
    return page(
        request,
        "columns.html",
        workspace=workspace,
        step="columns",
        cards=cards,
        table=policy.shape == "table",
        roles={role: _here(meaning) for role, meaning in ROLES.items()},
        labels=LABELS,
        kinds=KINDS | LISTS if policy.shape == "sets" else KINDS,
        separators=SIGNS,
        vocabularies=await aside(vocabularies),
        records=loaded.table.records,
        unconfirmed=[card for card in cards if card["ask"]],
        published=[card for card in cards if card["ask"] and card["warn"]],
        most_unfit=_MOST_UNFIT,
        quasi=len(policy.columns("quasi")),
    )


def _loaded(workspace: Workspace) -> Loaded:
    if workspace.loaded is None:
        raise InputError("The data of this project are not open.")
    return workspace.loaded


def _card(workspace: Workspace, loaded: Loaded, policy: Policy, place: int, name: str) -> dict[str, Any]:
    attribute = policy.attributes.get(name)
    nominal = attribute is not None and attribute.role in ("quasi", "sensitive") and attribute.kind == "nominal"
    suggestion = loaded.suggestions[name]
    if attribute is not None and attribute.kind == "set":
        suggestion = Suggestion(name, "quasi", "set", "lists are masked item by item, so that their column is masked")
    return {
        "place": place,
        "name": name,
        "facts": loaded.card(name, attribute),
        "separator": attribute.separator if attribute else "",
        "role": attribute.role if attribute else None,
        "kind": (attribute.kind or OPEN) if attribute else None,
        "knowledge": attribute.knowledge if attribute else None,
        "suggestion": suggestion,
        "reason": _here(suggestion.reason),
        "ask": needs_word(workspace, suggestion),
        "warn": _identifies_as_it_is(policy, suggestion),
        "last_year": attribute.last_year if attribute else None,
        "missing_values": attribute.missing_values if attribute else (),
        "treated": treatments_told(attribute, loaded.table.column(name).values) if attribute else "",
        "amounts": nominal and loaded.amounts(name),
        "spellings": loaded.spellings(name) if nominal else None,
        "codes_suggested": attribute is not None
        and attribute.missing_values == suggestion.settings.get("missing_values"),
    }


def _here(reason: str) -> str:
    for there, here in SAID.items():
        reason = reason.replace(there, here)
    return reason


def needs_word(workspace: Workspace, suggestion: Suggestion) -> bool:
    """Whether a column looks like an identifier or a secret, and nobody has confirmed what it is."""
    if suggestion.role not in ("identifier", "sensitive"):
        return False
    attribute = workspace.project.policy.attributes.get(suggestion.column)
    if workspace.project.policy.shape == "log" or (attribute is not None and attribute.kind == "set"):
        return False  # of a log nothing is released but its text and time; lists are always masked
    facts = workspace.project.facts
    if _identifies_as_it_is(workspace.project.policy, suggestion):  # choosing the role is not enough
        return suggestion.column not in facts.published
    return suggestion.column not in facts.confirmed


def _identifies_as_it_is(policy: Policy, suggestion: Suggestion) -> bool:
    """Whether a column looks like an identifier and is published as it is."""
    attribute = policy.attributes.get(suggestion.column)
    return suggestion.role == "identifier" and attribute is not None and attribute.role in ("keep", "sensitive")


@dataclass(frozen=True)
class Unconfirmed:
    """A column that still needs a word: what it is taken for, and whether that would publish an identifier as it is."""

    place: int
    name: str
    label: str
    published: bool


def to_confirm(workspace: Workspace) -> list[Unconfirmed]:
    """The columns that still need a word."""
    if workspace.loaded is None:
        return []
    policy, found = workspace.project.policy, []
    for place, (name, one) in enumerate(workspace.loaded.suggestions.items()):
        if needs_word(workspace, one):
            attribute = policy.attributes.get(name)
            label = LABELS[attribute.role].lower() if attribute is not None else "left out"
            found.append(Unconfirmed(place, name, label, _identifies_as_it_is(policy, one)))
    return found


def column_name(workspace: Workspace, place: str) -> str:
    """The column at a place of the table."""
    names = _loaded(workspace).table.names
    number = whole(place, len(names))
    if number >= len(names):
        raise InputError("There is no such column.")
    return names[number]


async def role(request: Request) -> Response:
    """Change the role, the kind or the vocabulary of a column."""
    workspace, form = await open_workspace(request), await form_of(request)
    name = column_name(workspace, form.get("column", ""))
    card = address(workspace, "columns") + f"#column-{form['column']}"
    try:
        await aside(_decide, workspace, [name], form)
    except UnfitError as error:  # its card says what can be done
        return go(request, card, error, about=error)
    return go(request, card)


async def bulk(request: Request) -> Response:
    """Change the role of several columns at once."""
    workspace, form = await open_workspace(request), await form_of(request)
    names = [column_name(workspace, place) for place in form.getlist("column")]
    if not names:
        return go(
            request,
            address(workspace, "columns"),
            InputError("No column is selected.", hints=["tick some cards first"]),
        )
    await aside(_decide, workspace, names, {"role": form.get("role", "")})
    return go(request, address(workspace, "columns"))


async def confirm(request: Request) -> Response:
    """Confirm that a column, or every one that is left, is what it is taken for; from its card, or from the result."""
    workspace, form = await open_workspace(request), await form_of(request)
    back = address(workspace, "result" if form.get("back") == "result" else "columns")
    if form.get("all"):  # what would publish an identifier is confirmed one by one
        names = [one.name for one in to_confirm(workspace) if not one.published]
        await aside(workspace.project.confirm, names)
        return go(request, back, f"Confirmed: {counted(len(names), 'column')}.")
    name = column_name(workspace, form.get("column", ""))
    await aside(workspace.project.confirm, [name])
    if _identifies_as_it_is(workspace.project.policy, _loaded(workspace).suggestions[name]):
        await aside(workspace.project.confirm, [name], published=True)
    part = "" if form.get("back") else f"#column-{form['column']}"
    return go(request, back + part, f"Confirmed: {shown(name, 40)}.")


def _decide(workspace: Workspace, names: list[str], form: Mapping[str, str]) -> None:
    """Write what was decided on some columns into the policy, with a note beside each."""
    with workspace.project.changing():
        _write(workspace, names, form)


def _write(workspace: Workspace, names: list[str], form: Mapping[str, str]) -> None:
    loaded, policy = _loaded(workspace), workspace.project.policy
    changes: dict[tuple[str, ...], Any] = {}
    notes: dict[tuple[str, ...], str] = {}
    for name in names:
        before = policy.attributes.get(name)
        suggestion = loaded.suggestions[name]
        role, kind = form.get("role", ""), form.get("kind", "")
        if role not in ROLES:
            raise InputError("There is no such role.")
        if kind == "set" and policy.shape == "sets":
            changes |= _as_lists(loaded, policy, name, form.get("separator", ""), form.get("knowledge", ""))
            continue
        if before is None or role != before.role:
            settings = dict(_taken(loaded, name, role).attribute())
            notes["attributes", name] = _note(suggestion, role)
        else:
            settings = {"role": role} | policy.model_dump(mode="json", exclude_unset=True)["attributes"][name]
        if kind and kind != settings.get("kind") and role in ("quasi", "sensitive"):
            settings = of_kind(loaded, name, settings, kind, without_unfit=bool(form.get("without_unfit")))
        wanted = form.get("knowledge")
        if wanted and settings.get("kind") == "semantic" and wanted != settings.get("knowledge"):
            settings |= {"knowledge": wanted, "unknown": "nominal"}
        changes["attributes", name] = settings
    for settings in list(changes.values()):
        if (known := settings.get("knowledge")) and known not in policy.knowledge:
            changes["knowledge", known] = {"source": known}
    what = f"{names[0]}: {form.get('role', '')}" if len(names) == 1 else f"{len(names)} columns: {form.get('role', '')}"
    workspace.project.change(changes, what, notes)
    workspace.project.decided(names)


def _as_lists(
    loaded: Loaded, policy: Policy, name: str, separator: str, knowledge: str
) -> dict[tuple[str, ...], dict[str, Any]]:
    """A column of lists: what it is written as, and what the one before it is instead."""
    before = policy.attributes.get(name)
    there = before is not None and before.kind == "set"
    sign = separator if separator in SIGNS else before.separator if before is not None and there else "|"
    settings = suggested_items(loaded.table.column(name), sign).attribute()
    if there and before is not None:
        settings = before.model_dump(mode="json", exclude_unset=True) | {"separator": sign}
        if knowledge:
            settings["knowledge"] = knowledge
    changes: dict[tuple[str, ...], dict[str, Any]] = {("attributes", name): settings}
    for other, one in policy.attributes.items():
        if one.kind == "set" and other != name:
            changes["attributes", other] = {"role": "quasi", "kind": "nominal"}
    return changes


def _taken(loaded: Loaded, name: str, role: Role) -> Suggestion:
    suggestion = loaded.suggestions[name]
    return suggestion if suggestion.role == role else treated(loaded.table.column(name), role)


def _note(suggestion: Suggestion, role: str) -> str:
    if role == suggestion.role:
        return suggestion.reason
    return f"decided by the steward; suggested was {suggestion.role}: {suggestion.reason}"


class UnfitError(PolicyError):
    """A column cannot be compared as numbers or dates, because of some of its values."""

    def __init__(self, name: str, kind: Literal["numeric", "date"], found: Misfits, distinct: int) -> None:
        self.name, self.kind, self.found, self.distinct = name, kind, found, distinct
        such = ", ".join(f"“{shown(value, 30)}”" for value in found.values[:3])
        super().__init__(
            f"{name} cannot be compared as {KINDS[kind]}: some of its values are not {KINDS[kind]}, such as {such}.",
            hints=["if they mean that there is no value, say so under “values for none”",
                   "or write them in the file like the others, and open it again",
                   "or leave the column as unrelated categories"],
        )  # fmt: skip


def of_kind(
    loaded: Loaded, name: str, before: Mapping[str, Any], kind: str, without_unfit: bool = False
) -> dict[str, Any]:
    """The settings of a column read as another kind; ``without_unfit`` takes what cannot be read for missing."""
    if kind not in get_args(Kind):
        raise InputError("There is no such kind.")
    kept = {key: before[key] for key in ("role", "l", "t", "weight", "missing_values") if key in before}
    kept |= {"kind": kind}
    column, suggestion = loaded.table.column(name), loaded.suggestions[name]
    if kind in ("numeric", "date"):
        kept |= {"last_year": last} if kind == "date" and (last := last_year(before)) is not None else {}
        found = unfit(loaded, name, Attribute.model_validate(kept))
        if found is not None and without_unfit:
            kept["missing_values"] = tuple(dict.fromkeys((*kept.get("missing_values", ()), *found.found.values)))
            found = unfit(loaded, name, Attribute.model_validate(kept))
        if found is not None:
            raise found
        column = without_codes(loaded.table, name, Attribute.model_validate(kept))
        if suggestion.kind != kind:  # what is suggested now that such values are gone, other codes for no value too
            suggestion = treated(column, "quasi")
            told = suggestion.settings.get("missing_values", ())
            codes = (*kept.get("missing_values", ()), *(told if isinstance(told, tuple) else ()))
            kept |= {"missing_values": tuple(dict.fromkeys(codes))} if codes else {}
    if suggestion.kind == kind:
        return {key: value for key, value in suggestion.settings.items() if key != "l"} | kept
    if kind == "date" and "last_year" not in kept and (last := last_of_two_digits(column)) is not None:
        kept["last_year"] = last
    elif kind == "semantic":
        kept |= {"knowledge": first_vocabulary(words_of(name)), "unknown": "nominal"}
    elif kind == "ordinal":
        kept["levels"] = tuple(value for value in column.values if value.strip())
    return kept


def unfit(loaded: Loaded, name: str, attribute: Attribute) -> UnfitError | None:
    """Say at once, not in the middle of a run, that a column is not made of numbers or dates.

    What stands for no value may be anything.
    """
    if attribute.kind not in ("numeric", "date"):
        return None
    column = without_codes(loaded.table, name, attribute)
    last = attribute.last_year
    if attribute.kind == "date" and last is None:
        last = last_of_two_digits(column)
    found = misfits(column, attribute.kind, last)
    distinct = sum(bool(value.strip()) for value in column.values)
    return None if found is None else UnfitError(name, attribute.kind, found, distinct)


async def unique(request: Request) -> Response:
    """The live counter: unique records by the quasi-identifiers chosen so far, and what each adds."""
    workspace = await open_workspace(request)
    loaded, policy = _loaded(workspace), workspace.project.policy
    found = await aside(loaded.unique_by, policy)
    return page(request, "unique.html", workspace=workspace, found=found, k=policy.k)
