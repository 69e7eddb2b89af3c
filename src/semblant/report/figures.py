"""The figures of the reports, each with its name, its direction and an explanation."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from semblant.assessment.columns import ComparedColumn, ReadColumn
from semblant.catalogue import CATALOGUE, Shape
from semblant.evidence import (
    AttributeUtility,
    Evidence,
    Homogeneity,
    Privacy,
    PublicEvidence,
    PublicPrivacy,
    PublicRisk,
    Risk,
    Utility,
)
from semblant.policy.advice import AUDIENCE
from semblant.policy.model import Attribute, Policy
from semblant.report.checklist import red
from semblant.report.fitness import fitness
from semblant.report.guarantee import changed_sentence, guarantee_of, loss_sentence
from semblant.report.summary import worst_column
from semblant.report.wording import SPACE, UNKNOWN, listed, number, percent, shown
from semblant.report.yardsticks import L_SOURCE, T_SOURCE, meaning_of_l, meaning_of_t

LOWER, HIGHER = "lower is better", "higher is better"


@dataclass(frozen=True)
class Figure:
    """One number, and how to read it."""

    name: str
    value: str
    direction: str
    meaning: str
    before: str = ""  # the same figure of the original; for those who may see it


def risk_figures(
    risk: Risk | PublicRisk, quasi: list[str], *, alone: str | None = None, one: str = "record"
) -> list[Figure]:
    """Figures of re-identification risk; ``alone`` is the number of uniques as text, ``one`` is what is counted."""
    known = listed(quasi) or "nothing"
    then = risk.before if isinstance(risk, Risk) else None
    unique = number(risk.uniques) if alone is None else alone
    return [
        Figure(f"Unique {one}s", unique, LOWER,
               f"{one.capitalize()}s that share their {known} with no other.", number(then.uniques) if then else ""),
        Figure("Highest re-identification risk (prosecutor)", _share(risk.prosecutor_max), LOWER,
               f"The chance of picking the right {one} for somebody who is known to be in the file, knowing {known}: "
               "1 / size of the smallest class.", _share(then.prosecutor_max) if then else ""),
        Figure("Average re-identification risk (prosecutor)", _share(risk.prosecutor_mean), LOWER,
               "The same chance on average.", _share(then.prosecutor_mean) if then else ""),
        *(_register_figures(risk) if isinstance(risk, Risk) else ()),
        Figure("Record linkage, exact", percent(risk.record_linkage_percent), LOWER,
               f"Share of released {one}s that lead back to their own original, when an intruder who has the whole "
               "original looks for values equal to the released ones (matching record linkage).",
               percent(then.record_linkage_percent) if then else ""),
        Figure("Record linkage, semantic", percent(risk.semantic_record_linkage_percent), LOWER,
               f"Share of original {one}s that lead to their own released one, when the same intruder looks for the "
               f"released {one} nearest in meaning (semantic record linkage).",
               percent(then.semantic_record_linkage_percent) if then else ""),
        *(_population_figures(risk) if isinstance(risk, Risk) else ()),
    ]  # fmt: skip


def _population_figures(risk: Risk) -> list[Figure]:
    """Figures of the original in the population it was drawn from; after masking there are only bounds."""
    if (found := risk.population) is None:
        return []
    by, people = _POPULATION_MODELS[found.model], number(found.population, 6)
    classes = sum(size.classes for size in risk.class_sizes)
    figures = [
        Figure("Re-identifications in the population, expected", f"at most {number(classes)}", LOWER,
               f"Records that an intruder who names everybody from a register of all {people} people would name right, "
               f"{by}. After masking no model is needed: the risk of a record is at most 1 / size of its class, and "
               "that of all records together at most the number of classes.", number(found.reidentifications)),
        Figure("Highest risk in the population", f"at most {_share(risk.prosecutor_max)}", LOWER,
               "The same chance for the record most at risk; after masking 1 / size of the smallest class.",
               _share(found.highest_risk)),
    ]  # fmt: skip
    if found.population_uniques is None:
        return figures
    said = (
        f"Of the {number(found.sample_uniques)} unique records, those that are unique among all {people} people of the "
        f"population too, {by}."
    )
    after, before = f"at most {number(risk.uniques)}", number(found.population_uniques)
    return [Figure("Unique in the population, expected", after, LOWER, said, before), *figures]


_POPULATION_MODELS = {
    "pitman": "by Pitman’s model (Hoshino 2001)",
    "weights": "by the sample weights (Franconi & Polettini 2004)",
}


def _share(share: float | None) -> str:
    return percent(None if share is None else 100 * share)


def _register_figures(risk: Risk) -> list[Figure]:
    """Figures for intruders with a register of people, where records are matched."""
    if risk.journalist is None or risk.marketer is None:
        return []
    then = risk.before
    return [
        Figure("Highest journalist risk", percent(100 * risk.journalist), LOWER,
               "The chance of naming the right person for a released record, for any member of the population. The "
               "original file is taken for the population: anybody who had the values of a member of the class might "
               "be it; the worst case.", _share(then.journalist) if then else ""),
        Figure("Marketer risk", percent(100 * risk.marketer), LOWER,
               "Share of released records that an intruder names right who tries to name everybody in this way.",
               _share(then.marketer) if then else ""),
    ]  # fmt: skip


def loss_figures(utility: Utility, columns: Sequence[ComparedColumn]) -> list[Figure]:
    """Figures of information loss on relative scales."""
    scales = {column.unrelated for column in columns}
    far = f", {number(scales.pop())} has nothing in common" if len(scales) == 1 else ""
    return [
        *loss_total(utility.loss_percent),
        Figure("Semantic loss", number(utility.semantic_loss), LOWER,
               f"How far a released value is from the original one on average; 0 is unchanged{far}."),
        Figure("Semantic quality", number(utility.semantic_quality), HIGHER,
               "How alike original and released values are on average; 1 is unchanged, 0 has nothing in common."),
    ]  # fmt: skip


def loss_total(loss_percent: float | None) -> list[Figure]:
    """The information loss over all masked columns."""
    said = f"0{SPACE}% is the original, 100{SPACE}% one average record for everybody; 100·SSE/SST."
    return [Figure("Information loss (L)", percent(loss_percent), LOWER, said)]


def loss_beside(evidence: Evidence | PublicEvidence) -> str:
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
    figures = [
        Figure("SSE", number(utility.sse, 6), LOWER, "Sum of squared distances from original to released records."),
        Figure("SST", number(utility.sst, 6), "the scale",
               "Sum of squared distances from original records to their centre."),
        Figure("Divergence (KL)", number(utility.kl), LOWER,
               "How differently combinations of values are distributed than before, in nats; 0 is the same. Half a "
               "record is added to every combination of either file."),
        Figure("Total variation", number(utility.total_variation), LOWER,
               "Share of records that would have to take another combination for the distributions to be equal."),
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


def sensitive_figures(
    policy: Mapping[str, Any],
    privacy: Privacy | PublicPrivacy,
    homogeneity: Mapping[str, Homogeneity],
    write_count: Callable[[int], str] = number,
) -> list[Figure]:
    """Figures of attribute disclosure in sensitive columns; ``write_count`` formats a count."""
    asked = policy.get("attributes", {})
    lines = []
    for name, value in (privacy.l_achieved or {}).items():
        least = asked.get(name, {}).get("l")
        kind = _DIVERSE.get(asked.get(name, {}).get("l_kind", "distinct"), "")
        wanted = f" At least {number(least)} was asked for." if least is not None else ""
        said = f"{kind}{wanted} {meaning_of_l(value)} {L_SOURCE}."
        lines.append(Figure(f"l of {shown(name, 40)}", number(value), HIGHER, said))
    for name, value in (privacy.t_achieved or {}).items():
        most = asked.get(name, {}).get("t")
        wanted = f" At most {number(most)} was asked for." if most is not None else ""
        ground = asked.get(name, {}).get("ground", Attribute.model_fields["ground"].default)
        said = f"{meaning_of_t(value, ground)} 0: a class tells nothing of it, 1: all.{wanted} {T_SOURCE}."
        lines.append(Figure(f"t of {shown(name, 40)}", number(value), LOWER, said))
    for name, one in homogeneity.items():
        said = f"Records in homogeneous classes, which have one {shown(name, 40)}: whoever knows the class knows it."
        lines.append(
            Figure(f"Attribute disclosure: {shown(name, 40)}", write_count(one.one_value_records), LOWER, said)
        )
        if one.one_meaning_records is not None:
            said = "Records in classes whose values are so near in meaning that they say the same."
            title = f"Attribute disclosure by meaning: {shown(name, 40)}"
            lines.append(Figure(title, write_count(one.one_meaning_records), LOWER, said))
    return lines


_DIVERSE = {
    "distinct": "Different values in the class that has fewest of them (distinct l-diversity).",
    "entropy": "Evenly frequent values that would say as much as the least diverse class (entropy l-diversity).",
    "recursive": "The l of the class whose most frequent value weighs most (recursive (c, l)-diversity).",
    "semantic": "Values apart in meaning, in the class that has fewest of them (semantic l-diversity).",
}


def overview(evidence: Evidence, columns: Sequence[ComparedColumn]) -> dict[str, Any]:
    """The content that both reports share."""
    quasi = named(evidence.policy, "quasi")
    people = len(columns[0].before.codes) if columns else evidence.input.records
    shape = evidence.policy.get("shape", "table")
    return {
        "guarantee": guarantee_of(evidence.policy, evidence.privacy, people, quasi),
        "people": people,
        "loss_sentence": loss_sentence(evidence.utility),
        "changed_sentence": changed_sentence(evidence.policy, evidence.utility, people, len(columns)),
        "fits": fits(evidence),
        "worst": worst_column(evidence.utility),
        "draft": bool(red(evidence.checklist)),
        "records": people - evidence.privacy.suppressed_records,
        "quasi": quasi,
        "shape": shape,
        "individual": evidence.policy.get("individual"),
        "untouched": named(evidence.policy, "keep", "sensitive"),
        "checklist": evidence.checklist,
        "others": evidence.policy.get("others"),
        "privacy": evidence.privacy,
        "loss_percent": evidence.utility.loss_percent,
        "loss_beside": loss_beside(evidence),
        "judged_by": evidence.policy.get("loss_measure", Policy.model_fields["loss_measure"].default),
        "plan": evidence.plan,
        "paper": paper_of(shape, evidence.plan.method),
        "output": evidence.output,
        "knowledge": evidence.knowledge,
        "version": evidence.semblant,
        "environment": evidence.environment,
        "seed": evidence.seed,
        "told": told(evidence),
    }


def fits(evidence: Evidence | PublicEvidence) -> str:
    """Whom the release fits, in a sentence."""
    privacy, highest = evidence.privacy, evidence.risk.prosecutor_max
    return fitness(privacy.k_required, highest, evidence.checklist, purpose=evidence.purpose, promise=privacy.promise)


def told(evidence: Evidence | PublicEvidence) -> list[tuple[str, str]]:
    """What the policy says about the release itself."""
    purpose = None if evidence.purpose is None else AUDIENCE[evidence.purpose]
    said = {"Title": evidence.title, "Author": evidence.author, "Purpose": purpose}
    if isinstance(evidence, Evidence):
        said["Made"] = f"{evidence.created.replace('T', ' ').removesuffix('+00:00')} UTC"
    return [(name, shown(text, 200)) for name, text in said.items() if text]


def paper_of(shape: Shape, method: str) -> str:
    """Where a method was published."""
    return next((entry.paper for entry in CATALOGUE[shape].values() if entry.name == method), "")


def thing(policy: Mapping[str, Any], column: ReadColumn) -> str:
    """What one value of a column is called."""
    attribute = policy.get("attributes", {}).get(column.reader.name, {})
    if policy.get("shape") == "log":
        return "log"
    return "set" if attribute.get("kind") == "set" else "meaning" if column.reader.kind == "semantic" else "value"


def separator_of(policy: Mapping[str, Any], name: str) -> str:
    """The separator of a set column."""
    default: str = Attribute.model_fields["separator"].default
    return str(policy.get("attributes", {}).get(name, {}).get("separator", default))


def named(policy: Mapping[str, Any], *roles: str) -> list[str]:
    """The columns with one of these roles, as sentences name them."""
    attributes = policy.get("attributes", {})
    return [shown(name, 40) for name, attribute in attributes.items() if attribute["role"] in roles]
