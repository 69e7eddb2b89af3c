"""Singular and plural; imports nothing, so that the command line starts quickly."""


def counted(n: int, one: str, many: str | None = None) -> str:
    """A number of things.

    Example:
        >>> counted(1, "record"), counted(1200, "record"), counted(2, "class", "classes")
        ('1 record', '1,200 records', '2 classes')
    """
    return f"{n:,} {noun(n, one, many)}"


def noun(n: float, one: str, many: str | None = None) -> str:
    """Singular or plural for a number that is shown elsewhere.

    Example:
        >>> noun(1, "stands", "stand"), noun(0, "record")
        ('stands', 'records')
    """
    return one if n == 1 else many or f"{one}s"
