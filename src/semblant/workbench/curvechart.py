"""The risk–utility curve: information loss and linkage risk over k."""

from collections.abc import Sequence

from markupsafe import Markup

from semblant.charts.svg import Chart, line, sign, text
from semblant.release.runs import Run

_WIDE, _HIGH = 560, 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 46, 524, 30, 216


def draw_curve(runs: Sequence[Run], k: int) -> Chart:
    """Draw loss and risk of several runs over k, with a line at the k that is chosen.

    Example:
        >>> runs = [Run(method="auto", k=n, loss_percent=n, semantic_record_linkage_percent=50 / n) for n in (2, 5)]
        >>> draw_curve(runs, 5).description
        'k = 2: loss 2.0 %, risk 25.0 %; k = 5: loss 5.0 %, risk 10.0 %'
    """
    points = sorted((r for r in runs if r.measured), key=lambda r: r.k)
    most = max([10.0, *(max(_loss(r), _risk(r)) for r in points)])
    top = 10 * (int(most / 10) + (most % 10 > 0))
    step = (_RIGHT - _LEFT) / max(1, len(points) - 1)
    xs = {r.k: _LEFT + i * step for i, r in enumerate(points)}

    def y(percent: float) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * percent / top

    parts: list[Markup] = []
    for share in (0.0, 0.5, 1.0):
        parts.append(line([(_LEFT, y(top * share)), (_RIGHT, y(top * share))], "tick"))
        parts.append(text(_LEFT - 8, y(top * share), f"{top * share:.0f} %", "small muted", anchor="end"))
    for r in points:
        kind = "small strong" if r.k == k else "small muted"
        parts.append(text(xs[r.k], _BOTTOM + 16, f"k = {r.k}", kind, anchor="middle"))
    if k in xs:
        parts.append(line([(xs[k], _TOP), (xs[k], _BOTTOM)], "rule"))
    series = (("c0", "information loss", _loss), ("c1", "semantic record linkage (risk)", _risk))
    for place, (colour, name, of) in enumerate(series):
        drawn = [line([(xs[r.k], y(of(r))) for r in points], "series")]
        drawn += [sign(place, xs[r.k], y(of(r))) for r in points]
        drawn += [sign(place, _LEFT + 6 + 190 * place, 8), text(_LEFT + 18 + 190 * place, 8, name, "small")]
        parts.append(Markup('<g class="{}">{}</g>').format(colour, Markup("").join(drawn)))
    told = "; ".join(f"k = {r.k}: loss {_loss(r):.1f} %, risk {_risk(r):.1f} %" for r in points)
    return Chart("Loss and risk over k", told, _WIDE, _HIGH - 16, parts, "curve")


def _loss(run: Run) -> float:
    return run.loss_percent or 0.0


def _risk(run: Run) -> float:
    return run.semantic_record_linkage_percent or 0.0
