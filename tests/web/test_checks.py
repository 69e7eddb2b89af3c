"""Checks on pages: each leads to the screen where something can be done, in words of the application."""

from types import SimpleNamespace
from typing import Any

import pytest

from semblant.evidence import CheckResult
from semblant.policy.model import Policy
from semblant.web.pages.checks import advice, identifying, links


def check(name: str, status: str = "amber", columns: tuple[str, ...] = ()) -> CheckResult:
    told = {"check": name, "status": status, "message": "m", "advice": "semblant map", "columns": columns}
    return CheckResult.model_validate({**told, "value": 1, "threshold": 0})


@pytest.mark.parametrize(
    ("found", "screens"),
    [
        (check("missing-codes", columns=("pay", "born")), ["column/2", "column/1"]),
        (check("persons", columns=("id",)), ["privacy"]),
        (check("mapping"), ["words"]),
        (check("mapping", columns=("pay",)), ["words?column=2"]),
        (check("column-loss", columns=("pay", "gone", "id")), ["columns#column-2", "columns#column-0"]),
        (check("several-releases"), []),
        (check("formulas"), ["privacy"]),
    ],
)
def test_checks_lead_to_their_screens(found: CheckResult, screens: list[str]) -> None:
    workspace: Any = SimpleNamespace(
        loaded=SimpleNamespace(table=SimpleNamespace(names=("id", "born", "pay"))),
        project=SimpleNamespace(policy=Policy()),
    )
    assert [screen for _, screen in links(workspace, found)] == screens
    assert ("semblant map" in advice(found)) == (
        found.check not in ("missing-codes", "persons", "mapping", "column-loss", "formulas")
    )


def test_only_doubts_about_identifiers_hold_an_archive_back() -> None:
    assert identifying([check("mapping"), check("identifier-names", "green")]) == 0
    assert identifying([check("mapping"), check("identifier-names")]) == 2
