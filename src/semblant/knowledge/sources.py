"""Where knowledge comes from: one way in for every source, picked by what it holds and not only by its name."""

from pathlib import Path

from semblant.errors import KnowledgeError
from semblant.knowledge import wordnet
from semblant.knowledge.assemble import Arrays, assemble_edges
from semblant.knowledge.join import join
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy import Source

__all__ = ["join", "load"]


def load(source: Source | str, *, base: Path | None = None, name: str | None = None) -> Taxonomy:
    """Open a piece of knowledge: ``wordnet``, a name added before, or a file or folder.

    A relative path is taken from ``base``, the policy's folder.

    Example:
        >>> len(load("wordnet"))
        82115
    """
    if isinstance(source, str):
        source = Source(source=source)
    name = name or Path(source.source).stem
    if source.source == "wordnet":
        return Taxonomy(wordnet.bundled(), name)
    path = (base or Path()) / Path(source.source).expanduser()
    if path.is_dir():
        return Taxonomy(wordnet.read_folder(path), name)
    if path.is_file():
        return Taxonomy(_read_file(path), name)
    raise KnowledgeError(f"There is no knowledge {source.source!r}: it is neither a known name nor a file or folder.")


def _read_file(path: Path) -> Arrays:
    rows = [line.split(",") for line in path.read_text("utf-8").splitlines() if line.strip()]
    return assemble_edges((r[0], r[1]) for r in rows if len(r) > 1)
