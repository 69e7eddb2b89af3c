"""``semblant map``: what each value means, for a steward to look through and correct."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from semblant.cli import options
from semblant.cli.flags import Flags, fitting
from semblant.cli.guard import guarded, located, show, show_json
from semblant.cli.layout import aligned, wrapped
from semblant.errors import OutputError, PolicyError
from semblant.progress import watch

if TYPE_CHECKING:
    from semblant.data.table import Table
    from semblant.policy import MappingFacts, Policy
    from semblant.space.reading import Library
    from semblant.terms.mapping import Meanings


class Understood(NamedTuple):
    """One column, and what is known of its values."""

    meanings: "Meanings"
    facts: "MappingFacts"
    unknown: int
    """Distinct values without a meaning."""


@guarded
def map_values(
    data: options.Data,
    policy: options.PolicyFile = None,
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", metavar="FILE", help="Write the review: a CSV to look through and correct."),
    ] = None,
    qi: options.Quasi = None,
    knowledge: options.Knowledge = None,
    settings: options.Settings = None,
    no_values: Annotated[
        bool, typer.Option("--no-values", help="Write a hash in place of each value; it can still go back in.")
    ] = False,
    force: options.Force = False,
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
    show_values: options.ShowValues = False,  # noqa: ARG001
) -> None:
    """Tell how much of each text column the knowledge covers, and write what every value is taken to mean.

    The review has one line per value (per item of a set, per phrase of a log), those that need a look first: the
    concept, its way from the root, how it was found, and what else it could be. Similar terms are offered where
    nothing was found, never taken. Correct the column concept where it is wrong, empty it where no concept fits, and
    name the file in the policy: mapping: review.csv
    """
    if out is not None and out.exists() and not force:
        raise OutputError("The file exists already.", where=str(out), hints=["--force replaces it", "-o another name"])
    rules, raw = Flags(policy=policy, qi=qi, knowledge=knowledge, settings=settings, data=data).build()
    with located(raw), fitting(data, rules):
        from semblant.data.read import read
        from semblant.space.reading import Library
        from semblant.terms.review import write_review

        progress = watch(quiet)
        table = read(data, delimiter=rules.delimiter, encoding=rules.encoding)
        found = understood(table, rules, Library(rules, raw.base, progress))
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
        told = {name: column.facts.model_dump() | {"unknown": column.unknown} for name, column in found.items()}
        show_json({"attributes": told})
        return
    show(_lines(found, table.records, out))


def understood(table: "Table", policy: "Policy", library: "Library") -> dict[str, Understood]:
    """What the values of every column mean that is read by meaning, in any shape; unknown values stop nothing here."""
    from semblant.space.reading import meanings_of

    lenient = {
        n: a.model_copy(update={"unknown": "nominal", "missing": "category"}) for n, a in policy.attributes.items()
    }
    rules = policy.model_copy(update={"attributes": lenient, "missing": "category"})
    if policy.shape == "log":
        from semblant.sets.logs import read_log

        speech = (log := read_log(table, rules, library)).speech
        facts = speech.coverage()
        return {log.name: Understood(speech.phrases, facts, facts.values - facts.mapped)}
    found: dict[str, Understood] = {}
    if policy.shape == "sets":
        from semblant.sets.reading import read_sets, set_column

        items = read_sets(table.column(set_column(rules)), rules, library)
        meanings = items.understanding.meanings
        found[items.name] = Understood(meanings, items.coverage(), len(meanings.unknown()))
    for name, meanings in meanings_of(table, rules, library).items():
        found[name] = Understood(meanings, meanings.coverage(), len(meanings.unknown()))
    return found


def _lines(found: dict[str, Understood], records: int, out: Path | None) -> list[str]:
    """The coverage as a person reads it, and what to do next."""
    rows = [("column", "values", "mapped", "unknown", "records covered")]
    for name, (_, facts, unknown) in found.items():
        share = f"{facts.records_covered:,} of {records:,}"
        rows.append((name, f"{facts.values:,}", f"{facts.mapped:,}", f"{unknown:,}", share))
    lines = aligned(rows, right=(1, 2, 3, 4))
    if out:
        lines += ["", f"review  {out}", "Correct its concept column where it is wrong, then: mapping: " + out.name]
    elif any(column.unknown for column in found.values()):
        lines += ["", *wrapped("-o review.csv writes every value with its concept, and what an unknown one may mean.")]
    if any(column.unknown for column in found.values()):
        lines += wrapped("For values that stay unknown set attributes.NAME.unknown: suppress | nominal | root.")
    return lines
