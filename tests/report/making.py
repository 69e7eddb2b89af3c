"""Releases made by hand and assessed, from which pages are built."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from semblant.assessment.assessment import Assessment
from semblant.assessment.tables import assess_table
from semblant.data.table import Table
from semblant.evidence import (
    Environment,
    Evidence,
    InputFacts,
    KnowledgeFacts,
    MappingFacts,
    OutputFacts,
    PlanFacts,
    PublicEvidence,
)
from semblant.knowledge.sources import is_published
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.model import Policy
from semblant.release.public_evidence import public
from semblant.report.checklist import Facts, checklist
from semblant.report.pages import internal_report, public_report
from semblant.shapes.shape import mapping_facts
from semblant.space.reading import Library, read_columns

Rows = Mapping[str, Sequence[str]]

OUTPUT_HASH = "cd" * 32

JOBS = Taxonomy.from_paths(
    [
        "work/health/nursing/nurse",
        "work/health/nursing/midwife",
        "work/health/doctor",
        "work/food/bakery/baker",
        "work/food/cook",
    ],
    name="jobs",
)


def assess_case(
    original: Rows,
    released: Rows,
    *,
    k: int = 2,
    attributes: Mapping[str, Any] | None = None,
    taxonomy: Taxonomy | None = None,
    aligned: bool = True,
    **keys: Any,
) -> tuple[Evidence, Assessment]:
    """The evidence and the assessment of a release; columns are nominal quasi-identifiers by default."""
    attributes = attributes or {name: {"role": "quasi", "kind": "nominal"} for name in original}
    policy = Policy(k=k, attributes=dict(attributes), **keys)
    before, after = (
        Table(pl.DataFrame(dict(rows), schema=dict.fromkeys(rows, pl.String))) for rows in (original, released)
    )
    library = Library(policy, Path())
    if taxonomy is not None:
        library.opened[taxonomy.name] = taxonomy
    readers = read_columns(before, policy, library)
    assessment = assess_table(before, after, readers, policy, aligned=aligned)
    mapping: dict[str, MappingFacts] = mapping_facts(readers)
    evidence = Evidence(
        semblant="0.0",
        seed="entropy",
        created="2025-01-01T00:00:00+00:00",
        input=InputFacts(records=before.records, distinct=1),
        policy=policy.published(),
        knowledge={} if taxonomy is None else {taxonomy.name: facts_of(taxonomy)},
        mapping=mapping,
        plan=PlanFacts(
            method="auto", measure="logsc", centroid="semantic", weighting="none", combine="mean", refined=False,
            groups=assessment.privacy.classes, blocks=1,
        ),
        privacy=assessment.privacy,
        utility=assessment.utility,
        risk=assessment.risk,
        output=OutputFacts(file="release.csv", sha256=OUTPUT_HASH, records=after.records),
        timings={"masking": 1.0},
        environment=Environment(python="3.11", packages={"numpy": "2.0"}, platform="Linux"),
    )  # fmt: skip
    _RELEASES.append((assessment, after))
    return evidence, assessment


_RELEASES: list[tuple[Assessment, Table]] = []


def pages(evidence: Evidence, assessment: Assessment) -> dict[str, str]:
    """Both pages of a case by the names of their files."""
    evidence = checked(evidence)
    return {
        "report.html": internal_report(evidence, assessment),
        "report-public.html": public_report(*published(evidence, assessment)),
    }


def checked(evidence: Evidence) -> Evidence:
    """The evidence with its checklist."""
    facts = Facts.of(
        Policy.model_validate(evidence.policy),
        evidence.privacy,
        evidence.utility,
        evidence.risk,
        mapping=evidence.mapping,
        deviations=(),
        formulas=evidence.output.formulas,
    )
    return evidence.model_copy(update={"checklist": checklist(facts)})


def published(evidence: Evidence, assessment: Assessment) -> tuple[PublicEvidence, Table]:
    """What everybody may have of a case."""
    release = next(table for one, table in _RELEASES if one is assessment)
    return public(evidence, release), release


def facts_of(taxonomy: Taxonomy) -> KnowledgeFacts:
    published = is_published(taxonomy.name)
    return KnowledgeFacts(source=taxonomy.name, sha256=taxonomy.sha256, concepts=len(taxonomy), published=published)


def semantic(*columns: str) -> dict[str, Any]:
    return {name: {"role": "quasi", "kind": "semantic", "knowledge": "jobs"} for name in columns}


HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(2)>',
    "</style></title></svg><b>",
    "{{ 7 * 7 }}{% raw %}",
    "\x00\x07bell",
    "\u202egnirts",
    "&amp;&lt;",
    "x" * 5000,
]

CASES: dict[str, tuple[Evidence, Assessment]] = {}


def case(name: str, *args: Any, **keys: Any) -> None:
    CASES[name] = assess_case(*args, **keys)


case("ordinary", {"a": list("xxyyz"), "b": list("pqpqq")}, {"a": list("xxyyy"), "b": list("ppqqq")})
case("one class", {"a": list("xyz")}, {"a": list("yyy")})
case("one record", {"a": ["x"]}, {"a": ["x"]})
case("all suppressed", {"a": list("xyz"), "b": list("uvw")}, {"a": list("***"), "b": list("***")})
case("some suppressed", {"a": list("xxyyz")}, {"a": list("xxyy*")}, suppression_limit=0.2)
case("unmatched", {"a": list("xxyyz")}, {"a": list("xxyyy")}, aligned=False)
case("not kept", {"a": list("xxyyz")}, {"a": list("xxyyz")}, k=3)
case("missing", {"a": ["", "", "x", " "]}, {"a": ["", "", "", ""]})
case("hostile", dict.fromkeys(HOSTILE[:3], HOSTILE), dict.fromkeys(HOSTILE[:3], HOSTILE))
case(
    "languages", {"نوع": ["ممرضة", "看護師", "אחות", "nurse 👩‍⚕️"]}, {"نوع": ["ממרضة", "看護師", "אחות", "e\u0301" * 40]}
)
case("twelve", {f"column {i}": list("abcd") for i in range(12)}, {f"column {i}": list("aacc") for i in range(12)})
case("large", {"a": ["x"] * 120_000 + ["y"] * 5}, {"a": ["x"] * 120_005}, k=100_000)
case(
    "semantic",
    {"job": ["nurse", "midwife", "doctor", "baker", "cook", "nurse"]},
    {"job": ["nurse", "nurse", "nurse", "food", "food", "nurse"]},
    attributes=semantic("job"),
    taxonomy=JOBS,
)
case(
    "numbers",
    {"age": [str(n) for n in range(40)], "day": ["2024-01-01", "2024-02-01"] * 20, "size": ["s", "m", "l", ""] * 10},
    {"age": ["10"] * 20 + ["30"] * 20, "day": ["2024-01-16"] * 40, "size": ["m", "m", "m", "*"] * 10},
    attributes={
        "age": {"role": "quasi", "kind": "numeric"},
        "day": {"role": "quasi", "kind": "date"},
        "size": {"role": "quasi", "kind": "ordinal", "levels": ["s", "m", "l"]},
        "notes": {"role": "sensitive", "l": 2},
        "name": "identifier",
    },
    others="keep",
)  # fmt: skip
