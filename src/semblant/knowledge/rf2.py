"""SNOMED CT: the snapshot files of a release folder (RF2), as the licence holder unpacked it."""

from functools import partial
from pathlib import Path

import polars as pl

from semblant.errors import DanglingParentError, KnowledgeError
from semblant.knowledge.assemble import Arrays, Links, Names, assemble
from semblant.knowledge.textfiles import broken, decode

IS_A = "116680003"
_FULL_NAME = "900000000000003001"
_PREFERRED = "900000000000548007"
_DIALECTS = {"en-us": "900000000000509007", "en-gb": "900000000000508004"}
_PARTS = ("Terminology", "Refset/Language")
_KINDS = {
    "concept": ("sct2_Concept_*Snapshot*.txt", ("id", "active")),
    "description": ("sct2_Description_*Snapshot*.txt", ("id", "active", "conceptId", "languageCode", "typeId", "term")),
    "relationship": ("sct2_Relationship_*Snapshot*.txt", ("active", "sourceId", "destinationId", "typeId")),
    "language": (
        "der2_cRefset_Language*Snapshot*.txt",
        ("active", "refsetId", "referencedComponentId", "acceptabilityId"),
    ),
}
_LAYOUT = ["", *(f"{outer}{inner}/" for outer in ("", "Snapshot/", "*/Snapshot/") for inner in _PARTS)]
# not every folder below is searched: a wrong path may name a whole disk


def files(folder: Path) -> dict[str, list[Path]]:
    """The snapshot files of a release, or of several beside each other, by kind."""
    return {
        kind: sorted(file for inner in _LAYOUT for file in folder.glob(f"{inner}{pattern}"))
        for kind, (pattern, _) in _KINDS.items()
    }


def read(folder: Path, language: str | None = None) -> Arrays:
    """Read active concepts, their is-a links, and their names in the wanted language first.

    The preferred term of the wanted dialect comes first (``en-US`` by default), then other synonyms, then the fully
    specified name, which is used where there is no synonym.
    """
    found = files(folder)
    for kind in ("concept", "description", "relationship"):
        if not found[kind]:
            raise KnowledgeError(f"The folder has no RF2 snapshot of {kind}s ({_KINDS[kind][0]}).", where=str(folder))
    concepts = _table(found["concept"], "concept").filter(pl.col("active") == "1").select("id").unique().sort("id")
    concepts = concepts.with_row_index("at")
    links = (
        _table(found["relationship"], "relationship")
        .filter((pl.col("active") == "1") & (pl.col("typeId") == IS_A))
        .select("sourceId", "destinationId")
        .join(concepts.select(sourceId="id", child="at"), on="sourceId", how="inner")
        .join(concepts.select(destinationId="id", parent="at"), on="destinationId", how="left")
    )
    orphan = links.filter(pl.col("parent").is_null())
    if orphan.height:
        child, parent = orphan.row(0)[:2]
        raise DanglingParentError(
            f"{orphan.height} active is-a links lead to concepts that are not active, as from {child} to {parent}.",
            where=_line_of_link(found["relationship"], child, parent),
        )
    names = _names(found, concepts, (language or "en").lower())
    return assemble(
        concepts["id"].to_list(),
        Links(links["child"], links["parent"], line_of_link=partial(_line_of_link, found["relationship"])),
        Names(names["term"].to_list(), names["at"], names["rank"]),
        languages=tuple(sorted(names["languageCode"].unique().to_list())),
    )


def _names(found: dict[str, list[Path]], concepts: pl.DataFrame, language: str) -> pl.DataFrame:
    """Every active name with its concept, the one to show first."""
    names = (
        _table(found["description"], "description")
        .filter((pl.col("active") == "1") & (pl.col("term").str.strip_chars() != ""))
        .join(concepts.select(conceptId="id", at="at"), on="conceptId", how="inner")
    )
    wished = _DIALECTS.get(language, _DIALECTS["en-us"])
    if found["language"]:
        preferred = (
            _table(found["language"], "language")
            .filter((pl.col("active") == "1") & (pl.col("acceptabilityId") == _PREFERRED))
            .group_by(id="referencedComponentId")
            .agg(wished=(pl.col("refsetId") == wished).any())
        )
        names = names.join(preferred, on="id", how="left")
    else:
        names = names.with_columns(wished=pl.lit(None, pl.Boolean))
    full = pl.col("typeId") == _FULL_NAME
    return names.with_columns(
        foreign=pl.col("languageCode").str.to_lowercase() != language[:2],
        rank=pl.when(full)
        .then(3)
        .when(pl.col("wished"))
        .then(0)
        .when(pl.col("wished").is_not_null())
        .then(1)
        .otherwise(2),
    ).sort("at", "foreign", "rank", "id")


def _table(paths: list[Path], kind: str) -> pl.DataFrame:
    """The wanted columns of one or several files of a kind, everything as text."""
    columns = list(_KINDS[kind][1])
    parts = []
    for path in paths:
        with path.open("rb") as file:
            last = file.readline(1 << 12).decode("utf-8", "replace").rstrip("\r\n").rpartition("\t")[2]
        try:
            part = pl.read_csv(
                path,
                separator="\t",
                quote_char=None,
                infer_schema=False,
                columns=list({**dict.fromkeys(columns), last: 0}),
            )
        except (pl.exceptions.PolarsError, OSError) as error:
            raise _blame(path, columns) from error
        if part[last].null_count():  # a row that ends too early, as in a file cut short
            raise _blame(path, columns)
        parts.append(part.select(pl.col(columns).fill_null("")))
    return pl.concat(parts)


def _blame(path: Path, columns: list[str]) -> KnowledgeError:
    """Find the line that makes a file unreadable; slow, and only done for an error."""
    rows = decode(path.read_bytes(), path).split("\n")
    header = rows[0].rstrip("\r").split("\t")
    if missing := [c for c in columns if c not in header]:
        return broken(f"The file lacks the column {missing[0]!r}.", path, 1)
    for number, row in enumerate(rows[1:], 2):
        if row.rstrip("\r") and (row.count("\t") != len(header) - 1 or not row.rstrip("\r").rpartition("\t")[2]):
            return broken(f"The row does not have its {len(header)} columns.", path, number)
    return broken("The file cannot be read as a table.", path)


def _line_of_link(paths: list[Path], child: str, parent: str) -> str:
    """The location of an active is-a link; slow, and only used for an error."""
    for path in paths:
        rows = decode(path.read_bytes(), path).replace("\r", "").split("\n")
        wanted = [rows[0].split("\t").index(c) for c in ("active", "sourceId", "destinationId", "typeId")]
        for number, row in enumerate(rows[1:], 2):
            cells = row.split("\t")
            if len(cells) > max(wanted) and [cells[i] for i in wanted] == ["1", child, parent, IS_A]:
                return f"{path.name}:{number}"
    return paths[0].name
