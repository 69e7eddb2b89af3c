"""Files that are not tables, or tables in formats that are not read: what each is, and what to do about it."""

import codecs
import re
from typing import NamedTuple

from semblant.errors import InputError


class Foreign(NamedTuple):
    """A kind of file, known by its beginning."""

    magic: re.Pattern[bytes]
    what: str
    remedy: str


def _foreign(magic: bytes, what: str, remedy: str) -> Foreign:
    return Foreign(re.compile(magic, re.DOTALL), what, remedy)


_EXPORT = "export the table from the program that made it, as CSV or Parquet"
_UNPACK = "unpack it, and name the table inside"

_FOREIGN = (
    _foreign(rb"PK\x03\x04(?=.*\n\?\Z)", "an archive, as workbooks are, and not whole", "copy or download it again"),
    _foreign(rb"PK\x03\x04(?=.*\nword/)", "a Word document", "copy the table into a spreadsheet and save that"),
    _foreign(rb"PK\x03\x04(?=.*\nppt/)", "a PowerPoint presentation", _EXPORT),
    _foreign(rb"PK\x03\x04(?=.*\nMETA-INF/MANIFEST\.MF)", "a Java archive", "name a table"),
    _foreign(rb"PK\x03\x04(?=.*\nIndex/.*\.iwa)", "an Apple Numbers document", "export it as .xlsx or CSV"),
    _foreign(rb"PK\x03\x04(?=.*\.npy)", "a NumPy archive", "save the array as CSV or Parquet"),
    _foreign(rb"PK\x03\x04", "a ZIP archive", _UNPACK),
    _foreign(rb"PK\x05\x06", "a ZIP archive with nothing in it", "copy or download it again"),
    _foreign(rb"\xd0\xcf\x11\xe0(?=.*\nEncryptedPackage)", "protected with a password",
             "open it in its program and save it without the password"),
    _foreign(rb"\xd0\xcf\x11\xe0(?=.*\nWordDocument)", "an old Word document", "copy the table into a spreadsheet"),
    _foreign(rb"\xd0\xcf\x11\xe0", "an old office document", "save its table as .xlsx or CSV"),
    _foreign(rb".{257}ustar[\x00 ]", "a tar archive", _UNPACK),
    _foreign(rb"\x1f\x8b|\x28\xb5\x2f\xfd", "compressed twice", "decompress it once, and name what that gives"),
    _foreign(rb"BZh\d1AY", "compressed with bzip2", "bunzip2 -k {}"),
    _foreign(rb"\xfd7zXZ", "compressed with xz", "unxz -k {}"),
    _foreign(rb"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", _UNPACK),
    _foreign(rb"Rar!", "a RAR archive", _UNPACK),
    _foreign(rb"-----BEGIN PGP MESSAGE|age-encryption\.org/", "encrypted", "decrypt it first"),
    _foreign(rb"version https://git-lfs", "what Git LFS keeps in place of a file", "git lfs pull"),
    _foreign(rb"\{\\rtf", "a document of a word processor", "copy the table into a spreadsheet and save that"),
    _foreign(rb"%PDF-", "a PDF document", "ask for the table behind it, or copy it into a spreadsheet"),
    _foreign(rb"\x89PNG|\xff\xd8\xff|GIF8[79]a|II\*\x00|MM\x00\*|RIFF.{4}WEBP|\s*<svg\b", "a picture",
             "ask for the table behind it"),
    _foreign(rb"SQLite format 3\x00", "an SQLite database",
             "sqlite3 -csv -header {} 'select * from TABLE' > table.csv"),
    _foreign(rb".{8}DUCK..\x00\x00", "a DuckDB database", "duckdb {} \"copy TABLE to 'table.parquet'\""),
    _foreign(rb"\x00\x01\x00\x00Standard (ACE|Jet) DB", "an Access database",
             "export its table from Access as .xlsx or CSV"),
    _foreign(rb"[\x03\x83][\x50-\xff][\x01-\x0c][\x01-\x1f]", "a dBase file",
             "save it as .xlsx or CSV in a spreadsheet program"),
    _foreign(rb"\x00{12}\xc2\xea\x81\x63", "a SAS catalogue, which holds labels and no records",
             "name the .sas7bdat file beside it"),
    _foreign(rb"RD[XAB][23]\n|[XAB]\n\x00\x00\x00[\x02\x03]", "an R data file",
             "in R: arrow::write_parquet(TABLE, \"table.parquet\"), or write.csv"),
    _foreign(rb"ASCII SPSS PORT FILE|.{0,200}SPSSPORT", "an SPSS portable file", "save it as .sav"),
    _foreign(rb"\x89HDF\r\n", "an HDF5 file", _EXPORT),
    _foreign(rb"MATLAB 5.0 MAT-file", "a MATLAB file", "in MATLAB: writetable(T, 'table.csv')"),
    _foreign(rb"\x80[\x02-\x05]", "a Python pickle, which may run code when it is opened",
             "save the frame with to_parquet or to_csv"),
    _foreign(rb"\x93NUMPY", "a NumPy array", "save it as CSV"),
    _foreign(rb"ORC[\x00-\x08\x0e-\x1f\x80-\xff]", "an ORC file", "save it as Parquet"),
    _foreign(rb"Obj\x01", "an Avro file", "save it as Parquet or JSON lines"),
    _foreign(rb"PARE[\x00-\x08\x0e-\x1f\x80-\xff]", "an encrypted Parquet file", "decrypt it first"),
    _foreign(rb"\x7fELF|MZ\x90", "a program", "name a table"),
    _foreign(rb"(?i:\s*(<!--.{0,999}?-->\s*)*<(!doctype html|html|head|meta|body|table)\b)",
             "a web page, perhaps a login form instead of a download",
             "if a table is in it, save it as .xlsx in a spreadsheet program; else download the table again"),
    _foreign(rb"\s*<\?xml.{0,999}<(?i:(\w+:)?workbook|office:document)\b", "a spreadsheet or document saved as XML",
             "save it as .xlsx or CSV"),
    _foreign(rb"\s*<\?xml", "an XML document", _EXPORT),
    _foreign(rb"(?i:(\s|--[^\n]*\n)*(create table|drop table|insert into|begin transaction)\b)"
             rb"|-- (MySQL|MariaDB)|--\s+-- PostgreSQL database dump",
             "a script that makes a database", "run it in one, and export the table as CSV"),
    _foreign(rb"(?i:(\s|%[^\n]*\n)*@relation\b)", "a Weka file", "save it as CSV in Weka"),
    _foreign(rb"\s*\[\s*([\[{]|\]\s*\Z)", "one JSON array, not JSON lines", "jq -c '.[]' {} > table.jsonl"),
)  # fmt: skip


