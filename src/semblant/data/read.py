"""Reading a file into a table; its first bytes show the format, whatever its name."""

from pathlib import Path

from semblant.data.compression import hidden_in_packing
from semblant.data.foreign import refuse_foreign
from semblant.data.formats import FORMATS, Format, by_suffix, format_named, is_text
from semblant.data.formulas import unescaped, unescaped_frame
from semblant.data.source import AUTO, Checksum, Reading, Source, open_source
from semblant.data.table import Origin, Table, refuse_names
from semblant.errors import InputError, SemblantError
from semblant.policy.model import Formulas, Policy


def read(
    source: Path | str,
    *,
    delimiter: str | None = None,
    encoding: str = AUTO,
    sheet: str | None = None,
    header_row: int | None = None,
) -> Table:
    """Read a file in any format; every cell keeps its exact text, so ``0012`` stays ``0012``.

    The delimiter and the encoding are found out unless they are given. A text file whose first line looks like a record
    is refused.
    """
    return _with_names(_read(source, Reading(delimiter, encoding, sheet, header_row)), source)


def _with_names(table: Table, source: Path | str) -> Table:
    if table.origin.headless:
        raise InputError(
            f"The first line looks like a record, not like the names of {len(table.names)} columns: its cells are like "
            "those below it, and would be published as names.",
            where=f"{source}:1",
            hints=["add a line with the names of the columns before it", "if they are names, choose other ones"],
        )
    return table


def read_by_policy(path: Path, policy: Policy) -> Table:
    """Read a file as the policy says: with its delimiter, encoding, sheet and row of names."""
    reading = Reading(policy.delimiter, policy.encoding, policy.sheet, policy.header_row, policy.aside)
    return _with_names(_read(path, reading), path)


def read_release(
    source: Path | str,
    *,
    delimiter: str | None = None,
    encoding: str = AUTO,
    formulas: Formulas = "keep",
    in_parts: bool = False,
) -> Table:
    """Read a release; formulas that it escaped, which is done in text files only, are read as they were before.

    Its first line is not refused: a masked value may well be the name of its column. ``in_parts`` allows a large table
    to be read some rows at a time, and kept as codes.
    """
    reading = Reading(delimiter, encoding, hidden=(lambda _: ()) if in_parts else None)
    release = _read(source, reading)
    if formulas == "keep" or not is_text(release.origin.format):
        return release
    refuse_names([unescaped(name) for name in release.names], str(source))
    if release.coded:
        columns = (release.column(name).renamed(unescaped) for name in release.names)
        return Table({column.name: column for column in columns}, release.origin)
    return Table(unescaped_frame(release.frame), release.origin)


def read_like(original: Table, written: Path, formulas: Formulas = "keep", *, in_parts: bool = False) -> Table:
    """Read a release that was made from a table, in the table's own format or in another."""
    origin = as_released(original, written)
    return read_release(
        written, delimiter=origin.delimiter, encoding=origin.encoding, formulas=formulas, in_parts=in_parts
    )


def as_released(original: Table, written: Path) -> Origin:
    """The format in which a release was written that was made from a table."""
    found = by_suffix(written.name)
    return original.origin if found is None else original.origin.as_format(found.name)


def _read(path: Path | str, reading: Reading) -> Table:
    source = open_source(Path(path))
    found = recognised(source)
    return found.functions.read(source, reading)


def recognised(source: Source) -> Format:
    """The format of a file by its beginning, or, of text, by its name; what cannot be read is refused by its kind."""
    if source.is_folder:
        return format_named("parquet")
    named = by_suffix(source.name)
    found = next((one for one in FORMATS if one.magic and one.magic.match(source.head)), None)
    if found is None:
        refuse_foreign(source.head, source.where, source.name)
        found = named if named is not None and named.text else format_named("csv")
        if named is not None and not named.text:
            raise InputError(
                f"The file is not {named.title}, as its name says.",
                where=source.where,
                hints=["if it is text with separators, give it a name that ends in .csv", "or export it again"],
            )
    if source.packing and not found.packed:
        raise InputError(
            f"The file is {found.title}, compressed with {source.packing}.",
            where=source.where,
            hints=["decompress it first"],
        )
    return found


def is_own_form(path: Path, table: Table, formulas: Formulas = "keep") -> bool:
    """Whether the file of a table is byte for byte what Semblant writes for its cells, and so carries nothing else."""
    kind = format_named(table.origin.format)
    if path.is_dir() or kind.released_as:
        return False
    source, formulas = open_source(path), formulas if kind.text else "keep"
    try:
        if table.coded and source.packing is None and (write_to := getattr(kind.functions, "write_to", None)):
            written = Checksum()
            write_to(written, table, kind.name, formulas)
            return written.sha256 == source.sha256
        content = kind.functions.write(table, kind.name, formulas)
    except SemblantError:
        return False
    return content == source.content and not _hidden_around(source)


def hidden_content(path: Path, table: Table, formulas: Formulas = "keep") -> list[str]:
    """What the file of a table carries beside its cells, in words."""
    if is_own_form(path, table, formulas):
        return []
    source = open_source(path)
    return _hidden_around(source) + format_named(table.origin.format).functions.hidden(source, table)


def _hidden_around(source: Source) -> list[str]:
    """What a compressed file carries beside its content."""
    return [] if source.packing is None else hidden_in_packing(source.raw, source.packing)
