"""The page of a comparison: the risk–utility map and the table of all runs."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from semblant.charts.riskmap import Mark, draw_map
from semblant.charts.svg import Chart
from semblant.report.pages import _rendered
from semblant.report.wording import counted, percent


def comparison_page(content: Mapping[str, Any]) -> str:
    """A comparison as one offline document."""
    return _rendered("comparison.html", content)


def risk_map(marks: Sequence[Mark], *, hint: str = "") -> Chart:
    """The map of risk and loss, with a description of every run."""
    described = [replace(mark, description=_description(mark)) for mark in marks]
    return draw_map(described, title=f"Risk and loss of {counted(len(marks), 'run')}", hint=hint)


def _description(mark: Mark) -> str:
    best = ("; on the frontier" if mark.frontier else "") + ("; the run to take" if mark.taken else "")
    return f"{mark.method}, k = {mark.k:,}: loss {percent(mark.loss)}, linked by meaning {percent(mark.risk)}{best}"
