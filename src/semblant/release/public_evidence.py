"""The public evidence of a release, made from the complete one by naming what goes in."""

from semblant.data.table import Table
from semblant.evidence import (
    Evidence,
    PublicAttributeUtility,
    PublicEvidence,
    PublicKnowledge,
    PublicPlan,
    PublicPrivacy,
    PublicRisk,
    PublicUtility,
)
from semblant.policy.model import Policy
from semblant.release.rules import public_rules
from semblant.release.shown import Shown, show
from semblant.report.public import public_checklist


def public(evidence: Evidence, release: Table) -> PublicEvidence:
    """What may be published: the rules, what the released bytes show by themselves, and rounded loss and linkage."""
    rules = public_rules(evidence.policy, evidence.knowledge, release)
    shown, plan = show(release, Policy.model_validate(rules)), evidence.plan
    published = PublicEvidence(
        semblant=evidence.semblant,
        title=evidence.title,
        author=evidence.author,
        purpose=evidence.purpose,
        seed=evidence.seed,
        policy=rules,
        knowledge={
            name: PublicKnowledge(source=facts.source, sha256=facts.sha256, concepts=facts.concepts)
            for name, facts in evidence.knowledge.items()
            if facts.published
        },
        plan=PublicPlan(
            method=plan.method,
            measure=plan.measure,
            centroid=plan.centroid,
            weighting=plan.weighting,
            combine=plan.combine,
            refined=plan.refined,
        ),
        privacy=_privacy(evidence, shown),
        utility=PublicUtility(
            loss_percent=two_digits(evidence.utility.loss_percent),
            per_attribute={
                name: PublicAttributeUtility(loss_percent=two_digits(one.loss_percent))
                for name, one in evidence.utility.per_attribute.items()
            },
        ),
        risk=risk_of(shown).model_copy(
            update={
                "record_linkage_percent": two_digits(evidence.risk.record_linkage_percent),
                "semantic_record_linkage_percent": two_digits(evidence.risk.semantic_record_linkage_percent),
            }
        ),
        output=evidence.output,
    )
    return published.model_copy(update={"checklist": public_checklist(published, release, evidence.checklist)})


def _privacy(evidence: Evidence, shown: Shown) -> PublicPrivacy:
    run = evidence.privacy
    return PublicPrivacy(
        k_required=run.k_required,
        k_achieved=shown.k_achieved,
        classes=shown.classes,
        suppressed_records=shown.suppressed_records,
        l_achieved=shown.l_achieved,
        t_achieved=shown.t_achieved,
        verified=run.verified,
        promise=run.promise,
        epsilon=run.epsilon,
        delta=run.delta,
        warnings=run.warnings,
        not_provable=shown.not_provable,
    )


def risk_of(shown: Shown) -> PublicRisk:
    """The risk that the bytes show: that of an intruder who knows the masked columns of somebody in the release."""
    sizes = shown.sizes
    smallest = shown.k_achieved if sizes is None else min(sizes.tolist(), default=0)
    return PublicRisk(
        record_linkage_percent=None,
        semantic_record_linkage_percent=None,
        uniques=None if sizes is None else int((sizes == 1).sum()),
        prosecutor_max=None if smallest is None else 1.0 / smallest if smallest else 0.0,
        prosecutor_mean=None if sizes is None or not sizes.sum() else len(sizes) / int(sizes.sum()),
    )


def two_digits(value: float | None) -> float | None:
    """A figure with two significant digits.

    Example:
        >>> two_digits(38.1234), two_digits(0.012345), two_digits(100.0), two_digits(None)
        (38.0, 0.012, 100.0, None)
    """
    return None if value is None else float(f"{value:.2g}")
