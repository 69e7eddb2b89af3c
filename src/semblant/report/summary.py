"""Results as sentences and short tables, made from the evidence alone."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from semblant.report.plurals import counted, counted_by, noun
from semblant.report.terminal import aligned, wrapped
from semblant.report.yardsticks import L_HINT, T_HINT, two_digits

if TYPE_CHECKING:
    from semblant.assessment.assessment import Assessment
    from semblant.evidence import (
        Analysis,
        CheckResult,
        Clustering,
        Deviation,
        Evidence,
        HoldingsAnalysis,
        Intruder,
        Privacy,
        PublicUtility,
        Risk,
        Utility,
    )
    from semblant.policy.model import Purpose


_SURE = ("certain", "probable", "uncertain", "unknown")  # records each
_NAME = 30  # letters of a column's name that are shown


def summary_lines(evidence: "Evidence", decisions: Sequence[str] = ()) -> list[str]:
    """Summary of a release: its promise, loss and risk, and the checklist."""
    one, masked = counted_by(evidence.policy), sum(a["role"] == "quasi" for a in evidence.policy["attributes"].values())
    rows = [
        ("method", evidence.plan.method, f"guided by {evidence.plan.measure}"),
        ("records", f"{evidence.input.records:,}", ""),
        *_treated(evidence.input.treated),
        *_figures(evidence.privacy, evidence.utility, one, before=evidence.input.distinct),
        *_changed(evidence, one, masked),
    ]
    return [
        *headline_lines(evidence, one, evidence.purpose),
        "",
        *aligned(rows, right=(1,)),
        *_risks(evidence.risk, one),
        *analysis_lines(evidence.analysis),
        *checklist_lines(evidence.checklist),
        *_quality({name: facts.model_dump() for name, facts in evidence.mapping.items()}),
        *_decided(decisions),
    ]


def headline_lines(found: "Evidence | Assessment", one: str, purpose: "Purpose | None" = None) -> list[str]:
    """The three sentences to read first: the promise, the loss overall and at its worst, and whom the release fits."""
    from semblant.report.fitness import fitness

    privacy = found.privacy
    fits = fitness(
        privacy.k_required, found.risk.prosecutor_max, found.checklist, purpose=purpose, promise=privacy.promise
    )
    said = [promise(privacy, one), loss_headline(found.utility), fits]
    return [line for sentence in said for line in wrapped(sentence, indent=0)]


def loss_headline(utility: "Utility | PublicUtility") -> str:
    """The loss of whole records and that of the column that lost most, one beside the other; empty where not known.

    Example:
        >>> from semblant.evidence import PublicUtility
        >>> loss_headline(PublicUtility.model_validate({
        ...     "loss_percent": 8.2, "per_attribute": {"age": {"loss_percent": 48.0}, "job": {"loss_percent": 3.1}}}))
        'Information loss: 8.2 % overall, 48 % in the worst column (age).'
    """
    if utility.loss_percent is None:
        return ""
    overall = f"Information loss: {two_digits(utility.loss_percent)} overall"
    worst = worst_column(utility)
    return (
        f"{overall}."
        if worst is None
        else (f"{overall}, {two_digits(worst[1])} in the worst column ({_short(worst[0])}).")
    )


def worst_column(utility: "Utility | PublicUtility") -> tuple[str, float] | None:
    """The column that lost most, which the loss overall may hide; None for a single column, or if none lost any."""
    known = {n: one.loss_percent for n, one in utility.per_attribute.items() if one.loss_percent is not None}
    if len(known) < 2 or not any(known.values()):
        return None
    name = max(known, key=known.__getitem__)
    return name, known[name]


def file_lines(files: Mapping[str, str]) -> list[str]:
    """Where the files of a release lie."""
    return ["", *aligned(list(files.items()))]


def assessment_lines(found: "Assessment", one: str = "record", purpose: "Purpose | None" = None) -> list[str]:
    """Summary of an assessment: promise, remaining risk, and information loss column by column."""
    privacy, utility = found.privacy, found.utility
    rows = _figures(privacy, utility, one)
    lines = [*headline_lines(found, one, purpose), "", *aligned(rows, right=(1,)), *_risks(found.risk, one)]
    columns = [
        (name, _percent(one.loss_percent), _number(one.semantic_loss), _count(one.changed_records))
        for name, one in utility.per_attribute.items()
    ]
    if columns:
        head = ("column", "information loss", "semantic loss", "records changed")
        lines += ["", *aligned([head, *columns], right=(1, 2, 3))]
    return [*lines, *analysis_lines(found.analysis), *checklist_lines(found.checklist)]


def analysis_lines(analysis: "Analysis | None") -> list[str]:
    """What analyses lose: counts, the column whose spread changed most, and the models that the policy names."""
    from semblant.report.analyses import task_line, written

    if analysis is None:
        return []
    rows: list[tuple[str, str, str]] = []
    if analysis.queries is not None:
        half = f"of random counts, median; nine of ten below {_percent(100 * analysis.queries.q90)}"
        rows.append(("error of counts", _percent(100 * analysis.queries.median), half))
    spreads = {name: one.figures["sd"] for name, one in analysis.columns.items() if "sd" in one.figures}
    lost = {n: 1 - s.after / s.before for n, s in spreads.items() if s.before and s.after is not None}
    if lost and abs(lost[name := max(lost, key=lambda n: abs(lost[n]))]) >= 0.05:
        sides = [written(analysis.columns[name], "sd", value) for value in (spreads[name].before, spreads[name].after)]
        than = f"{'less' if lost[name] > 0 else 'more'} in {_short(name)}: {sides[0]} before, {sides[1]} after"
        rows.append(("standard deviation", _percent(100 * abs(lost[name])), than))
    rows += _holdings(analysis.holdings)
    tasks = [task_line(one)[:3] for one in analysis.tasks]
    if tasks:
        tasks = [("model, trained on", "original", "release"), *tasks]
    return [
        *(["", *aligned(rows, right=(1,))] if rows else []),
        *(["", *aligned(tasks, right=(1, 2))] if tasks else []),
    ]


def _holdings(held: "HoldingsAnalysis | None") -> list[tuple[str, str, str]]:
    """What analyses of sets and logs keep."""
    if held is None:
        return []
    rows = [
        ("items moved", _percent(None if held.items_moved is None else 100 * held.items_moved),
         "of holdings are of another item, net"),
        ("pairs of items", "not known" if held.co_occurrence is None else f"{held.co_occurrence:.2f}",
         "correlation of pair counts with the original; 1: the same"),
    ]  # fmt: skip
    if held.neighbours_kept is not None:
        rows.append(("neighbours kept", _percent(100 * held.neighbours_kept), "of the ten most similar others"))
    if held.sessions_before is not None and held.sessions_after is not None:
        days = f"days with a search, per user; {held.sessions_before:.1f} before"
        rows.append(("sessions", f"{held.sessions_after:.1f}", days))
    return rows


def checklist_lines(found: "Sequence[CheckResult]") -> list[str]:
    """The checklist: what is red or amber with what to do, and how many checks are green."""
    from semblant.report.checklist import said

    if not found:
        return []
    width, lines = max(len(one.check) for one in found), ["", "Checklist"]
    told = [one for one in found if one.status != "green" or one.advice]
    for one in told:
        head = f"  {one.status if one.status == 'green' else one.status.upper():<5}  {one.check:<{width}}  "
        lines += wrapped(head + said(one), indent=len(head))
    green = [one.check for one in found if one not in told]
    if green:
        head = f"  {'green':<5}  "
        lines += wrapped(head + ", ".join(green), indent=len(head))
    return lines


def _treated(treated: Mapping[str, int]) -> list[tuple[str, str, str]]:
    """How many records the treatment of each column changed."""
    return [
        ("treated" if i == 0 else "", f"{n:,}", f"records in {_short(name)}, before grouping")
        for i, (name, n) in enumerate(treated.items())
    ]


def _changed(evidence: "Evidence", one: str, columns: int) -> list[tuple[str, str, str]]:
    utility, records = evidence.utility, evidence.input.records
    if utility.changed_cells is None or utility.changed_records is None:
        return []
    if one == "user":
        users = sum(size.records for size in evidence.risk.class_sizes) + evidence.privacy.suppressed_records
        return [("changed", f"{utility.changed_records:,}", f"of {counted(users, 'user')} have another log")]
    cells = f"of {records * columns:,} cells; {utility.changed_records:,} of {records:,} records"
    return [("changed", f"{utility.changed_cells:,}", cells)]


def deviation_lines(deviations: "Sequence[Deviation]") -> list[str]:
    """Where a release is not what the policy says."""
    if not deviations:
        return []
    said = [line for message in dict.fromkeys(d.message for d in deviations) for line in wrapped(f"- {message}")]
    return ["The release is not what the policy says:", *said, ""]


def plan_lines(plan: Mapping[str, Any]) -> list[str]:
    """What a run would do."""
    k, records = plan["policy"]["k"], plan["records"]
    rows = [
        ("method", plan["method"], f"guided by {plan['measure']}"),
        ("records", f"{records:,}", ""),
        *_treated(plan.get("treated", {})),
        ("equivalence classes", f"{plan['distinct']:,}", "records with equal quasi-identifiers"),
        ("unique records", f"{plan['uniques']:,}", "share their quasi-identifiers with no other"),
        ("in small classes", f"{plan['below_k']:,}", f"records in classes smaller than k = {k:,}"),
    ]
    return [
        *aligned(rows, right=(1,)),
        *driver_lines(plan.get("drivers"), k),
        *_quality(plan["mapping"]),
        *_decided(plan["decisions"]),
        "",
        *wrapped(plan.get("fits", ""), indent=0),
        "Nothing was written: this is the plan only.",
    ]


def driver_lines(drivers: Mapping[str, Any] | None, k: int) -> list[str]:
    """Which columns drive the risk: counts with each left out, and combinations that make records unique."""
    if not drivers or not drivers["below_k"]:
        return []
    rows = [("without", "unique records", f"in classes below {k:,}")]
    rows.append(("(all columns)", f"{drivers['uniques']:,}", f"{drivers['below_k']:,}"))
    told = sorted(drivers["without"].items(), key=lambda one: (one[1]["below_k"], one[1]["uniques"]))
    rows += [(name, f"{one['uniques']:,}", f"{one['below_k']:,}") for name, one in told]
    lines = ["", "Which column drives the risk (in the original)", *aligned(rows, right=(1, 2)), *_quick(drivers)]
    few = [(" + ".join(one["columns"]), f"{one['uniques']:,}") for one in drivers["combinations"][:5]]
    return [*lines, "", *aligned([("these alone", "make unique"), *few], right=(1,))] if few else lines


def _quick(drivers: Mapping[str, Any]) -> list[str]:
    """What each column costs the others, by quick runs."""
    losses = [
        (name, one["others_loss_percent"], one["others_loss_without_percent"])
        for name, one in drivers["without"].items()
        if one["others_loss_percent"] is not None and one["others_loss_without_percent"] is not None
    ]
    if not losses:
        return []
    rows = [(name, _percent(a), _percent(b)) for name, a, b in sorted(losses, key=lambda one: one[2] - one[1])]
    said = f"Loss of the other columns (quick runs: plain MDAV on {drivers['quick_records']:,} records)"
    return ["", *wrapped(said), *aligned([("column", "grouped with it", "without it"), *rows], right=(1, 2))]


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
    return ["", "Chosen automatically (not set in the policy):", *lines]


def promise(privacy: "Privacy", one: str = "record") -> str:
    """The guarantee in one sentence; ``one`` is what k counts: a record, a person or a user.

    Example:
        >>> from semblant.evidence import Privacy
        >>> kept = {"l_achieved": None, "t_achieved": None, "verified": True}
        >>> promise(Privacy(k_required=5, k_achieved=6, classes=9, suppressed_records=0, **kept))
        'Every record shares its quasi-identifiers with at least 5 others (k = 5, verified on the written file).'
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
        others = counted(privacy.k_achieved - 1, other)
        if one == "user":
            return f"Every user has the same log as at least {others} ({k}, verified on the written file)."
        those = "records of at least" if one == "person" else "at least"
        return f"Every record shares its quasi-identifiers with {those} {others} ({k}, verified on the written file)."
    if privacy.suppressed_beyond_limit:
        gone = counted(privacy.suppressed_beyond_limit, "user" if one == "user" else "record")
        return f"NOT as promised: {gone} too many suppressed."
    if not privacy.classes and privacy.promise == "k-anonymity":
        return "NOT as promised: nothing is released."
    if privacy.promise != "k-anonymity" or privacy.k_achieved >= privacy.k_required:
        return (
            f"NOT as promised: {k} holds, but not all that the policy asks." if privacy.classes else "NOT as promised."
        )
    return (
        f"NOT k-anonymous: the smallest class has {counted(privacy.k_achieved, one)} (required: "
        f"{privacy.k_required:,})."
    )


