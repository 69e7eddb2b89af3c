"""How much of each column its vocabulary covers, and what happened to the rest."""

from collections.abc import Sequence
from dataclasses import dataclass

from semblant.assessment.columns import ComparedColumn, is_suppressed
from semblant.evidence import Evidence
from semblant.policy.model import MISSING, Policy
from semblant.report.counts import tally
from semblant.report.wording import listed, number, percent, shown

_TREATED = {
    "error": "would have stopped the run",
    "suppress": "treated as withheld",
    "nominal": "compared as bare words, each like itself only",
    "root": "taken as the widest concept",
}
_ABSENT = {"category": "a value of their own", "suppress": "treated as withheld", "error": "would have stopped the run"}


@dataclass(frozen=True)
class Coverage:
    """One column as its knowledge reads it; numbers are written as the page shows them."""

    column: str
    knowledge: str
    spellings: str
    records: str
    unknown: str
    missing: str


def coverage(evidence: Evidence, columns: Sequence[ComparedColumn]) -> list[Coverage]:
    """The coverage of every column that is read by meaning."""
    judged = {column.reader.name: column for column in columns}
    return [_of(evidence, name, judged.get(name)) for name in evidence.mapping]


def _of(evidence: Evidence, name: str, column: ComparedColumn | None) -> Coverage:
    facts, attribute = evidence.mapping[name], evidence.policy.get("attributes", {}).get(name, {})
    named = attribute.get("knowledge") or list(evidence.knowledge)
    treated = _TREATED[attribute.get("unknown", "error")]
    absent = _ABSENT[attribute.get("missing") or evidence.policy.get("missing", Policy.model_fields["missing"].default)]
    unknown = None if facts.unknown is None else facts.unknown.records
    missing = None
    if column is not None and column.reader.taxonomy is not None:
        rest = {p: n for p, n in tally(column.before).items() if not p.named and not is_suppressed(p)}
        missing = sum(n for p, n in rest.items() if p.text == MISSING)
        unknown = sum(rest.values()) - missing if unknown is None else unknown
    return Coverage(
        column=name,
        knowledge=listed([shown(one, 40) for one in ([named] if isinstance(named, str) else named)]),
        spellings=f"{number(facts.mapped)} of {number(facts.values)}",
        records=f"{number(facts.records_covered)} ({percent(100 * facts.records_covered / evidence.input.records)})",
        unknown=_told(unknown, treated, facts.values - facts.mapped),
        missing=_told(missing, absent, 0),
    )


def _told(records: int | None, how: str, absent: int) -> str:
    if records is None:
        return how if absent else "none"
    return f"{number(records)}, {how}" if records else "none"
