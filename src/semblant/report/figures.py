"""The figures of the reports, each with its name, its direction and an explanation."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from semblant.assessment.columns import ComparedColumn
from semblant.catalogue import CATALOGUE
from semblant.evidence import AttributeUtility, BeforeShuffle, Evidence, Privacy, Risk, Utility
from semblant.policy.model import Attribute, Policy
from semblant.report.guarantee import guarantee_of, loss_sentence
from semblant.report.warnings import warnings_of
from semblant.report.wording import SPACE, UNKNOWN, counted, listed, number, percent, shown

LOWER, HIGHER = "lower is better", "higher is better"


class Verdict(Protocol):
    """Anything with privacy, utility and risk: evidence, or an assessment."""

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


def risk_figures(risk: Risk, quasi: list[str], *, alone: str | None = None, one: str = "record") -> list[Figure]:
    """Figures of re-identification risk; ``alone`` is the number of uniques as text, ``one`` is what is counted."""
    known = listed(quasi) or "nothing"
    before = f" Before, there were {number(risk.uniques_before)}." if alone is None and risk.uniques_before else ""
    return [
        Figure("Highest risk of one person", percent(100 * risk.prosecutor_max), LOWER,
               f"The chance of picking the right {one} for somebody who is known to be in the file, knowing {known}. "
               "This is the worst case over all classes (prosecutor risk)."),
        Figure("Average risk of a person", percent(100 * risk.prosecutor_mean), LOWER, "The same chance on average."),
        *_register_figures(risk),
        Figure(f"{one.capitalize()}s that stand alone", number(risk.uniques) if alone is None else alone, LOWER,
               f"Released {one}s that are like no other in {known}.{before}"),
        Figure("Linked by equal values", percent(risk.record_linkage_percent), LOWER,
               f"Share of released {one}s that lead back to their own original, when an intruder who has the whole "
               "original looks for values equal to the released ones (matching record linkage)."),
        Figure("Linked by meaning", percent(risk.semantic_record_linkage_percent), LOWER,
               f"Share of original {one}s that lead to their own released one, when the same intruder looks for the "
               f"released {one} nearest in meaning (semantic record linkage)."),
    ]  # fmt: skip


def _register_figures(risk: Risk) -> list[Figure]:
    """Figures for intruders with a register of people, where records are matched."""
    if risk.journalist_max is None or risk.marketer is None:
        return []
    return [
        Figure("Highest risk of being named", percent(100 * risk.journalist_max), LOWER,
               "The chance of naming the right person for a released record, when anybody of the original file might "
               "be it whose values a member of its class had; the worst case (journalist risk)."),
        Figure("Named right, naming everybody", percent(100 * risk.marketer), LOWER,
               "Share of released records that get their right name in this way (marketer risk)."),
    ]  # fmt: skip


def loss_figures(utility: Utility, columns: Sequence[ComparedColumn]) -> list[Figure]:
    """Figures of information loss on relative scales."""
    scales = {column.unrelated for column in columns}
    far = f", {number(scales.pop())} has nothing in common" if len(scales) == 1 else ""
    return [
        Figure("Information loss (L)", percent(utility.loss_percent), LOWER,
               f"0{SPACE}% is the original, 100{SPACE}% one average record for everybody; 100·SSE/SST."),
        Figure("Semantic loss", number(utility.semantic_loss), LOWER,
               f"How far a released value is from the original one on average; 0 is unchanged{far}."),
        Figure("Semantic quality", number(utility.semantic_quality), HIGHER,
               "How alike original and released values are on average; 1 is unchanged, 0 has nothing in common."),
    ]  # fmt: skip


def loss_beside(evidence: Evidence) -> str:
    """Why the total loss differs from the losses of the columns; empty for a single column."""
    if len(evidence.utility.per_attribute) < 2:
        return ""
    if evidence.plan.combine == "euclidean":
        return (
            "Over all columns, squared distances are added up: the loss of the whole is an average of these, in which "
            "a column counts the more, the more its values vary."
        )
    return (
        "Over all columns, loss is not the average of these: the distances of a record are first averaged over its "
        "columns and only then squared, so a change in one column of several weighs less there than in its own line."
    )


def exact_figures(utility: Utility) -> list[Figure]:
    """The exact sums behind them, for those who may see the original; unknown ones are left out."""
    floored = (
        f" The release lacks {counted(utility.kl_floored, 'original combination')}; each counts as half a record there."
        if utility.kl_floored
        else ""
    )
    figures = [
        Figure("SSE", number(utility.sse, 6), LOWER, "Sum of squared distances from original to released records."),
        Figure("SST", number(utility.sst, 6), "the scale",
               "Sum of squared distances from original records to their centre."),
        Figure("Divergence (KL)", number(utility.kl), LOWER,
               f"How differently combinations of values are distributed than before, in nats; 0 is the same.{floored}"),
        Figure("Discernibility", number(utility.discernibility), LOWER,
               "Sum of squared class sizes: how many pairs of released records cannot be told apart."),
    ]  # fmt: skip
    return [figure for figure in figures if figure.value != UNKNOWN]


def attribute_figures(utility: AttributeUtility, records: int) -> list[tuple[str, str]]:
    """Figures of one column's loss, for those who may see the original."""
    changed = utility.changed_records
    share = f" ({percent(100 * changed / records)})" if changed is not None and records else ""
    return [
        ("Changed", number(changed) + share),
        ("Loss (L)", percent(utility.loss_percent)),
        ("Semantic loss", number(utility.semantic_loss)),
    ]


