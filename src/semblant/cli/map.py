"""``semblant map``: what each value means, for a steward to look through and correct."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from semblant.cli import options
from semblant.cli.flags import Flags, fitting, with_flags
from semblant.cli.guard import guarded, located, show, show_json
from semblant.errors import OutputError, PolicyError
from semblant.progress import watch
from semblant.report.terminal import aligned, wrapped

if TYPE_CHECKING:
    from semblant.data.table import Table
    from semblant.evidence import MappingFacts
    from semblant.policy.model import Policy
    from semblant.space.reading import Library
    from semblant.terms.mapping import Meanings


class MappedColumn(NamedTuple):
    """One column, with the meanings of its values and how many are covered."""

    meanings: "Meanings"
    facts: "MappingFacts"

    @property
    def unknown(self) -> int:
        """The number of distinct values without a meaning."""
        return self.facts.values - self.facts.mapped

    def others(self, records: int) -> str:
        """Why the other records are not covered: their value is unknown or missing."""
        unknown = self.facts.unknown
        empty = records - self.facts.records_covered - unknown
        return ", ".join(f"{n:,} {why}" for n, why in ((unknown, "unknown"), (empty, "empty")) if n)


@guarded
@with_flags("k", "method", "sensitive", "identifier", "others", "measure", "order", "seed")
def map_values(
    data: options.Data,
    flags: Flags,
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", metavar="FILE", help="Write the review: a CSV to look through and correct."),
    ] = None,
    no_values: Annotated[
        bool, typer.Option("--no-values", help="Write a hash in place of each value; it can still go back in.")
    ] = False,
    force: options.Force = False,
    as_json: bool = False,
    quiet: bool = False,
) -> None:
    """Tell how much of each text column the knowledge covers, and write what every value is taken to mean.

    The review has one line per value (per item of a set, per phrase of a log), those that need a look first: the
    concept, its path, how it was found, and what else it could be. Similar terms are offered where
    nothing was found, never taken. Correct the column concept where it is wrong, empty it where no concept fits, mark
    in the column checked what you agree with, and name the file in the policy: mapping: review.csv
    A line that nobody changed or marked keeps its own score.
    """
    if out is not None and out.exists() and not force:
        raise OutputError("The file exists already.", where=str(out), hints=["--force replaces it", "-o another name"])
    rules, raw = flags.build()
    with located(raw), fitting(data, rules):
        from semblant.data.read import read_by_policy
        from semblant.space.reading import Library
        from semblant.terms.review import write_review

        progress = watch(quiet)
        table = read_by_policy(data, rules)
        found = map_columns(table, rules, Library(rules, raw.base, progress))
        if not found:
            raise PolicyError(
                "No column is to be read by meaning.",
                hints=[
                    "name the columns: --qi a,b",
                    "or in the policy: attributes: {job: {role: quasi, kind: semantic, knowledge: wordnet}}",
                ],
            )
        if out is not None:
            columns = {name: column.meanings for name, column in found.items()}
            write_review(out, columns, no_values=no_values, progress=progress)
    if as_json:
        show_json({"attributes": {name: column.facts.model_dump() for name, column in found.items()}})
        return
    lines = _lines(found, table.records)
    if out is not None:
        lines += ["", f"review  {out}", *_next_step(out, flags.policy)]
    elif any(column.unknown for column in found.values()):
        lines += ["", *wrapped("-o review.csv writes every value with its concept, and what an unknown one may mean.")]
    show([*lines, *_for_the_unknown(found, rules, flags.policy)])


def map_columns(table: "Table", policy: "Policy", library: "Library") -> dict[str, MappedColumn]:
    """Map every column that is read by meaning, in any shape; unknown values are no error here."""
    from semblant.space.reading import meanings_of

    if policy.shape == "log":
        from semblant.space.searchlog import read_log

        mapped_texts = (log := read_log(table, policy, library, lenient=True)).mapped_texts
        return {log.name: MappedColumn(mapped_texts.phrases, mapped_texts.coverage())}
    found: dict[str, MappedColumn] = {}
    if policy.shape == "sets":
        from semblant.space.rules import rules_of
        from semblant.space.setreader import read_sets, set_column

        name = set_column(policy)
        items = read_sets(table.column(name), rules_of(name, policy).lenient(), library)
        found[name] = MappedColumn(items.understanding.meanings, items.coverage())
    for name, meanings in meanings_of(table, policy, library).items():
        found[name] = MappedColumn(meanings, meanings.coverage())
    return found


def _lines(found: dict[str, MappedColumn], records: int) -> list[str]:
    """The coverage as text, with reasons if some records are not covered."""
    rows = [("column", "about", "values", "mapped", "unknown", "records covered", "the others")]
    sure = [["records that rest on", "certain", "probable", "uncertain", "unknown matches"]]
    for name, column in found.items():
        facts = column.facts
        share = f"{facts.records_covered:,} of {records:,}"
        counts = (f"{facts.values:,}", f"{facts.mapped:,}", f"{column.unknown:,}")
        rows.append((name, column.meanings.domain or "-", *counts, share, column.others(records)))
        quality = (facts.certain, facts.probable, facts.uncertain, facts.unknown)
        sure.append([name, *(f"{n:,}" for n in quality)])
    told = any(row[-1] for row in rows[1:])
    lines = aligned([row if told else row[:-1] for row in rows], right=(2, 3, 4, 5))
    return [*lines, "", *aligned(sure, right=(1, 2, 3, 4))]


def _next_step(out: Path, policy: Path | None) -> list[str]:
    """How to use the corrected review: its path in a policy is relative to the policy's folder."""
    correct = "Correct its column concept where it is wrong, mark what is right in checked,"
    if policy is None:
        return [correct, "then run with:", f"    --set mapping={out}"]
    named = out if out.is_absolute() else Path(os.path.relpath(out, policy.parent))
    return [correct, f"then add to {policy.name}:", f"    mapping: {named.as_posix()}"]


def _for_the_unknown(found: dict[str, MappedColumn], rules: "Policy", policy: Path | None) -> list[str]:
    names = [name for name, column in found.items() if column.unknown and not _settled(rules, name)]
    if not names:
        return []
    name = names[0] if len(names) == 1 else "NAME"
    key = f"attributes.{name}.unknown"
    if policy is None:
        return wrapped(f"For values that stay unknown: --set {key}=nominal (or suppress, or root).")
    return wrapped(f"For values that stay unknown set {key}: suppress | nominal | root.")


def _settled(rules: "Policy", name: str) -> bool:
    """Whether the policy says already what becomes of the unknown values of a column."""
    rule = rules.attributes.get(name)
    return rule is not None and "unknown" in rule.model_fields_set
