"""``semblant knowledge``: what knowledge there is and what it says."""

import math
import textwrap
from collections.abc import Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from semblant.cli import options
from semblant.cli.guard import guarded, show, show_json
from semblant.cli.layout import WIDTH, aligned, wrapped
from semblant.data.atomic import write_file
from semblant.errors import KnowledgeError, PolicyError

if TYPE_CHECKING:
    from semblant.knowledge.taxonomy import Concept, Taxonomy

app = typer.Typer(help="What knowledge there is, and what it says.", **options.PLAIN)

_WORDS = "KNOWLEDGE may be left out: it is wordnet then."


@app.command("list", short_help="What knowledge there is.")
@guarded
def list_all(
    as_json: options.AsJson = False,
    show_values: options.ShowValues = False,  # noqa: ARG001
    quiet: options.Quiet = False,  # noqa: ARG001
) -> None:
    """List the knowledge that has a name; any file or folder can be used as well."""
    from semblant.knowledge.icd import READERS
    from semblant.knowledge.sources import BUNDLED, registered

    added = registered()
    entries: list[dict[str, Any]] = []
    for name in sorted({*added, *BUNDLED}):
        packages = () if name in added or name not in READERS else READERS[name][0]
        entries.append({
            "name": name,
            "source": added[name].source if name in added else name,
            "added": name in added,
            "ready": all(find_spec(package) for package in packages),
        })  # fmt: skip
    if as_json:
        show_json(entries)
        return
    show(aligned([(e["name"], _state(e)) for e in entries]))


def _state(entry: dict[str, Any]) -> str:
    if entry["added"]:
        return str(entry["source"])
    return "comes with Semblant" if entry["ready"] else "needs: pip install 'semblant[icd]'"


@app.command(short_help="Give a file or folder a name.")
@guarded
def add(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name that policies will use.")],
    path: Annotated[Path, typer.Argument(metavar="PATH", help="An ontology, a table of paths, a WordNet folder…")],
    language: Annotated[
        str | None, typer.Option("--language", metavar="CODE", help="Prefer labels of this language, as en.")
    ] = None,
    instances: Annotated[
        bool, typer.Option("--instances/--no-instances", help="Whether named individuals belong to it.")
    ] = True,
    as_json: options.AsJson = False,
    show_values: options.ShowValues = False,  # noqa: ARG001
    quiet: options.Quiet = False,  # noqa: ARG001
) -> None:
    """Let NAME stand for a file or folder from now on, after a look that it can be read."""
    from semblant.knowledge import sources

    taxonomy = sources.add(name, path, language=language, instances=instances)
    facts = {"name": name, "concepts": len(taxonomy), "terms": len(taxonomy.arrays.keys)}
    if as_json:
        show_json(facts)
    else:
        show([f"{name} now stands for {path}: {facts['concepts']:,} concepts, {facts['terms']:,} terms."])


@app.command(short_help="How large it is.")
@guarded
def info(
    knowledge: Annotated[
        str, typer.Argument(metavar="KNOWLEDGE", help="A name, a file or a folder.")
    ] = options.WORDNET,
    as_json: options.AsJson = False,
    show_values: options.ShowValues = False,  # noqa: ARG001
    quiet: options.Quiet = False,  # noqa: ARG001
) -> None:
    """Tell how large a piece of knowledge is."""
    taxonomy = _open(knowledge)
    several = int((taxonomy.arrays.parent_ptr[1:] - taxonomy.arrays.parent_ptr[:-1] > 1).sum())
    facts: dict[str, Any] = {
        "concepts": len(taxonomy),
        "terms": len(taxonomy.arrays.keys),
        "roots": len(taxonomy.roots),
        "depth": taxonomy.greatest_depth - 1,
        "multiple_parents": several,
        "languages": list(taxonomy.arrays.languages),
    }
    if as_json:
        show_json(facts)
        return
    roots = ", ".join(taxonomy.label(int(i)) for i in taxonomy.roots[:5]) + ("…" if len(taxonomy.roots) > 5 else "")
    rows = [
        ("concepts", f"{facts['concepts']:,}", ""),
        ("terms", f"{facts['terms']:,}", ""),
        ("roots", f"{facts['roots']:,}", roots),
        ("depth", f"{facts['depth']:,}", "steps on the longest way from a root down"),
        ("multiple parents", f"{several:,}", "concepts with more than one parent"),
        ("languages", ", ".join(facts["languages"]) or "not told", ""),
    ]
    show([taxonomy.name, *aligned(rows, right=(1,))])


