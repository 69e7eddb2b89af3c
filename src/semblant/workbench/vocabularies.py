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


ABOUT = {
    "wordnet": "English words",
    "occupations": "job titles in English",
    "esco": "ESCO, European occupations",
    "soc": "SOC, United States occupations",
    "places": "towns and countries",
    "prefixes": "postcodes and codes, cut from their end",
    "icd10": "diagnoses, ICD-10",
    "icd10cm": "diagnoses, ICD-10-CM",
    "icd9cm": "diagnoses, ICD-9-CM",
    "icd9to10": "ICD-9 codes as ICD-10",
}
"""What the vocabularies that come with Semblant are for."""


def vocabularies() -> dict[str, str]:
    """The names that a column can use now, with what each is for where that is known."""
    names = sorted({prefixes.SOURCE, *(one["name"] for one in inventory() if one["ready"])})
    return {name: ABOUT.get(name, "") for name in names}
