"""The example tables that come with Semblant."""

from dataclasses import dataclass
from pathlib import Path

import semblant

_PACKAGED = "examples"


@dataclass(frozen=True)
class Example:
    """A table of invented people, to try things with."""

    name: str
    title: str
    about: str

    @property
    def file(self) -> Path:
        """Where it lies: in the installed package, or in the source tree."""
        inside = Path(semblant.__file__).parent / _PACKAGED / f"{self.name}.csv"
        return inside if inside.is_file() else Path(semblant.__file__).parents[2] / _PACKAGED / self.name / inside.name


EXAMPLES = (
    Example("survey", "Visitor survey", "why 975 visitors came to a nature park, and what they did there"),
    Example("staff", "Staff register", "job title, town, postcode, age and pay band of 1,200 employees"),
    Example(
        "discharges", "Hospital discharges", "diagnoses of 3,006 patients as ICD-10 codes, with age group and stay"
    ),
    Example("baskets", "Shopping baskets", "what 600 households bought, with an age and their number of visits"),
    Example("searchlog", "Search log", "3,303 queries of 50 users, with times and clicked addresses"),
)
