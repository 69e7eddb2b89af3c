"""Warnings shown before all figures, in the terminal and in the reports."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from semblant.evidence import IdentifyingColumn, Privacy


def warnings_of(privacy: "Privacy", found: "Mapping[str, IdentifyingColumn]") -> list[str]:
    """All warnings: columns that identify records on their own, and a release without information."""
    alike = privacy.promise == "k-anonymity" and privacy.classes == 1
    nothing = "All records are alike now, so the masked columns say nothing any more: take a smaller k."
    return [*identifying_sentences(found), *([nothing] if alike else [])]


def identifying_sentences(found: "Mapping[str, IdentifyingColumn]") -> list[str]:
    """One sentence for every such column.

    Example:
        >>> from semblant.evidence import IdentifyingColumn
        >>> identifying_sentences({"salary": IdentifyingColumn(once=562, of=640, names_people=False)})
        ['salary is published as it is, and most records have a value of their own in it: whoever knows it finds them.']
    """
    return [_sentence(name, one) for name, one in found.items()]


def _sentence(name: str, one: "IdentifyingColumn") -> str:
    if one.names_people:
        how = "masked with values of real people" if one.masked else "published as it is"
        return f"{name} is {how}, and is called as if it named people: if it does, make it an identifier."
    return (
        f"{name} is published as it is, and most records have a value of their own in it: whoever knows it finds them."
    )
