"""What is found about the role of a column."""

from typing import NamedTuple

from semblant.policy.model import Role

THINGS = "things"
"""What a column is about whose name suggests that it is harmless; where not all of it is known, it is asked about."""


class RoleFound(NamedTuple):
    """The role of a column and why; uncertain where neither name nor form decides."""

    role: Role
    reason: str
    certain: bool = True
    about: str = ""
    """What its name or its values are about, such as health, or that they are things; empty where nothing says it."""
