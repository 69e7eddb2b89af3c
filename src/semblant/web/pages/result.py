"""The screen of the result: make the release, judge it by its checklist, and look at it beside the original."""

import json
from typing import Any

import polars as pl
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response

from semblant.data.link import in_original_order, of_rows, read_link
from semblant.data.read import read_like
from semblant.errors import InputError, PolicyError, SemblantError
from semblant.evidence import CheckResult, Evidence
from semblant.policy.model import Policy
from semblant.release.files import CHECKLIST, EVIDENCE, LINK, PUBLIC_REPORT, REFUSED, REPORT, TABLES, private_folder
from semblant.report.checklist import accepted_by
from semblant.report.figures import loss_figures, risk_figures
from semblant.report.guarantee import guarantee_of
from semblant.web.answer import address, aside, desk_of, form_of, go, page, session_of
from semblant.web.following import watch
from semblant.web.pages.columns import unconfirmed
from semblant.web.pages.history import command
from semblant.web.pages.opening import received
from semblant.web.pages.ready import ready
from semblant.web.session import Desk

_ROWS = 12
_SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox"
_SCREENS = {
    "identifier": "columns", "determines": "columns", "policy": "columns", "unique-values": "columns",
    "identifier-names": "columns", "column-loss": "columns", "categories": "columns", "rare": "columns",
    "k-advice": "privacy", "homogeneous": "privacy", "promises": "privacy", "mapping": "words",
}  # fmt: skip
"""Where something can be done about a check."""
_REPORTS = {"internal": REPORT, "public": PUBLIC_REPORT, "refused": REFUSED}


async def show(request: Request) -> Response:
    """The release and its checklist; before the first run, what the run will do."""
    desk = await desk_of(request)
    if (wait := await ready(request, desk)) is not None:
        return wait
    policy, job = desk.project.policy, desk.runs.job
    running = job if job is not None and job.running and job.what == "run" else None
    if running is not None:
        watch(request, running, "Making the release", lambda _: address(desk, "result"))
    evidence = await aside(evidence_of, desk)
    refused = None if job is None or job.result != "refused" else await aside(_refusal, desk)
    content: dict[str, Any] = {"rows": None, "figures": [], "guarantee": None, "released": None}
    if evidence is not None and running is None:
        content = await aside(_content, request, desk, evidence)
    return page(
        request,
        "result.html",
        desk=desk,
        step="result",
        policy=policy,
        job=running,
        trouble=job.trouble if job is not None and job.what == "run" else None,
        cancelled=job is not None and job.what == "run" and job.state == "cancelled",
        evidence=evidence,
        refused=refused,
        checklist=refused if refused is not None else evidence.checklist if evidence is not None else (),
        accepted_by=accepted_by,
        screens=_SCREENS,
        unconfirmed=unconfirmed(desk),
        quasi=policy.columns("quasi"),
        unnamed=[name for name in desk.loaded.table.names if name not in policy.attributes]  # type: ignore[union-attr]
        if policy.others == "error"
        else [],
        command=command(desk),
        current=desk.project.facts.current,
        **content,
    )


def evidence_of(desk: Desk) -> Evidence | None:
    """The complete evidence of the release, if there is one."""
    try:
        return Evidence.model_validate_json((private_folder(desk.project.release) / EVIDENCE).read_bytes())
    except (OSError, ValueError):
        return None


def _refusal(desk: Desk) -> tuple[CheckResult, ...] | None:
    """The checklist of a run that was refused."""
    try:
        said = json.loads((private_folder(desk.project.release) / CHECKLIST).read_bytes())
        return tuple(CheckResult.model_validate(one) for one in said["checklist"])
    except (OSError, ValueError, KeyError):
        return None


def _content(request: Request, desk: Desk, evidence: Evidence) -> dict[str, Any]:
    quasi = list(Policy.model_validate(evidence.policy).columns("quasi"))
    figures = [*loss_figures(evidence.utility, ()), *risk_figures(evidence.risk, quasi)]
    return {
        "rows": _rows(request, desk, evidence),
        "figures": figures,
        "guarantee": guarantee_of(evidence.policy, evidence.privacy, evidence.input.records, quasi),
        "released": desk.project.released_version(),
    }


def _rows(request: Request, desk: Desk, evidence: Evidence) -> dict[str, Any] | None:
    """Some records before and after, with what changed."""
    assert desk.loaded is not None
    shape = evidence.policy.get("shape", "table")
    before = desk.loaded.table
    file = next((path for name in sorted(TABLES) if (path := desk.project.release / name).is_file()), None)
    if file is None or shape != "table":
        return None
    stamp = file.stat().st_mtime_ns
    if desk.aligned is None or desk.aligned[0] != stamp:
        link = of_rows(read_link(private_folder(desk.project.release) / LINK, shape))
        after = in_original_order(before, read_like(before, file, evidence.policy.get("formulas", "keep")), link)
        desk.aligned = stamp, after
    after = desk.aligned[1]
    names = [name for name in before.names if name in after.names]
    asked = request.query_params.get("from", "1")
    first = max(1, min(int(asked) if asked.isdecimal() else 1, before.records))
    left, right = (t.frame.select(pl.col(names)).slice(first - 1, _ROWS).rows() for t in (before, after))
    lines = [
        (
            first + i,
            [(old, new, old.strip().casefold() != new.strip().casefold()) for old, new in zip(a, b, strict=True)],
        )
        for i, (a, b) in enumerate(zip(left, right, strict=True))
    ]
    return {"names": names, "lines": lines, "first": first, "last": first + len(lines) - 1, "total": before.records,
            "step": _ROWS}  # fmt: skip


