"""The screen of promises: how many records must be alike, what sensitive columns need, and who the release is for."""

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from semblant.catalogue import CATALOGUE
from semblant.data.repeats import Repeated, repeated
from semblant.data.table import Table
from semblant.errors import PolicyError
from semblant.policy.advice import ADVICE, AUDIENCE, SOURCE
from semblant.policy.edit import GONE
from semblant.report.plurals import counted
from semblant.web.answer import address, aside, form_of, go, open_workspace, page, workspace_of
from semblant.web.pages.ready import ready
from semblant.web.session import Loaded

_LABELS = {"auto": "chosen automatically (recommended)", "best-first": "generalise by hierarchies, best first"}


def table_methods() -> list[tuple[str, str]]:
    """The methods for tables that keep k-anonymity, with what each is."""
    every = CATALOGUE["table"].values()
    return [(one.name, _LABELS.get(one.name, one.paper)) for one in every if one.promise == "k-anonymity"]


async def show(request: Request) -> Response:
    """k, l, t and persons, with what each means."""
    workspace = await workspace_of(request)
    if (wait := await ready(request, workspace)) is not None:
        return wait
    assert workspace.loaded is not None
    policy = workspace.project.policy
    found = await aside(workspace.loaded.unique_by, policy)
    return page(
        request,
        "privacy.html",
        workspace=workspace,
        step="privacy",
        policy=policy,
        sensitive=[(name, policy.attributes[name]) for name in policy.columns("sensitive")],
        names=workspace.loaded.table.names,
        advice=ADVICE,
        audience=AUDIENCE,
        source=SOURCE,
        found=found,
        methods=table_methods(),
        records=workspace.loaded.table.records,
        persons=_named(repeated(workspace.loaded.table, _identifiers(workspace.loaded)), policy.individual),
    )


def _identifiers(loaded: Loaded) -> list[str]:
    return [one.column for one in loaded.suggestions.values() if one.role == "identifier"]


def _named(found: Mapping[str, Repeated], name: str | None) -> Repeated | None:
    return found.get(name) if name is not None else None


def _refuse_too_many(table: Table, k: int, individual: str) -> None:
    """Say at once, not after a run, that there are not so many records, or persons."""
    most, noun = table.records, "record"
    if individual in table.names:
        values = table.column(individual).values
        if all(value.strip() for value in values):
            most, noun = len(values), "person"
    if k > most:
        raise PolicyError(f"The file has {counted(most, noun)}, so k can be at most {most:,}.")


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
    workspace, form = await open_workspace(request), await form_of(request)
    assert workspace.loaded is not None
    policy = workspace.project.policy
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
    _refuse_too_many(workspace.loaded.table, k, individual)
    changes["individual",] = individual if individual in workspace.loaded.table.names else GONE
    purpose = form.get("purpose", "")
    changes["purpose",] = purpose if purpose in ADVICE else GONE
    for key in ("title", "author"):
        changes[key,] = " ".join(form.get(key, "").split())[:200] or GONE
    notes = {("k",): f"every record will share its quasi-identifiers with at least {k - 1} others"}
    await aside(workspace.project.change, changes, f"privacy: k = {k}", notes)
    return go(request, address(workspace, form.get("next") or "privacy"), "Saved.")
