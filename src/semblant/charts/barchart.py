"""Bar charts: one or two bars a line, narrow enough for a phone."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from semblant.charts.svg import SIZE, WIDTH, Chart, text, width
from semblant.evidence import Risk, Utility

_LABEL = 132
_LINE = 17
_GAP = 8
_THICK = 16
"""The height of overlaid bars."""


@dataclass(frozen=True)
class Bar:
    """One line of a chart: a label and a length, or two to compare."""

    label: str
    lengths: tuple[float, ...]
    alarming: bool = False
    rest: bool = False
    """The sum of everything without a line of its own: shown as a number, because its bar would dwarf the others."""


def bar_chart(
    bars: Sequence[Bar],
    *,
    title: str,
    series: Sequence[str],
    key: str = "chart",
    divide: tuple[int, str] | None = None,
    write: Callable[[float], str] = "{:,}".format,
    headed: bool = False,
    overlaid: bool = False,
) -> Chart:
    """Draw horizontal bars, one or two a line; ``series`` names them, ``divide`` draws a line before a bar.

    ``overlaid`` draws the second bar of a line within the first, thinner, and both figures behind them. Labels are
    beside their bars, or above them if one label is too long. A page has its own heading for a chart; with ``headed``
    the chart has one itself.

    Example:
        >>> chart = bar_chart([Bar("hiking", (3, 5))], title="Why", series=("before", "after"))
        >>> chart.description
        'hiking: 3 before, 5 after'
    """
    if overlaid:
        said = {id(bar): " → ".join(map(write, bar.lengths)) for bar in bars}
        widest = max((width(one, SIZE - 1) for one in said.values()), default=0.0)
    else:
        widest = max((width(write(n), SIZE - 1) for bar in bars for n in bar.lengths), default=0.0)
    longest = max((n for bar in bars for n in bar.lengths if not bar.rest), default=0) or 1
    label = max((width(bar.label) for bar in bars), default=0.0)
    above = label > _LABEL
    left = 0.0 if above else label + _GAP
    room = WIDTH - left - widest - _GAP
    thick = 11 if len(series) > 1 else 14
    parts = _head(title, series) if headed else []
    y = 2.0 if not headed else 28.0 if len(series) < 2 else 46.0
    for place, bar in enumerate(bars):
        if divide is not None and divide[0] == place:
            parts.append(_rule(y + 6, divide[1]))
            y += 20
        high = _THICK if overlaid else thick * len(bar.lengths)
        muted = "muted" if bar.rest else ""
        if above:
            parts.append(text(0, y + _LINE / 2, bar.label, muted, room=WIDTH))
            y += _LINE
        else:
            parts.append(text(left - _GAP, y + high / 2, bar.label, muted, anchor="end", room=label))
        if overlaid:
            parts += _overlaid(left, y, [room * n / longest for n in bar.lengths], said[id(bar)], bar)
        for at, n in enumerate(() if overlaid else bar.lengths):
            length = 0.0 if bar.rest else room * n / longest
            if not bar.rest:
                parts.append(_bar(left, y + at * thick, length, thick, _class(at, len(bar.lengths), bar)))
            end = left + length + (0 if bar.rest else 4)
            parts.append(text(end, y + (at + 0.5) * thick, write(n), "small muted" if bar.rest or not n else "small"))
        y += high + 9
    return Chart(title, _description(bars, series, write), WIDTH, y - 5, parts, key)


def _overlaid(left: float, y: float, lengths: Sequence[float], said: str, bar: Bar) -> list[Markup]:
    """One line of two bars, the second within the first, and what they say."""
    if bar.rest:
        return [text(left, y + _THICK / 2, said, "small muted")]
    before, after = lengths
    thin = _THICK - 8
    drawn = [
        _bar(left, y, before, _THICK, "before faint" + (" alarming" if bar.alarming else "")),
        _bar(left, y + 4, after, thin, "after" + (" alarming" if bar.alarming else "")) if after else Markup(""),
    ]
    return [*drawn, text(left + max(before, after) + 4, y + _THICK / 2, said, "small")]


def _class(at: int, of: int, bar: Bar) -> str:
    return ("before" if at + 1 < of else "after") + (" alarming" if bar.alarming else "")


def _description(bars: Sequence[Bar], series: Sequence[str], write: Callable[[float], str]) -> str:
    return "; ".join(
        f"{bar.label}: {', '.join(f'{write(n)} {word}' for n, word in zip(bar.lengths, series, strict=True))}"
        for bar in bars
    )


def _bar(x: float, y: float, length: float, thick: float, name: str) -> Markup:
    if length == 0:
        return Markup('<path class="nought" d="M{:.1f} {:.1f}v{}"/>').format(x, y + 1, thick - 2)
    return Markup('<rect class="{}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{}" rx="1.5"/>').format(
        name, x, y + 0.5, max(length, 1.0), thick - 1
    )


def _rule(y: float, label: str) -> Markup:
    line = Markup('<path class="rule" d="M0 {:.1f}H{}"/>').format(y, WIDTH)
    back = Markup('<rect class="ground" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="14"/>').format(
        WIDTH - width(label, SIZE - 1) - 8, y - 7, width(label, SIZE - 1) + 8
    )
    return line + back + text(WIDTH, y, label, "small muted", anchor="end")


def _head(title: str, series: Sequence[str]) -> list[Markup]:
    """The title and, where two things are compared, which bar is which."""
    parts = [text(0, 8, title, "strong", room=WIDTH)]
    if len(series) > 1:
        x = 0.0
        for at, word in enumerate(series):
            parts += [_bar(x, 22, 10, 11, _class(at, len(series), Bar("", ()))), text(x + 16, 28, word, "small muted")]
            x += 34 + width(word, SIZE - 1)
    return parts


# --- for notebooks ---------------------------------------------------------------------------------


def losses(utility: Utility) -> Chart:
    """What masking cost, column by column."""
    known = [(name, one.loss_percent) for name, one in utility.per_attribute.items()]
    bars = [Bar(name, (loss,)) for name, loss in known if loss is not None]
    return bar_chart(bars, title="Information loss by column", series=("lost",), write="{:,.1f} %".format, headed=True)


def class_sizes(risk: Risk) -> Chart:
    """How many records are in classes of which size."""
    bars = [
        Bar(f"{r.at_least:,}" if r.at_least == r.at_most else f"{r.at_least:,}–{r.at_most:,}", (r.records,))
        for r in risk.class_sizes
    ]
    return bar_chart(bars, title="Records by the size of their class", series=("records",), headed=True)
