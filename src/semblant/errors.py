"""Everything that can go wrong, named by what it means to the user.

::

    SemblantError                exit code 2 unless said otherwise
    ├── PolicyError              the policy or a flag asks for something that cannot be
    ├── InputError               the data cannot be read as a table
    ├── KnowledgeError           a knowledge source is missing or broken
    │   ├── CycleError           a concept is its own ancestor
    │   ├── DanglingParentError  a parent that is not a concept
    │   ├── DuplicateConceptError  two concepts with one id
    │   └── UnknownConceptError  a term, sense or id that the source does not know
    ├── UnknownTermsError        values of the data that the knowledge does not cover
    ├── CapacityError            more than memory allows, said before it is tried
    ├── OutputError              the release cannot be written
    └── PrivacyError             exit code 1: a guarantee does not hold
        ├── UnreachableError     it cannot be reached with this data
        └── VerificationError    the written bytes do not keep the promise
            └── ChecklistError   the checklist is red, and the policy does not accept it

An error says what, where, how much and what to do. It never shows raw data values: those wait in
``values`` until the user asks for them.
"""

import difflib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from semblant.visible import visible


class SemblantError(Exception):
    """The root of all errors a user may meet.

    Example:
        >>> error = PolicyError("The 'k' parameter must be an int of at least 2. Got 1 instead.",
        ...                     where="policy.yaml:2:4", hints=["write k: 5"])
        >>> print(error.explain())
        PolicyError  policy.yaml:2:4
          The 'k' parameter must be an int of at least 2. Got 1 instead.
          Do this:  write k: 5
    """

    exit_code = 2

    def __init__(self, message: str, *, where: str = "", hints: Sequence[str] = (), values: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.where = where
        self.hints = tuple(hints)
        self.values = tuple(values)

    def explain(self, show_values: bool = False) -> str:
        """The error as a person reads it; raw data values only when asked for."""
        lines = [f"{type(self).__name__}  {self.where}".rstrip()]
        lines += [f"  {line}" for line in self.message.split("\n")]
        lead = "Do one of:" if len(self.hints) > 1 else "Do this:"
        lines += [f"  {lead if i == 0 else ' ' * len(lead)}  {hint}" for i, hint in enumerate(self.hints)]
        if self.values and show_values:
            lines.append("  values: " + ", ".join(repr(v if len(v) <= 80 else v[:77] + "...") for v in self.values))
        elif self.values:
            lines.append("  (values are not shown because they may identify people; add --show-values)")
        return "\n".join(map(visible, lines))


class PolicyError(SemblantError):
    """The policy or a flag asks for something that cannot be."""


class InputError(SemblantError):
    """The data cannot be read as a table."""


class KnowledgeError(SemblantError):
    """A knowledge source is missing or broken."""


class CycleError(KnowledgeError):
    """A concept is its own ancestor."""


class DanglingParentError(KnowledgeError):
    """A parent that is not a concept of the source."""


class DuplicateConceptError(KnowledgeError):
    """Two concepts with one id."""


class UnknownConceptError(KnowledgeError):
    """A term, sense or id that the source does not know."""


class UnknownTermsError(SemblantError):
    """Values of the data that the knowledge does not cover."""


class CapacityError(SemblantError):
    """More than memory allows; said before it is tried, with what would fit."""


class OutputError(SemblantError):
    """The release cannot be written; nothing was changed."""


class PrivacyError(SemblantError):
    """A guarantee does not hold."""

    exit_code = 1


class UnreachableError(PrivacyError):
    """A guarantee that cannot be reached with this data."""


class VerificationError(PrivacyError):
    """The written bytes do not keep the promise; nothing is published."""


class ChecklistError(VerificationError):
    """The checklist is red; nothing is published unless the policy accepts what was found."""

    def __init__(
        self, message: str, *, where: str = "", hints: Sequence[str] = (), checklist: Sequence[Any] = ()
    ) -> None:
        super().__init__(message, where=where, hints=hints)
        self.checklist = tuple(checklist)


def files_like(path: Path) -> list[str]:
    """Hints for a path that does not exist: files beside it with similar names."""
    try:
        beside = [other.name for other in path.parent.iterdir()]
    except OSError:
        return [f"there is no folder {path.parent} either"]
    return [f"did you mean {name}?" for name in difflib.get_close_matches(path.name, beside, n=1)]
