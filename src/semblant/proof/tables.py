"""The proof for tables: reads the written bytes back and counts k, l and t, independently of the method."""

from collections.abc import Callable, Hashable, Sequence
from pathlib import Path

import polars as pl

from semblant.data.items import split
from semblant.data.link import Link, in_original_order
from semblant.data.read import read_like
from semblant.data.same import person_key
from semblant.data.table import Table
from semblant.errors import VerificationError
from semblant.evidence import Privacy
from semblant.policy.model import Policy
from semblant.proof.sensitive import CLASS, PERSON, VALUE, closeness, diversity
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
    there = release.frame.filter(~gone)
    if aligned is None:
        aligned = original is not None and original.records == release.records and policy.order == "keep"
    persons = persons_of_release(release, policy, original if aligned else None)
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

    With a link the release is returned in the order of the original. The second result is whether it is in that order.
    """
    release = read_like(original, written, policy.formulas)
    _same_shape(original, release, policy)
    if link is not None:
        release = in_original_order(original, release, link)
    matched = link is not None or policy.order == "keep"
    _untouched(original, release, policy, matched=matched)
    return release, matched


# --- classes and persons ---------------------------------------------------------------------------


def classes_of(there: pl.DataFrame, policy: Policy, meaning: Meaning | None = None) -> pl.Series:
    """The equivalence class of every record, as a number: by exact text, or sets by what their items mean."""
    quasi = list(policy.columns("quasi"))
    if not quasi:
        return pl.zeros(there.height, pl.Int64, eager=True)
    told = policy.attributes
    keys = there.select(
        pl.col(name)
        if meaning is None or told[name].kind != "set"
        else _sets(there.get_column(name), told[name].separator, meaning)
        for name in quasi
    )
    numbered = keys.unique(maintain_order=True).with_row_index(CLASS)
    return keys.join(numbered, on=quasi, how="left", maintain_order="left").get_column(CLASS).cast(pl.Int64)


def _sets(cells: pl.Series, separator: str, meaning: Meaning) -> pl.Series:
    """The set in every cell, as a number; order and spacing of the items do not matter."""
    texts, numbers = cells.unique().to_list(), dict[frozenset[Hashable], int]()
    found = [numbers.setdefault(frozenset(map(meaning, split(text, separator))), len(numbers)) for text in texts]
    return cells.replace_strict(texts, found, return_dtype=pl.Int64)


def persons_of_release(release: Table, policy: Policy, original: Table | None) -> pl.Series | None:
    """The person of every released record, where that is known: by the original, if its records are matched."""
    if policy.individual is None:
        return None
    if original is not None and policy.individual in original.names:
        return _people(original, policy.individual)
    return _people(release, policy.individual) if policy.names_persons(release.names) else None


def _people(table: Table, name: str) -> pl.Series:
    """The person of each record; records without one count as one and the same person."""
    told = table.frame.get_column(name)
    texts = told.unique().to_list()
    return told.replace_strict(texts, [person_key(text) for text in texts], return_dtype=pl.String)


def _smallest(seen: pl.DataFrame, policy: Policy, named: bool, original: Table | None) -> tuple[int, int]:
    """The size of the smallest class, in records or in persons, and the number of classes."""
    if not seen.height:
        return 0, 0
    sizes = seen.group_by(CLASS).agg(pl.len().alias("records"), pl.col(PERSON).n_unique().alias("persons"))
    least = int(sizes.get_column("persons" if named else "records").to_numpy().min())
    if policy.individual is not None and not named:
        least = fewest_persons(least, policy, original)
    return least, sizes.height


def fewest_persons(records: int, policy: Policy, original: Table | None) -> int:
    """The fewest persons that so many records can belong to, where nobody knows whose they are."""
    if original is None or policy.individual is None:
        return _fewest(records, [])
    return _fewest(records, _people(original, policy.individual).value_counts()["count"].to_list())


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


def _untouched(original: Table, release: Table, policy: Policy, *, matched: bool) -> None:
    """Columns the policy does not mask must hold exactly their text, but for suppressed records.

    Records that are not matched must at least have these texts together, in no more records than before.
    """
    quasi = set(policy.columns("quasi"))
    names = [n for n in release.names if n not in quasi]
    if not names:
        return
    there = ~suppressed(release)
    before, after = original.frame.select(names), release.frame.select(names).filter(there)
    if not matched:
        now = after.group_by(names).len("\0now")
        counts = now.join(before.group_by(names).len("\0then"), on=names, how="left")
        if not counts.select((pl.col("\0now") <= pl.col("\0then").fill_null(0)).all()).item():
            raise VerificationError("The written release changed an untouched column.")
        return
    before = before.filter(there)
    for name in names:
        if not before.get_column(name).equals(after.get_column(name)):
            raise VerificationError(f"The written release changed the untouched column {name!r}.")