# --- the run ---------------------------------------------------------------------------------------------------


async def run(request: Request) -> Response:
    """Start the full method in a process of its own."""
    desk = await desk_of(request)
    if left := unconfirmed(desk):
        raise PolicyError(
            f"{len(left)} columns that look like identifiers or secrets are not confirmed: {', '.join(left[:4])}.",
            hints=["confirm them on the screen Columns"],
        )
    await aside(desk.start_run)
    return RedirectResponse(address(desk, "result"), 303)


async def cancel(request: Request) -> Response:
    """Stop a run, or quick runs; what was published before stays."""
    desk, form = await desk_of(request), await form_of(request)
    quick = form.get("what") == "quick"
    await aside((desk.quick if quick else desk.runs).cancel)
    return go(request, address(desk, "compare" if quick else "result"), "Cancelled. Nothing was published.")


async def accept(request: Request) -> Response:
    """Accept a red check with a written reason, which goes into the policy and the evidence."""
    desk, form = await desk_of(request), await form_of(request)
    name, reason = accepted_by(form.get("check", "")), " ".join(form.get("reason", "").split())
    if name is None:
        raise PolicyError("This check cannot be accepted.")
    if len(reason) < 3:
        raise PolicyError("Accepting a check needs a reason that others can read.")
    await aside(desk.project.change, {("accept", name): reason}, f"accepted: {name}")
    return go(request, address(desk, "result"), "Accepted. Make the release again.")


# --- questions about the release ---------------------------------------------------------------------------------


async def why(request: Request) -> Response:
    """Why a row was released as it was."""
    desk = await desk_of(request)
    row = request.query_params.get("row", "")
    if not row.isdecimal():
        raise InputError("Rows are numbers.")
    try:
        found = await aside(desk.ask, "why", "explain", row=int(row))
    except SemblantError as error:
        return page(request, "why.html", desk=desk, found=None, error=error.message)
    return page(request, "why.html", desk=desk, found=found, error="")


async def pictures(request: Request) -> Response:
    """Every masked column before and after."""
    desk = await desk_of(request)
    return page(request, "pictures.html", desk=desk, drawn=await aside(desk.ask, "pictures", "pictures"))


async def analysis(request: Request) -> Response:
    """The steward's own analysis: two columns together, or a model of one by others."""
    desk, asked = await desk_of(request), request.query_params
    columns = await aside(desk.ask, "columns", "analysable")
    names = [name for name, _ in columns]
    content: dict[str, Any] = {"columns": columns, "together": None, "task": None, "error": "",
                               "one": asked.get("one", ""), "other": asked.get("other", ""),
                               "target": asked.get("target", ""), "by": asked.getlist("by")}  # fmt: skip
    try:
        if content["one"] in names and content["other"] in names and content["one"] != content["other"]:
            pair = (content["one"], content["other"])
            content["together"] = await aside(desk.ask, "analysis", "together", columns=pair)
        elif content["one"]:
            content["error"] = "Choose two different columns."
        chosen = [name for name in content["by"] if name in names and name != content["target"]]
        if content["target"] in names and chosen:
            content["task"] = await aside(desk.ask, "regression", "regression", target=content["target"], by=chosen)
        elif content["target"]:
            content["error"] = "Choose at least one other column to predict from."
    except SemblantError as error:
        content["error"] = " ".join([error.message, *error.hints])
    return page(request, "analysis.html", desk=desk, **content)


async def report(request: Request) -> Response:
    """A report as it was written, in a sandbox: it runs nothing and loads nothing."""
    desk, name = await desk_of(request), _REPORTS.get(request.path_params["name"])
    if name is None:
        raise HTTPException(404)
    folder = desk.project.release if name == PUBLIC_REPORT else private_folder(desk.project.release)
    if not (folder / name).is_file():
        raise HTTPException(404)
    return FileResponse(folder / name, media_type="text/html", headers={"content-security-policy": _SANDBOX})


# --- another file -------------------------------------------------------------------------------------------------


async def check_page(request: Request) -> Response:
    """Assess a file that any tool made."""
    desk = await desk_of(request)
    if (wait := await ready(request, desk)) is not None:
        return wait
    job = desk.checking
    if job is not None and job.running:
        watch(request, job, "Checking", lambda _: address(desk, "check"))
    return page(
        request,
        "check.html",
        desk=desk,
        step="check",
        job=job if job is not None and job.running else None,
        trouble=job.trouble if job is not None else None,
        found=job.result if job is not None and job.state == "done" else None,
        name=desk.checked,
        figures=lambda found: [*loss_figures(found[1], ()), *risk_figures(found[2], [])],
    )


async def check(request: Request) -> Response:
    """Take the file and assess it by the policy in force."""
    desk = await desk_of(request)
    file = await received(request)
    await aside(desk.start_check, file)
    session_of(request).keep(file)
    return JSONResponse({"go": address(desk, "check")})
