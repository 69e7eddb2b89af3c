"""Knowledge by name: what ``semblant knowledge add`` remembers.

The names are kept in ``knowledge.json`` in the folder of settings.
"""

import json
import re
from pathlib import Path

from semblant.data.atomic import replacing
from semblant.errors import KnowledgeError, OutputError
from semblant.folders import config_folder
from semblant.policy.model import Source

_NAME = re.compile(r"[A-Za-z0-9][\w.-]{0,63}")


def place() -> Path:
    """The file that remembers names."""
    return config_folder() / "knowledge.json"


def registered() -> dict[str, Source]:
    """Every name added so far, with its source."""
    try:
        known = json.loads(place().read_text("utf-8"))
        return {str(name): Source.model_validate(source) for name, source in sorted(known.items())}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, AttributeError, RecursionError) as error:
        reason = error.strerror if isinstance(error, OSError) else "damaged"
        raise KnowledgeError(
            f"The list of added knowledge is unusable ({reason}).",
            where=str(place()),
            hints=["delete it and add again"],
        ) from None


def remember(name: str, source: Source) -> None:
    """Register a name for a source, replacing an earlier one."""
    if not _NAME.fullmatch(name):
        raise KnowledgeError(f"{name[:80]!r} cannot be a name of knowledge.", hints=["use letters, digits, - and _"])
    _write(registered() | {name: source})


def remove(name: str) -> None:
    """Forget a name; the source itself is not touched."""
    known = registered()
    if name not in known:
        raise KnowledgeError(f"No knowledge was added under the name {name[:80]!r}.")
    del known[name]
    _write(known)


def _write(known: dict[str, Source]) -> None:
    target = place()
    text = json.dumps({n: s.model_dump(exclude_defaults=True) for n, s in sorted(known.items())}, indent=2)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with replacing(target) as file:
            file.write(f"{text}\n".encode())
    except OSError as error:
        raise OutputError(f"The name cannot be remembered: {error.strerror}.", where=str(target)) from None
