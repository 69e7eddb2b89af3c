"""The screen of choices: the risk–utility curve over k from quick runs, and named variants side by side."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from semblant.errors import PolicyError
from semblant.web.answer import address, aside, desk_of, form_of, go, page
from semblant.web.following import watch
from semblant.web.pages.ready import ready
from semblant.web.session import Desk
from semblant.workbench.curvechart import draw_curve
from semblant.workbench.project import Variant
from semblant.workbench.quick import BUDGET, ladder

_MOST = 12


async def show(request: Request) -> Response:
    """The curve of the policy in force, as far as it is measured, and the variants; what is missing is measured now."""
    desk = await desk_of(request)
    if (wait := await ready(request, desk)) is not None:
        return wait
    policy, ks = desk.project.policy, _ks(desk)
    if policy.columns("quasi"):
        await aside(desk.start_curve, ks)
    job = desk.curve_job()
    running = job if job is not None and job.running else None
    if running is not None:
        watch(request, running, "Quick runs", lambda _: address(desk, "compare"))
    runs = desk.curve_of(desk.project.facts.current)
    measured = [run for run in runs.values() if run.measured]
    return page(
        request,
        "compare.html",
        desk=desk,
        step="compare",
        policy=policy,
        runs=runs,
        ks=sorted({*ks, *runs}),
        drawing=draw_curve(measured, policy.k) if len(measured) > 1 else None,
        job=running,
        stopped=job is not None and job.state == "cancelled",
        waiting=desk.releasing is not None,
        budget=BUDGET,
        records=desk.loaded.table.records if desk.loaded is not None else 0,
        variants=desk.project.facts.variants,
        current=desk.project.facts.current,
        trouble=job.trouble if job is not None else None,
    )


def _ks(desk: Desk) -> list[int]:
    """The k to measure: the one in force first, so that its figures come soon."""
    assert desk.loaded is not None
    return list(dict.fromkeys((desk.project.policy.k, *ladder(desk.loaded.table.records))))


async def curve(request: Request) -> Response:
    """Measure quick runs again that were cancelled or have failed."""
    desk = await desk_of(request)
    _refuse_nothing(desk)
    await aside(desk.start_curve, _ks(desk), again=True)
    return RedirectResponse(address(desk, "compare"), 303)


def _refuse_nothing(desk: Desk) -> None:
    if not desk.project.policy.columns("quasi"):
        raise PolicyError("No column is a quasi-identifier, so that there is nothing to mask.",
                          hints=["give at least one column that role on the screen Columns"])  # fmt: skip


async def variant(request: Request) -> Response:
    """Keep the policy in force under a name, with the figures of a quick run at its k; or drop a name."""
    desk, form = await desk_of(request), await form_of(request)
    variants = list(desk.project.facts.variants)
    if form.get("drop"):
        desk.project.remember(variants=tuple(one for one in variants if one.name != form["drop"]))
        return go(request, address(desk, "compare"))
    name = " ".join(form.get("name", "").split())[:60]
    if not name:
        raise PolicyError("A variant needs a name.")
    if len(variants) >= _MOST and all(one.name != name for one in variants):
        raise PolicyError(f"There are at most {_MOST} variants.", hints=["drop one first"])
    _refuse_nothing(desk)
    run = await aside(desk.measured)
    made = Variant(name, desk.project.facts.current, run.k, run.loss_percent, run.semantic_record_linkage_percent,
                   run.certainty_percent, run.reason or "")  # fmt: skip
    desk.project.remember(variants=(*(one for one in variants if one.name != name), made))
    return go(request, address(desk, "compare"))


async def take(request: Request) -> Response:
    """Put a variant in force, or another k."""
    desk, form = await desk_of(request), await form_of(request)
    if form.get("k", "").isdecimal():
        k = int(form["k"])
        notes = {("k",): f"every record will share its quasi-identifiers with at least {k - 1} others"}
        await aside(desk.project.change, {("k",): k}, f"privacy: k = {k}", notes)
    else:
        found = next((one for one in desk.project.facts.variants if one.name == form.get("variant")), None)
        if found is None:
            raise PolicyError("There is no such variant.")
        await aside(desk.project.go_to, found.version)
    return go(request, address(desk, "compare"))
