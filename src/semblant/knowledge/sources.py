"""Opening any source of knowledge: bundled, registered, or a file or folder recognised by its content."""

import difflib
from collections.abc import Callable, Hashable
from functools import lru_cache
from pathlib import Path

from semblant.errors import KnowledgeError, files_like
from semblant.knowledge import cache, icd, occupations, places, prefixes, registry, wordnet
from semblant.knowledge.assemble import Arrays
from semblant.knowledge.instances import without_instances
from semblant.knowledge.join import join
from semblant.knowledge.recognise import Found, recognise
from semblant.knowledge.registry import registered, remove
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.model import Source

__all__ = ["BUNDLED", "add", "is_published", "join", "joined", "load", "registered", "remove", "source_of"]

_KEPT = 8  # taxonomies kept open, with everything computed from them
_opened: dict[tuple[Hashable, str], Taxonomy] = {}

BUNDLED = ("wordnet", *occupations.NAMES, places.SOURCE, *icd.READERS)
"""Names that need no file: WordNet 3.0 nouns, occupations, and what the extras `places` and `icd` hold."""


def is_published(source: str) -> bool:
    """Whether everybody has a source: it comes with Semblant, and its name was not given to another one.

    Example:
        >>> is_published("wordnet"), is_published("wards.csv")
        (True, False)
    """
    return source in BUNDLED and source not in registered()


def source_of(source: Source | str) -> Source:
    """A source as it is, or that of a name from outside.

    Example:
        >>> source_of("wordnet").source
        'wordnet'
    """
    try:
        return Source(source=source) if isinstance(source, str) else source
    except ValueError:
        raise KnowledgeError("The name of a source must be a text without the character NUL (\\0).") from None


def load(source: Source | str, *, base: Path | None = None, name: str | None = None) -> Taxonomy:
    """Open a piece of knowledge: a bundled name, a name added before, or a file or folder.

    A relative path is taken from ``base``, the policy's folder. What was read once is opened from the cache, and what
    this process has open already is the same object, so that indices are made once.

    Example:
        >>> len(load("wordnet"))
        82115
    """
    source, known = source_of(source), registered()
    called = source.source
    if called in known:
        said = {key: getattr(source, key) for key in source.model_fields_set - {"source"}}
        source = known[called].model_copy(update=said)
    elif called == "wordnet":
        return _open((called, source.instances), name or called, lambda: _nouns(source.instances))
    elif called in occupations.NAMES:
        return _open((called, source.instances), name or called, lambda: occupations.bundled(called))
    elif called == places.SOURCE:
        return _compiled(Found(called, places.files(), lambda _: places.read()), source, name or called)
    elif called in icd.READERS:
        found = Found(called, icd.files(called), lambda _: icd.READERS[called][1]())
        return _compiled(found, source, name or called)
    elif called == prefixes.SOURCE:
        raise KnowledgeError("The vocabulary 'prefixes' is made of the codes of a column, so it needs one.")
    path = (base or Path()) / Path(source.source).expanduser()
    try:
        if not path.is_file() and not path.is_dir():  # a pipe or a device would be read for ever
            raise _missing(called, [*BUNDLED, *known], path)
        named = called if called in known else path.name if path.is_dir() else path.stem
        return _compiled(recognise(path), source, name or named)
    except KnowledgeError as error:
        error.where = error.where or path.name
        raise
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "this is no path"
        raise KnowledgeError(f"The source cannot be read: {reason}.", where=str(path)) from None


def add(name: str, path: Path, *, language: str | None = None, instances: bool = True) -> Taxonomy:
    """Register a name for a file or folder, after checking that it can be read."""
    source = Source.model_validate({"source": str(path.resolve()), "language": language, "instances": instances})
    taxonomy = load(source, name=name)
    registry.remember(name, source)
    return taxonomy


@lru_cache(maxsize=_KEPT)
def joined(taxonomies: tuple[Taxonomy, ...]) -> Taxonomy:
    """Several taxonomies as one (see ``join``), kept as long as they are."""
    return join(taxonomies)


def _nouns(instances: bool) -> Arrays:
    return wordnet.bundled() if instances else without_instances(wordnet.bundled())


def _compiled(found: Found, source: Source, name: str) -> Taxonomy:
    def build() -> Arrays:
        arrays = found.read(source.language)
        return arrays if source.instances else without_instances(arrays)

    key = cache.checksum(found.files, found.format, repr(source.language), repr(source.instances))
    return _open(cache.mark(key), name, lambda: cache.compiled(key, build))


def _open(mark: Hashable, name: str, arrays: Callable[[], Arrays]) -> Taxonomy:
    """The taxonomy that was opened under this mark and name, or else open it; None marks what cannot be kept."""
    taxonomy = _opened.pop((mark, name), None) or Taxonomy(arrays(), name)
    if mark is not None:
        _opened[mark, name] = taxonomy  # the last opened stand last
    while len(_opened) > _KEPT:
        del _opened[next(iter(_opened))]
    return taxonomy


def _missing(source: str, names: list[str], path: Path) -> KnowledgeError:
    near = difflib.get_close_matches(source, names, n=2)
    hints = [f"did you mean {match}?" for match in near] or files_like(path) or ["see: semblant knowledge list"]
    return KnowledgeError(f"There is no knowledge {source[:200]!r}: no known name, file or folder.", hints=hints)
