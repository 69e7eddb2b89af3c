"""The settings of one column: bands, precision and coding of numbers and dates, the order of levels, weight."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from semblant.errors import InputError, PolicyError
from semblant.policy.edit import GONE
from semblant.policy.model import Attribute
from semblant.report.wording import shown
from semblant.web.answer import address, aside, form_of, go, open_workspace, page, workspace_of
from semblant.web.pages.columns import KINDS, LABELS, OPEN, column_name, unfit
from semblant.web.pages.ready import ready
from semblant.web.session import Workspace
from semblant.workbench.given import whole
from semblant.workbench.readable import last_of_two_digits
from semblant.workbench.treated import treated, without_codes
from semblant.workbench.typed import bands_written, typed_numbers, typed_values, written, written_values

_NUMBERS = ("bottom", "top", "round", "bands", "weight")
_YEAR = re.compile(r"\d{4}", re.ASCII)
_AS_WRITTEN, _POSITIVE = ("bottom", "top", "round"), ("round", "bands", "weight")
LABELS_OF = {
    "bottom": "Lower numbers become",
    "top": "Higher numbers become",
    "round": "Round to multiples of",
    "bands": "Bands of this width",
    "weight": "Weight among the columns",
    "last_year": "Latest year that two digits can mean",
}
"""What the fields of numbers are called."""


async def show(request: Request) -> Response:
    """The settings that go with the kind of a column."""
    workspace = await workspace_of(request)
    if (wait := await ready(request, workspace)) is not None:
        return wait
    assert workspace.loaded is not None
    place = request.path_params["place"]
    name = column_name(workspace, str(place))
    attribute = workspace.project.policy.attributes.get(name)
    if attribute is None:
        raise InputError("The policy does not name this column.")
    there = [value for value in workspace.loaded.table.column(name).values if value.strip()]
    levels = list(attribute.levels or ())
    return page(
        request,
        "details.html",
        workspace=workspace,
        step="words",
        place=place,
        name=name,
        facts=workspace.loaded.card(name, attribute),
        attribute=attribute,
        levels=levels + [value for value in there if value not in levels] if attribute.kind == "ordinal" else [],
        kind=KINDS.get(attribute.kind or OPEN, "") if attribute.role in ("quasi", "sensitive") else "",
        label=LABELS[attribute.role],
        written={key: written(getattr(attribute, key), there) for key in _AS_WRITTEN}
        | {"bands": bands_written(attribute, there)},
        missing=written_values(attribute.missing_values, there),
        short_years=attribute.kind == "date"
        and (attribute.last_year or await aside(_last_of_two_digits, workspace, name, attribute)),
        suggested=workspace.loaded.suggestions[name].settings.get("missing_values", ()),
    )


def _number(text: str, name: str, values: Sequence[str]) -> Any:
    """A number of a form, in the column's own format or plain; or several with commas for the beginnings of bands."""
    parts = typed_numbers(text, () if name == "weight" else values)
    if parts is None or (len(parts) > 1 and name != "bands"):
        raise PolicyError(f"{LABELS_OF[name]}: this must be a number. Got: {shown(text, 40)}.",
                          hints=["write it like 5750 or 12.5, or as the column writes its own"])  # fmt: skip
    if len(parts) == 1 and parts[0] <= 0 and name in _POSITIVE:
        raise PolicyError(f"{LABELS_OF[name]}: this must be more than 0. Got: {shown(text, 40)}.")
    if any(a >= b for a, b in pairwise(parts)):
        raise PolicyError(f"The beginnings of bands must rise, as in 0, 18, 65. Got: {shown(text, 40)}.")
    plain = [int(part) if part.is_integer() else part for part in parts]
    return plain if len(plain) > 1 else plain[0]


def _refuse_both(changes: dict[tuple[str, ...], Any]) -> None:
    """Refuse fields that are each right, but not together."""
    said = {key[-1]: value for key, value in changes.items() if value is not GONE}
    if "bands" in said and "round" in said:
        raise PolicyError(f"“{LABELS_OF['round']}” and “{LABELS_OF['bands']}” exclude each other: empty one of them.")
    if "bottom" in said and "top" in said and said["bottom"] >= said["top"]:
        raise PolicyError(f"“{LABELS_OF['bottom']}” must be less than “{LABELS_OF['top']}”.")


async def save(request: Request) -> Response:
    """Keep the settings; an empty field takes a setting out."""
    workspace, form = await open_workspace(request), await form_of(request)
    place = request.path_params["place"]
    name = column_name(workspace, str(place))
    changes: dict[tuple[str, ...], Any] = {}
    assert workspace.loaded is not None
    values = workspace.loaded.table.column(name).values
    if "missing_values" in form:
        changes["attributes", name, "missing_values"] = typed_values(form["missing_values"], values) or GONE
    for key in (*_NUMBERS, "precision"):
        if key in form:
            text = form[key].strip()
            value = GONE if not text else _number(text, key, values) if key in _NUMBERS else text
            changes["attributes", name, key] = GONE if (key, value) == ("weight", 1) else value
    if "last_year" in form:
        text = form["last_year"].strip()
        if text and not _YEAR.fullmatch(text):
            raise PolicyError(f"{LABELS_OF['last_year']}: this must be a year, such as 2026.")
        changes["attributes", name, "last_year"] = int(text) if text else GONE
    _refuse_both(changes)
    await aside(_refuse_unkept, workspace, name, changes)
    await aside(workspace.project.change, changes, f"{name}: settings")
    return go(request, address(workspace, f"column/{place}"), "Saved.", undo=True)


def _refuse_unkept(workspace: Workspace, name: str, changes: dict[tuple[str, ...], Any]) -> None:
    """Say at once, not in the middle of a run, that the column cannot be treated so."""
    assert workspace.loaded is not None
    policy = workspace.project.policy_with(changes)
    attribute = policy.attributes[name]
    if attribute.role in ("quasi", "sensitive"):
        if attribute.kind == "date" and not attribute.last_year and _last_of_two_digits(workspace, name, attribute):
            raise PolicyError("The years have two digits: say the latest year that they can mean.")
        if (found := unfit(workspace.loaded, name, attribute)) is not None:
            raise found
    treated(workspace.loaded.table, policy, [name])


def _last_of_two_digits(workspace: Workspace, name: str, attribute: Attribute) -> int | None:
    assert workspace.loaded is not None
    return last_of_two_digits(without_codes(workspace.loaded.table, name, attribute))


async def levels(request: Request) -> Response:
    """Keep the order of levels: as dragged, or with one moved up or down."""
    workspace, form = await open_workspace(request), await form_of(request)
    place = request.path_params["place"]
    name = column_name(workspace, str(place))
    assert workspace.loaded is not None
    order = form.getlist("level")
    there = {value for value in workspace.loaded.table.column(name).values if value.strip()}
    named = set(workspace.project.policy.attributes[name].levels or ())
    if len(set(order)) != len(order) or not there <= set(order) or not set(order) <= there | named:
        raise InputError("The levels are not those of the column.")
    move = form.get("move", "")
    if ":" in move:
        at, by = (-whole(part[1:], 0) if part.startswith("-") else whole(part, 0) for part in move.split(":", 1))
        to = min(max(at + by, 0), len(order) - 1)
        if 0 <= at < len(order):
            order.insert(to, order.pop(at))
    if form.get("reverse"):
        order.reverse()
    await aside(workspace.project.change, {("attributes", name, "levels"): order}, f"{name}: the order of its levels")
    return go(request, address(workspace, f"column/{place}"))
