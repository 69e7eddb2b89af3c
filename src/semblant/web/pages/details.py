"""The settings of one column: bands, precision and coding of numbers and dates, the order of levels, weight."""

import math
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from semblant.errors import InputError, PolicyError
from semblant.policy.edit import GONE
from semblant.web.answer import address, aside, desk_of, form_of, go, page
from semblant.web.pages.columns import KINDS, LABELS, column_name
from semblant.web.pages.ready import ready

_NUMBERS = ("bottom", "top", "round", "bands", "weight")


async def show(request: Request) -> Response:
    """The settings that go with the kind of a column."""
    desk = await desk_of(request)
    if (wait := await ready(request, desk)) is not None:
        return wait
    assert desk.loaded is not None
    place = request.path_params["place"]
    name = column_name(desk, str(place))
    attribute = desk.project.policy.attributes.get(name)
    if attribute is None:
        raise InputError("The policy does not name this column.")
    there = [value for value in desk.loaded.table.column(name).values if value.strip()]
    levels = list(attribute.levels or ())
    return page(
        request,
        "details.html",
        desk=desk,
        step="words",
        place=place,
        name=name,
        facts=desk.loaded.cards[name],
        attribute=attribute,
        levels=levels + [value for value in there if value not in levels] if attribute.kind == "ordinal" else [],
        kind=KINDS.get(attribute.kind, "") if attribute.kind else "",
        label=LABELS[attribute.role],
    )


def _number(text: str, name: str) -> Any:
    """A number of a form, or several with commas between them for the beginnings of bands."""
    try:
        parts = [float(part) for part in text.split(",")]
    except ValueError:
        raise PolicyError(f"{name} must be a number.", hints=["write it like 12.5"]) from None
    if not all(map(math.isfinite, parts)) or (len(parts) > 1 and name != "bands"):
        raise PolicyError(f"{name} must be a number.")
    plain = [int(part) if part.is_integer() else part for part in parts]
    return plain if len(plain) > 1 else plain[0]


async def save(request: Request) -> Response:
    """Keep the settings; an empty field takes a setting out."""
    desk, form = await desk_of(request), await form_of(request)
    place = request.path_params["place"]
    name = column_name(desk, str(place))
    changes: dict[tuple[str, ...], Any] = {}
    for key in (*_NUMBERS, "precision"):
        if key in form:
            text = form[key].strip()
            value = GONE if not text else _number(text, key) if key in _NUMBERS else text
            changes["attributes", name, key] = GONE if (key, value) == ("weight", 1) else value
    await aside(desk.project.change, changes, f"{name}: settings")
    return go(request, address(desk, f"column/{place}"), "Saved.")


async def levels(request: Request) -> Response:
    """Keep the order of levels: as dragged, or with one moved up or down."""
    desk, form = await desk_of(request), await form_of(request)
    place = request.path_params["place"]
    name = column_name(desk, str(place))
    assert desk.loaded is not None
    order = form.getlist("level")
    there = {value for value in desk.loaded.table.column(name).values if value.strip()}
    named = set(desk.project.policy.attributes[name].levels or ())
    if len(set(order)) != len(order) or not there <= set(order) or not set(order) <= there | named:
        raise InputError("The levels are not those of the column.")
    move = form.get("move", "")
    if ":" in move:
        at, by = (int(part) if part.lstrip("-").isdecimal() else 0 for part in move.split(":", 1))
        to = min(max(at + by, 0), len(order) - 1)
        if 0 <= at < len(order):
            order.insert(to, order.pop(at))
    if form.get("reverse"):
        order.reverse()
    await aside(desk.project.change, {("attributes", name, "levels"): order}, f"{name}: the order of its levels")
    return go(request, address(desk, f"column/{place}"))
