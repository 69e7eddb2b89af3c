"""Every number of the pages with its name, its direction and a sentence that says what it means."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from semblant.assessment.sides import Judged
from semblant.methods.registry import REGISTRY
from semblant.policy import AttributeUtility, Evidence, Policy, Privacy, Risk, Utility
from semblant.report.wording import SPACE, counted, listed, number, percent, shown

LOWER, HIGHER = "lower is better", "higher is better"


class Verdict(Protocol):
    """Whatever carries the three parts of a judgement: evidence, or an assessment."""

    @property
    def privacy(self) -> Privacy: ...
    @property
    def utility(self) -> Utility: ...
    @property
    def risk(self) -> Risk: ...


@dataclass(frozen=True)
class Figure:
    """One number, and how to read it."""

    name: str
    value: str
    direction: str
    meaning: str


def headline(privacy: Privacy, records: int) -> str:
    """The release in one sentence a board understands.

    Example:
        >>> fine = Privacy(k_required=5, k_achieved=5, classes=80, suppressed_records=0, l_achieved=None,
        ...                t_achieved=None, verified=True)
        >>> headline(fine, 975)
        'Every one of the 975 records is now like at least 4 others.'
    """
    there = records - privacy.suppressed_records
    if there <= 0:
        return "All records are withheld: this release says nothing about anybody."
    if not privacy.verified:
        return (
            f"This release does not keep its promise: {privacy.k_required} records alike were asked for, "
            f"and the smallest class has {privacy.k_achieved:,}."
        )
    which = "records" if there == records else "released records"
    return f"Every one of the {there:,} {which} is now like at least {counted(privacy.k_achieved - 1, 'other')}."


def promise(privacy: Privacy, quasi: list[str], records: int) -> str:
    """What the headline protects from, in a sentence."""
    if not privacy.verified or records == privacy.suppressed_records or not quasi:
        return ""
    return (
        f"Whoever knows somebody’s {listed(quasi)} finds at least {privacy.k_achieved:,} records that fit equally "
        "well, and cannot tell which of them is that person’s."
    )


def price(utility: Utility) -> str:
    """What it cost, in a sentence."""
    if utility.loss_percent is None:
        return (
            "What it cost is not known: the released records stand in another order or number than the original ones "
            "and cannot be matched with them."
        )
    return (
        f"The price is {percent(utility.loss_percent)} of the meaning: on this scale 0{SPACE}% is the original file, "
        f"and 100{SPACE}% would be one and the same average record for everybody."
    )


def risk_figures(risk: Risk, quasi: list[str], *, alone: str | None = None) -> list[Figure]:
    """What an intruder can still do; ``alone`` is how the number of uniques may be told."""
    known = listed(quasi) or "nothing"
    return [
        Figure(
            "Highest risk of one person",
            percent(100 * risk.prosecutor_max),
            LOWER,
            f"The chance of picking the right record for somebody who is known to be in the file, knowing {known}. "
            "This is the worst case over all records (prosecutor risk).",
        ),
        Figure(
            "Average risk of a person",
            percent(100 * risk.prosecutor_mean),
            LOWER,
            "The same chance on average over all records, which is also the share of records an intruder gets right "
            "who attacks everybody (marketer risk).",
        ),
        Figure(
            "Records that stand alone",
            number(risk.uniques) if alone is None else alone,
            LOWER,
            f"Released records that are like no other in {known}.",
        ),
        Figure(
            "Linked by equal values",
            percent(risk.record_linkage_percent),
            LOWER,
            "Share of released records that lead back to their own original, when an intruder who has the whole "
            "original looks for values equal to the released ones (matching record linkage).",
        ),
        Figure(
            "Linked by meaning",
            percent(risk.semantic_record_linkage_percent),
            LOWER,
            "Share of original records that lead to their own released one, when the same intruder looks for the "
            "released record nearest in meaning (semantic record linkage).",
        ),
    ]


def loss_figures(utility: Utility, columns: Sequence[Judged]) -> list[Figure]:
    """What masking cost, on scales that need no context."""
    scales = {column.unrelated for column in columns}
    far = f", {number(scales.pop())} has nothing in common" if len(scales) == 1 else ""
    return [
        Figure(
            "Information loss (L)",
            percent(utility.loss_percent),
            LOWER,
            f"0{SPACE}% is the original, 100{SPACE}% one average record for everybody; 100·SSE/SST.",
        ),
        Figure(
            "Semantic loss",
            number(utility.semantic_loss),
            LOWER,
            f"How far a released value is from the original one on average; 0 is unchanged{far}.",
        ),
        Figure(
            "Semantic quality",
            number(utility.semantic_quality),
            HIGHER,
            "How alike original and released values are on average; 1 is unchanged, 0 has nothing in common.",
        ),
    ]


def exact_figures(utility: Utility) -> list[Figure]:
    """The sums behind them, for those who may see the original."""
    floored = (
        f" The release lacks {counted(utility.kl_floored, 'original combination')}; each counts as half a record there."
        if utility.kl_floored
        else ""
    )
    return [
        Figure("SSE", number(utility.sse, 6), LOWER, "Sum of squared distances from original to released records."),
        Figure(
            "SST",
            number(utility.sst, 6),
            "the scale",
            "Sum of squared distances from original records to their centre.",
        ),
        Figure(
            "Divergence (KL)",
            number(utility.kl),
            LOWER,
            f"How differently combinations of values are distributed than before, in nats; 0 is the same.{floored}",
        ),
        Figure(
            "Discernibility",
            number(utility.discernibility),
            LOWER,
            "Sum of squared class sizes: how many pairs of released records cannot be told apart.",
        ),
    ]


def attribute_figures(utility: AttributeUtility, records: int) -> list[tuple[str, str]]:
    """What masking cost one column, for those who may see the original."""
    changed = utility.changed_records
    share = f" ({percent(100 * changed / records)})" if changed is not None and records else ""
    return [
        ("Changed", number(changed) + share),
        ("Loss (L)", percent(utility.loss_percent)),
        ("Semantic loss", number(utility.semantic_loss)),
    ]


def sensitive_figures(privacy: Privacy) -> list[Figure]:
    """What is left of the protection of sensitive columns."""
    diverse = [
        Figure(f"l of {name}", number(value), HIGHER, "Different values in the class that has fewest of them.")
        for name, value in (privacy.l_achieved or {}).items()
    ]
    close = [
        Figure(f"t of {name}", number(value), LOWER, "How far a class strays from the whole file at most; 0 is alike.")
        for name, value in (privacy.t_achieved or {}).items()
    ]
    return diverse + close


def overview(evidence: Evidence) -> dict[str, Any]:
    """What both pages say: facts of the release, of the run and of what an intruder can do with it."""
    privacy, records = evidence.privacy, evidence.input.records
    quasi = quasi_of(evidence)
    method = REGISTRY.get(evidence.plan.method)
    return {
        "headline": headline(privacy, records),
        "promise": promise(privacy, quasi, records),
        "price": price(evidence.utility),
        "records": records - privacy.suppressed_records,
        "quasi": quasi,
        "untouched": _named(evidence, "keep", "sensitive"),
        "others": evidence.policy.get("others"),
        "privacy": privacy,
        "loss_percent": evidence.utility.loss_percent,
        "risk": risk_figures(evidence.risk, quasi),
        "judged_by": evidence.policy.get("loss_measure", Policy.model_fields["loss_measure"].default),
        "sensitive": sensitive_figures(privacy),
        "plan": evidence.plan,
        "paper": method.paper if method is not None else "",
        "output": evidence.output,
        "knowledge": evidence.knowledge,
        "version": evidence.semblant,
        "environment": evidence.environment,
        "seed": evidence.seed,
    }


def quasi_of(evidence: Evidence) -> list[str]:
    """The columns that were masked, as sentences name them."""
    return _named(evidence, "quasi")


def _named(evidence: Evidence, *roles: str) -> list[str]:
    attributes = evidence.policy.get("attributes", {})
    return [shown(name, 40) for name, attribute in attributes.items() if attribute["role"] in roles]
