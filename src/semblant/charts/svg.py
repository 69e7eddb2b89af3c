"""The parts of every chart: escaped text that fits, lines and symbols, and the finished drawing."""

import math
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup, escape

from semblant.charts.style import standalone
from semblant.data.atomic import write_file
from semblant.errors import OutputError
from semblant.visible import visible

WIDTH = 340
"""Units across a chart on a page; a phone shows about as many pixels."""

SIZE = 12
"""The height of letters."""

_MARGIN = 12


@dataclass(frozen=True)
class Chart:
    """A drawing with its name and its content in words, for a page or on its own.

    A notebook shows it; ``svg`` is its text as a file would hold it.
    """

    title: str
    description: str
    width: float
    height: float
    parts: Sequence[Markup]
    key: str = "chart"
    """Prefix of the ids of its parts; unique for each chart of a page."""
    kind: str = ""
    """A class name for the page's style."""

    @property
    def svg(self) -> str:
        """The drawing as a file of its own, with light and dark colours."""
        wide, high = self.width + 2 * _MARGIN, max(self.height, 1) + 2 * _MARGIN
        drawn = Markup(
            '<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 {w:.0f} {h:.0f}" width="{w:.0f}" '
            'height="{h:.0f}" role="img"><title>{title}</title><desc>{description}</desc><style>{style}</style>'
            '<rect class="ground" width="100%" height="100%"/><g transform="translate({m} {m})">{parts}</g></svg>\n'
        ).format(
            w=math.ceil(wide),
            h=math.ceil(high),
            title=self.title,
            description=self.description,
            style=Markup(standalone()),
            m=_MARGIN,
            parts=Markup("").join(self.parts),
        )
        return visible(drawn, keep="\n\t")

    def save(self, path: str | Path) -> None:
        """Write the drawing as an SVG file."""
        path = Path(path)
        if path.suffix.lower() != ".svg":
            raise OutputError("A chart is saved as .svg.", where=str(path), hints=["a browser opens and prints it"])
        write_file(path, self.svg)

    def __html__(self) -> str:
        """The drawing as part of a page that has the style."""
        return Markup(
            '<svg class="chart{kind}" viewBox="0 0 {w} {h:.0f}" width="{w}" height="{h:.0f}" role="img" '
            'aria-labelledby="{key}-title {key}-desc">'
            '<title id="{key}-title">{title}</title><desc id="{key}-desc">{description}</desc>{parts}</svg>'
        ).format(
            kind=self.kind and f" {self.kind}",
            w=self.width,
            h=max(self.height, 1),
            key=self.key,
            title=self.title,
            description=self.description,
            parts=Markup("").join(self.parts),
        )

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        return self.svg


def text(
    x: float, y: float, words: str, kind: str = "", *, anchor: str = "start", room: float = math.inf, turn: bool = False
) -> Markup:
    """Text in a drawing, clipped to the available width; the full text shows on hovering."""
    fitting = clip(words, room / 1.1 if "strong" in kind else room)
    return Markup("<text {}{}{}>{}{}</text>").format(
        Markup('transform="translate({:.1f} {:.1f}) rotate(-90)"' if turn else 'x="{:.1f}" y="{:.1f}"').format(x, y),
        Markup(' text-anchor="{}"').format(anchor) if anchor != "start" else "",
        Markup(' class="{}"').format(kind) if kind else "",
        Markup("<title>{}</title>").format(words) if fitting != words else "",
        escape(fitting),
    )


def line(points: Sequence[tuple[float, float]], kind: str) -> Markup:
    """Points joined in their order; fewer than two make no line."""
    if len(points) < 2:
        return Markup("")
    return Markup('<path class="{}" d="M{}"/>').format(kind, "L".join(f"{x:.1f} {y:.1f}" for x, y in points))


def sign(place: int, x: float, y: float) -> Markup:
    """The symbol of the n-th series: circles, squares, diamonds and triangles in turn."""
    match place % 4:
        case 0:
            return Markup('<circle class="sign" cx="{:.1f}" cy="{:.1f}" r="5.5"/>').format(x, y)
        case 1:
            return Markup('<rect class="sign" x="{:.1f}" y="{:.1f}" width="10" height="10"/>').format(x - 5, y - 5)
        case 2:
            return Markup('<path class="sign" d="M{:.1f} {:.1f}l6.5 6.5l-6.5 6.5l-6.5 -6.5Z"/>').format(x, y - 6.5)
        case _:
            return Markup('<path class="sign" d="M{:.1f} {:.1f}l6.5 11h-13Z"/>').format(x, y - 6.5)


def width(words: str, size: float = SIZE) -> float:
    """Estimate the width of a text without a font."""
    return size * sum(_share(c) for c in words)


def clip(words: str, room: float, size: float = SIZE) -> str:
    """As much of the text as fits.

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