def _sensitive(privacy: "Privacy") -> list[tuple[str, str, str]]:
    diverse = [
        ("l-diversity", _number(v), f"{noun(v, 'value')} of {_short(n)} in every class, at least")
        for n, v in (privacy.l_achieved or {}).items()
    ]
    close = [
        ("t-closeness", _number(v), f"of {_short(n)} in any class, at most")
        for n, v in (privacy.t_achieved or {}).items()
    ]
    return [
        *(line for one in diverse for line in (one, ("", "", L_HINT))),
        *(line for one in close for line in (one, ("", "", T_HINT))),
    ]


def _figures(privacy: "Privacy", utility: "Utility", one: str, before: int | None = None) -> list[tuple[str, str, str]]:
    """Classes and information loss; ``before`` is the number of classes of the original."""
    gone = privacy.suppressed_records
    which = f"{noun(gone, 'user')} of whom" if one == "user" else f"{noun(gone, 'record')} of which"
    suppressed = [("suppressed", f"{gone:,}", f"{which} nothing is released")] if gone else []
    return [
        ("equivalence classes", f"{privacy.classes:,}", "" if before is None else f"{before:,} before"),
        (
            "smallest class",
            f"{privacy.k_achieved:,}",
            f"{noun(privacy.k_achieved, one)} (required: {privacy.k_required:,})",
        ),
        *suppressed,
        *_sensitive(privacy),
        ("information loss", _percent(utility.loss_percent), "overall; 100 %: one average record for all"),
        *_most_lost(utility),
    ]


