"""The proof: reads the written bytes back and counts for itself, knowing nothing of how they were made."""

import math
import re
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from semblant.data.items import split
from semblant.data.missing import NO_VALUE
from semblant.data.numerals import PLAIN, Numerals
from semblant.data.read import read
from semblant.data.table import Table
from semblant.errors import VerificationError
from semblant.evidence import Privacy
from semblant.policy.model import SUPPRESSED, Attribute, Policy

_SLACK = 1e-9  # what rounding may take from a promise
_CLASS, _VALUE, _PERSON, _BEFORE, _AFTER = "\0class", "\0value", "\0person", "\0before", "\0after"
_ISO = re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d)?)?")
_CELLS = 1 << 22  # of a dense block of class by value


def privacy_of(
    release: Table, policy: Policy, original: Table | None = None, *, aligned: bool | None = None
) -> Privacy:
    """What a release promises by its own bytes: classes of records alike in every quasi-identifier.

    A record suppressed in every column says nothing and stands in no class. Where the policy names persons, k counts
    them: by their column if it was released, else by the original's, whose records are matched by position if both
    have as many and the policy keeps their order (or ``aligned`` says so). Where they cannot be matched, a class is
    taken to have as few persons as its size allows.

    What only meanings can tell (semantic l and t, dates in other formats) is left out here and not yet verified.
    """
    gone = suppressed(release)
    there = release.frame.filter(~gone)
    if aligned is None:
        aligned = original is not None and original.records == release.records and policy.order == "keep"
    persons = _persons(release, policy, original if aligned else None)
    seen = pl.DataFrame(
        {_CLASS: classes_of(there, policy), _PERSON: None if persons is None else persons.filter(~gone)}
    )
    smallest, classes = _smallest(seen, policy, persons is not None, original)
    diverse, close = {}, {}
    for name in policy.columns("sensitive"):
        if name not in release.names or not there.height:
            continue
        counted = seen.select(_CLASS, _PERSON, there.get_column(name).alias(_VALUE))
        attribute = policy.attributes[name]
        if (l_found := _diversity(counted, attribute, policy, persons is not None)) is not None:
            diverse[name] = l_found
        if (t_found := _closeness(counted, attribute)) is not None:
            close[name] = t_found
    privacy = Privacy(
        k_required=policy.k,
        k_achieved=smallest,
        classes=classes,
        suppressed_records=int(gone.sum()),
        l_achieved=diverse or None,
        t_achieved=close or None,
        verified=False,
    )
    return settled(privacy, policy, release)


def settled(privacy: Privacy, policy: Policy, release: Table) -> Privacy:
    """The same facts, verified if every promise was counted and is kept; what is not released breaks none."""
    counted = {"l": privacy.l_achieved or {}, "t": privacy.t_achieved or {}}
    missing = [name for key in counted for name in _asked(policy, key) if name not in counted[key]]
    unclear = privacy.classes > 0 and not set(missing).isdisjoint(release.names)
    short = privacy.classes > 0 and privacy.k_achieved < policy.k
    return privacy.model_copy(update={"verified": not broken(privacy, policy) and not unclear and not short})


def broken(privacy: Privacy, policy: Policy) -> list[str]:
    """The promises that a release breaks, each as a sentence."""
    if not privacy.classes:
        return []
    said = []
    if privacy.k_achieved < policy.k and policy.accept is None:
        who = (
            f"{privacy.k_achieved}-anonymous" if policy.individual is None else f"{privacy.k_achieved} persons a class"
        )
        said.append(f"The written release is only {who}; k = {policy.k} was promised.")
    for name, least in _asked(policy, "l").items():
        found = (privacy.l_achieved or {}).get(name)
        if found is not None and found < least * (1 - _SLACK):
            said.append(f"A class of the written release has only l = {found:.4g} in {name!r}; {least:g} was promised.")
    for name, most in _asked(policy, "t").items():
        found = (privacy.t_achieved or {}).get(name)
        if found is not None and found > most + _SLACK:
            said.append(f"A class of the written release has t = {found:.4g} in {name!r}; {most:g} was promised.")
    return said


def refuse_broken(privacy: Privacy, policy: Policy, where: str) -> None:
    """Stop a release that breaks a promise."""
    if said := broken(privacy, policy):
        raise VerificationError(" ".join([*said, "Nothing was published."]), where=where)


def verify(original: Table, written: Path, policy: Policy) -> Privacy:
    """Read a written release back and refuse it unless it keeps every promise of the policy that bytes can show."""
    release = read(written, delimiter=original.origin.delimiter, encoding=original.origin.encoding)
    _same_shape(original, release, policy)
    _untouched(original, release, policy)
    privacy = privacy_of(release, policy, original)
    refuse_broken(privacy, policy, written.name)
    return privacy


# --- classes and persons ---------------------------------------------------------------------------


