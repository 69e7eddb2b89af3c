"""How large k should be, by who the release is for.

Open data: the European Medicines Agency (Policy 0070, external guidance, 2018) and Health Canada (Public Release of
Clinical Information, 2019) ask for a highest re-identification risk of at most 0.09, so that every class needs 12
persons. Under a contract 5, and inside one's own house 3, are conventions of statistical offices and hospitals.
"""

from semblant.policy.model import Purpose

ADVICE: dict[Purpose, int] = {"open": 12, "contract": 5, "internal": 3}
"""The least k that is advised for each purpose."""

AUDIENCE: dict[Purpose, str] = {
    "open": "open data",
    "contract": "researchers under contract",
    "internal": "internal use",
}
"""What each purpose is called."""

SOURCE = "EMA and Health Canada ask for a risk of at most 0.09 in open data; 5 and 3 are conventions"
"""Where the advice comes from, in one line."""


def enough_for(k: int) -> list[Purpose]:
    """The purposes for which k is large enough.

    Example:
        >>> enough_for(5), enough_for(2)
        (['contract', 'internal'], [])
    """
    return [purpose for purpose, least in ADVICE.items() if k >= least]
