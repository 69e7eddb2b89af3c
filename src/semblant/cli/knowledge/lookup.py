"""``semblant knowledge search | distance``: what words can mean, and how far apart two meanings are."""

from typing import TYPE_CHECKING, Annotated

import typer

from semblant.cli.guard import guarded, show, show_json
from semblant.cli.knowledge.concepts import open_knowledge, sense_lines, sense_of, split_words
from semblant.errors import KnowledgeError
from semblant.report.terminal import aligned, wrapped

if TYPE_CHECKING:
    from semblant.knowledge.taxonomy import Taxonomy


@guarded
def search(
    words: Annotated[list[str], typer.Argument(metavar="[KNOWLEDGE] WORD")],
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=1, help="How many similar terms to show.")] = 8,
    as_json: bool = False,
) -> None:
    """Find what a word can mean: its senses, then terms like it, each with its way to the root."""
    name, (word,) = split_words(words, 1, "one word (in quotes, if it has spaces)")
    taxonomy = open_knowledge(name)
    exact = [sense_of(taxonomy, concept) for concept in _meant(taxonomy, word)]
    near = [sense_of(taxonomy, concept) for concept in _similar(taxonomy, word, limit)]
    if as_json:
        show_json({"exact": exact, "similar": near})
        return
    read = [] if exact else [sense_of(taxonomy, concept) for concept in _read(taxonomy, word)]
    lines = [] if exact else [f"{taxonomy.name} has no term {word!r}."]
    for title, found in (("", exact), ("In a column it is taken for:", read), ("Like it:", near)):
        lines += ["", title] if title and found else []
        for sense in found:
            lines += sense_lines(sense)
    show(lines if exact or read or near else [f"{taxonomy.name} has nothing like {word!r}."])


@guarded
def distance(
    words: Annotated[list[str], typer.Argument(metavar="[KNOWLEDGE] A B")],
    as_json: bool = False,
) -> None:
    """Compare two meanings by all measures; a word, word#2 for its second sense, or a concept's id."""
    from semblant.semantics.measures import REGISTRY
    from semblant.semantics.measures import distance as far
    from semblant.semantics.measures import similarity as alike

    name, (a, b) = split_words(words, 2, "two words")
    taxonomy = open_knowledge(name)
    first, second = taxonomy.index(a), taxonomy.index(b)
    figures: dict[str, dict[str, float]] = {}
    refused: list[str] = []
    for measure in REGISTRY:
        try:
            figures[measure] = {
                "distance": far(taxonomy, first, second, measure),
                "similarity": alike(taxonomy, first, second, measure),
            }
        except KnowledgeError as error:  # a measure may need what this source does not have
            refused += ["", *wrapped(error.message)]
    common = taxonomy.lcs(first, second)
    shared = taxonomy.written(common) if common >= 0 else None
    if as_json:
        both = {"a": sense_of(taxonomy, first), "b": sense_of(taxonomy, second)}
        show_json({**both, "common": shared, "measures": figures})
        return
    rows = [("measure", "distance", "similarity")]
    rows += [(measure, f"{f['distance']:.4f}", f"{f['similarity']:.4f}") for measure, f in figures.items()]
    both_are = f"both are {shared}" if shared else "they have nothing in common"
    lines = [f"{taxonomy.written(first)} and {taxonomy.written(second)}: {both_are}"]
    show([*lines, "", *aligned(rows, right=(1, 2)), *refused])


def _meant(taxonomy: "Taxonomy", word: str) -> list[int]:
    """The senses of a term, or the concept that an id or word#n names."""
    one = taxonomy.find(word)
    return taxonomy.senses(word) or ([] if one is None else [one])


def _read(taxonomy: "Taxonomy", word: str) -> list[int]:
    """What a column with this value alone is taken to mean, as `semblant map` says."""
    from semblant.terms.mapping import map_column

    found = int(map_column([word], [1], taxonomy, attribute="").concepts[0])
    return [found] if found >= 0 else []


def _similar(taxonomy: "Taxonomy", word: str, limit: int) -> list[int]:
    """The concept that such a value would be mapped to, then concepts with similar terms."""
    from semblant.terms.mapping import matcher_of
    from semblant.terms.suggest import Suggestions

    meant, matcher = _meant(taxonomy, word), matcher_of(taxonomy)
    near = [*matcher.readings(word), *Suggestions(matcher).of(word, limit + len(meant))]
    found = dict.fromkeys(match.concept for match in near)
    return [concept for concept in found if concept >= 0 and concept not in meant][:limit]
