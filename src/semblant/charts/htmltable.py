"""Tables as a notebook shows them."""

from collections.abc import Collection, Sequence
from html import escape

from semblant.visible import visible


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
                    text=escape(visible(text)),
                )
            )
        return f"<tr>{''.join(made)}</tr>"

    title = f'<caption style="text-align:left;caption-side:top;padding:.2rem 0">{escape(visible(caption))}</caption>'
    body = "".join(line(row, "row") for row in rows)
    table = f"<table>{title}<thead>{line(head, 'col')}</thead><tbody>{body}</tbody></table>"
    return f'<div style="max-width:56rem;padding:.4rem 0">{table}</div>'
