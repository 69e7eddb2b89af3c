"""Recognising the format of a file or folder by its content."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from semblant.errors import KnowledgeError
from semblant.knowledge import csvfiles, mesh, obo, odp, wordnet
from semblant.knowledge.assemble import Arrays
from semblant.knowledge.textfiles import refuse_archive

_HEAD = 1 << 16
_TURTLE = re.compile(r"^[ \t]*(@prefix|@base|prefix[ \t]+[\w.-]*:[ \t]*<|base[ \t]*<)", re.IGNORECASE | re.MULTILINE)
_IRI = re.compile(r"<[^<>\s]*[/#][^<>\s]*>\s")
_TRIPLE = re.compile(r"\s*(<[^<>\s]*>|_:\S+)\s+<[^<>\s]*>\s+[<_\"].*\.\s*")


class Found(NamedTuple):
    """A source of a known format: its files, and how they are read in a language."""

    format: str
    files: Sequence[Path]
    read: Callable[[str | None], Arrays]


def recognise(path: Path) -> Found:
    """Recognise a file or folder, or raise an error that says why it cannot be used."""
    return _folder(path) if path.is_dir() else _file(path)


def _folder(path: Path) -> Found:
    folder = path if (path / "data.noun").is_file() else path / "dict"
    if (folder / "data.noun").is_file():
        return Found("wordnet", wordnet.files(folder), lambda _: wordnet.read_folder(folder))
    from semblant.knowledge import rf2  # polars is heavy, and only needed here

    snapshot = [file for kind in rf2.files(path).values() for file in kind]
    if snapshot:
        return Found("rf2", snapshot, partial(rf2.read, path))
    raise KnowledgeError(
        "The folder is neither a WordNet 'dict' (data.noun, index.noun) nor an RF2 snapshot (sct2_Concept_Snapshot…).",
        where=str(path),
    )


def _file(path: Path) -> Found:
    with path.open("rb") as file:
        start = file.read(_HEAD)
    refuse_archive(start, path)
    utf16 = start.startswith((b"\xff\xfe", b"\xfe\xff"))
    text = start.decode("utf-16" if utf16 else "utf-8-sig", "replace")
    name, read = (_markup if _is_markup(text) else _text)(text, path)
    return Found(name, [path], partial(read, path))


def _is_markup(text: str) -> bool:
    """Whether it is XML: Turtle may begin with a pointed bracket as well, but with an address inside."""
    return text.lstrip().startswith("<") and not _IRI.match(text.lstrip())


def _markup(text: str, path: Path) -> tuple[str, Callable[[Path, str | None], Arrays]]:
    if "<DescriptorRecord" in text:
        return "mesh", mesh.read_xml
    if "dmoz.org/rdf" in text or "directory.mozilla.org/rdf" in text:
        return "odp", odp.read_structure
    if "rdf-syntax-ns#" in text:
        return "rdf", _rdf("RDF_XML")
    raise KnowledgeError(
        "This XML is none that Semblant reads: OWL or SKOS as RDF/XML, MeSH descriptors, structure.rdf.",
        where=path.name,
        hints=["save an ontology in OWL/XML or functional syntax as RDF/XML or Turtle"],
    )


def _text(text: str, path: Path) -> tuple[str, Callable[[Path, str | None], Arrays]]:
    lines = [line for line in text.splitlines() if line.strip()]
    first = next((line.strip() for line in lines if not line.startswith("#")), "")
    if _TRIPLE.fullmatch(first):
        return "rdf", _rdf("N_TRIPLES")
    if _IRI.match(first + "\n") or _TURTLE.search(text):
        return "rdf", _rdf("TURTLE")
    if any(line.startswith("[Term]") for line in lines) or text.startswith("format-version:"):
        return "obo", obo.read
    if any(line.startswith("*NEWRECORD") for line in lines):
        return "mesh", mesh.read_ascii
    if mesh.looks_like_trees(first):
        return "mesh", mesh.read_trees
    if first.startswith("id\teffectiveTime\tactive"):
        raise KnowledgeError(
            "This is one file of an RF2 release.", where=path.name, hints=["name the release's folder instead"]
        )
    if _paths(lines, path):
        return "paths", odp.read_paths
    if csvfiles.delimiter(text):
        return "csv", csvfiles.read
    raise KnowledgeError(
        "The file is nothing that Semblant reads: OWL, SKOS, OBO, MeSH, paths, or a table of a hierarchy.",
        where=path.name,
    )


def _paths(lines: list[str], path: Path) -> bool:
    """Whether most lines are paths; a table may contain slashes too, so its name is considered."""
    body = [line for line in lines if not line.startswith("#")]
    paths = sum(odp.separator(line) is not None for line in body)
    cells = sum(";" in line or "\t" in line for line in body)
    if path.suffix.lower() in (".csv", ".tsv"):
        cells += sum("," in line for line in body)
    return paths * 2 > len(body) and cells * 2 < len(body)


def _rdf(form: str) -> Callable[[Path, str | None], Arrays]:
    def read(path: Path, language: str | None) -> Arrays:
        import pyoxigraph  # heavy, and only needed here

        from semblant.knowledge import rdf

        return rdf.read(path, language, form=getattr(pyoxigraph.RdfFormat, form))

    return read
