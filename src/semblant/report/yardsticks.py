"""How to read l and t: what a value means, what is usual, and where that comes from. No authority sets either."""

L_PAPER = "its authors try 2 to 10, Machanavajjhala et al. 2007"
T_PAPER = "its authors try 0.15 and 0.2, Li et al. 2007"
L_SOURCE = f"No authority sets a number; {L_PAPER}"
"""What is usual for l, and the source."""
T_SOURCE = f"No authority sets a number; {T_PAPER}"
"""What is usual for t, and the source."""

L_HINT = "1: a class tells the value; its paper: 2 to 10"
"""The yardstick of l in one line of a terminal."""
T_HINT = "0: classes tell nothing, 1: all; its paper: 0.2"
"""The yardstick of t in one line of a terminal."""


def meaning_of_l(value: float) -> str:
    """What an l means for somebody in the least diverse class.

    Example:
        >>> meaning_of_l(1)
        'Whoever knows the class of somebody knows the value.'
        >>> meaning_of_l(3)
        'Whoever knows the class of somebody still has at least 3 values to choose from.'
    """
    if value == 0:
        return "Some classes have no value at all."
    if value < 2:
        return "Whoever knows the class of somebody " + (
            "knows the value." if value == 1 else "can guess the value well."
        )
    many = f"{value:,.3g}" if value < 100 else f"{value:,.0f}"
    return f"Whoever knows the class of somebody still has at least {many} values to choose from."


def meaning_of_t(value: float, ground: str = "equal") -> str:
    """What a t means for somebody in the class that differs most from the whole file.

    Example:
        >>> meaning_of_t(0.2)
        'In the class that differs most, some values are 20 percentage points more frequent than in the whole file.'
        >>> meaning_of_t(0.2, "ordered")
        'In the class that differs most, values lie 0.2 of the scale away from those of the whole file, on average.'
    """
    if ground == "equal":
        points = f"{100 * value:.2g}" if value < 0.1 else f"{100 * value:.0f}"
        return (
            f"In the class that differs most, some values are {points} percentage points more frequent than in the "
            "whole file."
        )
    scale = "scale" if ground == "ordered" else "range of meanings"
    return (
        f"In the class that differs most, values lie {value:.2g} of the {scale} away from those of the whole "
        "file, on average."
    )


def two_digits(share: float) -> str:
    """A percentage with two digits; whole from ten on.

    Example:
        >>> two_digits(100.0), two_digits(9.25)
        ('100 %', '9.2 %')
    """
    return f"{share:,.0f} %" if share >= 10 else f"{share:.2g} %"
