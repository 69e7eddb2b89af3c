"""Checks on pages: which screen can do something about one, and what is to be done there."""

from collections.abc import Sequence

from semblant.evidence import CheckResult
from semblant.web.session import Workspace

_SCREENS = {
    "identifier": "columns", "determines": "columns", "policy": "columns", "unique-values": "columns",
    "identifier-names": "columns", "column-loss": "columns", "categories": "columns", "rare": "columns",
    "k-advice": "privacy", "homogeneous": "privacy", "promises": "privacy", "mapping": "words", "persons": "privacy",
    "kept-columns": "columns", "order": "columns", "unchanged": "columns", "formulas": "privacy",
}  # fmt: skip
"""Where something can be done about a check."""

_ADVICE = {
    "column-loss": "Take a smaller k, give the column a greater weight, mask fewer columns, or leave it out.",
    "mapping": "Look through them: accept or change what they are taken to mean.",
    "missing-codes": "If they are, name them among the settings of the column.",
    "persons": "If so, choose it under “k counts persons by”, and k counts persons.",
    "identifier": "Make it an identifier: it is then left out.",
    "determines": "Make it an identifier, which leaves it out, or a quasi-identifier, which masks it too.",
    "homogeneous": "Ask for l of at least 2, or for t, of the sensitive columns.",
    "kept-columns": "If it is secret, make it sensitive and ask for l, or an identifier, which leaves it out.",
    "order": "Make such a column an identifier, which leaves it out; or let rows be sorted.",
    "formulas": "Let such cells begin with an apostrophe, or tell whoever opens the file.",
    "identifier-names": "Read it. If it does, make it an identifier: it is then left out.",
    "k-advice": "Say who the release is for, and take the k that is advised for it.",
}
"""What to do, where the check itself speaks of the policy file or of commands."""

_IDENTIFYING = ("identifier", "identifier-names", "unique-values")


def links(workspace: Workspace, check: CheckResult) -> list[tuple[str, str]]:
    """The screens where something can be done about a check: a name and an address within the project."""
    names = workspace.loaded.table.names if workspace.loaded is not None else ()
    places = {name: names.index(name) for name in check.columns if name in names}
    if check.check == "missing-codes" and places:
        return [(f"the settings of {name}", f"column/{place}") for name, place in places.items()]
    screen = _SCREENS.get(check.check)
    if check.check == "column-loss" and workspace.project.policy.shape == "log":
        screen = "privacy"  # a log has one column, and only k changes what it loses
    if screen == "columns" and places:
        return [(name, f"columns#column-{place}") for name, place in places.items()]
    if screen == "words" and places:
        return [(f"the words of {name}", f"words?column={place}") for name, place in places.items()]
    return [(screen.capitalize(), screen)] if screen else []


def advice(check: CheckResult) -> str:
    """What to do about a check in the application."""
    return _ADVICE.get(check.check, check.advice) if check.advice else ""


def identifying(checklist: Sequence[CheckResult]) -> int:
    """How many checks are to be read before publishing, where one of them doubts that nobody is identified."""
    doubts = [one for one in checklist if one.status != "green"]
    return len(doubts) if any(one.check in _IDENTIFYING for one in doubts) else 0
