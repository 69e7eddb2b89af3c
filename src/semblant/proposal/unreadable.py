"""The role of columns whose name nobody can read, by the other columns of their table and by their own values."""

import re
from collections import Counter
from collections.abc import Sequence

from semblant.data.columnnames import words_of
from semblant.data.missing import no_value
from semblant.data.table import Column
from semblant.proposal.givenout import CATEGORIES, given_out, in_decimals, measured, signed
from semblant.proposal.kinds import KindFound
from semblant.proposal.nametopics import has_a_word, understood
from semblant.proposal.rolefound import THINGS, RoleFound

_SEVERAL = 8  # values from which a column tells records apart; of fewer, combinations decide
_AGES = 200  # the most different values of numbers such as ages and years
LEVELS = 3
"""The fewest values of columns that can say the same other than by chance."""
_SOME, _PART = 2, 0.3  # the fewest columns about one secret, and their share, that make a table one about it;
_LESSER, _LEAST = 0.2, 0.15  # the share where they are more, and where numbers are measurements
_HARMLESS = ("animals", "plants", "foods", "colours", "things", "transport", "products", "subjects")
_SPREADING = ("health", "money", "crime", "politics", "religion", "sex life")
TIMES = {"year", "month", "week", "day", "hour", "date", "time"}
_MARKS = ("flags, 0 or 1", "yes or no")
RESULTS = (
    "flags, 0 or 1",
    "yes or no",
    "degree",
    "quality",
    "frequency",
)  # what may be the results of tests, or conditions
OPINIONS = (
    "agreement", "satisfaction", "quality", "frequency", "likelihood", "importance", "degree", "trend", "flags, 0 or 1",
    "yes or no", "sizes", "priority", "classes", "quarters", "days of the week", "months", "seasons", "rank",
)  # fmt: skip


def like_the_others(
    columns: Sequence[Column], found: Sequence[RoleFound], kinds: Sequence[KindFound]
) -> list[RoleFound]:
    """The roles where nothing is known of some columns, by what the others are about.

    Beside cholesterol and blood pressure, `thalach` is a measurement of the heart as well, and `exang` no harmless
    flag. A name in plain words would say so itself; measurements of health may have such names, too. What a name
    nobody can read says is seldom harmless: amounts and measurements are mostly secrets, other numbers and many
    categories what an outsider may know. All this is uncertain, so that a person is asked.
    """
    topics = Counter(one.about for one in found if one.role == "sensitive" and one.about in _SPREADING)
    topic, others = max(topics.items(), key=lambda one: one[1], default=("", 0))
    share = others / max(sum(one.role != "identifier" for one in found), 1)
    mostly = (others >= _SOME and share >= _PART) or (others > _SOME and share >= _LESSER)
    about_health = topic == "health" and others >= _SOME and share >= _LEAST
    sure = [one for one in found if one.certain and one.role != "identifier"]
    secrets = sum(one.role == "sensitive" for one in sure)
    secretive = secrets > _SOME and 2 * secrets >= len(sure)
    told = RoleFound("sensitive", f"nothing is known of it, but {others} other columns are about {topic}", False, topic)

    def guessed(column: Column, one: RoleFound, kind: KindFound) -> RoleFound:
        if one.role != "keep" or one.certain or one.about == THINGS or words_of(column.name) & TIMES:
            return one
        numeric = kind.kind == "numeric"
        if about_health and numeric and measured(column):
            return told
        if understood(column.name):
            return one
        if mostly and (numeric or kind.about in RESULTS):
            return told
        return _by_default(column, kind, secretive) or one

    return [guessed(*each) for each in zip(columns, found, kinds, strict=True)]


def _by_default(column: Column, kind: KindFound, secretive: bool) -> RoleFound | None:
    """The role of a column of which neither name nor values say anything; ``secretive``: most others are secrets."""
    distinct = sum(not no_value(value) for value in column.values)
    if kind.kind == "numeric" and given_out(column):
        return RoleFound(
            "identifier", "its name says nothing, and its numbers may be keys of households or files", False
        )
    if kind.kind == "numeric" and (
        distinct > _AGES or (distinct > CATEGORIES and (in_decimals(column) or signed(column)))
    ):
        return RoleFound("sensitive", "its name says nothing, and its numbers may be amounts or measurements", False)
    if kind.about in _MARKS and not has_a_word(column.name):
        return RoleFound("sensitive", "its name says nothing, and a mark of yes or no may tell a secret", False)
    if kind.about in OPINIONS and not (secretive and kind.about in RESULTS):
        return None
    if secretive and distinct <= CATEGORIES and not (kind.kind == "semantic" and kind.about in _HARMLESS):
        return RoleFound("sensitive", "its name says nothing, and most other columns are sensitive", False)
    if distinct >= _SEVERAL and re.search(r"[^\W\d_]{2}", column.name):  # `x7` is no name at all
        return RoleFound("quasi", "its name says nothing, and an outsider may know what it tells", False)
    return None
