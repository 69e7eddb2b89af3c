"""Flows from old to new values: which became which, and how many records each."""

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from semblant.charts.svg import SIZE, WIDTH, Chart, text, width

_ROW = 20
_LEAST, _MOST = 1.0, 12.0


def flow_chart(
    flows: Mapping[tuple[str, str], int],
    *,
    title: str,
    key: str = "chart",
    sides: tuple[str, str] = ("before", "after"),
) -> Chart:
    """Draw old values at the left, new ones at the right, and bands between them as wide as they have records.

    Example:
        >>> flow_chart({("nurse", "carer"): 3, ("nurse", "nurse"): 9}, title="Jobs").description
        'nurse to nurse: 9; nurse to carer: 3'
    """
    ranked = sorted(flows, key=lambda pair: (-flows[pair], pair))
    left = _ordered({old: sum(n for (a, _), n in flows.items() if a == old) for old, _ in ranked})
    right = _ordered({new: sum(n for (_, b), n in flows.items() if b == new) for _, new in ranked})
    room = WIDTH * 0.36
    x0, x1 = (min(room, max((width(one) for one in side), default=0.0)) + 8 for side in (left, right))
    x1 = WIDTH - x1
    rows = max(len(left), len(right), 1)
    y_of = [{one: 34 + _ROW * (rows / len(side)) * (i + 0.5) for i, one in enumerate(side)} for side in (left, right)]
    most = max(flows.values(), default=1)
    parts = [text(0, 10, sides[0], "small muted"), text(WIDTH, 10, sides[1], "small muted", anchor="end")]
    for old, new in reversed(ranked):
        thick = max(_LEAST, _MOST * flows[old, new] / most)
        a, b, middle = y_of[0][old], y_of[1][new], (x0 + x1) / 2
        parts.append(
            Markup(
                '<path class="{}" d="M{:.1f} {:.1f}C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}" stroke-width="{:.1f}">'
                "<title>{}</title></path>"
            ).format("flow kept" if old == new else "flow", x0, a, middle, a, middle, b, x1, b, thick,
                     f"{old} → {new}: {flows[old, new]:,}")
        )  # fmt: skip
    parts += [text(x0 - 6, y, one, anchor="end", room=x0 - 6) for one, y in y_of[0].items()]
    parts += [text(x1 + 6, y, one, room=WIDTH - x1 - 6) for one, y in y_of[1].items()]
    described = "; ".join(f"{old} to {new}: {flows[old, new]:,}" for old, new in ranked)
    return Chart(title, described, WIDTH, 34 + _ROW * rows + SIZE / 2, parts, key)


def _ordered(totals: Mapping[str, int]) -> Sequence[str]:
    return sorted(totals, key=lambda one: (-totals[one], one))
