"""What is said of columns that find a record by themselves, in the terminal and on the pages."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from semblant.policy import Telling


def telling_sentences(found: "Mapping[str, Telling]") -> list[str]:
    """One sentence for every such column.

    Example:
        >>> from semblant.policy import Telling
        >>> telling_sentences({"salary": Telling(once=562, of=640, names_people=False)})
        ['salary is published as it is, and 562 of its 640 values occur once: whoever knows one finds the record.']
    """
    return [
        f"{name} is published as it is, and {one.once:,} of its {one.of:,} values occur once: "
        + ("by its name, it names people." if one.names_people else "whoever knows one finds the record.")
        for name, one in found.items()
    ]
