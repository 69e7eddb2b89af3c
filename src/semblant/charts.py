"""What one meets in a notebook: charts as Altair objects to go on with, and tables; Altair is imported when used."""

from collections.abc import Collection, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from semblant.evidence import Risk, Utility

if TYPE_CHECKING:
    import altair as alt
    import polars as pl

LOSS = "information loss in %, lower is better"
RISK = "linked by meaning in %, lower is better"
BEFORE, AFTER = "#8f877b", "#0b6b6b"
"""The colours of the original and of the release."""


def risk_and_loss(rows: Sequence[Mapping[str, Any]]) -> "alt.LayerChart":
    """The map of a comparison: every run a point, the frontier as a line."""
    import altair as alt

    there = [dict(row) for row in rows if row["loss_percent"] is not None]
    x = alt.X("loss_percent:Q", title=LOSS, scale=alt.Scale(zero=True))
    y = alt.Y("semantic_record_linkage_percent:Q", title=RISK, scale=alt.Scale(zero=True))
    best = sorted((row for row in there if row["frontier"]), key=lambda row: float(row["loss_percent"]))
    line = alt.Chart(_frame(best)).mark_line(strokeDash=[6, 4], color="grey").encode(x, y)
    points = (
        alt.Chart(_frame(there))
        .mark_point(filled=True, size=90)
        .encode(
            x,
            y,
            color=alt.Color("method:N", title="method"),
            shape=alt.Shape("method:N", title="method"),
            opacity=alt.condition("datum.frontier", alt.value(1.0), alt.value(0.4)),
            tooltip=["method:N", "k:Q", "loss_percent:Q", "semantic_record_linkage_percent:Q", "seconds:Q"],
        )
    )
    both: alt.LayerChart = line + points
    return both


def losses(utility: Utility) -> "alt.Chart":
    """What masking cost, column by column."""
    import altair as alt

    values = [{"column": name, "loss": one.loss_percent} for name, one in utility.per_attribute.items()]
    chart: alt.Chart = (
        alt.Chart(_frame(values))
        .mark_bar(color=AFTER)
        .encode(alt.X("loss:Q", title=LOSS), alt.Y("column:N", sort=None, title=None), tooltip=["column:N", "loss:Q"])
    )
    return chart


def class_sizes(risk: Risk) -> "alt.Chart":
    """How many records are in classes of which size."""
    import altair as alt

    values = [
        {
            "size": f"{r.at_least:,}" if r.at_least == r.at_most else f"{r.at_least:,}–{r.at_most:,}",
            "records": r.records,
            "classes": r.classes,
        }
        for r in risk.class_sizes
    ]
    chart: alt.Chart = (
        alt.Chart(_frame(values))
        .mark_bar(color=AFTER)
        .encode(
            alt.X("size:N", sort=None, title="records alike", axis=alt.Axis(labelAngle=0)),
            alt.Y("records:Q", title="records"),
            tooltip=["size:N", "records:Q", "classes:Q"],
        )
        .properties(width=alt.Step(64))
    )
    return chart


def before_and_after(column: str, shares: Mapping[str, tuple[int, int]]) -> "alt.Chart":
    """How often each value of a column occurs in the original and in the release."""
    import altair as alt

    values = [
        {"value": value, "file": file, "records": n}
        for value, counts in shares.items()
        for file, n in zip(("before", "after"), counts, strict=True)
    ]
    chart: alt.Chart = (
        alt.Chart(_frame(values))
        .mark_bar()
        .encode(
            alt.X("records:Q", title="records"),
            alt.Y("value:N", sort=None, title=column),
            alt.YOffset("file:N", sort=["before", "after"]),
            alt.Color("file:N", scale=alt.Scale(domain=["before", "after"], range=[BEFORE, AFTER]), title=None),
            tooltip=["value:N", "file:N", "records:Q"],
        )
    )
    return chart


def _frame(values: Sequence[Mapping[str, Any]]) -> "pl.DataFrame":
    import polars as pl

    return pl.DataFrame([dict(one) for one in values], infer_schema_length=None)


def table_html(caption: str, head: Sequence[str], rows: Sequence[Sequence[str]], *, right: Collection[int] = ()) -> str:
    """A table as a notebook shows it; ``right`` are the columns with numbers.

    Example:
        >>> "<td" in table_html("People", ("job", "records"), [("nurse", "3")], right=(1,))
        True
    """
    cell = '<{tag}{scope} style="text-align:{side};padding:.15rem .9rem .15rem 0;font-weight:{weight}">{text}</{tag}>'

    def line(texts: Sequence[str], scope: str) -> str:
        made = []
        for i, text in enumerate(texts):
            named = scope if scope == "col" or i == 0 else ""
            made.append(
                cell.format(
                    tag="th" if named else "td",
                    scope=f' scope="{named}"' if named else "",
                    side="right" if i in right else "left",
                    weight="bold" if scope == "col" else "normal",
                    text=escape(text),
                )
            )
        return f"<tr>{''.join(made)}</tr>"

    title = f'<caption style="text-align:left;caption-side:top;padding:.2rem 0">{escape(caption)}</caption>'
    body = "".join(line(row, "row") for row in rows)
    table = f"<table>{title}<thead>{line(head, 'col')}</thead><tbody>{body}</tbody></table>"
    return f'<div style="max-width:56rem;padding:.4rem 0">{table}</div>'
