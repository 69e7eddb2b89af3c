"""The guarantee of a release in words, and what was verified on the written file."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from semblant.evidence import Privacy, PublicUtility, Risk, Utility
from semblant.policy.model import Policy
from semblant.report.plurals import counted_by
from semblant.report.summary import worst_column
from semblant.report.wording import SPACE, counted, listed, noun, percent, shown


@dataclass(frozen=True)
class Guarantee:
    """A guarantee as a report shows it; ``one`` and ``many`` name what k counts."""

    one: str
    many: str
    headline: str
    promise: str
    checked: str
    broken: bool = False
    anonymous: bool = True
    """Whether it is k-anonymity, so that equivalence classes can be shown."""


def guarantee_of(policy: Mapping[str, Any], privacy: Privacy, people: int, quasi: list[str]) -> Guarantee:
    """What the release promises; ``people`` is how many there are of what k counts."""
    one = counted_by(policy)
    many = f"{one}s"
    there, promised = people - privacy.suppressed_records, privacy.promise
    if promised == "differential privacy":
        return Guarantee(one, many, *_by_noise(privacy), anonymous=False)
    if promised == "k^m-anonymity" and privacy.verified:
        return Guarantee(
            one, many, *_by_items(privacy, policy.get("m", Policy.model_fields["m"].default)), False, False
        )
    if promised == "no shared address" and privacy.verified:
        return Guarantee(one, many, *_BY_ADDRESS, anonymous=False)
    checked = (
        f"{counted(privacy.classes, 'class', 'classes')} of {_alike(policy, quasi)}; the smallest has "
        f"{counted(privacy.k_achieved, one, many)}, and at least {privacy.k_required:,} were asked for "
        f"(k{SPACE}={SPACE}{privacy.k_required:,})."
    )
    if not privacy.verified and not Policy.model_validate(policy).promise.startswith("k-anonymity"):
        said = f"This release is not {privacy.k_required}-anonymous, and its policy accepts that."
        return Guarantee(one, many, said, "", checked, anonymous=False)
    return Guarantee(
        one,
        many,
        headline(privacy, people, one, many),
        _promise(policy, privacy, quasi) if privacy.verified and there > 0 and quasi else "",
        checked,
        broken=not privacy.verified,
    )


_BY_ADDRESS = (
    "No two released queries share a clicked address, and rare ones are left out.",
    "Queries cannot be put together by where they led, and those that point at few sites or people are gone. Nobody is "
    "promised to be like others.",
    "no two of its queries lead to the same address in the original.",
)


def _by_noise(privacy: Privacy) -> tuple[str, str, str]:
    given = (
        ""
        if privacy.epsilon is None or privacy.delta is None
        else f" (ε = {privacy.epsilon:.3g}, δ = {privacy.delta:.2g})"
    )
    if privacy.warnings:
        said = f"in name only. {' '.join(privacy.warnings)}"
    else:
        said = "what is published would be about as likely if any one user had not been there. Lower is better."
    return (
        "Queries are published with noisy counts, and nobody’s log is.",
        f"Differential privacy{given}: {said}",
        "There are no users in the file to count: what is promised is a property of the method.",
    )


def _by_items(privacy: Privacy, m: int) -> tuple[str, str, str]:
    alike = counted(privacy.k_achieved, "record")
    occur = "occurs" if m == 1 else "occur together"
    return (
        f"Any {counted(m, 'item')} of a set {occur} in at least {alike}.",
        f"Whoever knows up to {counted(m, 'item')} of somebody’s set finds at least {alike} that have them; whoever "
        "knows more may find fewer.",
        f"every {counted(m, 'item')} that {occur} {noun(m, 'does', 'do')} so in at least {alike}, and at least "
        f"{privacy.k_required:,} were asked for (k{SPACE}={SPACE}{privacy.k_required:,}, m{SPACE}={SPACE}{m:,}).",
    )


def _alike(policy: Mapping[str, Any], quasi: list[str]) -> str:
    return "users with one log" if policy.get("shape") == "log" else f"records alike in {listed(quasi) or 'no column'}"


def headline(privacy: Privacy, people: int, one: str = "record", many: str = "records") -> str:
    """The release in one sentence a board understands.

    Example:
        >>> fine = Privacy(k_required=5, k_achieved=5, classes=80, suppressed_records=0, l_achieved=None,
        ...                t_achieved=None, verified=True)
        >>> headline(fine, 975)
        'Each of the 975 records shares its quasi-identifiers with at least 4 others.'
        >>> headline(fine, 975, "person", "persons")
        'Each of the 975 records shares its quasi-identifiers with records of at least 4 other persons.'
    """
    there = people - privacy.suppressed_records
    if there <= 0:
        return "All records are suppressed: this release says nothing about anybody."
    if privacy.suppressed_beyond_limit:
        gone = counted(privacy.suppressed_beyond_limit, "user" if one == "user" else "record")
        return f"This release suppresses {gone} too many for its policy."
    if not privacy.verified and privacy.k_achieved >= privacy.k_required:
        return "This release does not keep what its policy asks of sensitive columns."
    if not privacy.verified:
        return (
            f"This release is not k-anonymous: its smallest class has {counted(privacy.k_achieved, one, many)}, and "
            f"{privacy.k_required:,} are required."
        )
    which = "records" if one == "person" else many
    which = which if there == people else f"released {which}"
    others = privacy.k_achieved - 1
    if one == "user":
        return f"Each of the {there:,} {which} has the same log as at least {counted(others, 'other')}."
    with_whom = f"at least {counted(others, 'other')}"
    if one == "person":
        with_whom = f"records of at least {counted(others, 'other person')}"
    return f"Each of the {there:,} {which} shares its quasi-identifiers with {with_whom}."


def _promise(policy: Mapping[str, Any], privacy: Privacy, quasi: list[str]) -> str:
    """What the guarantee protects against, in a sentence."""
    if policy.get("shape") == "log":
        return (
            f"Whoever knows what somebody searched for finds at least {counted(privacy.k_achieved, 'user')} whose logs "
            "fit equally well, and cannot tell which of them is that person."
        )
    found = f"finds at least {counted(privacy.k_achieved, 'record')} that fit equally well"
    if policy.get("individual"):
        found = f"finds records of at least {counted(privacy.k_achieved, 'person')} that fit equally well"
    return f"Whoever knows somebody’s {listed(quasi)} {found}, and cannot tell which of them is that person’s."


def loss_sentence(utility: Utility | PublicUtility) -> str:
    """The information loss in a sentence, with the column that lost most, which the total may hide."""
    if utility.loss_percent is None:
        return (
            "The information loss is not known: the released records stand in another order or number than the "
            "original ones and cannot be matched with them."
        )
    worst = worst_column(utility)
    most = "" if worst is None else f" and {percent(worst[1])} in {shown(worst[0], 40)}, the worst column"
    return (
        f"Information loss is {percent(utility.loss_percent)} overall{most}. 0{SPACE}% is the original file, "
        f"100{SPACE}% one average record for everybody."
    )


def lost_sentence(policy: Mapping[str, Any], utility: Utility, people: int) -> str:
    """What was lost and what was not, in a sentence; the more is known, the more it says.

    Example:
        >>> found = Utility.model_construct(loss_percent=9, changed_cells=76, per_attribute={})
        >>> policy = {"attributes": {"age": {"role": "quasi"}, "job": {"role": "quasi"}, "pay": {"role": "keep"}}}
        >>> lost_sentence(policy, found, 100).replace(SPACE, " ")
        '9 % of the information was lost; 62 % of the cells in masked columns are as they were.'
    """
    if utility.loss_percent is None:
        return "How much information was lost is not known: released records cannot be matched with the original ones."
    worst = worst_column(utility)
    most = "" if worst is None else f", most in {shown(worst[0], 40)} ({percent(worst[1])})"
    lost = f"{percent(utility.loss_percent)} of the information was lost{most}"
    masked = people * sum(one["role"] == "quasi" for one in policy["attributes"].values())
    if counted_by(policy) == "user" or utility.changed_cells is None or not masked:
        return f"{lost}."
    same = percent(100 - 100 * utility.changed_cells / masked)
    return f"{lost}; {same} of the cells in masked columns are as they were."


def risk_sentence(policy: Mapping[str, Any], risk: Risk) -> str:
    """The re-identification risk that is left, in sentences, beside that of the original."""
    one, then = counted_by(policy), risk.before
    highest = "" if then is None else f" (before: {percent(100 * then.prosecutor_max)})"
    unique = "" if then is None else f" (before: {then.uniques:,})"
    return (
        f"The highest re-identification risk of a {one} is {percent(100 * risk.prosecutor_max)}{highest}. "
        f"{counted(risk.uniques, one, f'{one}s').capitalize()} {noun(risk.uniques, 'is', 'are')} unique{unique}."
    )


def changed_sentence(policy: Mapping[str, Any], utility: Utility, people: int, columns: int) -> str:
    """How much masking changed, in a sentence; empty where that is not known."""
    if utility.changed_cells is None or utility.changed_records is None or not people:
        return ""
    if counted_by(policy) == "user":
        return f"{utility.changed_records:,} of {counted(people, 'user')} have another log than before."
    cells = people * columns
    return (
        f"{utility.changed_records:,} of {counted(people, 'record')} were changed, in {utility.changed_cells:,} of "
        f"{counted(cells, 'cell')} of the quasi-identifiers."
    )
