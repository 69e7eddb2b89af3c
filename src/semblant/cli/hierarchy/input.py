"""Input of the hierarchy commands: files, columns, knowledge and options; and checks before a file is overwritten."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from semblant.cli import options
from semblant.errors import OutputError, PolicyError

if TYPE_CHECKING:
    from semblant.data.table import Column
    from semblant.hierarchy.check import Remark
    from semblant.hierarchy.meaning import MappedHierarchy
    from semblant.hierarchy.vgh import Hierarchy
    from semblant.knowledge.taxonomy import Taxonomy


def opened(names: Sequence[str] | None) -> "Taxonomy":
    """The knowledge of a name, or several in order of preference."""
    from semblant.knowledge.sources import join, load

    return join([load(name, base=Path()) for name in names or [options.WORDNET]])


def read_hierarchy(file: Path) -> "Hierarchy":
    """A hierarchy in any of the formats."""
    from semblant.hierarchy.vgh import Hierarchy

    return Hierarchy.read(file)


def reading(sense: str, mapping: Path | None, column: str | None) -> dict[str, Any]:
    """The options for reading labels, checked."""
    from semblant.terms.explicit import read_mapping

    if sense not in ("context", "first"):
        raise PolicyError(f"The sense is context or first. Got {sense!r} instead.", where="--sense")
    return {"sense": sense, "explicit": read_mapping(mapping) if mapping else None, "attribute": column or ""}


def weighing(level: str, weights: str) -> dict[str, Any]:
    """The options for combining losses into a score, checked."""
    given = weights if weights in ("uniform", "level") else numbers(weights, "--weights")
    return {"level": level, "weights": given}


def mapped_hierarchy(
    hierarchy: "Hierarchy", knowledge: list[str] | None, sense: str, mapping: Path | None, column: str | None
) -> "MappedHierarchy":
    """Map the labels of a hierarchy to concepts."""
    from semblant.hierarchy.meaning import map_labels

    how = reading(sense, mapping, column)
    return map_labels(hierarchy, opened(knowledge), **how)


def numbers(text: str, where: str) -> list[float]:
    """Numbers with commas between them."""
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise PolicyError(f"These are numbers with commas between them. Got {text!r} instead.", where=where) from None


def column_of(data: Path | None, column: str | None) -> "Column":
    """A column of a table."""
    from semblant.data.read import read

    if data is None or column is None:
        raise PolicyError("The values of a column need both --data and --column.")
    return read(data).column(column)


def kind_of(column: "Column", asked: str | None) -> str:
    """What kind of hierarchy a column takes: by meaning, of numbers or of dates."""
    from semblant.data.missing import no_value
    from semblant.data.numerals import Numerals
    from semblant.space.rulers import Dated

    if asked is not None:
        if asked not in ("semantic", "numeric", "date"):
            raise PolicyError(f"The kind is semantic, numeric or date. Got {asked!r} instead.", where="--kind")
        return asked
    texts = [value for value in column.values if not no_value(value)]
    if (numerals := Numerals.through(texts)) is not None and not numerals.glued:
        return "numeric"
    return "date" if texts and Dated.over(texts) is not None else "semantic"


def meant(column: "Column", taxonomy: "Taxonomy", mapping: Path | None, sense: str, unknown: str) -> Any:
    """The concept of every value; a value without one is an error unless it may go straight to the top."""
    from semblant.errors import UnknownTermsError
    from semblant.terms.mapping import map_column

    how = reading(sense, mapping, column.name)
    if unknown not in ("error", "root"):
        raise PolicyError(f"Values without a meaning are an error, or go to the root. Got {unknown!r} instead.")
    meanings = map_column(column.values, column.counts, taxonomy, **how)
    lost = meanings.unknown()
    if lost and unknown == "error":
        rows = int(column.counts[lost].sum())
        raise UnknownTermsError(
            f"{len(lost):,} of {len(column.values):,} distinct values ({rows:,} rows) are not in knowledge "
            f"{taxonomy.name!r}.",
            where=column.name,
            hints=["say what they mean: --mapping FILE with value,concept", "let them go to the top: --unknown root"],
            values=[column.values[i] for i in lost[:20]],
        )
    return meanings.concepts


def against_data(hierarchy: "Hierarchy", data: Path | None, column: str | None) -> "list[Remark]":
    """Check a hierarchy against a column."""
    from semblant.hierarchy.check import against
    from semblant.hierarchy.intervals import over_values

    found = column_of(data, column)
    return against(over_values(hierarchy, found.values), found.values, found.counts, found.codes)


def refuse_taken(out: Path | None, force: bool, source: Path | None = None) -> None:
    """Refuse to replace a file unless that was asked for."""
    if out is None:
        return
    if source is not None and out.exists() and source.exists() and out.samefile(source):
        raise OutputError("This is the file it is made from.", where=str(out), hints=["-o another name"])
    if out.exists() and (out.is_dir() or not force):
        hints = ["-o another name"] if out.is_dir() else ["--force replaces it", "-o another name"]
        raise OutputError("It exists already.", where=str(out), hints=hints)
