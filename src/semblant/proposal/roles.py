"""The role of a column: by its name, by the form of its values, and by what it does in combination with others."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from semblant.data.columnnames import words_of
from semblant.data.columnwords import (
    ENTITY_WORDS,
    FREE_TEXT_WORDS,
    IDENTIFYING_WORDS,
    KEPT_WORDS,
    NUMBERED_WORDS,
    QUASI,
    SENSITIVE,
    THING_WORDS,
)
from semblant.data.forms import form_of
from semblant.data.missing import no_value
from semblant.data.profile import ColumnProfile
from semblant.data.table import Column, Table
from semblant.policy.model import Role
from semblant.proposal.kinds import KindFound
from semblant.report.plurals import counted
from semblant.space.rulers import Numeric

SEVERAL = 6
"""The most quasi-identifiers that are suggested where names do not ask for more."""
_GAIN = 0.05  # share of records that become unique by a column, from which it is worth masking
_LONG = 120
_FEW = 10
_CODED, _CODE, _MANY = 4, 4, 20  # the most codes of a coded column, their length, and the records of each on average
_LEVELS = 3  # the fewest values of columns that can say the same other than by chance
_UNEVEN = 0.15  # distance from an even spread (Kolmogorov-Smirnov), from which numbers are amounts
_TERM = 4  # the most words of a term; a longer text is a sentence
_NEARLY_ALL = 0.95
_OPINIONS = (
    "agreement", "satisfaction", "quality", "frequency", "likelihood", "importance", "degree", "trend", "flags, 0 or 1",
    "yes or no", "sizes", "priority", "classes", "quarters", "days of the week", "months", "seasons", "rank",
)  # fmt: skip
_ABOUT: dict[str, tuple[Role, str]] = {
    "persons": ("quasi", "jobs or other traits of persons"),
    "places": ("quasi", "places"),
    "peoples": ("quasi", "peoples"),
    "languages": ("quasi", "languages"),
    "diseases": ("sensitive", "diseases"),
    "drugs": ("sensitive", "drugs"),
    "crimes": ("sensitive", "crimes"),
    "sex or gender": ("quasi", "sex or gender"),
    "marital status": ("quasi", "marital status"),
    "education": ("quasi", "levels of education"),
    "bands": ("quasi", "bands of age, income or the like"),
    "smoking": ("sensitive", "smoking"),
    "positive or negative": ("sensitive", "results of tests"),
    "expectations": ("sensitive", "judgements of people"),
    "grades": ("sensitive", "grades"),
    "stages": ("sensitive", "stages of a disease"),
}
"""What columns about something are, where their name says nothing."""


class RoleFound(NamedTuple):
    """The role of a column and why; uncertain where neither name nor form decides."""

    role: Role
    reason: str
    certain: bool = True


def find_role(counts: ColumnProfile, column: Column, kind: KindFound) -> RoleFound:
    """The role of a column seen alone; an uncertain one is `keep` until combinations were looked at."""
    if counts.distinct <= 1:
        return RoleFound("keep", "the same everywhere" if counts.distinct else "empty")
    words = words_of(counts.name)
    return _identifies(counts, column, kind, words) or _by_name(counts, kind, words) or _by_values(kind)


def _identifies(counts: ColumnProfile, column: Column, kind: KindFound, words: frozenset[str]) -> RoleFound | None:
    """Columns that name somebody, or in which texts may."""
    filled = counts.records - counts.missing
    varied = counted(counts.distinct, "distinct value")
    every = counts.distinct == filled
    differ = f"all {filled:,} values differ" if every else f"{counts.distinct:,} of {filled:,} differ"
    if form := form_of(column.values):
        return RoleFound("identifier", f"its values have the form of {form.words}; {varied}")
    on_a_scale = bool(kind.about) and kind.kind in ("nominal", "ordinal")
    if not on_a_scale:
        sensitive = words & SENSITIVE.keys() and kind.kind == "numeric" and not every
        named = words & IDENTIFYING_WORDS
        thing = named <= {"name", "names", "nom", "nome", "nombre"} and words & THING_WORDS
        if named and not thing and not sensitive and not _shared(counts, column):
            return RoleFound("identifier", f"its name says so; {varied}")
        if words & NUMBERED_WORDS and words & ENTITY_WORDS and 2 * counts.distinct > filled:
            return RoleFound("identifier", f"its name says so; {differ}")
        if words & ENTITY_WORDS and kind.kind == "nominal" and not kind.about and 2 * counts.distinct > filled:
            return RoleFound("identifier", f"its name suggests persons; {differ}")
    told = words & FREE_TEXT_WORDS or (_wordy(column) and 2 * counts.uniques > counts.distinct)
    if (told and kind.kind == "nominal" and not on_a_scale) or (
        counts.longest > _LONG and 2 * counts.distinct > filled
    ):
        return RoleFound("identifier", f"free texts may name people; {varied}")
    if words & (SENSITIVE.keys() | QUASI.keys() | KEPT_WORDS) or counts.dates == 1:
        return None
    measured = counts.numeric == 1 and _measured(column)
    nearly = counts.distinct >= _NEARLY_ALL * filled and filled >= _FEW and counts.numeric < 1
    if ((every and filled >= _FEW) or nearly) and not measured:
        return RoleFound("identifier", differ)
    return None


def _shared(counts: ColumnProfile, column: Column) -> bool:
    """Whether the values are a few codes of very many records each, which name nobody: `address: U | R`."""
    codes = [value.strip() for value in column.values if not no_value(value)]
    short = all(len(code) <= 2 or (len(code) <= _CODE and any(map(str.isdigit, code))) for code in codes)
    return short and len(codes) <= _CODED and counts.records - counts.missing >= _MANY * len(codes)


def _by_name(counts: ColumnProfile, kind: KindFound, words: frozenset[str]) -> RoleFound | None:
    secret = sorted({SENSITIVE[word] for word in words & SENSITIVE.keys()})
    known = sorted({QUASI[word] for word in words & QUASI.keys()})
    if kind.kind == "date" and not words & KEPT_WORDS:
        return RoleFound("quasi", "a date, which an outsider may know")
    if "a personal trait" in known and words & {"age", "alter", "âge", "edad", "dob", "birth"}:
        return RoleFound("quasi", "its name suggests a personal trait")
    if secret:
        filled = counts.records - counts.missing
        own = counts.distinct >= _NEARLY_ALL * filled and filled >= _FEW
        unique = (
            f"; {counts.distinct:,} of {filled:,} differ: anyone who knows this value can find the record"
            if own
            else ""
        )
        return RoleFound("sensitive", f"its name suggests {secret[0]}{unique}")
    if known:
        return RoleFound("quasi", f"its name suggests {known[0]}")
    if words & KEPT_WORDS:
        return RoleFound("keep", "its name suggests things or opinions, which outsiders do not know")
    return None


def _by_values(kind: KindFound) -> RoleFound:
    """Columns whose name says nothing: by what their values are about."""
    if kind.about in _ABOUT:
        role, about = _ABOUT[kind.about]
        return RoleFound(role, f"about {about}")
    if kind.kind == "date":
        return RoleFound("quasi", "a date, which an outsider may know")
    if kind.about in _OPINIONS:
        return RoleFound("keep", "answers or marks, which outsiders seldom know", certain=False)
    return RoleFound("keep", "nothing suggests that outsiders know it", certain=False)


def settle_roles(table: Table, found: Sequence[RoleFound], kinds: Sequence[KindFound]) -> list[RoleFound]:
    """The roles after a look at combinations: uncertain columns that make many records unique are masked as well.

    As few as possible: each is taken for what it adds to those before it.
    """
    columns = [table.column(name) for name in table.names]
    settled = _without_doubles(columns, found)
    masked = [i for i, one in enumerate(settled) if one.role == "quasi"]
    open_ones = [
        i for i, one in enumerate(found) if not one.certain and one.role == "keep" and kinds[i].about not in _OPINIONS
    ]
    for i in [i for i in open_ones if 2 * int(np.sum(columns[i].counts == 1)) > table.records]:
        settled[i] = RoleFound("quasi", "most records have a value of their own in it", certain=False)
        open_ones.remove(i)
        masked.append(i)
    groups, alone = _together(columns, masked)
    while open_ones and len(masked) < SEVERAL:
        best = max(open_ones, key=lambda i: (_uniques(_joined(groups, columns[i])), -i))
        joined = _joined(groups, columns[best])
        more = _uniques(joined) - alone
        if more < _GAIN * table.records and masked:
            break
        why = (
            f"with it, {counted(more, 'more record')} would be unique"
            if masked
            else f"{counted(more, 'record')} unique by it"
        )
        settled[best] = RoleFound("quasi", why, certain=False)
        open_ones.remove(best)
        masked.append(best)
        groups, alone = joined, _uniques(joined)
    return settled


def _without_doubles(columns: Sequence[Column], found: Sequence[RoleFound]) -> list[RoleFound]:
    """The roles without quasi-identifiers that only say in other words what an earlier one says."""
    settled = list(found)
    kept: list[int] = []
    for i in [i for i, one in enumerate(found) if one.role == "quasi"]:
        same = next((j for j in kept if _are_doubles(columns[i], columns[j])), None)
        if same is None:
            kept.append(i)
        else:
            settled[i] = RoleFound(
                "identifier", f"it says the same as {columns[same].name}, so one of them is enough", certain=False
            )
    return settled


def _are_doubles(one: Column, other: Column) -> bool:
    """Whether each value of one column always stands beside the same value of the other, and several do."""
    distinct = len(one.values)
    if distinct != len(other.values) or distinct < _LEVELS or 2 * distinct > len(one.codes):
        return False
    return len(np.unique(one.codes.astype(np.int64) * (distinct + 1) + other.codes)) == distinct


def _together(columns: Sequence[Column], chosen: Sequence[int]) -> tuple[NDArray[np.int64], int]:
    """The class of every record by some columns, and how many are unique."""
    groups = np.zeros(len(columns[0].codes) if columns else 0, np.int64)
    for i in chosen:
        groups = _joined(groups, columns[i])
    return groups, _uniques(groups)


def _joined(groups: NDArray[np.int64], column: Column) -> NDArray[np.int64]:
    pairs = groups * (int(column.codes.max(initial=0)) + 1) + column.codes
    joined: NDArray[np.int64] = np.unique(pairs, return_inverse=True)[1].reshape(-1).astype(np.int64)
    return joined


def _uniques(groups: NDArray[np.int64]) -> int:
    return int(np.sum(np.bincount(groups) == 1)) if groups.size else 0


def _wordy(column: Column) -> bool:
    """Whether most values are sentences rather than terms."""
    told = [len(value.split()) > _TERM for value in column.values if not no_value(value)]
    return 2 * sum(told) > len(told)


def _measured(column: Column) -> bool:
    """Whether numbers are measurements or amounts, by their decimals, currency or unit, or as they are unevenly spread.

    Numbers that were given out to tell records apart have one length, or lie evenly between the first and the last.
    """
    texts = [value.strip() for value in column.values if not no_value(value)]
    ruler = Numeric.over(texts)
    if ruler.decimals > 0 or ruler.numerals.before or ruler.numerals.after:
        return True
    places = np.sort([ruler.place(text) or 0.0 for text in texts])
    if len({len(text) for text in texts}) < 2 or len(places) < _FEW or places[0] == places[-1]:
        return False
    spread = (places - places[0]) / (places[-1] - places[0])
    return float(np.abs(spread - np.linspace(0, 1, len(places))).max()) > _UNEVEN