@app.command(short_help="What a word can mean.", epilog=_WORDS)
@guarded
def search(
    words: Annotated[list[str], typer.Argument(metavar="[KNOWLEDGE] WORD")],
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=1, help="How many similar terms to show.")] = 8,
    as_json: options.AsJson = False,
    show_values: options.ShowValues = False,  # noqa: ARG001
    quiet: options.Quiet = False,  # noqa: ARG001
) -> None:
    """Find what a word can mean: its senses, then terms like it, each with its way to the root."""
    name, (word,) = _split(words, 1, "one word (in quotes, if it has spaces)")
    taxonomy = _open(name)
    exact = [_sense(taxonomy, concept) for concept in _meant(taxonomy, word)]
    near = [_sense(taxonomy, concept) for concept in _similar(taxonomy, word, limit)]
    if as_json:
        show_json({"exact": exact, "similar": near})
        return
    lines = [] if exact else [f"{taxonomy.name} has no term {word!r}."]
    for title, found in (("", exact), ("Like it:", near)):
        lines += ["", title] if title and found else []
        for sense in found:
            lines += _told(sense)
    show(lines if exact or near else [f"{taxonomy.name} has nothing like {word!r}."])


@app.command(short_help="How far apart two meanings are, by all measures.", epilog=_WORDS)
@guarded
def distance(
    words: Annotated[list[str], typer.Argument(metavar="[KNOWLEDGE] A B")],
    as_json: options.AsJson = False,
    show_values: options.ShowValues = False,  # noqa: ARG001
    quiet: options.Quiet = False,  # noqa: ARG001
) -> None:
    """Compare two meanings by all measures; a word, word#2 for its second sense, or a concept's id."""
    from semblant.semantics.measures import REGISTRY
    from semblant.semantics.measures import distance as far
    from semblant.semantics.measures import similarity as alike

    name, (a, b) = _split(words, 2, "two words")
    taxonomy = _open(name)
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
        both = {"a": _sense(taxonomy, first), "b": _sense(taxonomy, second)}
        show_json({**both, "common": shared, "measures": figures})
        return
    rows = [("measure", "distance", "similarity")]
    rows += [(measure, f"{f['distance']:.4f}", f"{f['similarity']:.4f}") for measure, f in figures.items()]
    both_are = f"both are {shared}" if shared else "they have nothing in common"
    lines = [f"{taxonomy.written(first)} and {taxonomy.written(second)}: {both_are}"]
    show([*lines, "", *aligned(rows, right=(1, 2)), *refused])


@app.command(short_help="What stands best for several meanings.", epilog=_WORDS)
@guarded
def centroid(
    words: Annotated[list[str], typer.Argument(metavar="[KNOWLEDGE] WORD=WEIGHT")],
    measure: options.HowFar = "logsc",
    rule: Annotated[
        str, typer.Option("--rule", metavar="NAME", help="semantic, mode, lcs, consensus or random.")
    ] = "semantic",
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Write the drawing as a picture.")] = None,
    as_json: options.AsJson = False,
    show_values: options.ShowValues = False,  # noqa: ARG001
    quiet: options.Quiet = False,  # noqa: ARG001
) -> None:
    """Find the concept that stands best for several, as colic=1 lumbago=3, and draw what lies between them."""
    from semblant.policy.file import build_policy
    from semblant.semantics.outline import Sketch
    from semblant.vocabulary import load_taxonomy

    chosen = build_policy({}, {"measure": measure, "centroid": rule}).centroid
    assert chosen is not None
    name, given = (words[0], words[1:]) if _names_knowledge(words[0]) else (options.WORDNET, words)
    weights: dict[str | int | Concept, float] = {}
    for word in given:
        term, weight = _weight(word)
        weights[term] = weights.get(term, 0) + weight
    if not weights:
        hint = f"semblant knowledge centroid {name} colic=1 lumbago=3"
        raise PolicyError("There is nothing to stand for.", hints=[hint])
    taxonomy = load_taxonomy(name)
    best = taxonomy.centroid(weights, measure, chosen)
    if not best.id:
        raise PolicyError("These have nothing in common.", where=name)
    found = _sense(taxonomy, taxonomy.index(best))
    seen: dict[int, int] = {}
    for meant, times in weights.items():
        seen[taxonomy.index(meant)] = seen.get(taxonomy.index(meant), 0) + math.ceil(times)
    sketch = replace(Sketch.of(taxonomy, seen, measure), centroid=taxonomy.index(best))
    if svg is not None:
        write_file(svg, sketch.chart().svg)
    if as_json:
        sums = [{"concept": taxonomy.written(c), "sum": total} for c, total in sketch.sums.items()]
        show_json({**found, "measure": measure, "rule": rule, "sums": sums})
    else:
        show([*_told(found), "", *sketch.text().splitlines()])


