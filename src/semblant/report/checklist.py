"""The checklist of a release: what to look at before publishing it, with traffic lights.

A red check means that nothing is published unless the policy accepts it with a reason; an amber one that a person
should look. The checklist is a function of what was counted, and looks at no data itself. A check whose facts are not
known, or not public, is left out.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self, get_args

from semblant.policy.advice import ADVICE, AUDIENCE, SOURCE, enough_for
from semblant.policy.model import Accepted, Answered, Policy
from semblant.report.plurals import counted, noun
from semblant.report.yardsticks import L_PAPER, T_PAPER

if TYPE_CHECKING:
    from semblant.data.repeats import Repeated
    from semblant.evidence import CheckResult, Deviation, IdentifyingColumn, MappingFacts, Privacy, Risk, Utility

MOST_LOSS = 30.0
"""The information loss of a column, in percent, from which it is amber."""
_FEWEST = 10  # records for which a share is meaningful
_LISTED = 4  # names in a sentence
UNCERTAIN = 5.0
"""The percentage of a column's records from which uncertain matches matter."""


@dataclass(frozen=True)
class Facts:
    """What the checks look at; None where it is not known."""

    policy: Policy
    privacy: "Privacy"
    risk: "Risk"
    losses: Mapping[str, float | None]
    lost: Mapping[str, tuple[int, int]] | None = None  # categories per column: vanished, and halved
    mapping: "Mapping[str, MappingFacts] | None" = None
    deviations: "Sequence[Deviation] | None" = None
    formulas: int | None = None
    missing_codes: Mapping[str, int] | None = None  # records with what looks like a code for no value, by column
    repeated: "Mapping[str, Repeated] | None" = None  # identifiers that stand in several records
    unchanged: bool | None = None  # whether every quasi-identifier is released as it came
    others: int | None = None  # further releases of the same input
    shown: Callable[[str], str] = str  # shortens names of columns
    public: bool = False  # whether small counts are kept out of the messages

    @classmethod
    def of(cls, policy: Policy, privacy: "Privacy", utility: "Utility", risk: "Risk", **more: Any) -> Self:
        """The facts of an assessment; ``treated`` are the records that the treatment of each column changed."""
        columns, changed, treated = utility.per_attribute, utility.changed_records, more.pop("treated", {})
        return cls(
            policy,
            privacy,
            risk,
            losses={name: one.loss_percent for name, one in columns.items()},
            lost={name: (one.vanished, one.halved or 0) for name, one in columns.items() if one.vanished is not None},
            unchanged=None if changed is None else changed == 0 and not any(treated.values()),
            **more,
        )


def checklist(facts: Facts) -> "tuple[CheckResult, ...]":
    """All checks, the most serious first; one that the policy accepts has its reason, and is amber where it was red."""
    found = [_accepted(one, facts.policy) for check in _CHECKS for one in check(facts)]
    rank = {"red": 0, "amber": 1, "green": 2}
    return tuple(sorted(found, key=lambda one: rank[one.status]))


def concerns(found: "Sequence[CheckResult]") -> list[str]:
    """What is not green, each as a sentence or two."""
    return [said(one) for one in found if one.status != "green"]


def said(one: "CheckResult") -> str:
    """What a check found and what to do about it."""
    accepted = f"Accepted: {one.reason}" if one.reason else one.advice
    return f"{one.message} {accepted}".rstrip()


def red(found: "Sequence[CheckResult]") -> "list[CheckResult]":
    """The checks that keep a release from being published."""
    return [one for one in found if one.status == "red"]


def accepts(policy: Policy, check: str) -> str | None:
    """Why a policy accepts a check that is not green; None where it does not."""
    key = accepted_by(check)
    if key is None or (check == "promises" and policy.promise == "k-anonymity"):
        return None
    return policy.accept.get(key)


def _accepted(one: "CheckResult", policy: Policy) -> "CheckResult":
    reason = accepts(policy, one.check)
    if one.status == "green" or reason is None:
        return one
    return one.model_copy(update={"status": "amber", "reason": reason})


def _result(check: str, bad: object, status: str, message: str, advice: str, **more: object) -> "CheckResult":
    """One result: ``status`` where it is bad, else green and without advice."""
    from semblant.evidence import CheckResult

    return CheckResult.model_validate(
        {
            "check": check,
            "status": status if bad else "green",
            "message": message,
            "advice": advice if bad else "",
            **more,
        }
    )


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(names[:_LISTED])
    return shown if len(names) <= _LISTED else f"{shown} and {len(names) - _LISTED:,} more"