def _risks(risk: "Risk", one: str) -> list[str]:
    """Every figure of re-identification risk, before and after."""
    shares = {
        "prosecutor_max": "highest re-identification risk (prosecutor)",
        "prosecutor_mean": "average (prosecutor)",
        "journalist": "highest (journalist)",
        "marketer": "marketer",
    }
    percents = {
        "record_linkage_percent": "record linkage, exact",
        "semantic_record_linkage_percent": "record linkage, semantic",
    }
    rows = [("risk", "before", "after"), (f"unique {one}s", *_both(risk, "uniques", lambda n: f"{n:,}"))]
    rows += [(name, *_both(risk, key, lambda share: _percent(100 * share))) for key, name in shares.items()]
    rows += [(name, *_both(risk, key, _percent)) for key, name in percents.items()]
    return ["", *aligned(rows, right=(1, 2)), *_population(risk)]


def _population(risk: "Risk") -> list[str]:
    """What the original would give away in its population, where the policy says how large that is."""
    found = risk.population
    if found is None:
        return []
    model = {"pitman": "Pitman's model", "weights": "sample weights"}[found.model]
    alone = "" if found.population_uniques is None else f"{found.population_uniques:,.1f} unique records, "
    said = (
        f"In a population of {found.population:,.0f}, the original has {alone}{found.reidentifications:,.1f} expected "
        f"re-identifications and a highest risk of {_percent(100 * found.highest_risk)} (by {model}); after masking, "
        f"no risk is above {_percent(100 * risk.prosecutor_max)}."
    )
    return ["", *wrapped(f"  {said}", indent=2)]


