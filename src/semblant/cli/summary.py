"""Results as sentences and short tables, made from the evidence alone."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from semblant.cli.terminal import aligned, wrapped
from semblant.release.files import PUBLIC_REPORT, REPORT, private_folder
from semblant.report.plurals import counted, counted_by, noun
from semblant.report.warnings import all_warnings

if TYPE_CHECKING:
    from semblant.assessment.assessment import Assessment
    from semblant.evidence import Clustering, Deviation, Evidence, Intruder, Privacy, Risk, Utility


_SURE = ("certain", "probable", "uncertain", "unknown")  # records each
_NAME = 30  # letters of a column's name that are shown


def release_lines(evidence: "Evidence", decisions: Sequence[str], folder: Path) -> list[str]:
    """Summary of a release: its promise, its information loss and its folder."""
    classes, one = evidence.privacy.classes, counted_by(evidence.policy)
    kinds = counted(evidence.input.distinct, "kind")
    rows = [
        ("method", evidence.plan.method, f"guided by {evidence.plan.measure}"),
        ("records", f"{evidence.input.records:,}", f"{kinds} of records before, {classes:,} now"),
        *_figures(evidence.privacy, evidence.utility, evidence.risk, one),
    ]
    lines = [*_promised(evidence, one), "", *aligned(rows, right=(1,))]
    lines += [
        *_quality({name: facts.model_dump() for name, facts in evidence.mapping.items()}),
        *_decided(decisions),
        "",
    ]
    private = private_folder(folder)
    return lines + aligned(
        [
            ("release", str(folder / evidence.output.file)),
            ("for everyone", str(folder / PUBLIC_REPORT)),
            ("private", f"{private} (never publish this folder)"),
            ("report", str(private / REPORT)),
        ]
    )


def assessment_lines(found: "Assessment", one: str = "record") -> list[str]:
    """Summary of an assessment: promise, remaining risk, and information loss column by column."""
    privacy, utility, risk = found.privacy, found.utility, found.risk
    kinds = f"{noun(privacy.classes, 'kind')} of {'users' if one == 'user' else 'records'}"
    classes = (noun(privacy.classes, "class", "classes"), f"{privacy.classes:,}", kinds)
    figures = aligned([classes, *_figures(privacy, utility, risk, one)], right=(1,))
    lines = [*_promised(found, one), "", *figures]
    rows = [
        (name, _percent(one.loss_percent), _number(one.semantic_loss), _count(one.changed_records))
        for name, one in utility.per_attribute.items()
    ]
    if rows:
        head = ("column", "loss", "semantic loss", "records changed")
        lines += ["", *aligned([head, *rows], right=(1, 2, 3))]
    return lines


def deviation_lines(deviations: "Sequence[Deviation]") -> list[str]:
    """Where a release is not what the policy says."""
    if not deviations:
        return []
    said = [line for message in dict.fromkeys(d.message for d in deviations) for line in wrapped(f"- {message}")]
    return ["The release is not what the policy says:", *said, ""]


def plan_lines(plan: Mapping[str, Any]) -> list[str]:
    """What a run would do."""
    k, kinds = plan["policy"]["k"], counted(plan["distinct"], "kind")
    rows = [
        ("method", plan["method"], f"guided by {plan['measure']}"),
        (noun(plan["records"], "record"), f"{plan['records']:,}", f"{kinds}, {plan['uniques']:,} of a single record"),
        ("at risk", f"{plan['below_k']:,}", f"{noun(plan['below_k'], 'record')} of a kind with fewer than {k:,}"),
    ]
    lines = aligned(rows, right=(1,))
    return [
        *lines,
        *_quality(plan["mapping"]),
        *_decided(plan["decisions"]),
        "",
        "Nothing was written: this is the plan only.",
    ]


def _quality(mapping: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """How many records of each column rest on which matches."""
    rows = [
        (name, f"{facts['mapped']:,} of {facts['values']:,}", *(f"{facts[sure]:,}" for sure in _SURE))
        for name, facts in mapping.items()
    ]
    return ["", *aligned([("matches", "values", *_SURE), *rows], right=(1, 2, 3, 4, 5))] if rows else []


def _decided(decisions: Sequence[str]) -> list[str]:
    if not decisions:
        return []
    lines = [line for d in decisions for line in wrapped(f"  {d}.")]
    return ["", "Taken from the data, as nothing said otherwise:", *lines]


def _promised(verdict: "Evidence | Assessment", one: str) -> list[str]:
    """The guarantee, and warnings that it may protect nobody or leave nothing useful."""
    warned = (line for warning in all_warnings(verdict) for line in wrapped(f"Warning: {warning}"))
    return [promise(verdict.privacy, one), *warned]


def promise(privacy: "Privacy", one: str = "record") -> str:
    """The guarantee in one sentence; ``one`` is what k counts: a record, a person or a user.

    Example:
        >>> from semblant.evidence import Privacy
        >>> kept = {"l_achieved": None, "t_achieved": None, "verified": True}
        >>> promise(Privacy(k_required=5, k_achieved=6, classes=9, suppressed_records=0, **kept))
        'Every record is like at least 5 others (k = 5, verified).'
    """
    k = f"k = {privacy.k_required:,}"
    other = "other person" if one == "person" else "other"
    if privacy.verified:
        match privacy.promise:
            case "k^m-anonymity":
                return f"Known items fit at least {counted(privacy.k_achieved, 'record')} ({k}, verified)."
            case "differential privacy":
                return f"Nobody is in the release: ε = {privacy.epsilon:.4g}, δ = {privacy.delta:.2g}."
            case "no shared address":
                return "No two released queries share an address (verified); users are not k-anonymous."
            case "k-anonymity of meanings":
                return (
                    f"Every record means the same as at least {counted(privacy.k_achieved - 1, 'other')} "
                    f"({k}, verified)."
                )
        who = "Every user" if one == "user" else "Every record"
        like = "like those of" if one == "person" else "like"
        return f"{who} is {like} at least {counted(privacy.k_achieved - 1, other)} ({k}, verified)."
    if privacy.suppressed_beyond_limit:
        return f"NOT as promised: {counted(privacy.suppressed_beyond_limit, 'record')} too many suppressed."
    if not privacy.classes and privacy.promise == "k-anonymity":
        return "NOT as promised: nothing is released."
    if privacy.promise != "k-anonymity" or privacy.k_achieved >= privacy.k_required:
        return (
            f"NOT as promised: {k} holds, but not all that the policy asks." if privacy.classes else "NOT as promised."
        )
    return (
        f"NOT k-anonymous: some {'users' if one == 'user' else 'records'} are like only "
        f"{counted(privacy.k_achieved - 1, other)}; {k} asks for {privacy.k_required - 1:,}."
    )


def _sensitive(privacy: "Privacy") -> list[tuple[str, str, str]]:
    diverse = [
        ("diversity", _number(v), f"{noun(v, 'value')} of {n} in every group at least (l)")
        for n, v in (privacy.l_achieved or {}).items()
    ]
    close = [
        ("closeness", _number(v), f"how far {n} in a group is from the whole file, at most (t)")
        for n, v in (privacy.t_achieved or {}).items()
    ]
    return diverse + close


def _figures(privacy: "Privacy", utility: "Utility", risk: "Risk", one: str) -> list[tuple[str, str, str]]:
    gone, alike = privacy.suppressed_records, noun(privacy.k_achieved, one)
    suppressed = f"; {gone:,} {noun(gone, 'is', 'are')} suppressed" if gone else ""
    unique = f"; {risk.uniques:,} {noun(risk.uniques, 'stands', 'stand')} alone" if risk.uniques else ""
    these = "users" if one == "user" else "records"
    return [
        (
            "smallest",
            f"{privacy.k_achieved:,}",
            f"{alike} alike at least, k = {privacy.k_required:,} is asked{suppressed}",
        ),
        *_sensitive(privacy),
        ("loss", _percent(utility.loss_percent), "of what tells the records apart"),
        *_most_lost(utility),
        ("linkage", _percent(risk.record_linkage_percent), f"of the {these} are found by equal values"),
        ("", _percent(risk.semantic_record_linkage_percent), f"of the {these} are found by nearest meaning"),
        ("certainty", _percent(100 * risk.prosecutor_max), f"at most, when looking for one person{unique}"),
    ]


def _most_lost(utility: "Utility") -> list[tuple[str, str, str]]:
    """The column that lost most, which the total loss may hide."""
    known = {n: one.loss_percent for n, one in utility.per_attribute.items() if one.loss_percent is not None}
    if len(known) < 2 or not any(known.values()):
        return []
    name = max(known, key=known.__getitem__)
    shown = name if len(name) <= _NAME else name[: _NAME - 1] + "…"
    return [("", _percent(known[name]), f"in {shown}, the column that lost most")]


def _percent(share: float | None) -> str:
    return "not known" if share is None else f"{share:.2f} %"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:,.4g}"


def _count(value: int | None) -> str:
    return "" if value is None else f"{value:,}"


def further_lines(found: "Assessment") -> list[str]:
    """Further lines of an assessment; none where there is nothing to report."""
    rows = [*_register(found.risk), *_given_away(found.risk)]
    if found.utility.clustering is not None:
        rows += _clusters(found.utility.clustering)
    if found.intruder is not None:
        rows += _known(found.intruder)
    return ["", *aligned(rows, right=(1,))] if rows else []


def _register(risk: "Risk") -> list[tuple[str, str, str]]:
    if risk.journalist_max is None or risk.marketer is None:
        return []
    return [
        ("journalist", f"{100 * risk.journalist_max:.2f} %", "at most, naming somebody from the original file"),
        ("marketer", f"{100 * risk.marketer:.2f} %", "of the records, naming everybody so"),
    ]


def _given_away(risk: "Risk") -> list[tuple[str, str, str]]:
    rows = []
    for name, one in risk.homogeneity.items():
        classes = one.one_value_classes
        which = "class has" if classes == 1 else "classes have"
        rows.append(("given away", f"{one.one_value_records:,}", f"records: {classes:,} {which} one {name}"))
        if one.one_meaning_records is not None:
            rows.append(("", f"{one.one_meaning_records:,}", f"records in classes with one meaning of {name}"))
    return rows


def _clusters(clustering: "Clustering") -> list[tuple[str, str, str]]:
    return [
        ("clusters", f"{clustering.clusters:,}", f"before, {clustering.clusters_after:,} after"),
        ("dPart", f"{clustering.partition_distance:.3f}", "0: they are the same, 1: they have nothing in common"),
        ("Rand", f"{clustering.rand:.3f}", "1: all pairs of records are together or apart as before"),
        ("NMI", f"{clustering.nmi:.3f}", "1: each clustering tells the other"),
    ]


def _known(intruder: "Intruder") -> list[tuple[str, str, str]]:
    knows = f"people, known by {', '.join(intruder.columns)}"
    if len(knows) > 50:
        knows = f"people, {counted(len(intruder.columns), 'column')}"
    rows = [
        ("intruder", f"{intruder.people:,}", knows),
        ("candidates", f"{intruder.candidates_least:,}", f"at least, {intruder.candidates_median:,g} typically"),
        ("sure of", f"{intruder.single_candidate:,}", "people with one nearest record only"),
    ]
    if intruder.found_percent is not None:
        rows.append(("right about", f"{intruder.found_percent:.2f} %", "of his people, picking among the nearest"))
    return rows
