"""The proof for tables: reads the written bytes back and counts k, l and t, independently of the method."""

from collections.abc import Callable, Hashable, Sequence
from pathlib import Path

import numpy as np

from semblant.arrays import AnyInts, Flags, Ints
from semblant.data.filebacked import chunks, gathered, rows_where
from semblant.data.items import split
from semblant.data.joint import counts_of, distinct_rows, smallest
from semblant.data.link import Link, in_original_order, rows_of_original
from semblant.data.read import read_like
from semblant.data.same import persons_of
from semblant.data.table import Column, Table
from semblant.errors import VerificationError
from semblant.evidence import Privacy
from semblant.policy.model import Policy
from semblant.proof.sensitive import Seen, closeness, diversity
from semblant.proof.suppression import suppressed, suppression

_SLACK = 1e-9  # rounding tolerance of a promise

Meaning = Callable[[str], Hashable]
"""Maps an item of a set to its meaning."""


def privacy_of_table(
    release: Table,
    policy: Policy,
    original: Table | None = None,
    *,
    aligned: bool | None = None,
    meaning: Meaning | None = None,
) -> Privacy:
    """The privacy of a release by its own bytes: equivalence classes of the quasi-identifiers.

    A suppressed record is in no class. Where the policy names persons, k counts them: by the original's column, whose
    records are matched by position if both have as many and the policy keeps their order (or ``aligned`` says so), else
    by the released one. Where they cannot be matched, a class is taken to have as few persons as its size allows, and
    nothing is verified. Sets are alike if they are the same text, because the order of items can tell records apart;
    with a ``meaning``, if their items mean the same.

    What needs meanings (semantic l and t, dates in other formats) is left out here and not yet verified.
    """
    gone, withheld, beyond = suppression(release, policy, original)
    there = None if not gone.any() else rows_where(len(gone), lambda part: ~gone[part])
    if aligned is None:
        aligned = original is not None and original.records == release.records and policy.order == "keep"
    persons = persons_of_release(release, policy, original if aligned else None)
    if persons is not None and there is not None:
        persons = persons[there]
    seen = classes_of(release, policy, there, meaning)
    smallest, classes = _smallest(seen, persons, policy, original)
    diverse, close = {}, {}
    for name in policy.columns("sensitive"):
        if name not in release.names or not len(seen):
            continue
        counted, attribute = Seen(seen, release.column(name), there, persons), policy.attributes[name]
        if (l_found := diversity(counted, attribute, policy)) is not None:
            diverse[name] = l_found
        if (t_found := closeness(counted, attribute)) is not None:
            close[name] = t_found
    privacy = Privacy(
        k_required=policy.k,
        k_achieved=smallest,
        classes=classes,
        suppressed_records=withheld,
        suppressed_beyond_limit=beyond,
        l_achieved=diverse or None,
        t_achieved=close or None,
        verified=False,
        persons_counted=policy.individual is None or persons is not None,
    )
    return settled(privacy, policy, release)


def settled(privacy: Privacy, policy: Policy, release: Table) -> Privacy:
    """The same facts, verified if every promise was counted and is kept; where nothing is released, none is."""
    enough = privacy.classes > 0 and privacy.k_achieved >= policy.k and privacy.persons_counted
    enough = enough and not privacy.suppressed_beyond_limit
    return privacy.model_copy(update={"verified": enough and sensitive_kept(privacy, policy, release)})


def sensitive_kept(privacy: Privacy, policy: Policy, release: Table) -> bool:
    """Whether l and t of every sensitive column were counted and are kept; a column that is not released is fine."""
    counted = {"l": privacy.l_achieved or {}, "t": privacy.t_achieved or {}}
    missing = {name for key in counted for name in _asked(policy, key) if name not in counted[key]}
    return missing.isdisjoint(release.names) and not _broken_sensitive(privacy, policy)