def _roles(columns: Sequence[str], role: str) -> str:
    """What to write into the policy to give columns a role."""
    return _listed([f"attributes.{name}: {role}" for name in columns])


# --- red ---------------------------------------------------------------------------------------------


def _promises(facts: Facts) -> "Iterator[CheckResult]":
    privacy, promise, warned = facts.privacy, facts.policy.promise, " ".join(facts.privacy.warnings)
    if promise != "k-anonymity" and "not-k-anonymous" in facts.policy.accept:
        message = f"The release is not k-anonymous; its method promises: {promise}. {warned}".rstrip()
        yield _result("promises", True, "red", message, "Choose method: auto.", value=promise, threshold="k-anonymity")
        return
    broken = not privacy.verified
    message = warned or "The file keeps all that the policy promises."
    if broken:
        message = "The file does not keep all that the policy promises."
    if not privacy.persons_counted:
        message = "The persons of a class cannot be counted: their column is not released, and no link is given."
    status = "red" if broken else "amber"
    advice = "See the figures of privacy." if broken else "Choose other parameters of the method."
    yield _result("promises", broken or warned, status, message, advice, value=privacy.verified, threshold=True)


def _identifier(facts: Facts) -> "Iterator[CheckResult]":
    if facts.deviations is None:
        return
    found = [d for d in facts.deviations if d.check in ("identifier", "look-alike")]
    forms = {name: one for name, one in facts.risk.identifying_columns.items() if one.form and not one.masked}
    told = [d.message for d in found]
    told += [f"{facts.shown(n)} is published as it is, and its values are {one.form}." for n, one in forms.items()]
    inside = {name: one.inside for name, one in facts.risk.identifying_columns.items() if one.inside}
    told += [f"Texts of {facts.shown(n)} are published with {_forms(one)} inside." for n, one in inside.items()]
    columns = tuple(dict.fromkeys([*(d.column for d in found if d.column), *forms, *inside]))
    yield _result(
        "identifier", told, "red", " ".join(dict.fromkeys(told)) or "No direct identifier was found.",
        f"Leave it out: {_roles(columns, 'identifier')}.", value=len(columns), threshold=0, columns=columns,
    )  # fmt: skip


def _determines(facts: Facts) -> "Iterator[CheckResult]":
    if facts.deviations is None:
        return
    found = [d for d in facts.deviations if d.check == "determines"]
    columns = tuple(d.column for d in found if d.column)
    message = " ".join(dict.fromkeys(d.message for d in found)) or "No released column gives a masked one away."
    yield _result(
        "determines", found, "red", message,
        f"Leave it out ({_roles(columns, 'identifier')}), or mask it too ({_roles(columns, 'quasi')}).",
        value=len(columns), threshold=0, columns=columns,
    )  # fmt: skip


def _as_the_policy_says(facts: Facts) -> "Iterator[CheckResult]":
    if facts.deviations is None:
        return
    found = [d for d in facts.deviations if d.check not in ("identifier", "look-alike", "determines")]
    message = " ".join(dict.fromkeys(d.message for d in found)) or "Everything else is as the policy says."
    columns = tuple(dict.fromkeys(d.column for d in found if d.column))
    yield _result(
        "policy", found, "red", message, "Release it again, or correct the policy.",
        value=len(found), threshold=0, columns=columns,
    )  # fmt: skip


# --- amber: risk ---------------------------------------------------------------------------------------


def _k_advice(facts: Facts) -> "Iterator[CheckResult]":
    k, purpose = facts.privacy.k_required, facts.policy.purpose
    if facts.policy.promise not in ("k-anonymity", "k-anonymity of meanings"):
        return
    if purpose is not None:
        least = ADVICE[purpose]
        message = f"k = {k:,}; at least {least} is advised for {AUDIENCE[purpose]}."
        yield _result("k-advice", k < least, "amber", message, f"Set k: {least}. {SOURCE}.", value=k, threshold=least)
        return
    fit = [f"{AUDIENCE[one]} ({ADVICE[one]})" for one in enough_for(k)]
    short = [f"{AUDIENCE[one]} ({ADVICE[one]})" for one in ADVICE if k < ADVICE[one]]
    message = f"k = {k:,} is " + "; ".join(
        ([f"enough for {_listed(fit)}"] if fit else []) + ([f"below the advice for {_listed(short)}"] if short else [])
    )
    least = min(ADVICE.values())
    found = _result(
        "k-advice", k < least, "amber", f"{message}.", f"Set k: {least} or more.", value=k, threshold=ADVICE
    )
    ask = "Say who it is for: purpose: open | contract | internal."
    yield found.model_copy(update={"advice": f"{found.advice} {ask}".lstrip()})


