"""``semblant knowledge centroid``: the concept that stands best for several."""

import math
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from semblant.cli import options
from semblant.cli.guard import guarded, show, show_json
from semblant.cli.knowledge.concepts import sense_lines, sense_of
from semblant.data.atomic import write_file
from semblant.errors import PolicyError

if TYPE_CHECKING:
    from semblant.knowledge.taxonomy import Concept


@guarded
def centroid(
    words: Annotated[list[str], typer.Argument(metavar="[KNOWLEDGE] WORD=WEIGHT")],
    measure: options.HowFar = "logsc",
    rule: Annotated[
        str, typer.Option("--rule", metavar="NAME", help="semantic, mode, lcs, consensus or random.")
    ] = "semantic",
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Write the drawing as a picture.")] = None,
    as_json: bool = False,
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
    found = sense_of(taxonomy, taxonomy.index(best))
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
        show([*sense_lines(found), "", *sketch.text().splitlines()])


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
