"""The screen of the result: make the release, judge it by its checklist, and look at it beside the original."""

import json
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response

from semblant.data.link import in_original_order, of_rows, of_users, read_link
from semblant.data.read import read_like
from semblant.errors import InputError, PolicyError, SemblantError
from semblant.evidence import CheckResult, Evidence
from semblant.policy.model import Policy
from semblant.release.files import CHECKLIST, EVIDENCE, LINK, PUBLIC_REPORT, REFUSED, REPORT, TABLES, private_folder
from semblant.report.checklist import accepted_by, accepts
from semblant.report.figures import fits, loss_beside, loss_figures, risk_figures
from semblant.report.guarantee import guarantee_of, lost_sentence, risk_sentence
from semblant.report.wording import listed, shown
from semblant.web.answer import address, aside, form_of, go, open_workspace, page, session_of, workspace_of
from semblant.web.following import watch
from semblant.web.jobs import Job, Trouble
from semblant.web.pages.checks import advice, links
from semblant.web.pages.columns import to_confirm
from semblant.web.pages.history import command
from semblant.web.pages.opening import received
from semblant.web.pages.ready import ready
from semblant.web.session import Workspace
from semblant.workbench.given import whole
from semblant.workbench.rows import rows_of
from semblant.workbench.userlogs import user_logs

_ROWS, _USERS = 12, 6
_SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox"
_LATE = {
    "published": "The run was finished before it could be cancelled: the release was made.",
    "refused": "The run was finished before it could be cancelled: its checklist is red, and nothing was published.",
}
"""What is said to somebody who cancelled a run that had just ended."""
_REPORTS = {"internal": REPORT, "public": PUBLIC_REPORT, "refused": REFUSED}


async def show(request: Request) -> Response:
    """The release and its checklist; before the first run, what the run will do."""
    workspace = await workspace_of(request)
    if (wait := await ready(request, workspace)) is not None:
        return wait
    policy, job = workspace.project.policy, workspace.runs.job
    running = workspace.releasing
    if running is not None:
        watch(request, running, "Making the release", lambda _: address(workspace, "result"))
    evidence = await aside(evidence_of, workspace)
    last = job if job is not None and job.what == "run" else None
    refused = None if last is None or last.result != "refused" else await aside(_refusal, workspace)
    content: dict[str, Any] = {"rows": None, "logs": None, "figures": [], "guarantee": None, "released": None}
    if evidence is not None and running is None:
        content = await aside(_content, request, workspace, evidence)
    return page(
        request,
        "result.html",
        workspace=workspace,
        step="result",
        policy=policy,
        job=running,
        trouble=_trouble(workspace, last, evidence, refused),
        cancelled=last is not None
        and last.state == "cancelled"
        and workspace.run_version == workspace.project.facts.current,
        evidence=evidence,
        refused=refused,
        checklist=[
            one.model_copy(update={"reason": accepts(policy, one.check)}) if one.status != "green" else one
            for one in (refused if refused is not None else evidence.checklist if evidence is not None else ())
        ],
        accepted_by=accepted_by,
        links=lambda one: links(workspace, one),
        advice=advice,
        unconfirmed=to_confirm(workspace),
        quasi=policy.columns("quasi"),
        unnamed=[name for name in workspace.loaded.table.names if name not in policy.attributes]  # type: ignore[union-attr]
        if policy.others == "error" and policy.shape != "log"
        else [],
        command=command(workspace),
        current=workspace.project.facts.current,
        **content,
    )


def _trouble(workspace: Workspace, last: Job | None, evidence: Evidence | None, refused: Any) -> Trouble | None:
    """What is to be said of the last run where it has no result; nothing once the policy is another one."""
    if last is None or last.running or workspace.run_version != workspace.project.facts.current:
        return None
    told = {"published": evidence, "refused": refused}
    if last.state == "done" and told.get(last.result) is None:
        what = "release" if last.result == "published" else "checklist"
        return Trouble(
            f"The run has ended, but its {what} cannot be read in the project's folder. Why is not known.",
            ("see whether the folder can be written, and has space left", "make the release again"),
        )
    return last.trouble


def evidence_of(workspace: Workspace) -> Evidence | None:
    """The complete evidence of the release, if there is one."""
    try:
        return Evidence.model_validate_json((private_folder(workspace.project.release) / EVIDENCE).read_bytes())
    except (OSError, ValueError):
        return None


