"""MeSH: the trees file, or the descriptors as XML or ASCII; one descriptor may have several places in the trees."""

import re
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from semblant.knowledge.assemble import Arrays
from semblant.knowledge.draft import Draft
from semblant.knowledge.graph import invert, levels
from semblant.knowledge.markup import walk
from semblant.knowledge.textfiles import broken, lines

_TREE_NUMBER = re.compile(r"[A-Z]\d{2}(\.\d{1,4}){0,30}")
_FIELD = re.compile(r"([A-Z][A-Z0-9_ ]*?) ?= ?(.*)")


def looks_like_trees(line: str) -> bool:
    """Whether a line is ``descriptor;tree number``.

    Example:
        >>> looks_like_trees("Body Regions;A01"), looks_like_trees("nurse;health;*")
        (True, False)
    """
    return _TREE_NUMBER.fullmatch(line.rpartition(";")[2].strip()) is not None and ";" in line


class _Trees:
    """Descriptors and their places in the trees, collected until they can be linked."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.draft = Draft()
        self.at: dict[str, str] = {}

    def place(self, tree_number: str, descriptor: str, line: int) -> None:
        if not _TREE_NUMBER.fullmatch(tree_number):
            raise broken("This is not a MeSH tree number.", self.path, line)
        if self.at.setdefault(tree_number, descriptor) != descriptor:
            raise broken(f"The tree number {tree_number} is given to two descriptors.", self.path, line)
        self.draft.concept(descriptor)

    def arrays(self) -> Arrays:
        links: list[tuple[str, str]] = []
        for number in sorted(self.at):
            above = number
            while "." in above:
                above = above.rpartition(".")[0]
                if above in self.at:
                    links.append((self.at[number], self.at[above]))
                    break
        for child, parent in _without_rings(links):
            self.draft.link(child, parent)
        return self.draft.arrays(("en",))


def _without_rings(links: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Leave out links that close a cycle, those of later tree numbers first.

    Trees of places have no cycles, but descriptors may: one may lie above another in one tree and below it in the next.

    Example:
        >>> _without_rings([("morals", "ethics"), ("bioethics", "ethics"), ("ethics", "morals")])
        [('morals', 'ethics'), ('bioethics', 'ethics')]
    """
    names = sorted({end for link in links for end in link})
    number = {name: i for i, name in enumerate(names)}
    pairs = sorted({(number[c], number[p]) for c, p in links if c != p})
    ptr = np.searchsorted([c for c, _ in pairs], np.arange(len(names) + 1)).astype(np.int32)
    up = np.array([p for _, p in pairs], np.int32)
    stuck = set(np.flatnonzero(levels(ptr, invert(ptr, up)) < 0).tolist())
    kept = [(names[c], names[p]) for c, p in pairs if c not in stuck or p not in stuck]
    above: dict[str, set[str]] = {}
    for child, parent in links:
        if {number[child], number[parent]} <= stuck and child not in _reach(above, parent):
            above.setdefault(child, set()).add(parent)
    return kept + [(child, parent) for child, parents in above.items() for parent in sorted(parents)]


def _reach(above: Mapping[str, set[str]], start: str) -> set[str]:
    seen, waiting = {start}, [start]
    while waiting:
        new = above.get(waiting.pop(), set()) - seen
        seen |= new
        waiting += new
    return seen


def read_trees(path: Path, _language: str | None = None) -> Arrays:
    """Read ``descriptor;tree number`` lines; descriptors are known by their names."""
    trees = _Trees(path)
    for number, line in lines(path):
        descriptor, semicolon, place = line.rpartition(";")
        if not semicolon or not descriptor.strip():
            raise broken("This is not a line 'descriptor;tree number'.", path, number)
        trees.place(place.strip(), descriptor.strip(), number)
    return trees.arrays()


def read_ascii(path: Path, _language: str | None = None) -> Arrays:
    """Read ASCII descriptors: heading, entry terms, scope note and tree numbers of every ``*NEWRECORD``."""
    trees = _Trees(path)
    record: list[tuple[int, str, str]] = []

    def close() -> None:
        if not record:
            return
        ui = next((value for _, field, value in record if field == "UI"), None)
        if not ui:
            raise broken("This record has no UI.", path, record[0][0])
        for at, field, value in sorted(record, key=lambda r: r[1] != "MH"):
            if field == "MH":
                trees.draft.name(ui, value)
            elif field in ("ENTRY", "PRINT ENTRY"):
                trees.draft.name(ui, value.partition("|")[0], 1)
            elif field == "MN":
                trees.place(value, ui, at)
            elif field == "MS":
                trees.draft.gloss(ui, value)

    for number, line in lines(path):
        if line.startswith("*NEWRECORD"):
            close()
            record = []
            continue
        found = _FIELD.match(line)
        if not found:
            raise broken("This is not a 'FIELD = value' line of MeSH.", path, number)
        record.append((number, found[1], found[2].strip()))
    close()
    return trees.arrays()


def read_xml(path: Path, _language: str | None = None) -> Arrays:
    """Read XML descriptors: heading, all terms of all concepts, scope note and tree numbers."""
    trees = _Trees(path)
    open_tags: list[str] = []
    record: dict[str, list[str]] = {}

    def start(tag: str, _: Mapping[str, str], __: int) -> None:
        open_tags.append(tag)
        if tag == "DescriptorRecord":
            record.clear()

    def end(tag: str, text: str, line: int) -> None:
        open_tags.pop()
        inside = tuple(open_tags[-2:])
        if tag == "DescriptorUI" and inside[-1:] == ("DescriptorRecord",):
            record["ui"] = [text]
        elif tag == "String" and inside == ("DescriptorRecord", "DescriptorName"):
            record["name"] = [text]
        elif tag == "String" and inside[-1:] == ("Term",):
            record.setdefault("terms", []).append(text)
        elif tag == "ScopeNote":
            record.setdefault("note", []).append(text)
        elif tag == "TreeNumber":
            record.setdefault("places", []).append(text)
        elif tag == "DescriptorRecord":
            _close(trees, record, line)

    walk(path, start, end)
    return trees.arrays()


def _close(trees: _Trees, record: Mapping[str, list[str]], line: int) -> None:
    ui = record.get("ui", [""])[0]
    if not ui:
        raise broken("This record has no DescriptorUI.", trees.path, line)
    trees.draft.concept(ui)
    for name in record.get("name", ()):
        trees.draft.name(ui, name)
    for term in record.get("terms", ()):
        trees.draft.name(ui, term, 1)
    for note in record.get("note", ())[:1]:
        trees.draft.gloss(ui, note)
    for place in record.get("places", ()):
        trees.place(place, ui, line)
