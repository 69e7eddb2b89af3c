"""Warnings shown before all figures, in the terminal and in the reports."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from semblant.report.plurals import counted, noun

if TYPE_CHECKING:
    from semblant.assessment.assessment import Assessment
    from semblant.evidence import Evidence, IdentifyingColumn, MappingFacts, Privacy, RareFacts, Risk

UNCERTAIN = 0.05
"""The share of a column's records from which uncertain matches matter."""

_IN_ORDER = (
    "Rows stand in the order of the original: anyone who knows that order finds everybody in the release. Set order: "
    "sorted."
)
_UNCOUNTED = (
    "k counts persons, but their column is not in the release, and without the link nobody can tell whose records "
    "these are: the persons of a class cannot be counted."
)
RARE = "Values that few persons have are published as they are (rare: publish): one may point at a single person."
_NOTHING = "All records are alike now, so the masked columns say nothing any more: take a smaller k."


def all_warnings(verdict: "Evidence | Assessment") -> list[str]:
    """The warnings of a release or of an assessment, as a person reads them."""
    formulas = getattr(getattr(verdict, "output", None), "formulas", 0)
    doubts = doubtful_sentences(getattr(verdict, "mapping", {}))
    return [*verdict.privacy.warnings, *warnings_of(verdict.privacy, verdict.risk, formulas), *doubts]


def warnings_of(privacy: "Privacy", risk: "Risk", formulas: int = 0, shown: Callable[[str], str] = str) -> list[str]:
    """All warnings: what nobody could count, what finds people, a release without information, and formulas.

    ``shown`` shortens the names of columns.
    """
    said = [] if privacy.persons_counted else [_UNCOUNTED]
    said += [_IN_ORDER] if risk.original_order else []
    said += [rising_sentence(shown(name)) for name in risk.rising_columns]
    said += identifying_sentences({shown(name): one for name, one in risk.identifying_columns.items()})
    said += rare_sentences({shown(name): one for name, one in privacy.rare_values.items()}, privacy.k_required)
    said += [_NOTHING] if privacy.promise == "k-anonymity" and privacy.classes == 1 else []
    return said + formula_sentences(formulas)


def rising_sentence(name: str) -> str:
    """The warning for a column that gives the order of the original away."""
    return (
        f"{name} rises or falls with the row number of the original: anyone who knows the original order finds people "
        "by it."
    )


def formula_sentences(formulas: int) -> list[str]:
    """One sentence about cells that a spreadsheet would run, if there are any.

    Example:
        >>> formula_sentences(0), len(formula_sentences(3))
        ([], 1)
    """
    if not formulas:
        return []
    cells = f"{counted(formulas, 'cell')} of the release {noun(formulas, 'begins', 'begin')} like a formula"
    return [f"{cells}, which a spreadsheet would run: set formulas: escape, or tell whoever opens the file."]


def rare_sentences(found: "Mapping[str, RareFacts]", k: int) -> list[str]:
    """One sentence for every column in which rare values are published.

    Example:
        >>> from semblant.evidence import RareFacts
        >>> rare_sentences({"query": RareFacts(values=9, single=4)}, 5)
        ['query: 9 published values are those of fewer than 5 persons, 4 of them of a single person.']
    """
    return [_rare_sentence(name, facts, k) for name, facts in found.items()]


def _rare_sentence(name: str, facts: "RareFacts", k: int) -> str:
    said = []
    if facts.values:
        single = f", {facts.single:,} of them of a single person" if facts.single else ""
        are = noun(facts.values, "is that", "are those")
        said.append(f"{counted(facts.values, 'published value')} {are} of fewer than {k:,} persons{single}")
    if facts.invented:
        are = noun(facts.invented, "is that", "are those")
        said.append(f"{counted(facts.invented, 'published value')} {are} of nobody there")
    return f"{name}: {'; '.join(said)}."


def identifying_sentences(found: "Mapping[str, IdentifyingColumn]") -> list[str]:
    """One sentence for every such column.

    Example:
        >>> from semblant.evidence import IdentifyingColumn
        >>> identifying_sentences({"salary": IdentifyingColumn(once=562, of=640, names_people=False)})
        ['salary is published as it is, and most records have a value of their own in it: whoever knows it finds them.']
    """
    return [_sentence(name, one) for name, one in found.items()]


def _sentence(name: str, one: "IdentifyingColumn") -> str:
    if one.form is not None:
        how = "masked" if one.masked else "published as it is"
        return f"{name} is {how}, and its values have the form of {one.form}: make it an identifier, to leave it out."
    if one.names_people:
        how = "masked with values of real people" if one.masked else "published as it is"
        return f"{name} is {how}, and is called as if it named people: if it does, make it an identifier."
    return (
        f"{name} is published as it is, and most records have a value of their own in it: whoever knows it finds them."
    )


def doubtful_sentences(mapping: "Mapping[str, MappingFacts]") -> list[str]:
    """One sentence for every column in which uncertain matches matter.

    Example:
        >>> from semblant.evidence import MappingFacts
        >>> facts = MappingFacts(
        ...     values=9, mapped=8, records_covered=80, certain=50, probable=10, uncertain=20, unknown=5)
        >>> doubtful_sentences({"job": facts})
        ['job: 20 of 85 records rest on uncertain matches. Check them with semblant map, or raise min_score.']
    """
    return [
        f"{name}: {facts.uncertain:,} of {facts.records_covered + facts.unknown:,} records rest on uncertain matches. "
        "Check them with semblant map, or raise min_score."
        for name, facts in mapping.items()
        if facts.uncertain > UNCERTAIN * (facts.records_covered + facts.unknown)
    ]
