"""Shared by the knowledge commands: knowledge and words from the command line, concepts as text."""

import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from semblant.cli import options
from semblant.errors import PolicyError
from semblant.report.terminal import WIDTH, wrapped

if TYPE_CHECKING:
    from semblant.knowledge.taxonomy import Taxonomy


def open_knowledge(name: str) -> "Taxonomy":
    """The knowledge of a name, a file or a folder."""
    from semblant.knowledge.sources import load

    return load(name, base=Path())


def split_words(words: Sequence[str], wanted: int, called: str) -> tuple[str, Sequence[str]]:
    """The knowledge, if it is named before the words, and the words."""
    if len(words) == wanted:
        return options.WORDNET, words
    if len(words) == wanted + 1:
        return words[0], words[1:]
    raise PolicyError(
        f"This takes {called}, and before it a knowledge if it is not {options.WORDNET}. Got {len(words)} words."
    )


def sense_of(taxonomy: "Taxonomy", concept: int) -> dict[str, Any]:
    """A concept as JSON."""
    return {
        "id": taxonomy.ids[concept],
        "label": taxonomy.label(concept),
        "name": taxonomy.written(concept),
        "terms": taxonomy.terms(concept),
        "path": [taxonomy.label(i) for i in taxonomy.path_to_root(concept)],
        "gloss": taxonomy.gloss(concept),
    }


def sense_lines(sense: dict[str, Any]) -> list[str]:
    """A concept as text: its name and id, its other names, its gloss, its path to the root."""
    others = ", ".join(term for term in sense["terms"] if term != sense["label"])
    name = f"{sense['name']}  [{sense['id']}]" + (f" = {others}" if others else "")
    gloss = textwrap.shorten(sense["gloss"], 2 * WIDTH, placeholder=" …")
    return [*wrapped(name), *wrapped("    " + gloss), *wrapped("    " + " < ".join(sense["path"]))]
