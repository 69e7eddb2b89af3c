"""Charts as inline SVG: narrow enough for a phone, coloured by the page's style, in words for a screen reader."""

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

WIDTH = 340
"""Units across every drawing; a phone shows about as many pixels."""

SIZE = 12
"""The height of letters."""

_LABEL = 132
_LINE = 17
_GAP = 8


@dataclass(frozen=True)
class Bar:
    """One line of a chart: a label and a length, or two to compare."""

    label: str
    lengths: tuple[int, ...]
    alarming: bool = False
    rest: bool = False
    """All that has no line of its own: its numbers are told, but drawn they would dwarf the others."""


def bar_chart(
    bars: Sequence[Bar],
    *,
    key: str,
    title: str,
    said: Sequence[str],
    divide: tuple[int, str] | None = None,
    write: Callable[[int], str] = "{:,}".format,
) -> Markup:
    """Horizontal bars, one or two a line; ``said`` names what is compared, ``divide`` rules a line before a bar.

    Labels stand beside their bars; where one of them is too long for that, all stand above.

    Example:
        >>> chart = bar_chart([Bar("hiking", (3, 5))], key="why", title="Why", said=("before", "after"))
        >>> "hiking: 3 before, 5 after" in chart
        True
    """
    widest = max((width(write(n), SIZE - 1) for bar in bars for n in bar.lengths), default=0.0)
    longest = max((n for bar in bars for n in bar.lengths if not bar.rest), default=0) or 1
    label = max((width(bar.label) for bar in bars), default=0.0)
    above = label > _LABEL
    left = 0.0 if above else label + _GAP
    room = WIDTH - left - widest - _GAP
    thick = 11 if len(said) > 1 else 14
    y, parts = 2.0, []
    for place, bar in enumerate(bars):
        if divide is not None and divide[0] == place:
            parts.append(_rule(y + 6, divide[1]))
            y += 20
        high = thick * len(bar.lengths)
        if above:
            parts.append(text(0, y + _LINE / 2, bar.label, muted=bar.rest))
            y += _LINE
        else:
            parts.append(text(left - _GAP, y + high / 2, bar.label, room=left - _GAP, end=True, muted=bar.rest))
        for line, n in enumerate(bar.lengths):
            length = 0.0 if bar.rest else room * n / longest
            if not bar.rest:
                parts.append(_bar(left, y + line * thick, length, thick, _class(line, len(bar.lengths), bar)))
            end = left + length + (0 if bar.rest else 4)
            parts.append(text(end, y + (line + 0.5) * thick, write(n), small=True, muted=bar.rest or not n))
        y += high + 9
    return svg(key, title, _told(bars, said, write), y - 5, parts)


def _class(line: int, lines: int, bar: Bar) -> str:
    return ("before" if line + 1 < lines else "after") + (" alarming" if bar.alarming else "")


def _told(bars: Sequence[Bar], said: Sequence[str], write: Callable[[int], str]) -> str:
    return "; ".join(
        f"{bar.label}: {', '.join(f'{write(n)} {word}' for n, word in zip(bar.lengths, said, strict=True))}"
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
    return line + back + text(WIDTH, y, label, end=True, small=True, muted=True)


# --- what every drawing is made of -----------------------------------------------------------------


def svg(key: str, title: str, told: str, height: float, parts: Sequence[Markup]) -> Markup:
    """A drawing with its name and its content in words."""
    return Markup(
        '<svg viewBox="0 0 {w} {h:.0f}" width="{w}" height="{h:.0f}" role="img" '
        'aria-labelledby="{key}-title {key}-desc">'
        '<title id="{key}-title">{title}</title><desc id="{key}-desc">{told}</desc>{parts}</svg>'
    ).format(w=WIDTH, h=max(height, 1), key=key, title=title, told=told, parts=Markup("").join(parts))


def text(
    x: float,
    y: float,
    words: str,
    *,
    room: float = WIDTH,
    end: bool = False,
    small: bool = False,
    muted: bool = False,
    strong: bool = False,
) -> Markup:
    """Words in a drawing, clipped to the room there is; the full ones show on hovering."""
    fitting = clip(words, room / 1.1 if strong else room)
    classes = " ".join(name for name, on in (("small", small), ("muted", muted), ("strong", strong)) if on)
    return Markup('<text x="{:.1f}" y="{:.1f}"{}{}>{}{}</text>').format(
        x,
        y,
        Markup(' text-anchor="end"') if end else "",
        Markup(' class="{}"').format(classes) if classes else "",
        Markup("<title>{}</title>").format(words) if fitting != words else "",
        escape(fitting),
    )


def width(words: str, size: float = SIZE) -> float:
    """About how wide words are, without a font to measure them by."""
    return size * sum(_share(c) for c in words)


def clip(words: str, room: float, size: float = SIZE) -> str:
    """As much of the words as there is room for.

    Example:
        >>> clip("short", 100), clip("a long label that goes on", 60)
        ('short', 'a long l…')
    """
    if width(words, size) <= room:
        return words
    used = size * _share("…")
    for end, c in enumerate(words):
        used += size * _share(c)
        if used > room:
            return words[:end].rstrip() + "…"
    return words


def _share(c: str) -> float:
    if unicodedata.combining(c):
        return 0.0
    if unicodedata.east_asian_width(c) in "WF":
        return 1.05
    return 0.38 if c in "iljtfrI.,:;'|!()[] " else 0.74 if c.isupper() else 0.95 if c in "mwMW%@…" else 0.63
