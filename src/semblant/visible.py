"""Text of the data made safe to show: what would control a terminal or turn text around becomes visible instead."""

import re

_CONTROLS = re.compile(
    "[\x00-\x1f\x7f-\x9f"  # control characters: escape sequences begin with one
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # they change the direction of text, and so what a line says
    "\u2028\u2029"  # ends of lines and paragraphs
    "\ud800-\udfff]"  # bytes of a file name that are no text
)


def visible(text: str, keep: str = "") -> str:
    r"""The text with its control characters written out; those in ``keep`` stay as they are.

    Example:
        >>> visible("\x1b[31mred\u202e"), visible("two\nlines"), visible("two\nlines", keep="\n")
        ('\\x1b[31mred\\u202e', 'two\\nlines', 'two\nlines')
    """
    return _CONTROLS.sub(lambda found: found[0] if found[0] in keep else _written_out(found[0]), text)


def _written_out(character: str) -> str:
    return character.encode("unicode_escape", "surrogatepass").decode("ascii")


def escaped_json(text: str) -> str:
    r"""A JSON document with such characters escaped, as they are allowed to be inside its strings.

    Example:
        >>> escaped_json('{"name": "\x9b31m"}')
        '{"name": "\\u009b31m"}'
    """
    return _CONTROLS.sub(lambda found: found[0] if found[0] == "\n" else f"\\u{ord(found[0]):04x}", text)