def _refusal(workspace: Workspace) -> tuple[CheckResult, ...] | None:
    """The checklist of a run that was refused."""
    try:
        said = json.loads((private_folder(workspace.project.release) / CHECKLIST).read_bytes())
        return tuple(CheckResult.model_validate(one) for one in said["checklist"])
    except (OSError, ValueError, KeyError):
        return None


def _content(request: Request, workspace: Workspace, evidence: Evidence) -> dict[str, Any]:
    quasi = list(Policy.model_validate(evidence.policy).columns("quasi"))
    figures = [*loss_figures(evidence.utility, ()), *risk_figures(evidence.risk, quasi)]
    log = evidence.policy.get("shape") == "log"
    assert workspace.loaded is not None
    people = workspace.loaded.people(Policy.model_validate(evidence.policy)) if log else evidence.input.records
    return {
        "rows": None if log else _rows(request, workspace, evidence),
        "logs": _logs(request, workspace, evidence) if log else None,
        "figures": figures,
        "guarantee": guarantee_of(evidence.policy, evidence.privacy, people, quasi),
        "people": people,
        "fits": fits(evidence),
        "risk": risk_sentence(evidence.policy, evidence.risk),
        "beside": loss_beside(evidence),
        "loss": lost_sentence(evidence.policy, evidence.utility, people),
        "released": workspace.project.released_version(),
        "repeats": workspace.project.repeats(),
    }


def _rows(request: Request, workspace: Workspace, evidence: Evidence) -> dict[str, Any] | None:
    """Some records before and after, with what changed."""
    assert workspace.loaded is not None
    shape = evidence.policy.get("shape", "table")
    before = workspace.loaded.table
    file = next((path for name in sorted(TABLES) if (path := workspace.project.release / name).is_file()), None)
    if file is None:
        return None
    stamp = file.stat().st_mtime_ns
    if workspace.aligned is None or workspace.aligned[0] != stamp:
        link = of_rows(read_link(private_folder(workspace.project.release) / LINK, shape))
        after = in_original_order(before, read_like(before, file, evidence.policy.get("formulas", "keep")), link)
        workspace.aligned = stamp, after
    after = workspace.aligned[1]
    names = [name for name in before.names if name in after.names]
    first = max(1, min(whole(request.query_params.get("from", ""), 1), before.records))
    left, right = (rows_of(table, first - 1, _ROWS, names) for table in (before, after))
    lines = [
        (
            first + i,
            [(old, new, old.strip().casefold() != new.strip().casefold()) for old, new in zip(a, b, strict=True)],
        )
        for i, (a, b) in enumerate(zip(left, right, strict=True))
    ]
    return {"names": names, "lines": lines, "first": first, "last": first + len(lines) - 1, "total": before.records,
            "step": _ROWS}  # fmt: skip


def _logs(request: Request, workspace: Workspace, evidence: Evidence) -> dict[str, Any] | None:
    """Some users of a log before and after."""
    assert workspace.loaded is not None
    policy, before = Policy.model_validate(evidence.policy), workspace.loaded.table
    file = next((path for name in sorted(TABLES) if (path := workspace.project.release / name).is_file()), None)
    if file is None or policy.log is None:
        return None
    link = of_users(read_link(private_folder(workspace.project.release) / LINK, "log"))
    every = user_logs(before, read_like(before, file, policy.formulas), policy.log.user, policy.log.text, link)
    first = max(1, min(whole(request.query_params.get("from", ""), 1), len(every)))
    shown = every[first - 1 : first - 1 + _USERS]
    return {"shown": shown, "first": first, "last": first + len(shown) - 1, "total": len(every), "step": _USERS}


# --- the run ---------------------------------------------------------------------------------------------------


async def run(request: Request) -> Response:
    """Start the full method in a process of its own."""
    workspace = await open_workspace(request)
    if left := to_confirm(workspace):
        names = listed([shown(one.name, 40) for one in left])
        raise PolicyError(f"Columns that look like identifiers or secrets are not confirmed: {names}.",
                          hints=["confirm what is chosen here, or on the screen Columns"])  # fmt: skip
    await aside(workspace.start_run)
    return RedirectResponse(address(workspace, "result"), 303)


async def cancel(request: Request) -> Response:
    """Stop a run, or quick runs; what was published before stays."""
    workspace, form = await workspace_of(request), await form_of(request)
    quick = form.get("what") == "quick"
    if quick:
        await aside(workspace.quick.cancel)
        return go(request, address(workspace, "compare"), "Cancelled.")
    job = await aside(workspace.cancel_run)
    return go(request, address(workspace, "result"), _LATE.get(job.result) if job is not None else None)


