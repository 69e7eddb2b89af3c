"""Hierarchies written as trees: an indented outline, and Amnesia's own text and JSON."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from semblant.errors import KnowledgeError, OutputError
from semblant.hierarchy.tabular import Link, climbed
from semblant.hierarchy.vgh import Hierarchy
from semblant.knowledge.textfiles import broken

_NAMES = ("name", "label", "text", "value")


# --- outline ---------------------------------------------------------------------------------------


def read_outline(text: str, path: Path) -> Hierarchy:
    """Read lines indented by tabs or spaces: a line is a child of the last line with less indentation."""
    paths: list[list[str]] = []
    lines: list[int] = []
    open_ways: list[tuple[int, str]] = []
    was_leaf = False
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.startswith("# "):
            continue
        indent = len(line.expandtabs(8)) - len(line.expandtabs(8).lstrip())
        if open_ways and indent > open_ways[-1][0] and was_leaf:
            paths.pop(), lines.pop()
        while open_ways and open_ways[-1][0] >= indent:
            open_ways.pop()
        if not open_ways and indent and paths:
            raise broken("This line is indented less than the first, and yet indented.", path, number)
        open_ways.append((indent, line.strip().removeprefix("- ").strip()))
        paths.append([label for _, label in reversed(open_ways)])
        lines.append(number)
        was_leaf = True
    return Hierarchy.of(paths, name=path.name, lines=lines)


def as_outline(hierarchy: Hierarchy) -> str:
    """The tree with two spaces of indentation per level; a label that stays the same for a level is repeated."""
    lines: list[str] = []
    open_way: tuple[str, ...] = ()
    paths = [downward(row) for row in hierarchy.rows()]
    for way in sorted(paths, key=by_appearance(paths)):
        shared = next((i for i, (a, b) in enumerate(zip(open_way, way, strict=False)) if a != b), len(open_way))
        lines += ["  " * i + _listed(label) for i, label in enumerate(way) if i >= min(shared, len(way) - 1)]
        open_way = way
    return "\n".join(lines) + "\n"


def _listed(label: str) -> str:
    """A label as a line; one that looks like a dash or a comment gets a dash of its own."""
    return f"- {label}" if label.startswith(("- ", "# ")) else label


def downward(row: tuple[str, ...]) -> tuple[str, ...]:
    """A path from the top down; a repeated top is listed once."""
    end = next((i for i, label in enumerate(row) if {*row[i:]} == {label}), 0)
    return tuple(reversed(row[: end + 1]))


def by_appearance(paths: list[tuple[str, ...]]) -> Callable[[tuple[str, ...]], list[int]]:
    """A sort key for paths by the first appearance of their labels, so that related values are adjacent."""
    place: dict[tuple[str, ...], int] = {}
    for way in paths:
        for i in range(len(way)):
            place.setdefault(way[: i + 1], len(place))
    return lambda way: [place[way[: i + 1]] for i in range(len(way))]


# --- Amnesia ---------------------------------------------------------------------------------------


def is_amnesia(text: str) -> bool:
    """Whether a text begins as Amnesia's files do."""
    head = [line.strip().lower() for line in text.lstrip().split("\n", 2)[:2]]
    return len(head) == 2 and head[0] in ("distinct", "range") and head[1].split(" ")[0] in ("name", "type", "height")


def read_amnesia(text: str, path: Path) -> Hierarchy:
    """Read Amnesia's text: a head, then ``parent has child child …``, the lowest level first."""
    return climbed(_amnesia_links(text, path), path.name)


def _amnesia_links(text: str, path: Path) -> Iterator[Link]:
    ranges = text.lstrip().lower().startswith("range")
    body = False
    for number, line in enumerate(text.split("\n"), 1):
        words = line.split()
        if not words:
            body = body or number > 1
            continue
        if not body:
            continue
        if len(words) < 3 or words[1] != "has":
            raise broken("A line of Amnesia's hierarchies is: parent has child child …", path, number)
        parent, children = words[0], words[2:]
        if ranges:
            parent, children = f"[{parent}]", [f"[{child}]" for child in children]
        for child in children:
            yield child, parent, number