def _unique_values(facts: Facts) -> "Iterator[CheckResult]":
    found = {
        name: one
        for name, one in facts.risk.identifying_columns.items()
        if not one.masked and not one.form and not one.names_people and 2 * one.once >= one.of >= _FEWEST
    }
    names = _listed([facts.shown(name) for name in found])
    message = "No column that is published as it is has mostly unique values."
    if found:
        message = f"Most values are unique in {names}, published as it is: anyone who knows one can find the record."
    yield _result(
        "unique-values", found, "amber", message, "Round it, put it into bands, mask it or leave it out.",
        value={name: one.once for name, one in found.items()}, threshold="half of the records", columns=tuple(found),
    )  # fmt: skip


def _identifier_names(facts: Facts) -> "Iterator[CheckResult]":
    told = {
        name: said
        for name, one in facts.risk.identifying_columns.items()
        if (said := [*_suspicions(facts.shown(name), one, public=facts.public)])
    }
    found = tuple(told)
    yield _result(
        "identifier-names", found, "amber",
        " ".join(said for one in told.values() for said in one) or "No column seems to identify people.",
        f"Read it. If it does, leave it out: {_roles(found, 'identifier')}.",
        value=len(found), threshold=0, columns=found,
    )  # fmt: skip


def _suspicions(name: str, one: "IdentifyingColumn", *, public: bool) -> "Iterator[str]":
    """Why a column may identify people, in sentences."""
    how = "masked" if one.masked else "published as it is"
    if one.masked and one.form:
        yield f"{name} is {how}, and its values are {one.form}."
    elif one.names_people and not one.form:
        yield f"{name} is {how}, and its name suggests that it identifies people."
    if one.suspected:
        yield f"Texts of {name} may hold {_forms(one.suspected, public=public)}."
    if one.free_text:
        many = "" if public else f" in {counted(one.free_text, 'record')}"
        yield f"{name} is free text{many}, published as it is: it may name people, or say what finds them."


def _forms(found: Mapping[str, int], *, public: bool = False) -> str:
    """Forms of identifiers, each with the records that have one."""
    return _listed([form if public else f"{form} ({counted(records, 'record')})" for form, records in found.items()])


def _homogeneous(facts: Facts) -> "Iterator[CheckResult]":
    if not facts.risk.homogeneity:
        return
    found = {name: one for name, one in facts.risk.homogeneity.items() if one.one_value_records}
    message = "No class has a single sensitive value."
    if found:
        told = [
            f"{'some classes have' if facts.public else counted(one.one_value_classes, 'class has', 'classes have')} "
            f"one {facts.shown(name)} only"
            for name, one in found.items()
        ]
        message = f"Attribute disclosure: {', '.join(told)}: whoever knows the class knows the value."
    yield _result(
        "homogeneous", found, "amber", message,
        f"Ask for l-diversity (l: 2 or more; {L_PAPER}) or t-closeness (t: 0.2; {T_PAPER}).",
        value={name: one.one_value_records for name, one in found.items()}, threshold=0, columns=tuple(found),
    )  # fmt: skip


def _kept(facts: Facts) -> "Iterator[CheckResult]":
    if facts.policy.shape != "table":
        return
    found = facts.risk.kept_homogeneity
    told = [
        f"{facts.shown(name)} (by its name or values about {one.about}) is published as it is, and "
        f"{'some classes have' if facts.public else counted(one.classes, 'class has', 'classes have')} one value only."
        for name, one in found.items()
    ]
    message = "No column that is kept and may be secret is the same within whole classes."
    if told:
        message = f"Attribute disclosure through unmasked columns: {' '.join(told)} Whoever knows the class knows it."
    yield _result(
        "kept-columns", found, "amber", message,
        f"If it is secret, say so ({_roles(tuple(found), 'sensitive')}) and ask for l-diversity, or leave it out.",
        value={name: one.records for name, one in found.items()}, threshold=0, columns=tuple(found),
    )  # fmt: skip


