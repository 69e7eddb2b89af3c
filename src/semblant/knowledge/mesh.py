"""MeSH: the trees file, or the descriptors as XML or ASCII; one descriptor may have several places in the trees."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from semblant.knowledge.assemble import Arrays
from semblant.knowledge.draft import Draft
from semblant.knowledge.markup import walk
from semblant.knowledge.textfiles import broken, lines

_TREE_NUMBER = re.compile(r"[A-Z]\d{2}(\.\d{1,4}){0,30}")
_TERMS = ("ENTRY", "PRINT ENTRY")
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

    def describe(self, ui: str, names: Iterable[str], terms: Iterable[str], notes: Iterable[str]) -> None:
        self.draft.concept(ui)
        for rank, texts in enumerate((names, terms)):
            for text in texts:
                self.draft.name(ui, text, rank)
        for note in notes:
            self.draft.gloss(ui, note)

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
    above: dict[str, set[str]] = {}
    for child, parent in links:
        if child not in _reach(above, parent):
            above.setdefault(child, set()).add(parent)
    return [(child, parent) for child, parents in above.items() for parent in sorted(parents)]


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
        names, terms, notes = (
            [value for _, field, value in record if field in wanted] for wanted in (("MH",), _TERMS, ("MS",))
        )
        trees.describe(ui, names, [term.partition("|")[0] for term in terms], notes)
        for at, field, value in record:
            if field == "MN":
                trees.place(value, ui, at)

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
    record: defaultdict[str, list[str]] = defaultdict(list)

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
            record["terms"].append(text)
        elif tag in ("ScopeNote", "TreeNumber"):
            record[tag].append(text)
        elif tag == "DescriptorRecord":
            ui = "".join(record["ui"])
            if not ui:
                raise broken("This record has no DescriptorUI.", path, line)
            trees.describe(ui, record["name"], record["terms"], record["ScopeNote"])
            for place in record["TreeNumber"]:
                trees.place(place, ui, line)

    walk(path, start, end)
    return trees.arrays()