def classes_of(there: pl.DataFrame, policy: Policy) -> pl.Series:
    """The class of every record: a number, the same for records alike in every quasi-identifier."""
    quasi = list(policy.columns("quasi"))
    if not quasi:
        return pl.zeros(there.height, pl.Int64, eager=True)
    told = policy.attributes
    keys = there.select(
        _sets(there.get_column(name), told[name].separator) if told[name].kind == "set" else pl.col(name)
        for name in quasi
    )
    numbered = keys.unique(maintain_order=True).with_row_index(_CLASS)
    return keys.join(numbered, on=quasi, how="left", maintain_order="left").get_column(_CLASS).cast(pl.Int64)


def _sets(cells: pl.Series, separator: str) -> pl.Series:
    """The set in every cell, as a number: neither order nor spacing of the items tells people apart."""
    texts, numbers = cells.unique().to_list(), dict[frozenset[str], int]()
    found = [numbers.setdefault(frozenset(split(text, separator)), len(numbers)) for text in texts]
    return cells.replace_strict(texts, found, return_dtype=pl.Int64)


def _persons(release: Table, policy: Policy, original: Table | None) -> pl.Series | None:
    """The person of every released record, where that is known."""
    if policy.individual is None:
        return None
    for table in (release, original):
        if table is not None and policy.individual in table.names:
            return _people(table, policy.individual)
    return None


def _people(table: Table, name: str) -> pl.Series:
    """Who each record is of; those that do not say are of one and the same."""
    told = table.frame.get_column(name)
    texts = told.unique().to_list()
    return told.replace_strict(texts, ["" if _folded(t) in NO_VALUE else t for t in texts], return_dtype=pl.String)


def _smallest(seen: pl.DataFrame, policy: Policy, named: bool, original: Table | None) -> tuple[int, int]:
    """How much the smallest class has, in records or in persons, and how many classes there are."""
    if not seen.height:
        return 0, 0
    sizes = seen.group_by(_CLASS).agg(pl.len().alias("records"), pl.col(_PERSON).n_unique().alias("persons"))
    least = int(sizes.get_column("persons" if named else "records").to_numpy().min())
    if policy.individual is not None and not named:
        rows = [] if original is None else _people(original, policy.individual).value_counts()["count"].to_list()
        least = _fewest(least, rows)
    return least, sizes.height


def _fewest(records: int, rows: Sequence[int]) -> int:
    """The fewest persons that so many records can belong to, by how many records each person has.

    Example:
        >>> _fewest(5, [1, 3, 2, 1]), _fewest(5, [])
        (2, 1)
    """
    left, persons = records, 0
    for often in sorted(rows, reverse=True):
        if left <= 0:
            break
        left, persons = left - often, persons + 1
    return max(persons, 1)


# --- what a class tells about the sensitive --------------------------------------------------------


def _asked(policy: Policy, key: str) -> dict[str, float]:
    asked = {name: getattr(policy.attributes[name], key) for name in policy.columns("sensitive")}
    return {name: threshold for name, threshold in asked.items() if threshold is not None}


def _diversity(seen: pl.DataFrame, attribute: Attribute, policy: Policy, named: bool) -> float | None:
    """The l of the least diverse class; persons count once for each value, where they are known.

    What is missing is no value, unless a class has no other.
    """
    if attribute.l_kind == "semantic":
        return None
    said = _compared(seen.get_column(_VALUE))
    seen = seen.with_columns(said.set(said.is_in(list(NO_VALUE)), None))
    if policy.individual is not None:
        if not named and attribute.l_kind != "distinct":
            return 0.0  # how often a value occurs cannot be told in persons
        seen = seen.unique() if named else seen
    counts = seen.group_by(_CLASS, _VALUE).agg(pl.len().alias("n"))
    counts = counts.filter(pl.col(_VALUE).is_not_null() | (pl.len().over(_CLASS) == 1))
    by_class = counts.sort("n", descending=True).group_by(_CLASS, maintain_order=True)
    if attribute.l_kind == "distinct":
        found = by_class.agg(pl.len().alias("l"))
    elif attribute.l_kind == "entropy":
        share = pl.col("n") / pl.col("n").sum()
        found = by_class.agg((-(share * share.log()).sum()).exp().alias("l"))
    else:
        from_here_on = pl.col("n").cum_sum(reverse=True)
        found = by_class.agg((pl.col("n").first() < attribute.c * from_here_on).sum().alias("l"))
    return float(found.get_column("l").to_numpy().min())