def broken(privacy: Privacy, policy: Policy) -> list[str]:
    """The promises that a release breaks, each as a sentence."""
    if not privacy.classes and policy.promise == "k-anonymity":
        return ["Every record is suppressed, so nothing is left to publish."]
    said = []
    if privacy.suppressed_beyond_limit:
        said.append(
            f"The written release suppresses {privacy.suppressed_records:,} records, "
            f"{privacy.suppressed_beyond_limit:,} more than the policy allows (suppression_limit)."
        )
    if privacy.k_achieved < policy.k and policy.promise == "k-anonymity":
        who = (
            f"{privacy.k_achieved}-anonymous" if policy.individual is None else f"{privacy.k_achieved} persons a class"
        )
        said.append(f"The written release is only {who}; k = {policy.k} was promised.")
    return said + _broken_sensitive(privacy, policy) + _shown_though_rare(privacy, policy)


def _shown_though_rare(privacy: Privacy, policy: Policy) -> list[str]:
    """Columns in which the release shows what too few persons have, or nobody, though the policy hides it."""
    if policy.rare == "publish":
        return []
    return [
        f"The written release shows values of {name!r} that {whose} ({number:,})."
        for name, facts in privacy.rare_values.items()
        for number, whose in ((facts.values, "too few persons have"), (facts.invented, "nobody there has"))
        if number
    ]


def _broken_sensitive(privacy: Privacy, policy: Policy) -> list[str]:
    said = []
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
    """Refuse a release that breaks a promise."""
    if said := broken(privacy, policy):
        raise VerificationError(" ".join([*said, "Nothing was published."]), where=where)


def verify_table(original: Table, written: Path, policy: Policy, link: Link | None = None) -> Privacy:
    """Read a written release back and refuse it unless it keeps every promise of the policy that bytes can show.

    With the link also those are counted that need to know which record is whose.
    """
    release, matched = read_unaltered(original, written, policy, link)
    privacy = privacy_of_table(release, policy, original, aligned=matched)
    refuse_broken(privacy, policy, written.name)
    return privacy


def read_unaltered(original: Table, written: Path, policy: Policy, link: Link | None = None) -> tuple[Table, bool]:
    """Read a written release back and refuse it where it changed anything that the policy does not mask.

    With a link the release is returned in the order of the original, unless the order makes no difference. The second
    result is whether records are matched.
    """
    release = read_like(original, written, policy.formulas, in_parts=policy.shape == "table")
    _same_shape(original, release, policy)
    matched = link is not None or policy.order == "keep"
    if link is not None and release.coded and policy.individual is None:
        # Classes are the same in any order, and another order of a large table takes much room.
        _untouched(original, release, policy, matched=matched, rows=rows_of_original(original, release, link))
        return release, matched
    if link is not None:
        release = in_original_order(original, release, link)
    _untouched(original, release, policy, matched=matched)
    return release, matched


# --- classes and persons ---------------------------------------------------------------------------


def classes_of(release: Table, policy: Policy, rows: AnyInts | None = None, meaning: Meaning | None = None) -> AnyInts:
    """The equivalence class of every record, or of some, as a number: by exact text, or sets by what their items mean.

    Every number up to the greatest is that of a class.
    """
    records, told = release.records if rows is None else len(rows), policy.attributes
    keys, sizes = [], []
    for name in policy.columns("quasi"):
        column = release.column(name)
        codes, size = column.packed if rows is None else gathered(column.packed, rows), len(column.values)
        if meaning is not None and told[name].kind == "set":
            number = _sets(column.values, told[name].separator, meaning)
            codes, size = gathered(number, codes), len(number)
        keys.append(codes)
        sizes.append(size)
    return distinct_rows(keys, sizes)[1] if keys else np.zeros(records, np.int32)


def _sets(texts: Sequence[str], separator: str, meaning: Meaning) -> AnyInts:
    """The set in every cell, as a number; order and spacing of the items do not matter."""
    numbers = dict[frozenset[Hashable], int]()
    found = [numbers.setdefault(frozenset(map(meaning, split(text, separator))), len(numbers)) for text in texts]
    return np.array(found, np.int32)


