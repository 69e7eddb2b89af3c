"""What analysts keep, as the internal report and the terminal show it."""

from datetime import datetime, timedelta
from typing import Any

from semblant.assessment.analysis.queries import QUERIES
from semblant.charts.barchart import Bar, bar_chart
from semblant.evidence import Analysis, Association, ColumnAnalysis, Task, TaskScore
from semblant.report.figures import HIGHER, LOWER, Figure
from semblant.report.wording import UNKNOWN, counted, number, percent, shown

_PAIRS = 12
_EPOCH = datetime(1970, 1, 1)
_NAMES = {
    "mean": "Mean", "sd": "Standard deviation", "q5": "5 % are below", "q25": "A quarter is below", "q50": "Median",
    "q75": "Three quarters are below", "q95": "95 % are below", "low_tail": "Share in the low tail",
    "high_tail": "Share in the high tail", "variance": "Variance by meaning",
    "months_moved": "Net shift between months", "years_moved": "Net shift between years",
}  # fmt: skip
_SHARES = ("low_tail", "high_tail", "months_moved", "years_moved")
_MOVED = ("months_moved", "years_moved")  # which say what changed, so that there is no before


def analyses(analysis: Analysis | None) -> dict[str, Any] | None:
    """The section of the internal report; None where nothing was analysed."""
    if analysis is None:
        return None
    return {
        "overall": _overall(analysis),
        "columns": [
            (name, rows, one.sort == "level") for name, one in analysis.columns.items() if (rows := _column(one))
        ],
        "associations": _associations(analysis.associations),
        "tasks": [task_line(task) for task in analysis.tasks],
        "coefficients": [_coefficients(task) for task in analysis.tasks if task.coefficients],
    }


def _overall(analysis: Analysis) -> list[Figure]:
    errors = analysis.queries
    found = [] if errors is None else [
        count_errors(100 * errors.median, f"; nine of ten by less than {percent(100 * errors.q90)}")
    ]  # fmt: skip
    if analysis.propensity_error is not None:
        found.append(distinguishability(analysis.propensity_error))
    if (held := analysis.holdings) is not None:
        found += [
            Figure("Holdings of another item", _share(held.items_moved), LOWER,
                   "Share of all holdings that would have to be of another item for items to be as popular as before."),
            Figure("Pairs of items", number(held.co_occurrence, 2), HIGHER,
                   "Correlation of how many have both of every two common items, before and after."),
            Figure("Neighbours kept", _share(held.neighbours_kept), HIGHER,
                   "Share of the ten most similar others who are among the most similar in the release too."),
        ]  # fmt: skip
        if held.sessions_before is not None:
            meaning, then = "On how many days a user searched, on average.", number(held.sessions_before)
            found.append(Figure("Days with a search, per user", number(held.sessions_after), "", meaning, then))
    return found


def count_errors(median: float, more: str = "") -> Figure:
    """The error of random count queries, in percent."""
    meaning = (
        f"Of {number(QUERIES)} random count queries with one to three conditions, half are off by less than this{more}."
    )
    return Figure("Error of counts, median", percent(median), LOWER, meaning)


def distinguishability(error: float) -> Figure:
    """How well a model tells released records from original ones."""
    meaning = "How well a logistic model tells released from original records: 0 not at all, 0.25 always."
    return Figure("Distinguishability (pMSE)", number(error, 2), LOWER, meaning)


def _share(value: float | None) -> str:
    return UNKNOWN if value is None else percent(100 * value)


def _column(one: ColumnAnalysis) -> list[tuple[str, str, str]]:
    """The figures of one column that changed: name, before, after."""
    rows = [
        (
            _NAMES.get(name, name),
            "" if name in _MOVED else written(one, name, shift.before),
            written(one, name, shift.after),
        )
        for name, shift in one.figures.items()
        if shift.before != shift.after
    ]
    kept = one.categories
    if kept is not None and kept.moved:
        rows.append(("Categories", number(kept.before), number(kept.after)))
        if kept.vanished:
            gone = f"{number(kept.vanished)} vanished, of {counted(kept.vanished_records, 'record')}"
            rows.append(("Vanished categories", "", gone))
    return rows


def written(column: ColumnAnalysis, name: str, value: float | None) -> str:
    """A figure of a column: shares in percent, levels counted from 1, the days of a date as a date."""
    if name in _SHARES:
        return _share(value)
    if column.sort == "level" and value is not None and name not in ("sd", "variance"):
        return number(value + 1)  # people count levels from 1
    if column.sort != "date" or value is None:
        return number(value)
    return counted(round(value), "day") if name == "sd" else _date(value)


def _date(days: float) -> str:
    """Days since 1970 as a date.

    Example:
        >>> _date(19_723.4), _date(-719_000_000.0)
        ('2024-01-01', '-719,000,000 days from 1970')
    """
    try:
        return (_EPOCH + timedelta(days=days)).date().isoformat()
    except OverflowError:
        return f"{number(days)} days from 1970"


def _associations(found: tuple[Association, ...]) -> Any:
    """A picture of the pairs of columns whose association changed most."""
    known = [one for one in found if one.before is not None and one.after is not None and one.before != one.after]
    most = sorted(known, key=lambda one: -abs((one.after or 0.0) - (one.before or 0.0)))[:_PAIRS]
    bars = [
        Bar(f"{shown(one.columns[0], 30)} · {shown(one.columns[1], 30)}", (abs(one.before or 0), abs(one.after or 0)))
        for one in most
    ]
    title = "Associations of two columns that changed most, before and after"
    chart = bar_chart(
        bars, key="associations", title=title, series=("before", "after"), write="{:.2f}".format, overlaid=True
    )
    return {"chart": chart, "pairs": most, "all": len(found)} if bars else None


def task_line(task: TaskScore) -> tuple[str, str, str, str]:
    """A model: what it predicts, and its score trained on the original, on the release and without any column."""
    what = f"{shown(task.target, 40)} by {', '.join(shown(name, 30) for name in task.by)}"
    name = "R²" if task.score == "r2" else "accuracy"
    scores = ["too few records" if one is None else f"{one:.3f}" for one in (task.before, task.after)]
    return f"{what} ({name})", scores[0], scores[1], f"{task.chance:.3f}"


def _coefficients(task: Task) -> tuple[str, list[tuple[str, str, str]]]:
    rows = [
        (shown(name, 60), _interval(one.before, one.before_error), _interval(one.after, one.after_error))
        for name, one in task.coefficients.items()
    ]
    return task_line(task)[0], rows


def _interval(value: float | None, error: float | None) -> str:
    return "not determined" if value is None or error is None else f"{number(value)} ± {number(error)}"