def _order(facts: Facts) -> "Iterator[CheckResult]":
    rising = [facts.shown(name) for name in facts.risk.rising_columns]
    told = []
    advice = "Leave such a column out." if rising else "Set order: sorted."
    if facts.risk.original_order:
        told.append("Rows stand in the order of the original: anyone who knows that order finds everybody.")
    if rising:
        rises = noun(len(rising), "rises or falls", "rise or fall")
        told.append(f"{_listed(rising)} {rises} with the row number of the original, which tells its order.")
    yield _result(
        "order", told, "amber", " ".join(told) or "The order of the rows says nothing about the original order.",
        advice, value=bool(told), threshold=False,
        columns=tuple(facts.risk.rising_columns),
    )  # fmt: skip


def _rare(facts: Facts) -> "Iterator[CheckResult]":
    found = {name: one for name, one in facts.privacy.rare_values.items() if one.values or one.invented}
    published, k = facts.policy.rare == "publish", facts.privacy.k_required
    told = [
        f"{facts.shown(name)}: {_how_rare(one.values, one.single, one.invented, k)}." for name, one in found.items()
    ]
    rule = "Values that few persons have are published as they are (rare: publish)." if published else ""
    yield _result(
        "rare", told or published, "amber",
        " ".join(told) or rule or "No masked column shows a value that fewer than k persons have.",
        "Set rare: hide.", value={name: one.values for name, one in found.items()}, threshold=0, columns=tuple(found),
    )  # fmt: skip


def _how_rare(values: int, single: int, invented: int, k: int) -> str:
    parts = []
    if values:
        alone = f", {single:,} of them by a single person" if single else ""
        are = noun(values, "is", "are")
        parts.append(f"{counted(values, 'published value')} {are} held by fewer than {k:,} persons{alone}")
    if invented:
        are = noun(invented, "is", "are")
        parts.append(f"{counted(invented, 'published value')} {are} held by nobody in the class")
    return "; ".join(parts)


def _several(facts: Facts) -> "Iterator[CheckResult]":
    if facts.others is None:
        return
    message = "No other release of the same input lies beside this one."
    if facts.others:
        more = counted(facts.others, "other release")
        lie = noun(facts.others, "lies", "lie")
        message = f"{more} of the same input {lie} beside this one: together they tell more than each."
    yield _result(
        "several-releases", facts.others, "amber", message, "Publish one of them only.", value=facts.others, threshold=0
    )


# --- amber: usefulness ---------------------------------------------------------------------------------


def _column_loss(facts: Facts) -> "Iterator[CheckResult]":
    known = {name: loss for name, loss in facts.losses.items() if loss is not None}
    if not known:
        return
    high = sorted((name for name, loss in known.items() if loss > MOST_LOSS), key=lambda name: -known[name])
    worst = max(known, key=lambda name: known[name])
    most = f"{facts.shown(worst)} lost most, {known[worst]:.2g} %"
    message = f"No column lost more than {MOST_LOSS:g} % of its information: {most}."
    if high:
        told = _listed([f"{facts.shown(name)} ({known[name]:.0f} %)" for name in high])
        message = f"More than {MOST_LOSS:g} % of the information is lost in {told}."
    one_class = facts.privacy.promise == "k-anonymity" and facts.privacy.classes == 1
    if one_class:
        message = (
            f"All records are in one class: the masked columns say nothing any more. {message if high else ''}".rstrip()
        )
    yield _result(
        "column-loss", high or one_class, "amber", message,
        _KEEPS_MORE[facts.policy.shape],
        value=known[worst], threshold=MOST_LOSS, columns=tuple(high),
    )  # fmt: skip


_KEEPS_MORE = {
    "table": "Take a smaller k, mask fewer columns, or leave such a column out.",
    "sets": "Take a smaller k, or mask fewer columns beside the items.",
    "log": "Take a smaller k; the more users a log has, the less it loses.",
}

_ALL_THERE = "No frequent category has vanished without a wider or a narrower one in its place."


def _categories(facts: Facts) -> "Iterator[CheckResult]":
    if facts.lost is None:
        return
    found = {name: both for name, both in facts.lost.items() if any(both)}
    told = []
    for name, (gone, halved) in found.items():
        parts = [counted(gone, "category has vanished", "categories have vanished")] if gone else []
        if halved:
            one, many = ("has", "have") if gone else ("category has", "categories have")
            half = f"{one} lost more than half its records", f"{many} lost more than half their records"
            parts.append(counted(halved, *half))
        told.append(f"{facts.shown(name)}: {', '.join(parts)}")
    yield _result(
        "categories", found, "amber", f"{'; '.join(told)}." if told else _ALL_THERE,
        "See the column in the internal report; a smaller k, a greater weight or fewer masked columns keeps more.",
        value={name: gone + halved for name, (gone, halved) in found.items()}, threshold=0, columns=tuple(found),
    )  # fmt: skip


