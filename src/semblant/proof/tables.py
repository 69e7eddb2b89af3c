"""The proof for tables: reads the written bytes back and counts k, l and t, independently of the method."""

from collections.abc import Callable, Hashable, Sequence
from pathlib import Path

import polars as pl

from semblant.data.items import split
from semblant.data.missing import NO_VALUE
from semblant.data.read import read
from semblant.data.table import Table
from semblant.errors import VerificationError
from semblant.evidence import Privacy
from semblant.policy.model import SUPPRESSED, Policy
from semblant.proof.sensitive import CLASS, PERSON, VALUE, closeness, diversity, folded

_SLACK = 1e-9  # rounding tolerance of a promise

Meaning = Callable[[str], Hashable]
"""Maps an item of a set to its meaning; ``str`` where it means only itself."""


def privacy_of_table(
    release: Table,
    policy: Policy,
    original: Table | None = None,
    *,
    aligned: bool | None = None,
    meaning: Meaning = str,
) -> Privacy:
    """The privacy of a release by its own bytes: equivalence classes of the quasi-identifiers.

    A record suppressed in every column is in no class. Where the policy names persons, k counts
    them: by their column if it was released, else by the original's, whose records are matched by position if both
    have as many and the policy keeps their order (or ``aligned`` says so). Where they cannot be matched, a class is
    taken to have as few persons as its size allows. Sets are alike if their items have the same meanings.

    What needs meanings (semantic l and t, dates in other formats) is left out here and not yet verified.
    """
    gone = suppressed(release)
    there = release.frame.filter(~gone)
    if aligned is None:
        aligned = original is not None and original.records == release.records and policy.order == "keep"
    persons = _persons(release, policy, original if aligned else None)
    seen = pl.DataFrame(
        {CLASS: classes_of(there, policy, meaning), PERSON: None if persons is None else persons.filter(~gone)}
    )
    smallest, classes = _smallest(seen, policy, persons is not None, original)
    diverse, close = {}, {}
    for name in policy.columns("sensitive"):
        if name not in release.names or not there.height:
            continue
        counted = seen.select(CLASS, PERSON, there.get_column(name).alias(VALUE))
        attribute = policy.attributes[name]
        if (l_found := diversity(counted, attribute, policy, persons is not None)) is not None:
            diverse[name] = l_found
        if (t_found := closeness(counted, attribute)) is not None:
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
    """The same facts, verified if every promise was counted and is kept."""
    enough = not privacy.classes or privacy.k_achieved >= policy.k
    return privacy.model_copy(update={"verified": enough and sensitive_kept(privacy, policy, release)})


def sensitive_kept(privacy: Privacy, policy: Policy, release: Table) -> bool:
    """Whether l and t of every sensitive column were counted and are kept; a column that is not released is fine."""
    counted = {"l": privacy.l_achieved or {}, "t": privacy.t_achieved or {}}
    missing = {name for key in counted for name in _asked(policy, key) if name not in counted[key]}
    return not privacy.classes or (missing.isdisjoint(release.names) and not _broken_sensitive(privacy, policy))


def broken(privacy: Privacy, policy: Policy) -> list[str]:
    """The promises that a release breaks, each as a sentence."""
    if not privacy.classes:
        return []
    said = []
    if privacy.k_achieved < policy.k and policy.promise == "k-anonymity":
        who = (
            f"{privacy.k_achieved}-anonymous" if policy.individual is None else f"{privacy.k_achieved} persons a class"
        )
        said.append(f"The written release is only {who}; k = {policy.k} was promised.")
    return said + _broken_sensitive(privacy, policy)


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


def verify_table(original: Table, written: Path, policy: Policy) -> Privacy:
    """Read a written release back and refuse it unless it keeps every promise of the policy that bytes can show."""
    release = read_unaltered(original, written, policy)
    privacy = privacy_of_table(release, policy, original)
    refuse_broken(privacy, policy, written.name)
    return privacy


def read_unaltered(original: Table, written: Path, policy: Policy) -> Table:
    """Read a written release back and refuse it where it changed anything that the policy does not mask."""
    release = read(written, delimiter=original.origin.delimiter, encoding=original.origin.encoding)
    _same_shape(original, release, policy)
    _untouched(original, release, policy)
    return release


# --- classes and persons ---------------------------------------------------------------------------


def classes_of(there: pl.DataFrame, policy: Policy, meaning: Meaning = str) -> pl.Series:
    """The equivalence class of every record, as a number."""
    quasi = list(policy.columns("quasi"))
    if not quasi:
        return pl.zeros(there.height, pl.Int64, eager=True)
    told = policy.attributes
    keys = there.select(
        _sets(there.get_column(name), told[name].separator, meaning) if told[name].kind == "set" else pl.col(name)
        for name in quasi
    )
    numbered = keys.unique(maintain_order=True).with_row_index(CLASS)
    return keys.join(numbered, on=quasi, how="left", maintain_order="left").get_column(CLASS).cast(pl.Int64)


def _sets(cells: pl.Series, separator: str, meaning: Meaning) -> pl.Series:
    """The set in every cell, as a number; order and spacing of the items do not matter."""
    texts, numbers = cells.unique().to_list(), dict[frozenset[Hashable], int]()
    found = [numbers.setdefault(frozenset(map(meaning, split(text, separator))), len(numbers)) for text in texts]
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
    """The person of each record; records without one count as one and the same person."""
    told = table.frame.get_column(name)
    texts = told.unique().to_list()
    return told.replace_strict(texts, ["" if folded(t) in NO_VALUE else t for t in texts], return_dtype=pl.String)


def _smallest(seen: pl.DataFrame, policy: Policy, named: bool, original: Table | None) -> tuple[int, int]:
    """The size of the smallest class, in records or in persons, and the number of classes."""
    if not seen.height:
        return 0, 0
    sizes = seen.group_by(CLASS).agg(pl.len().alias("records"), pl.col(PERSON).n_unique().alias("persons"))
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
