"""The vocabularies that have a name: those that come with Semblant and those that were added."""

from importlib.util import find_spec
from typing import Any

from semblant.knowledge import icd, places, prefixes
from semblant.knowledge.sources import BUNDLED, registered


def inventory() -> list[dict[str, Any]]:
    """Every vocabulary by name: where it comes from, and whether it can be used or which extra it needs."""
    added = registered()
    entries: list[dict[str, Any]] = []
    for name in sorted({*added, *BUNDLED}):
        needed: dict[str, tuple[str, tuple[str, ...]]] = {places.SOURCE: ("places", places.PACKAGES)}
        needed |= {called: ("icd", packages) for called, (packages, _) in icd.READERS.items()}
        extra, packages = needed.get(name, ("", ())) if name not in added else ("", ())
        entries.append({
            "name": name,
            "source": added[name].source if name in added else name,
            "added": name in added,
            "ready": all(find_spec(package) for package in packages),
            **({"extra": extra} if extra else {}),
        })  # fmt: skip
    return entries


def vocabularies() -> list[str]:
    """The names that a column can use now."""
    return sorted({prefixes.SOURCE, *(one["name"] for one in inventory() if one["ready"])})
