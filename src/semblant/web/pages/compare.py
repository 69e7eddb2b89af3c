"""The screen of choices: the risk–utility curve over k from quick runs, and named variants side by side."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from semblant.errors import PolicyError
from semblant.proposal.draft import k_means
from semblant.web.answer import address, aside, form_of, go, open_workspace, page, workspace_of
from semblant.web.following import watch
from semblant.web.pages.ready import ready
from semblant.web.session import Workspace
from semblant.workbench.curvechart import draw_curve
from semblant.workbench.given import whole
from semblant.workbench.project import Variant
from semblant.workbench.quick import BUDGET, ladder, sample_size

_MOST = 12


async def show(request: Request) -> Response:
    """The curve of the policy in force, as far as it is measured, and the variants; what is missing is measured now."""
    workspace = await workspace_of(request)
    if (wait := await ready(request, workspace)) is not None:
        return wait
    policy, ks = workspace.project.policy, _ks(workspace)
    assert workspace.loaded is not None
    table = workspace.loaded.table
    sample = await aside(sample_size, table, policy)
    if policy.columns("quasi"):
        await aside(workspace.start_curve, ks)
    job = workspace.curve_job()
    running = job if job is not None and job.running else None
    if running is not None:
        watch(request, running, "Quick runs", lambda _: address(workspace, "compare"))
    runs = workspace.curve_of(workspace.project.facts.current)
    measured = [run for run in runs.values() if run.measured]
    return page(
        request,
        "compare.html",
        workspace=workspace,
        step="compare",
        policy=policy,
        runs=runs,
        ks=sorted({*ks, *runs}),
        drawing=draw_curve(measured, policy.k) if len(measured) > 1 else None,
        job=running,
        stopped=job is not None and job.state == "cancelled",
        waiting=workspace.releasing is not None,
        budget=BUDGET,
        records=table.records,
        sample=sample,
        variants=workspace.project.facts.variants,
        current=workspace.project.facts.current,
        trouble=job.trouble if job is not None else None,
    )


def _ks(workspace: Workspace) -> list[int]:
    """The k to measure: the one in force first, so that its figures come soon."""
    assert workspace.loaded is not None
    policy = workspace.project.policy
    return list(dict.fromkeys((policy.k, *ladder(workspace.loaded.people(policy)))))


async def curve(request: Request) -> Response:
    """Measure quick runs again that were cancelled or have failed."""
    workspace = await open_workspace(request)
    _refuse_nothing(workspace)
    await aside(workspace.start_curve, _ks(workspace), again=True)
    return RedirectResponse(address(workspace, "compare"), 303)


def _refuse_nothing(workspace: Workspace) -> None:
    if not workspace.project.policy.columns("quasi"):
        raise PolicyError("No column is a quasi-identifier, so that there is nothing to mask.",
                          hints=["give at least one column that role on the screen Columns"])  # fmt: skip


async def variant(request: Request) -> Response:
    """Keep the policy in force under a name, with the figures of a quick run at its k; or drop a name."""
    workspace, form = await open_workspace(request), await form_of(request)
    variants = list(workspace.project.facts.variants)
    if form.get("drop"):
        await aside(workspace.project.drop_variant, form["drop"])
        return go(request, address(workspace, "compare"))
    name = " ".join(form.get("name", "").split())[:60]
    if not name:
        raise PolicyError("A variant needs a name.")
    if len(variants) >= _MOST and all(one.name != name for one in variants):
        raise PolicyError(f"There are at most {_MOST} variants.", hints=["drop one first"])
    _refuse_nothing(workspace)
    version, run = await aside(workspace.measured)
    made = Variant(name, version, run.k, run.loss_percent, run.semantic_record_linkage_percent,
                   run.certainty_percent, run.reason or "")  # fmt: skip
    await aside(workspace.project.keep_variant, made)
    return go(request, address(workspace, "compare"))


async def take(request: Request) -> Response:
    """Put a variant in force, or another k."""
    workspace, form = await open_workspace(request), await form_of(request)
    if (k := whole(form.get("k", ""), None)) is not None:
        notes = {("k",): k_means(workspace.project.policy.shape, k)}
        await aside(workspace.project.change, {("k",): k}, f"privacy: k = {k}", notes)
    else:
        found = next((one for one in workspace.project.facts.variants if one.name == form.get("variant")), None)
        if found is None:
            raise PolicyError("There is no such variant.")
        await aside(workspace.project.go_to, found.version)
    return go(request, address(workspace, "compare"))
