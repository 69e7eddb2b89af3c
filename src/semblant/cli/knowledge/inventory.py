"""``semblant knowledge list | add | info``: what knowledge has a name, and how large it is."""

from pathlib import Path
from typing import Annotated, Any

import typer

from semblant.cli import options
from semblant.cli.guard import guarded, show, show_json
from semblant.cli.knowledge.concepts import open_knowledge
from semblant.report.terminal import aligned


@guarded
def list_all(
    as_json: bool = False,
) -> None:
    """List the knowledge that has a name; any file or folder can be used as well."""
    from semblant.workbench.vocabularies import inventory

    entries = inventory()
    if as_json:
        show_json(entries)
        return
    show(aligned([(e["name"], _state(e)) for e in entries]))


def _state(entry: dict[str, Any]) -> str:
    if entry["added"]:
        return str(entry["source"])
    return "comes with Semblant" if entry["ready"] else f"needs: pip install 'semblant[{entry['extra']}]'"


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
    as_json: bool = False,
) -> None:
    """Let NAME stand for a file or folder from now on, after a look that it can be read."""
    from semblant.knowledge import sources

    taxonomy = sources.add(name, path, language=language, instances=instances)
    facts = {"name": name, "concepts": len(taxonomy), "terms": len(taxonomy.arrays.keys)}
    if as_json:
        show_json(facts)
    else:
        show([f"{name} now stands for {path}: {facts['concepts']:,} concepts, {facts['terms']:,} terms."])


@guarded
def info(
    knowledge: Annotated[
        str, typer.Argument(metavar="KNOWLEDGE", help="A name, a file or a folder.")
    ] = options.WORDNET,
    as_json: bool = False,
) -> None:
    """Tell how large a piece of knowledge is."""
    taxonomy = open_knowledge(knowledge)
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