def _closeness(seen: pl.DataFrame, attribute: Attribute) -> float | None:
    """The t of the class that strays farthest from all released records."""
    if attribute.ground == "semantic":
        return None
    if attribute.ground == "equal":
        seen = seen.with_columns(_compared(seen.get_column(_VALUE)))
        whole = seen.group_by(_VALUE).agg(pl.len().cast(pl.Int64).alias("all"))
        shares = seen.group_by(_CLASS, _VALUE).agg(pl.len().cast(pl.Int64).alias("n")).join(whole, on=_VALUE)
        in_common = pl.min_horizontal(pl.col("n") * seen.height, pl.col("all") * pl.col("n").sum()).sum()
        alike = shares.group_by(_CLASS).agg((in_common / (pl.col("n").sum() * seen.height)).alias("share"))
        return 1.0 - float(alike.get_column("share").to_numpy().min())
    values = seen.get_column(_VALUE).unique().sort().to_list()
    places = _places(values, attribute)
    if places is None:
        return None
    at = seen.get_column(_VALUE).replace_strict(values, places, return_dtype=pl.Int64).to_numpy()
    return _straying(seen.get_column(_CLASS).to_numpy(), at)


def _compared(values: pl.Series) -> pl.Series:
    """Sensitive texts as they are counted: capitals, spacing and ways to write an accent make no second value."""
    texts = values.unique().to_list()
    return values.replace_strict(texts, [_folded(text) for text in texts], return_dtype=pl.String)


def _folded(text: str) -> str:
    """A text in its compared form: taken apart, folded, put together, with single spaces between its words.

    Example:
        >>> _folded(" HIV "), _folded("Ångina") == _folded("åNGINA")
        ('hiv', True)
    """
    letters = (c.casefold() for c in unicodedata.normalize("NFKD", text) if unicodedata.category(c) != "Cf")
    return unicodedata.normalize("NFKC", " ".join("".join(letters).split()))


def _straying(classes: NDArray[np.int64], at: NDArray[np.int64]) -> float:
    """The greatest area between a class's distribution function and that of all, over the steps of the order."""
    steps = int(at.max())
    if steps == 0:
        return 0.0
    all_below = np.cumsum(np.bincount(at)) / len(at)
    farthest, width, last = 0.0, steps + 1, int(classes.max()) + 1
    number = min(last, max(1, _CELLS // width))
    for begin in range(0, last, number):
        here = (classes >= begin) & (classes < begin + number)
        cells = np.bincount((classes[here] - begin) * width + at[here], minlength=number * width)
        counts = cells.reshape(number, width)
        counts = counts[counts.sum(1) > 0]
        below = np.cumsum(counts, axis=1) / counts.sum(1, keepdims=True)
        farthest = max(farthest, float(np.abs(below - all_below).sum(1).max()) / steps)
    return farthest


def _places(values: Sequence[str], attribute: Attribute) -> list[int] | None:
    """The place of each value in the column's order, what has none before all others; None where this cannot tell."""
    place: Callable[[str], float | str | None]
    level = [_folded(text) for text in attribute.levels or ()]
    texts = [v for v in values if _folded(v) not in NO_VALUE or _folded(v) in level]
    if attribute.levels is not None:
        place = lambda text: level.index(_folded(text)) if _folded(text) in level else None  # noqa: E731
    elif attribute.kind == "date":
        if not all(_ISO.fullmatch(t) for t in texts) or len(set(map(len, texts))) > 1:
            return None
        place = str
    else:
        way = Numerals.through(texts) or PLAIN
        place = lambda text: _number(way.plain(text) or "")  # noqa: E731
    found = {text: place(text) for text in texts}
    order: list[object] = [*sorted({_folded(text) for text in values if found.get(text) is None})]
    order += sorted({p for p in found.values() if p is not None})
    rank = {p: number for number, p in enumerate(order)}
    return [rank[_folded(text) if found.get(text) is None else found[text]] for text in values]


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


# --- what must not have changed --------------------------------------------------------------------


def _same_shape(original: Table, release: Table, policy: Policy) -> None:
    hidden = set(policy.columns("identifier"))
    kept = [n for n in original.names if n in policy.attributes or policy.others == "keep"]
    expected = [n for n in kept if n not in hidden]
    if list(release.names) != expected:
        raise VerificationError("The written release does not have the columns the policy lets through.")
    if release.records != original.records:
        raise VerificationError(
            f"The written release has {release.records:,} records; the original has {original.records:,}."
        )


def _untouched(original: Table, release: Table, policy: Policy) -> None:
    """Columns the policy does not mask must hold exactly their text, but for suppressed records."""
    quasi = policy.columns("quasi")
    names = [n for n in release.names if n not in quasi]
    if not names:
        return
    there = ~suppressed(release)
    before, after = original.frame.select(names), release.frame.select(names).filter(there)
    if policy.order == "shuffle":
        now = after.group_by(names).len("\0now")
        counts = now.join(before.group_by(names).len("\0then"), on=names, how="left")
        if not counts.select((pl.col("\0now") <= pl.col("\0then").fill_null(0)).all()).item():
            raise VerificationError("The written release changed an untouched column.")
        return
    for name in names:
        if not before.filter(there).get_column(name).equals(after.get_column(name)):
            raise VerificationError(f"The written release changed the untouched column {name!r}.")


def suppressed(release: Table) -> pl.Series:
    """Which records are suppressed in every column."""
    return release.frame.select(pl.all_horizontal(pl.all() == SUPPRESSED)).to_series()
