"""The content of the public report, made from the public evidence and the release, and from nothing else.

Of the release, too, counts below k are kept out: a page is read where a file is only kept.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from semblant.arrays import Flags, Ints
from semblant.assessment.columns import ReadColumn, ReleasedColumn, side_of
from semblant.assessment.keptsecrets import kept_homogeneity
from semblant.assessment.risk import homogeneity, identifying_columns
from semblant.charts.barchart import Bar, bar_chart
from semblant.charts.svg import Chart
from semblant.data.table import Table
from semblant.errors import SemblantError
from semblant.evidence import CheckResult, Homogeneity, Privacy, PublicEvidence, PublicPrivacy, Risk
from semblant.policy.model import Policy
from semblant.proof.logs import log_classes
from semblant.proof.suppression import suppression
from semblant.proof.tables import classes_of
from semblant.report import figures
from semblant.report.checklist import Facts, accepts, checklist
from semblant.report.counts import held_items, item_shares, released, shares, size_shares, spelt
from semblant.report.drawing import concepts_drawn
from semblant.report.guarantee import Guarantee, guarantee_of, loss_sentence
from semblant.report.summary import worst_column
from semblant.report.wording import counted, listed, percent, shown
from semblant.space.reader import CategoryReader, Reader
from semblant.space.reading import Library, read_column
from semblant.space.rules import rules_of


def content(evidence: PublicEvidence, release: Table) -> dict[str, Any]:
    """Everything the public page shows; the template is given nothing else."""
    policy, privacy, k = Policy.model_validate(evidence.policy), evidence.privacy, evidence.privacy.k_required
    library = _open(evidence, policy)
    columns, sizes = _columns(release, policy, library), _sizes(release, policy)
    people = int(sizes.sum()) + privacy.suppressed_records
    quasi = figures.named(evidence.policy, "quasi")
    guarantee = _guarantee(evidence, people, quasi)
    alone = None if evidence.risk.uniques is None else hidden(evidence.risk.uniques, k)
    given_away = _homogeneity(release, policy, columns, library)
    return {
        "guarantee": guarantee,
        "loss_sentence": loss_sentence(evidence.utility),
        "changed_sentence": "",
        "fits": figures.fits(evidence),
        "worst": worst_column(evidence.utility),
        "draft": False,  # of a run that publishes nothing there is no public report
        "records": people - privacy.suppressed_records,
        "quasi": quasi,
        "shape": policy.shape,
        "individual": policy.individual,
        "untouched": figures.named(evidence.policy, "keep", "sensitive"),
        "checklist": evidence.checklist,
        "others": policy.others,
        "privacy": _as_counted(privacy),
        "loss_percent": evidence.utility.loss_percent,
        "loss_beside": figures.loss_beside(evidence),
        "judged_by": policy.loss_measure,
        "paper": figures.paper_of(policy.shape, evidence.plan.method),
        "output": evidence.output,
        "version": evidence.semblant,
        "seed": evidence.seed,
        "told": figures.told(evidence),
        "k": k,
        "plan": evidence.plan,
        "risk": figures.risk_figures(evidence.risk, quasi, alone=alone or "not known", one=guarantee.one),
        "sensitive": figures.sensitive_figures(evidence.policy, privacy, given_away, lambda count: hidden(count, k)),
        "withheld": hidden(privacy.suppressed_records, k),
        "loss": figures.loss_total(evidence.utility.loss_percent),
        "classes": _classes(sizes, k) if guarantee.anonymous and sizes.size else None,
        "columns": [_column(evidence, column, place) for place, column in enumerate(columns, 1)],
        "not_provable": privacy.not_provable,
        "policy": policy.published(),
        "knowledge": evidence.knowledge,
    }


def _homogeneity(
    release: Table, policy: Policy, columns: Sequence[ReleasedColumn], library: Library
) -> dict[str, Homogeneity]:
    return homogeneity(columns, release, release, policy, library, _there(release, policy)) if columns else {}


def _there(release: Table, policy: Policy) -> Flags:
    """The records that are in a class, which suppressed ones are not."""
    return ~suppression(release, policy).outside


def hidden(count: int, k: int) -> str:
    """A count as published: 0, at least k, or only that it is small.

    Example:
        >>> hidden(0, 5), hidden(3, 5), hidden(1200, 5)
        ('0', 'fewer than 5', '1,200')
    """
    return f"fewer than {k:,}" if 0 < count < k else f"{count:,}"


def _guarantee(evidence: PublicEvidence, people: int, quasi: list[str]) -> Guarantee:
    """The guarantee in words; what the bytes cannot show is said to be counted in the run."""
    privacy = evidence.privacy
    said = guarantee_of(evidence.policy, _as_counted(privacy), people, quasi)
    if privacy.k_achieved is not None or not said.anonymous:
        return said
    there = counted(privacy.classes or 0, "class", "classes")
    checked = (
        f"there are {there} of records alike in {listed(quasi) or 'no column'}. That each has at least "
        f"{counted(privacy.k_required, said.one, said.many)} was counted by the run, with the original at hand."
    )
    return replace(said, checked=checked)


def _as_counted(privacy: PublicPrivacy) -> Privacy:
    """The same for wording; where the bytes do not show how many are alike, as many as were asked for."""
    common = privacy.model_dump(exclude={"k_achieved", "classes", "not_provable"})
    smallest = privacy.k_required if privacy.k_achieved is None else privacy.k_achieved
    return Privacy(**common, k_achieved=smallest, classes=privacy.classes or 0)


_FROM_THE_RUN = {
    "promises": "The file keeps all that the policy promises.",
    "identifier": "No direct identifier was found.",
    "determines": "No released column gives a masked one away.",
    "policy": "Everything else is as the policy says.",
    "order": "The order of the rows says nothing about the original order.",
    "rare": "No masked column shows a value that fewer than k persons have.",
}
"""Checks that need the original: the run made them, and of these only the result is public."""
_ACCEPTED = "The holder of the original has accepted whatever the run finds here."
_WARNED = "The run found something to look at."
_MANY = 10.0
"""The rounded loss of a column, in percent, from which readers are told that categories may be missing."""
_OF_CATEGORIES = ("nominal", "ordinal", "semantic")


def public_checklist(
    evidence: PublicEvidence, release: Table, of_run: Sequence[CheckResult] = ()
) -> tuple[CheckResult, ...]:
    """The checks that everybody may know: those that release and rules show, and the bare results of some others."""
    policy = Policy.model_validate(evidence.policy)
    facts = Facts(
        policy=policy,
        privacy=_as_counted(evidence.privacy),
        risk=_finding(release, policy, evidence),
        losses={name: one.loss_percent for name, one in evidence.utility.per_attribute.items()},
        formulas=evidence.output.formulas,
        shown=lambda name: shown(name, 40),
        public=True,
    )
    # what to do about a check is for the publisher, not for readers
    found = [one.model_copy(update={"advice": ""}) for one in checklist(facts) if one.check != "promises"]
    seen = {one.check for one in found if one.check not in _FROM_THE_RUN or one.status != "green"}
    told = [_bare(one, policy) for one in of_run if one.check in _FROM_THE_RUN and one.check not in seen]
    return (*told, *_categories(evidence, policy), *(one for one in found if one.check in seen))


def _categories(evidence: PublicEvidence, policy: Policy) -> Iterator[CheckResult]:
    """That categories may be missing, judged by the rounded losses alone: which did vanish tells of the original."""
    lost = {name: one.loss_percent or 0.0 for name, one in evidence.utility.per_attribute.items()}
    told = {name: one for name, one in policy.attributes.items() if name in lost}  # a log has none
    high = tuple(name for name, one in told.items() if lost[name] > _MANY and one.kind in _OF_CATEGORIES)
    if high:
        message = (
            f"Categories of {listed([shown(name, 40) for name in high])} may be missing here, or rarer than in the "
            "original: that a category is not here does not say that nobody had it."
        )
        yield CheckResult(check="categories", status="amber", threshold=_MANY, columns=high, message=message)


def _bare(one: CheckResult, policy: Policy) -> CheckResult:
    """The result of a check that needs the original; where the rules accept it, the same whatever was found."""
    if accepts(policy, one.check):
        return CheckResult(check=one.check, status="amber", message=_ACCEPTED)
    message = _FROM_THE_RUN[one.check] if one.status == "green" else _WARNED
    return CheckResult(check=one.check, status=one.status, message=message)


def _finding(release: Table, policy: Policy, evidence: PublicEvidence) -> Risk:
    """What finds people despite masking, as far as the release shows it."""
    library = _open(evidence, policy)
    columns, there = _columns(release, policy, library), _there(release, policy)
    return Risk(
        record_linkage_percent=None,
        semantic_record_linkage_percent=None,
        uniques=0,
        prosecutor_max=0.0,
        prosecutor_mean=0.0,
        homogeneity=_homogeneity(release, policy, columns, library),
        kept_homogeneity=kept_homogeneity(columns, release, policy, there) if policy.shape == "table" else {},
        identifying_columns=identifying_columns(release, policy),
        original_order=policy.order == "keep",
    )


# --- reading the release ---------------------------------------------------------------------------


def _open(evidence: PublicEvidence, policy: Policy) -> Library:
    """The published vocabularies, and no others."""
    library = Library(policy)
    for name in evidence.knowledge:
        with suppress(SemblantError):
            library.get((name,))
    return Library.closed(policy, library.opened)


def _columns(release: Table, policy: Policy, library: Library) -> tuple[ReleasedColumn, ...]:
    """The masked columns as the release shows them; none of a release without records of anybody."""
    if policy.shape == "log":
        return ()
    readers = [_reader(release, name, policy, library) for name in policy.columns("quasi") if name in release.names]
    return tuple(ReleasedColumn(reader, side_of(reader, reader.column)) for reader in readers)


def _reader(release: Table, name: str, policy: Policy, library: Library) -> Reader:
    """A column read by the published rules; where they do not serve, its texts mean only themselves."""
    column, rules = release.column(name), rules_of(name, policy).lenient()
    if rules.kind != "set" and (rules.kind != "semantic" or library.has(rules.knowledge)):
        with suppress(SemblantError):
            return read_column(column, rules, library)
    return CategoryReader(column, rules)


def _sizes(release: Table, policy: Policy) -> Ints:
    """The sizes of the classes in records or users; none of a list without users."""
    if policy.shape == "log":
        named = policy.log is not None and policy.log.user in release.names
        return np.array(log_classes(release, policy) if named else [], np.int64)
    there = np.flatnonzero(~suppression(release, policy).outside)
    return np.bincount(classes_of(release, policy, there)).astype(np.int64)


# --- pictures --------------------------------------------------------------------------------------


def _classes(sizes: Ints, k: int) -> Chart:
    lines, _ = size_shares([sizes[sizes >= k]], k)
    bars = [Bar(line.label, line.records) for line in lines if line.records[0]]
    return bar_chart(bars, key="class-sizes", title="Released records by the size of their class", series=("records",))


def _column(evidence: PublicEvidence, column: ReadColumn, place: int) -> dict[str, Any]:
    name, k = column.reader.name, evidence.privacy.k_required
    counts = {text: n for text, n in released(column).items() if n >= k}
    cost = evidence.utility.per_attribute.get(name)
    least = None if evidence.policy.get("individual") else k  # whose records these are, nobody can tell
    return {
        "name": name,
        "kind": column.reader.kind,
        "thing": figures.thing(evidence.policy, column),
        "values": len(counts),
        "figures": [("Loss (L)", percent(None if cost is None else cost.loss_percent))],
        "chart": _chart(evidence, column, counts, place),
        "drawing": concepts_drawn(column, counts, partial(spelt, column), place, least=least),
    }


def _chart(evidence: PublicEvidence, column: ReadColumn, counts: Mapping[str, int], place: int) -> Chart:
    name, one = column.reader.name, figures.thing(evidence.policy, column)
    lines = shares(column, {text: (n,) for text, n in counts.items()}, spelt)
    if one == "set":
        held = held_items(column.released, figures.separator_of(evidence.policy, name))
        lines = item_shares({item: (n,) for item, n in held.items() if n >= evidence.privacy.k_required})
    bars = [Bar(share.label, share.records, rest=share.rest) for share in lines]
    title = f"Released records by {'item' if one == 'set' else 'value'} of {shown(name)}"
    return bar_chart(bars, key=f"column-{place}-values", title=title, series=("records",))
