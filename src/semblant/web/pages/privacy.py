"""The screen of promises: how many records must be alike, what sensitive columns need, and who the release is for."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from semblant.catalogue import CATALOGUE, Shape
from semblant.errors import PolicyError
from semblant.policy.advice import ADVICE, AUDIENCE, SOURCE
from semblant.policy.edit import GONE
from semblant.policy.model import Policy
from semblant.proposal.draft import k_means
from semblant.report.plurals import counted
from semblant.report.yardsticks import L_SOURCE, T_SOURCE, meaning_of_l, meaning_of_t
from semblant.web.answer import address, aside, form_of, go, open_workspace, page, workspace_of
from semblant.web.pages.ready import ready
from semblant.workbench.loaded import Loaded

TIMES = {"day": "by day", "drop": "not at all", "keep": "as they are, which tells much of a user"}
QUERIES = {"phrases": "phrases, which say nothing but a topic",
           "whole": "whole queries, which may say more, such as a name"}  # fmt: skip
"""What is released of a log's times and queries."""

FORMULAS = {"keep": "as they are, and the checklist counts them", "escape": "with an apostrophe before them"}
"""What becomes of cells that a spreadsheet would run."""

_SPOKEN = {"min_term_count": "The number of people"}
_LABELS = {"auto": "chosen automatically (recommended)", "best-first": "generalise by hierarchies, best first"}


def methods_for(shape: Shape) -> list[tuple[str, str]]:
    """The methods for a shape of data that keep k-anonymity, with what each is."""
    every = CATALOGUE[shape].values()
    return [(one.name, _LABELS.get(one.name, one.paper)) for one in every if one.promise == "k-anonymity"]


async def show(request: Request) -> Response:
    """k, l, t and persons, with what each means."""
    workspace = await workspace_of(request)
    if (wait := await ready(request, workspace)) is not None:
        return wait
    assert workspace.loaded is not None
    loaded, policy = workspace.loaded, workspace.project.policy
    found = await aside(loaded.unique_by, policy)
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
        meaning_of_l=meaning_of_l,
        meaning_of_t=meaning_of_t,
        l_source=L_SOURCE,
        t_source=T_SOURCE,
        found=found,
        methods=methods_for(policy.shape),
        records=workspace.loaded.table.records,
        people=workspace.loaded.people(policy),
        times=TIMES,
        queries=QUERIES,
        formulas=FORMULAS,
        twice={} if policy.individual or policy.shape == "log" else await aside(lambda: loaded.repeats_few),
        persons=(await aside(lambda: loaded.repeats)).get(policy.individual) if policy.individual else None,
    )


def _refuse_too_many(loaded: Loaded, policy: Policy, k: int) -> None:
    """Say at once, not after a run, that there are not so many records, or persons."""
    most = loaded.people(policy)
    noun = "user" if policy.shape == "log" else "record" if most == loaded.table.records else "person"
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
        raise PolicyError(f"{_SPOKEN.get(key, key.split(':')[0])} must be a number from {low:,g} to {high:,.0f}.")
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
    if method in dict(methods_for(policy.shape)) and method != policy.method:
        changes["method",] = method
    named = form.get("individual", "")
    individual = named if named in workspace.loaded.table.names and policy.shape != "log" else None
    _refuse_too_many(workspace.loaded, policy.model_copy(update={"individual": individual}), k)
    changes["individual",] = individual or GONE
    if policy.shape != "table":
        changes["min_term_count",] = _bounded(form, "min_term_count", 2, 1_000_000)
    for key, known in (("times", TIMES), ("queries", QUERIES)):
        if policy.shape == "log" and form.get(key) in known:
            changes[key,] = form[key]
    formulas = form.get("formulas", policy.formulas)
    if formulas in FORMULAS and formulas != policy.formulas:
        changes["formulas",] = formulas
    purpose = form.get("purpose", "")
    changes["purpose",] = purpose if purpose in ADVICE else GONE
    for key in ("title", "author"):
        changes[key,] = " ".join(form.get(key, "").split())[:200] or GONE
    notes = {("k",): k_means(policy.shape, k)}
    await aside(workspace.project.change, changes, f"privacy: k = {k}", notes)
    return go(request, address(workspace, form.get("next") or "privacy"), "Saved.")
