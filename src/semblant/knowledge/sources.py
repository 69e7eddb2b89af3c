"""Where knowledge comes from: one way in for every source, picked by what it holds and not only by its name."""

import difflib
from pathlib import Path

from semblant.errors import KnowledgeError, files_like
from semblant.knowledge import cache, icd, registry, wordnet
from semblant.knowledge.assemble import Arrays
from semblant.knowledge.instances import without_instances
from semblant.knowledge.join import join
from semblant.knowledge.recognise import Found, recognise
from semblant.knowledge.registry import registered, remove
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.model import Source

__all__ = ["BUNDLED", "add", "join", "load", "registered", "remove"]

BUNDLED = ("wordnet", *icd.READERS)
"""Names that need no file: WordNet 3.0 nouns, and the classifications of the extra `icd`."""


def load(source: Source | str, *, base: Path | None = None, name: str | None = None) -> Taxonomy:
    """Open a piece of knowledge: a bundled name, a name added before, or a file or folder.

    A relative path is taken from ``base``, the policy's folder. What was read once is opened from the cache.

    Example:
        >>> len(load("wordnet"))
        82115
    """
    if isinstance(source, str):
        source = Source.model_validate({"source": source})
    known = registered()
    called = source.source
    if called in known:
        said = {key: getattr(source, key) for key in source.model_fields_set - {"source"}}
        source = known[called].model_copy(update=said)
    elif called == "wordnet":
        arrays = wordnet.bundled()
        return Taxonomy(arrays if source.instances else without_instances(arrays), name or called)
    elif called in icd.READERS:
        found = Found(called, icd.files(called), lambda _: icd.READERS[called][1]())
        return Taxonomy(_compile(found, source), name or called)
    path = (base or Path()) / Path(source.source).expanduser()
    try:
        if not path.is_file() and not path.is_dir():  # a pipe or a device would be read for ever
            raise _missing(called, [*BUNDLED, *known], path)
        named = called if called in known else path.name if path.is_dir() else path.stem
        return Taxonomy(_compile(recognise(path), source), name or named)
    except KnowledgeError as error:
        error.where = error.where or path.name
        raise
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "this is no path"
        raise KnowledgeError(f"The source cannot be read: {reason}.", where=str(path)) from None


def add(name: str, path: Path, *, language: str | None = None, instances: bool = True) -> Taxonomy:
    """Give a file or folder a name by which policies can call it, after a look that it can be read."""
    source = Source.model_validate({"source": str(path.resolve()), "language": language, "instances": instances})
    taxonomy = load(source, name=name)
    registry.remember(name, path, language=language, instances=instances)
    return taxonomy


def _compile(found: Found, source: Source) -> Arrays:
    def build() -> Arrays:
        arrays = found.read(source.language)
        return arrays if source.instances else without_instances(arrays)

    key = cache.checksum(found.files, found.format, repr(source.language), repr(source.instances))
    return cache.compiled(key, build)


def _missing(source: str, names: list[str], path: Path) -> KnowledgeError:
    near = difflib.get_close_matches(source, names, n=2)
    hints = [f"did you mean {match}?" for match in near] or files_like(path) or ["see: semblant knowledge list"]
    return KnowledgeError(f"There is no knowledge {source[:200]!r}: no known name, file or folder.", hints=hints)