def _open(name: str) -> "Taxonomy":
    from semblant.knowledge.sources import load

    return load(name, base=Path())


def _split(words: Sequence[str], wanted: int, called: str) -> tuple[str, Sequence[str]]:
    """The knowledge, if it is named before the words, and the words."""
    if len(words) == wanted:
        return options.WORDNET, words
    if len(words) == wanted + 1:
        return words[0], words[1:]
    raise PolicyError(
        f"This takes {called}, and before it a knowledge if it is not {options.WORDNET}. Got {len(words)} words."
    )


def _names_knowledge(word: str) -> bool:
    """Whether the first of several words is a knowledge and not itself a word to look up."""
    from semblant.knowledge.sources import BUNDLED, registered

    return word in BUNDLED or word in registered() or Path(word).exists()


def _weight(text: str) -> tuple[str, float]:
    term, mark, number = text.rpartition("=")
    if not mark:
        return text, 1.0
    try:
        weight = float(number)
    except ValueError:
        weight = -1.0
    if not 0 < weight < float("inf"):
        raise PolicyError(f"The weight of {term!r} must be a float of more than 0. Got {number!r} instead.")
    return term, weight


def _meant(taxonomy: "Taxonomy", word: str) -> list[int]:
    """The senses of a term, or the concept that an id or word#n names."""
    one = taxonomy.find(word)
    return taxonomy.senses(word) or ([] if one is None else [one])


def _similar(taxonomy: "Taxonomy", word: str, limit: int) -> list[int]:
    """What a value would be taken for that is written so, then concepts with terms that look, say or begin like it."""
    from semblant.terms.mapping import matcher_of
    from semblant.terms.suggest import Suggestions

    meant, matcher = _meant(taxonomy, word), matcher_of(taxonomy)
    near = [*matcher.readings(word), *Suggestions(matcher).of(word, limit + len(meant))]
    found = dict.fromkeys(match.concept for match in near)
    return [concept for concept in found if concept >= 0 and concept not in meant][:limit]


def _sense(taxonomy: "Taxonomy", concept: int) -> dict[str, Any]:
    return {
        "id": taxonomy.ids[concept],
        "label": taxonomy.label(concept),
        "name": taxonomy.written(concept),
        "terms": taxonomy.terms(concept),
        "way": [taxonomy.label(i) for i in taxonomy.path_to_root(concept)],
        "gloss": taxonomy.gloss(concept),
    }


def _told(sense: dict[str, Any]) -> list[str]:
    """A concept for a person: its name and id, its other names, what the source says of it, its way to the root."""
    others = ", ".join(term for term in sense["terms"] if term != sense["label"])
    name = f"{sense['name']}  [{sense['id']}]" + (f" = {others}" if others else "")
    gloss = textwrap.shorten(sense["gloss"], 2 * WIDTH, placeholder=" …")
    return [*wrapped(name), *wrapped("    " + gloss), *wrapped("    " + " < ".join(sense["way"]))]
