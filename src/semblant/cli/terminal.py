"""Text that reads well at 80 columns."""

import textwrap
from collections.abc import Collection, Sequence

from semblant.visible import visible

WIDTH = 80


def aligned(rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> list[str]:
    """Rows as columns, two spaces apart; ``right`` names those with numbers.

    Example:
        >>> aligned([("age", "7"), ("job", "1,200")], right=(1,))
        ['  age      7', '  job  1,200']
    """
    rows = [[visible(cell) for cell in row] for row in rows]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))] if rows else []
    lines = []
    for row in rows:
        cells = [
            cell.rjust(w) if i in right else cell.ljust(w) for i, (cell, w) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  " + "  ".join(cells).rstrip())
    return lines


def wrapped(text: str, indent: int | None = None) -> list[str]:
    """A line over as many lines as it takes, the later ones indented, by default by four more than the first.

    Example:
        >>> wrapped("  nurse < health professional")
        ['  nurse < health professional']
    """
    indent = len(text) - len(text.lstrip()) + 4 if indent is None else indent
    return textwrap.wrap(visible(text), WIDTH, subsequent_indent=" " * indent, break_on_hyphens=False)