def persons_of_release(release: Table, policy: Policy, original: Table | None) -> Ints | None:
    """The person of every released record, where that is known: by the original, if its records are matched.

    Records without one count as one and the same person.
    """
    if policy.individual is None:
        return None
    if original is not None and policy.individual in original.names:
        return persons_of(original.column(policy.individual))
    return persons_of(release.column(policy.individual)) if policy.names_persons(release.names) else None


def _smallest(classes: AnyInts, persons: AnyInts | None, policy: Policy, original: Table | None) -> tuple[int, int]:
    """The size of the smallest class, in records or in persons, and the number of classes."""
    if not len(classes):
        return 0, 0
    size = int(classes.max()) + 1
    if persons is not None:
        once, _, _ = distinct_rows([classes, persons], [size, int(persons.max()) + 1])
        classes = once[0]
    least = int(counts_of(classes, size).min())
    if policy.individual is not None and persons is None:
        least = fewest_persons(least, policy, original)
    return least, size


def fewest_persons(records: int, policy: Policy, original: Table | None) -> int:
    """The fewest persons that so many records can belong to, where nobody knows whose they are."""
    if original is None or policy.individual is None:
        return _fewest(records, [])
    return _fewest(records, np.bincount(persons_of(original.column(policy.individual))).tolist())


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


def _asked(policy: Policy, key: str) -> dict[str, float]:
    asked = {name: getattr(policy.attributes[name], key) for name in policy.columns("sensitive")}
    return {name: threshold for name, threshold in asked.items() if threshold is not None}


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


def _untouched(original: Table, release: Table, policy: Policy, *, matched: bool, rows: AnyInts | None = None) -> None:
    """Columns the policy does not mask must hold exactly their text, but for suppressed records.

    Records that are not matched must at least have these texts together, in no more records than before. ``rows`` are
    the original rows of released ones, where both are not row by row.
    """
    quasi = set(policy.columns("quasi"))
    names = [n for n in release.names if n not in quasi]
    if not names:
        return
    there = ~suppressed(release)
    if not matched:
        if surplus(original, release, names, there):
            raise VerificationError("The written release changed an untouched column.")
        return
    for name in names:
        if differing(original.column(name), release.column(name), rows, there):
            raise VerificationError(f"The written release changed the untouched column {name!r}.")


def differing(before: Column, after: Column, rows: AnyInts | None, there: Flags) -> int:
    """How many records that are ``there`` have another text than before; ``rows`` were theirs (None: the same)."""
    place = {text: i for i, text in enumerate(before.values)}
    same = np.array([place.get(text, -1) for text in after.values], np.int64)
    differ = 0
    for part in chunks(after.records):
        then = before.packed[part] if rows is None else before.packed[rows[part]]
        differ += int(np.count_nonzero((same[after.packed[part]] != then) & there[part]))
    return differ


def surplus(original: Table, release: Table, names: Sequence[str], there: Flags | None = None) -> int:
    """How many records of a release, of those that are there, have no counterpart in the original in some columns."""
    then, now = numbered_alike(original, release, names)
    now = now if there is None else now[there]
    size = max(int(side.max(initial=-1)) for side in (then, now)) + 1
    return int(np.maximum(counts_of(now, size) - counts_of(then, size), 0).sum())


def numbered_alike(original: Table, release: Table, names: Sequence[str]) -> tuple[AnyInts, AnyInts]:
    """The records of both tables by number, equal where some columns are the same text in both."""
    lines, sizes = [], []
    for name in names:
        before, after = original.column(name), release.column(name)
        place = {text: i for i, text in enumerate(before.values)}
        of_text = [place.setdefault(text, len(place)) for text in after.values]
        kind = smallest(len(place))
        lines.append(np.concatenate([before.packed.astype(kind), np.array(of_text, kind)[after.packed]]))
        sizes.append(len(place))
    number = distinct_rows(lines, sizes)[1]
    return number[: original.records], number[original.records :]