_LOCKS = {"~$": "", ".~lock.": "#"}
"""What comes before and after the name of a workbook in the name of the file that says that it is open."""


def refuse_foreign(head: bytes, where: str, name: str) -> None:
    """Refuse what is not a table that can be read, and say what it is and what to do; ``head`` is its fingerprint."""
    refuse_policy(name, where)
    for before, after in _LOCKS.items():
        if name.startswith(before):
            workbook = name.removeprefix(before).removesuffix(after)
            said = "The file only says that a workbook is open, and in whose program."
            raise InputError(said, where=where, hints=[f"name the workbook itself: {workbook}"])
    text = _without_mark(head)
    for one in _FOREIGN:
        if one.magic.match(head) or one.magic.match(text):
            raise InputError(f"The file is {one.what}.", where=where, hints=[one.remedy.format(name)])


def refuse_policy(name: str, where: str) -> None:
    """Refuse a policy that is given for the table: it would be read as a table of one column."""
    if name.lower().endswith((".yaml", ".yml")):
        said = "This is a policy, and not a table."
        raise InputError(said, where=where, hints=["semblant anonymise DATA --policy FILE"])


def _without_mark(head: bytes) -> bytes:
    """Text as UTF-8 without the mark that says how it is encoded."""
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return head[: len(head) // 2 * 2].decode("utf-16", "replace").encode("utf-8", "replace")
    return head.removeprefix(codecs.BOM_UTF8)