async def accept(request: Request) -> Response:
    """Accept a check with a written reason, which goes into the policy and the evidence."""
    workspace, form = await workspace_of(request), await form_of(request)
    name, reason = accepted_by(form.get("check", "")), " ".join(form.get("reason", "").split())
    if name is None:
        raise PolicyError("This check cannot be accepted.")
    if len(reason) < 3:
        raise PolicyError("Accepting a check needs a reason that others can read.")
    await aside(workspace.project.change, {("accept", name): reason}, f"accepted: {name}")
    return go(
        request,
        address(workspace, "result"),
        "Accepted. Make the release again, so that its evidence has the reason.",
    )


# --- questions about the release ---------------------------------------------------------------------------------


async def why(request: Request) -> Response:
    """Why a row was released as it was."""
    workspace = await open_workspace(request)
    row = whole(request.query_params.get("row", ""), None)
    if row is None:
        raise InputError("Rows are numbers.")
    try:
        found = await aside(workspace.ask, "why", "explain", row=row)
    except SemblantError as error:
        return page(request, "why.html", workspace=workspace, found=None, error=error.message)
    return page(request, "why.html", workspace=workspace, found=found, error="")


async def pictures(request: Request) -> Response:
    """Every masked column before and after."""
    workspace = await open_workspace(request)
    return page(request, "pictures.html", workspace=workspace, drawn=await aside(workspace.ask, "pictures", "pictures"))


async def analysis(request: Request) -> Response:
    """The steward's own analysis: two columns together, or a model of one by others."""
    workspace, asked = await open_workspace(request), request.query_params
    columns = await aside(workspace.ask, "columns", "analysable")
    names = [name for name, _ in columns]
    content: dict[str, Any] = {"columns": columns, "together": None, "task": None, "error": "",
                               "one": asked.get("one", ""), "other": asked.get("other", ""),
                               "target": asked.get("target", ""), "by": asked.getlist("by")}  # fmt: skip
    try:
        if content["one"] in names and content["other"] in names and content["one"] != content["other"]:
            pair = (content["one"], content["other"])
            content["together"] = await aside(workspace.ask, "analysis", "together", columns=pair)
        elif content["one"]:
            content["error"] = "Choose two different columns."
        chosen = [name for name in content["by"] if name in names and name != content["target"]]
        if content["target"] in names and chosen:
            content["task"] = await aside(
                workspace.ask, "regression", "regression", target=content["target"], by=chosen
            )
        elif content["target"]:
            content["error"] = "Choose at least one other column to predict from."
    except SemblantError as error:
        content["error"] = " ".join([error.message, *error.hints])
    return page(request, "analysis.html", workspace=workspace, **content)


async def report(request: Request) -> Response:
    """A report as it was written, in a sandbox: it runs nothing and loads nothing."""
    workspace, name = await workspace_of(request), _REPORTS.get(request.path_params["name"])
    if name is None:
        raise HTTPException(404)
    folder = workspace.project.release if name == PUBLIC_REPORT else private_folder(workspace.project.release)
    if not (folder / name).is_file():
        raise HTTPException(404)
    return FileResponse(folder / name, media_type="text/html", headers={"content-security-policy": _SANDBOX})


# --- another file -------------------------------------------------------------------------------------------------


async def check_page(request: Request) -> Response:
    """Assess a file that any tool made."""
    workspace = await workspace_of(request)
    if (wait := await ready(request, workspace)) is not None:
        return wait
    job = workspace.checking
    if job is not None and job.running:
        watch(request, job, "Checking", lambda _: address(workspace, "check"))
    return page(
        request,
        "check.html",
        workspace=workspace,
        step="check",
        job=job if job is not None and job.running else None,
        trouble=job.trouble if job is not None else None,
        found=job.result if job is not None and job.state == "done" else None,
        name=workspace.checked,
        figures=lambda found: [*loss_figures(found[1], ()), *risk_figures(found[2], [])],
    )


async def check(request: Request) -> Response:
    """Take the file and assess it by the policy in force."""
    workspace = await open_workspace(request)
    file = await received(request)
    await aside(workspace.start_check, file)
    session_of(request).keep(file)
    return JSONResponse({"go": address(workspace, "check")})