def _mapping(facts: Facts) -> "Iterator[CheckResult]":
    if not facts.mapping:
        return
    shares = {n: 100 * one.uncertain / max(1, one.records_covered + one.unknown) for n, one in facts.mapping.items()}
    found = {name: share for name, share in shares.items() if share > UNCERTAIN}
    told = _listed([f"{facts.shown(name)} ({share:.0f} % of its records)" for name, share in found.items()])
    yield _result(
        "mapping", found, "amber", f"Uncertain matches in {told}." if found else "Few matches are uncertain.",
        "Check them with semblant map, or raise min_score.",
        value=max(shares.values()), threshold=UNCERTAIN, columns=tuple(found),
    )  # fmt: skip


def _missing_codes(facts: Facts) -> "Iterator[CheckResult]":
    if facts.missing_codes is None:
        return
    found = facts.missing_codes
    told = [f"{facts.shown(name)} ({counted(records, 'record')})" for name, records in found.items()]
    message = "No value of a masked or sensitive column looks like a code for no value."
    if told:
        message = f"Values look like codes for no value, and count or are averaged with real ones: {_listed(told)}."
    keys = _listed([f"attributes.{name}.missing_values" for name in found])
    yield _result(
        "missing-codes", told, "amber", message,
        f"If they are, name them in {keys}; which values they are is said under what was chosen automatically.",
        value=dict(found), threshold=0, columns=tuple(found),
    )  # fmt: skip


def _persons(facts: Facts) -> "Iterator[CheckResult]":
    for name, one in (facts.repeated or {}).items():
        yield _result(
            "persons", True, "amber",
            f"{facts.shown(name)} has {one.values:,} different values in {counted(one.records, 'record')}, up to "
            f"{one.most:,} times the same: a person may have several rows, and k counts rows.",
            f"If so, set individual: {name}, and k counts persons.",
            value=one.most, threshold=1, columns=(name,),
        )  # fmt: skip


def _unchanged(facts: Facts) -> "Iterator[CheckResult]":
    if facts.unchanged is None:
        return
    message = (
        "Nothing had to change: the quasi-identifiers are released as they came."
        if facts.unchanged
        else ("Values were changed to reach k.")
    )
    yield _result(
        "unchanged", facts.unchanged, "amber", message,
        "Check that every column that an outsider may know is a quasi-identifier.",
        value=facts.unchanged, threshold=False,
    )  # fmt: skip


def _formulas(facts: Facts) -> "Iterator[CheckResult]":
    if facts.formulas is None:
        return
    message = "No cell begins like a formula."
    if facts.formulas:
        begins = noun(facts.formulas, "begins", "begin")
        message = (
            f"{counted(facts.formulas, 'cell')} of the release {begins} like a formula, which a spreadsheet would run."
        )
    yield _result(
        "formulas", facts.formulas, "amber", message, "Set formulas: escape, or tell whoever opens the file.",
        value=facts.formulas, threshold=0,
    )  # fmt: skip


_CHECKS: tuple[Callable[[Facts], "Iterator[CheckResult]"], ...] = (
    _promises, _identifier, _determines, _as_the_policy_says, _k_advice, _column_loss, _categories, _homogeneous,
    _kept, _unique_values, _identifier_names, _mapping, _order, _rare, _missing_codes, _persons, _unchanged,
    _several, _formulas,
)  # fmt: skip


def ways_to_accept(found: "Sequence[CheckResult]") -> list[str]:
    """What to write into the policy to accept red checks; nothing where one of them cannot be accepted."""
    names = [accepted_by(one.check) for one in found]
    if None in names:
        return []
    return [f"accept: {{{', '.join(f'{name}: your reason' for name in names)}}}"]


def accepted_by(check: str) -> Accepted | Answered | None:
    """The key under ``accept`` that takes the reason for a check; None where nothing does.

    Example:
        >>> accepted_by("promises"), accepted_by("mapping"), accepted_by("policy")
        ('not-k-anonymous', 'mapping', None)
    """
    name = "not-k-anonymous" if check == "promises" else check
    return next((one for one in (*get_args(Accepted), *get_args(Answered)) if one == name), None)
