"""Singular and plural; imports no library, so that the command line starts quickly."""

from collections.abc import Mapping


def counted(n: int, one: str, many: str | None = None) -> str:
    """A number of things.

    Example:
        >>> counted(1, "record"), counted(1200, "record"), counted(2, "class", "classes")
        ('1 record', '1,200 records', '2 classes')
    """
    return f"{n:,} {noun(n, one, many)}"


def counted_by(policy: Mapping[str, object]) -> str:
    """What k counts under a policy: records, persons or users."""
    return "user" if policy.get("shape") == "log" else "person" if policy.get("individual") else "record"


def noun(n: float, one: str, many: str | None = None) -> str:
    """Singular or plural for a number that is shown elsewhere.

    Example:
        >>> noun(1, "stands", "stand"), noun(0, "record")
        ('stands', 'records')
    """
    return one if n == 1 else many or f"{one}s"
