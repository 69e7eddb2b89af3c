"""What `make docs` does to a page: links to files outside docs/ become plain paths; those are not on the site."""

import re
from pathlib import PurePosixPath
from typing import Any

_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(((?:\.\./)+[^)\s]+)\)")


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Remove links that lead out of docs/ and keep their text.

    Example:
        >>> from types import SimpleNamespace
        >>> page = SimpleNamespace(file=SimpleNamespace(src_uri="howto/a.md"))
        >>> on_page_markdown("[in](../limits.md), [out](../../examples/README.md)", page=page)
        '[in](../limits.md), out (`examples/README.md`)'
    """
    deep = len(PurePosixPath(page.file.src_uri).parts)

    def plain(link: re.Match[str]) -> str:
        words, target = link[1], link[2]
        if target.count("../") < deep:
            return link[0]
        path = target.replace("../", "").partition("#")[0]
        return f"`{path}`" if words.strip("`") == path else f"{words} (`{path}`)"

    return _LINK.sub(plain, markdown)