def as_amnesia(hierarchy: Hierarchy) -> str:
    """Amnesia's text. Its labels have no spaces: labels above the values get underscores, values must have none."""
    whole = hierarchy.topped()
    _refuse_own_labels(whole)
    if any(" " in leaf or not leaf for leaf in whole.leaves):
        raise OutputError(
            "Amnesia's text format parts labels by spaces, and values of this hierarchy have some.",
            where=whole.name,
            hints=["write another format: amnesia-json, arx"],
            values=[leaf for leaf in whole.leaves if " " in leaf or not leaf][:20],
        )
    children: dict[str, list[str]] = {}
    for child, parent in whole.steps():
        children.setdefault(parent, []).append(child)
    (root,) = whole.nodes(whole.height)
    tiers: list[list[str]] = [[root]]
    while below := [c for parent in tiers[-1] for c in children.get(parent, ())]:
        tiers.append(below)
    kind = "int" if all(leaf.lstrip("-").isdigit() for leaf in whole.leaves) else "string"
    name = whole.name.partition(".")[0].replace(" ", "_")
    lines = ["distinct", f"name {name}", f"type {kind}", f"height {len(tiers)}", ""]
    for tier in reversed(tiers[:-1]):
        lines += [f"{_joined(p)} has {' '.join(map(_joined, children[p]))} " for p in tier if p in children]
        lines.append("")
    return "\n".join(lines) + "\n"


def _joined(label: str) -> str:
    return label.replace(" ", "_")


def _refuse_own_labels(hierarchy: Hierarchy) -> None:
    inner = {parent for _, parent in hierarchy.steps()}
    both = [leaf for leaf in hierarchy.leaves if leaf in inner]
    if both:
        raise OutputError(
            f"{len(both):,} of {len(hierarchy.leaves):,} values are labels of others as well, "
            "and Amnesia has one place for each name.",
            where=hierarchy.name,
            hints=["write another format: arx, outline"],
            values=both[:20],
        )


def read_json(text: str, path: Path) -> Hierarchy:
    """Read Amnesia's graph of nodes and edges, or a tree of names with children."""
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise KnowledgeError(f"This is not JSON: {error.msg}.", where=f"{path.name}:{error.lineno}") from None
    except RecursionError:
        raise broken("The JSON is nested too deeply.", path) from None
    if isinstance(document, dict) and isinstance(document.get("nodeList"), list):
        return climbed(_graph_links(document, path), path.name)
    paths: list[list[str]] = []
    waiting: list[tuple[Any, list[str]]] = [(document, [])]
    while waiting:
        node, above = waiting.pop()
        children = node.get("children") if isinstance(node, dict) else None
        name = node if isinstance(node, str) else _name(node, path)
        way = [name, *above]
        if children:
            waiting += [(child, way) for child in reversed(children)]
        else:
            paths.append(way)
    return Hierarchy.of(paths, name=path.name)


def _name(node: Any, path: Path) -> str:
    found = next((node[n] for n in _NAMES if n in node), None) if isinstance(node, dict) else None
    if not isinstance(found, (str, int, float)):
        raise broken("Every node of the tree needs a name.", path)
    return str(found)


def _graph_links(document: dict[str, Any], path: Path) -> list[Link]:
    try:
        label = {node["id"]: str(node.get("label") or node["id"]) for node in document["nodeList"]}
        level = {node["id"]: int(node["level"]) for node in document["nodeList"]}
        ends = [sorted((edge["from"], edge["to"]), key=level.__getitem__) for edge in document["edgeList"]]
    except (KeyError, TypeError, ValueError):
        raise broken("Amnesia's graph has nodeList (id, label, level) and edgeList (from, to).", path) from None
    return [(label[child], label[parent], 0) for parent, child in ends]


def as_amnesia_json(hierarchy: Hierarchy) -> str:
    """Amnesia's graph: nodes with their level from the top, edges from parent to child."""
    whole = hierarchy.topped()
    _refuse_own_labels(whole)
    level: dict[str, int] = {}
    for row in whole.rows():
        for i, label in enumerate(dict.fromkeys(reversed(row))):
            level.setdefault(label, i)
    nodes = [{"id": label, "label": label, "level": i} for label, i in level.items()]
    edges = [{"from": parent, "to": child} for child, parent in whole.steps()]
    return json.dumps({"nodeList": nodes, "edgeList": edges}, ensure_ascii=False, indent=1) + "\n"