def sensitive_figures(evidence: Evidence, write_count: Callable[[int], str] = number) -> list[Figure]:
    """Figures of attribute disclosure in sensitive columns; ``write_count`` formats a count."""
    asked = evidence.policy.get("attributes", {})
    lines = []
    for name, value in (evidence.privacy.l_achieved or {}).items():
        least = asked.get(name, {}).get("l")
        kind = _DIVERSE.get(asked.get(name, {}).get("l_kind", "distinct"), "")
        wanted = f" At least {number(least)} was asked for." if least is not None else ""
        lines.append(Figure(f"l of {shown(name, 40)}", number(value), HIGHER, f"{kind}{wanted}"))
    for name, value in (evidence.privacy.t_achieved or {}).items():
        most = asked.get(name, {}).get("t")
        wanted = f" At most {number(most)} was asked for." if most is not None else ""
        said = f"How far a class strays from the whole file at most; 0 is alike, 1 is not.{wanted}"
        lines.append(Figure(f"t of {shown(name, 40)}", number(value), LOWER, said))
    for name, one in evidence.risk.homogeneity.items():
        said = f"Records whose class has one {shown(name, 40)}: whoever knows the class knows it."
        lines.append(Figure(f"Given away: {shown(name, 40)}", write_count(one.one_value_records), LOWER, said))
        if one.one_meaning_records is not None:
            said = "Records whose class has values so near in meaning that they say the same."
            lines.append(
                Figure(f"Given away by meaning: {shown(name, 40)}", write_count(one.one_meaning_records), LOWER, said)
            )
    return lines


_DIVERSE = {
    "distinct": "Different values in the class that has fewest of them (distinct l-diversity).",
    "entropy": "Evenly frequent values that would say as much as the least diverse class (entropy l-diversity).",
    "recursive": "The l of the class whose most frequent value weighs most (recursive (c, l)-diversity).",
    "semantic": "Values apart in meaning, in the class that has fewest of them (semantic l-diversity).",
}


def measured(evidence: Evidence) -> BeforeShuffle:
    """Loss and risk of the release; for shuffled rows, those measured before shuffling."""
    return evidence.before_shuffle or BeforeShuffle(utility=evidence.utility, risk=evidence.risk)


def overview(evidence: Evidence, columns: Sequence[ComparedColumn]) -> dict[str, Any]:
    """The content that both reports share."""
    quasi = quasi_of(evidence)
    people = len(columns[0].before.codes) if columns else evidence.input.records
    shape = evidence.policy.get("shape", "table")
    return {
        "guarantee": guarantee_of(evidence, people, quasi),
        "people": people,
        "loss_sentence": loss_sentence(measured(evidence).utility),
        "shuffled": evidence.before_shuffle is not None,
        "records": people - evidence.privacy.suppressed_records,
        "quasi": quasi,
        "shape": shape,
        "individual": evidence.policy.get("individual"),
        "untouched": _named(evidence, "keep", "sensitive"),
        "warned": warnings_of(
            evidence.privacy, {shown(n, 40): one for n, one in evidence.risk.identifying_columns.items()}
        ),
        "others": evidence.policy.get("others"),
        "privacy": evidence.privacy,
        "loss_percent": measured(evidence).utility.loss_percent,
        "loss_beside": loss_beside(evidence),
        "judged_by": evidence.policy.get("loss_measure", Policy.model_fields["loss_measure"].default),
        "plan": evidence.plan,
        "paper": next((e.paper for e in CATALOGUE[shape].values() if e.name == evidence.plan.method), ""),
        "output": evidence.output,
        "knowledge": evidence.knowledge,
        "version": evidence.semblant,
        "environment": evidence.environment,
        "seed": evidence.seed,
    }


def thing(evidence: Evidence, column: ComparedColumn) -> str:
    """What one value of a column is called."""
    attribute = evidence.policy.get("attributes", {}).get(column.reader.name, {})
    if evidence.policy.get("shape") == "log":
        return "log"
    return "set" if attribute.get("kind") == "set" else "meaning" if column.reader.kind == "semantic" else "value"


def separator_of(evidence: Evidence, name: str) -> str:
    """The separator of a set column."""
    default: str = Attribute.model_fields["separator"].default
    return str(evidence.policy.get("attributes", {}).get(name, {}).get("separator", default))


def quasi_of(evidence: Evidence) -> list[str]:
    """The quasi-identifiers, as sentences name them."""
    return _named(evidence, "quasi")


def _named(evidence: Evidence, *roles: str) -> list[str]:
    attributes = evidence.policy.get("attributes", {})
    return [shown(name, 40) for name, attribute in attributes.items() if attribute["role"] in roles]
