"""The screen of promises: how many records must be alike, what sensitive columns need, and who the release is for."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from semblant.catalogue import CATALOGUE
from semblant.errors import PolicyError
from semblant.policy.advice import ADVICE, AUDIENCE, SOURCE
from semblant.policy.edit import GONE
from semblant.web.answer import address, aside, desk_of, form_of, go, page
from semblant.web.pages.ready import ready

_LABELS = {"auto": "chosen automatically (recommended)", "best-first": "generalise by hierarchies, best first"}


def table_methods() -> list[tuple[str, str]]:
    """The methods for tables that keep k-anonymity, with what each is."""
    every = CATALOGUE["table"].values()
    return [(one.name, _LABELS.get(one.name, one.paper)) for one in every if one.promise == "k-anonymity"]


async def show(request: Request) -> Response:
    """k, l, t and persons, with what each means."""
    desk = await desk_of(request)
    if (wait := await ready(request, desk)) is not None:
        return wait
    assert desk.loaded is not None
    policy = desk.project.policy
    found = await aside(desk.loaded.unique_by, policy)
    return page(
        request,
        "privacy.html",
        desk=desk,
        step="privacy",
        policy=policy,
        sensitive=[(name, policy.attributes[name]) for name in policy.columns("sensitive")],
        names=desk.loaded.table.names,
        advice=ADVICE,
        audience=AUDIENCE,
        source=SOURCE,
        found=found,
        methods=table_methods(),
        records=desk.loaded.table.records,
    )


def _bounded(form: Any, key: str, low: float, high: float) -> Any:
    text = form.get(key, "").strip()
    if not text:
        return GONE
    try:
        value = float(text)
    except ValueError:
        value = low - 1
    if not low <= value <= high:
        raise PolicyError(f"{key.split(':')[0]} must be a number from {low:,g} to {high:,.0f}.")
    return int(value) if value.is_integer() else value


async def save(request: Request) -> Response:
    """Keep the promises."""
    desk, form = await desk_of(request), await form_of(request)
    assert desk.loaded is not None
    policy = desk.project.policy
    changes: dict[tuple[str, ...], Any] = {}
    k = _bounded(form, "k", 2, 1_000_000)
    if k is GONE or not isinstance(k, int):
        raise PolicyError("k must be a whole number of at least 2.")
    changes["k",] = k
    for place, name in enumerate(policy.columns("sensitive")):
        changes["attributes", name, "l"] = _bounded(form, f"l:{place}", 1, 1_000_000)
        changes["attributes", name, "t"] = _bounded(form, f"t:{place}", 0, 1)
    method = form.get("method", "auto")
    if method in dict(table_methods()) and method != policy.method:
        changes["method",] = method
    individual = form.get("individual", "")
    changes["individual",] = individual if individual in desk.loaded.table.names else GONE
    purpose = form.get("purpose", "")
    changes["purpose",] = purpose if purpose in ADVICE else GONE
    for key in ("title", "author"):
        changes[key,] = " ".join(form.get(key, "").split())[:200] or GONE
    notes = {("k",): f"every record will share its quasi-identifiers with at least {k - 1} others"}
    await aside(desk.project.change, changes, f"privacy: k = {k}", notes)
    return go(request, address(desk, form.get("next") or "privacy"), "Saved.")
