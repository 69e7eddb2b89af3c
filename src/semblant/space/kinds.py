"""Choosing the kind of each quasi-identifier where the policy leaves it open."""

from dataclasses import dataclass

from semblant.data.columnnames import words_of
from semblant.data.missing import no_value
from semblant.data.numerals import Numerals
from semblant.data.scales import recognise
from semblant.data.table import Column, Table
from semblant.errors import PolicyError
from semblant.policy.model import Attribute, Kind, Policy
from semblant.space.reading import Library
from semblant.space.rulers import as_written
from semblant.space.rules import rules_of
from semblant.terms.mapping import map_column

MOSTLY = 0.8
"""The share of a column's records whose match must be certain or probable for it to be semantic by default."""


@dataclass(frozen=True)
class Resolved:
    """A policy in which every quasi-identifier has a kind, and the automatic decisions in words."""

    policy: Policy
    decisions: tuple[str, ...]


def resolve(table: Table, policy: Policy, library: Library) -> Resolved:
    """Check the policy's columns against the table and settle the kinds it leaves open."""
    _check_columns(table, policy)
    settled: dict[str, Attribute] = {}
    decisions: list[str] = []
    for name, attribute in policy.attributes.items():
        if attribute.role != "quasi" or attribute.kind is not None:
            settled[name] = attribute
            continue
        kind, why, left = _kind(table.column(name), attribute, policy, library)
        update: dict[str, str] = {"kind": kind}
        if left and "unknown" not in attribute.model_fields_set:
            update["unknown"], why = "nominal", f"{why}; the others are unrelated categories"
        settled[name] = attribute.model_copy(update=update)
        decisions.append(f"{name} is taken as {kind}: {why}")
    return Resolved(policy.model_copy(update={"attributes": settled}), tuple(decisions))


def _kind(column: Column, attribute: Attribute, policy: Policy, library: Library) -> tuple[Kind, str, bool]:
    """The kind of a column, why, and whether it is semantic though some of its values are unknown."""
    texts = [v for v in column.values if not no_value(v)]
    if attribute.knowledge:
        return "semantic", "the policy names its knowledge", False
    if (numerals := Numerals.through(texts)) is not None and not numerals.glued and not numerals.codes(texts):
        return "numeric", f"all its values are numbers{as_written(texts)}", False
    if (scale := recognise(texts, words_of(column.name))) and not policy.knowledge:
        return "nominal", f"its values are no words ({scale.what})", False
    rules = rules_of(column.name, policy)
    facts = library.read(map_column, column.values, column.counts, rules, column.name, quiet=True).coverage()
    name, records, sure = rules.knowledge[0], facts.records_covered + facts.unknown, facts.certain + facts.probable
    known = f"{sure:,} of its {records:,} records match {name!r} with certainty or probability"
    if records and sure >= MOSTLY * records:
        return "semantic", known, facts.unknown > 0
    return "nominal", f"only {known}" if sure else f"none of its values is surely in {name!r}", False


def _check_columns(table: Table, policy: Policy) -> None:
    for name in policy.attributes:
        try:
            table.refuse_unknown(name)
        except PolicyError as error:
            raise PolicyError(error.message, where=f"attributes.{name}", hints=error.hints) from None
    unnamed = [n for n in table.names if n not in policy.attributes]
    if unnamed and policy.others == "error":
        shown = ", ".join(repr(n) for n in unnamed[:8]) + (" …" if len(unnamed) > 8 else "")
        raise PolicyError(
            f"Nothing says what to do with {len(unnamed)} of {len(table.names)} columns: {shown}.",
            where="attributes",
            hints=[
                "give each a role: identifier | quasi | sensitive | keep",
                "leave them out: others: drop in the policy, --others drop, or others='drop' in Python",
                "publish them untouched: others: keep, likewise",
            ],
        )