def _both(risk: "Risk", figure: str, write: Callable[[Any], str]) -> tuple[str, str]:
    """One figure of the original and of the release; empty where the original's is not known."""
    then, now = getattr(risk.before, figure, None), getattr(risk, figure)
    return "" if then is None else write(then), _percent(None) if now is None else write(now)


def _most_lost(utility: "Utility") -> list[tuple[str, str, str]]:
    worst = worst_column(utility)
    return [] if worst is None else [("in the worst column", _percent(worst[1]), _short(worst[0]))]


def _short(name: str) -> str:
    return name if len(name) <= _NAME else name[: _NAME - 1] + "…"


def _percent(share: float | None) -> str:
    return "not known" if share is None else f"{share:.2f} %"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:,.4g}"


def _count(value: int | None) -> str:
    return "" if value is None else f"{value:,}"


def further_lines(found: "Assessment") -> list[str]:
    """Further lines of an assessment; none where there is nothing to report."""
    rows = _disclosed(found.risk)
    if found.utility.clustering is not None:
        rows += _clusters(found.utility.clustering)
    if found.intruder is not None:
        rows += _known(found.intruder)
    return ["", *aligned(rows, right=(1,))] if rows else []


def _disclosed(risk: "Risk") -> list[tuple[str, str, str]]:
    rows = []
    for name, one in risk.homogeneity.items():
        classes = counted(one.one_value_classes, "class", "classes")
        rows.append(
            (
                "attribute disclosure",
                f"{one.one_value_records:,}",
                f"records in {classes} with one {name} (homogeneous)",
            )
        )
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
        ("single", f"{intruder.single_candidate:,}", "people with one nearest record only"),
    ]
    if intruder.found_percent is not None:
        rows.append(("found", f"{intruder.found_percent:.2f} %", "of these people, picking among the nearest"))
    return rows
