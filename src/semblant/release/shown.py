"""What the bytes of a release show by themselves: the promises that can be counted without the original."""

from dataclasses import dataclass, replace

import numpy as np

from semblant.arrays import Ints
from semblant.data.table import Table
from semblant.evidence import Privacy
from semblant.policy.model import Attribute, Policy
from semblant.privacy.promises import promises_of
from semblant.proof.logs import log_classes, privacy_of_log
from semblant.proof.meanings import prove
from semblant.proof.sets import privacy_of_sets
from semblant.proof.suppression import suppression
from semblant.proof.tables import classes_of, privacy_of_table
from semblant.release.rules import PRIVATE_COUNTS, PRIVATE_VOCABULARY
from semblant.space.reading import Library
from semblant.space.rules import knowledge_of

_ALWAYS = (
    "kept and sensitive cells are those of the original",
    "no more records were suppressed than the policy allows",
    "information loss and record linkage, which compare the release with the original",
)

_NOT_LEFT_OUT = "only users of whom nothing can be published are left out"


@dataclass(frozen=True, eq=False)
class Shown:
    """What the bytes show, and what they cannot show."""

    k_achieved: int | None = None
    classes: int | None = None
    suppressed_records: int = 0
    l_achieved: dict[str, float] | None = None
    t_achieved: dict[str, float] | None = None
    sizes: Ints | None = None  # of the classes, in records or users; None where persons count
    not_provable: tuple[str, ...] = ()


def show(release: Table, rules: Policy) -> Shown:
    """Count what the published rules promise on the released bytes alone."""
    match rules.promise:
        case "differential privacy":
            return Shown(not_provable=("differential privacy, a property of how the list was made", _ALWAYS[2]))
        case "no shared address":
            shared = "no two released queries led to the same address"
            return Shown(not_provable=(shared, *_rare(rules), _ALWAYS[2]))
    if rules.shape == "log":
        users = np.array(log_classes(release, rules), np.int64)
        return _shown(privacy_of_log(release, rules), users, [*_rare(rules), _NOT_LEFT_OUT, _ALWAYS[2]])
    counted, unprovable = _countable(rules, release)
    by_meaning = rules.promise == "k-anonymity of meanings"
    if rules.shape == "sets" and not by_meaning:
        found = privacy_of_sets(release, counted)
    else:
        found = privacy_of_table(release, counted)
    if rules.shape == "table":
        found = prove(found, release, counted, promises_of(counted, release, Library(counted)))
    if by_meaning:
        unprovable.insert(0, f"every record means the same as {rules.k - 1:,} others")
    classes = classes_of(release, counted, np.flatnonzero(~suppression(release, counted).outside))
    sizes = None if rules.individual is not None else np.bincount(classes).astype(np.int64)
    found = found.model_copy(update={f"{key}_achieved": _provable(key, found, rules, counted) for key in ("l", "t")})
    shown = _shown(found, sizes, [*unprovable, *_rare(rules), *_ALWAYS])
    hidden = by_meaning or counted.individual != rules.individual
    return replace(shown, k_achieved=None) if hidden else shown


def _provable(key: str, found: Privacy, rules: Policy, counted: Policy) -> dict[str, float] | None:
    """The l or t of every column, but of those where it was counted in another way than the rules promise."""
    achieved: dict[str, float] = getattr(found, f"{key}_achieved") or {}
    same = {n for n in achieved if getattr(rules.attributes[n], key) == getattr(counted.attributes[n], key)}
    return {name: value for name, value in achieved.items() if name in same} or None


def _rare(rules: Policy) -> list[str]:
    """What hides rare values; where they are published, nothing was promised."""
    if rules.rare == "publish":
        return []
    least = rules.k if rules.shape == "table" else rules.least_term_holders
    return [f"no released value is one that fewer than {least:,} persons have in the original"]


def _shown(found: Privacy, sizes: Ints | None, not_provable: list[str]) -> Shown:
    return Shown(
        k_achieved=found.k_achieved,
        classes=found.classes,
        suppressed_records=found.suppressed_records,
        l_achieved=found.l_achieved,
        t_achieved=found.t_achieved,
        sizes=sizes,
        not_provable=tuple(not_provable),
    )


def _countable(rules: Policy, release: Table) -> tuple[Policy, list[str]]:
    """The rules without those that only the original, or a private file, can show; and these in words."""
    said: list[str] = []
    nobody = rules.individual is not None and not rules.names_persons(release.names)
    if nobody:
        said.append(f"every class has {rules.k:,} persons: the column {rules.individual!r} is not released")
    attributes = dict(rules.attributes)
    for name in rules.columns("sensitive"):
        one = attributes[name]
        if name not in release.names and (one.l is not None or one.t is not None):
            said.append(f"l and t of {name!r}: the column is not released")
            one = one.model_copy(update={"l": None, "t": None})
        if one.l is not None and (reason := _why_no_l(one, rules, nobody)):
            said.append(f"l of {name!r}: {reason}")
            one = one.model_copy(update={"l": None, "l_kind": "distinct"})
        if one.t is not None and one.ground == "semantic" and _private(one, rules):
            said.append(f"t of {name!r}: its meanings are private")
            one = one.model_copy(update={"t": None, "ground": "equal"})
        attributes[name] = one
    individual = None if nobody else rules.individual
    return rules.model_copy(update={"attributes": attributes, "individual": individual}), said


def _why_no_l(attribute: Attribute, rules: Policy, nobody: bool) -> str:
    if attribute.l_kind == "semantic":
        return "its meanings are private" if _private(attribute, rules) else ""
    return "persons are counted, and their column is not released" if nobody and attribute.l_kind != "distinct" else ""


def _private(attribute: Attribute, rules: Policy) -> bool:
    """Whether the meanings of a column come from a file that was not published."""
    names = knowledge_of(attribute, rules)
    sources = [rules.knowledge[name] for name in names if name in rules.knowledge]
    files = any(one.ic == PRIVATE_COUNTS or one.corpus is not None for one in sources)
    own_files = rules.mapping is not None or rules.abbreviations is not None
    return own_files or PRIVATE_VOCABULARY in names or files
