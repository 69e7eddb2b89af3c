"""Directories of categories: the Open Directory's ``structure.rdf``, and lists of paths such as ``Top/Sports/Golf``."""

import re
from collections.abc import Mapping
from pathlib import Path

from semblant.knowledge.assemble import Arrays
from semblant.knowledge.draft import Draft
from semblant.knowledge.markup import walk
from semblant.knowledge.textfiles import broken, lines

_DEEPEST = 100
_JOINED = re.compile(r" and |[/,&]", re.IGNORECASE)
_SEPARATORS = (" > ", "/")


def parts(label: str) -> list[str]:
    """The labels inside a label joined by *and*, ``/``, ``,`` or ``&``.

    Example:
        >>> parts("Swimming and Diving"), parts("Bicycles, Mopeds & Scooters"), parts("Golf")
        (['Swimming', 'Diving'], ['Bicycles', 'Mopeds', 'Scooters'], [])
    """
    found = [part.strip() for part in _JOINED.split(label)]
    return [part for part in found if part] if len(found) > 1 else []


def separator(line: str) -> str | None:
    """The separator of the categories of a path, or None where the line is not a path."""
    return next((s for s in _SEPARATORS if s in line), None)


def read_paths(path: Path, _language: str | None = None) -> Arrays:
    """Read a list of paths, one category a line; ``Top`` or a nameless first part is no concept."""
    found = [(number, line.strip()) for number, line in lines(path) if not line.startswith("#")]
    between = separator(next((line for _, line in found if separator(line)), "")) or "/"
    directory = _Directory(path, between)
    for number, line in found:
        directory.add(line, number)
    return directory.draft.arrays()


def read_structure(path: Path, _language: str | None = None) -> Arrays:
    """Read ``structure.rdf``; a topic's place is its path, symbolic and related links are left out."""
    directory = _Directory(path, "/")
    topic: list[str] = []

    def start(tag: str, attributes: Mapping[str, str], line: int) -> None:
        if tag == "Topic":
            topic[:] = [value for name, value in attributes.items() if name.rpartition(":")[2] in ("id", "about")]
            for place in topic:
                directory.add(place, line)

    def end(tag: str, text: str, _: int) -> None:
        if tag.rpartition(":")[2] == "Title" and topic:
            directory.title(topic[0], text)
        elif tag == "Topic":
            topic.clear()

    walk(path, start, end, repair=True)
    return directory.draft.arrays()


class _Directory:
    """Categories by their paths."""

    def __init__(self, path: Path, between: str) -> None:
        self.path = path
        self.between = between
        self.draft = Draft()
        self._known: set[str] = set()

    def add(self, place: str, line: int) -> None:
        """Add a path and everything above it."""
        steps = self._steps(place)
        if len(steps) > _DEEPEST:
            raise broken(f"A path has {len(steps):,} steps; more than {_DEEPEST} is no directory.", self.path, line)
        while steps:
            here = self.between.join(steps)
            if here in self._known:
                return
            self._known.add(here)
            self._name(here, steps.pop().replace("_", " "))
            if steps:
                self.draft.link(here, self.between.join(steps))

    def title(self, place: str, text: str) -> None:
        """Give the category its own title as well."""
        if steps := self._steps(place):
            self._name(self.between.join(steps), text.replace("_", " "))

    def _name(self, here: str, label: str) -> None:
        self.draft.name(here, label)
        for part in parts(label):
            self.draft.name(here, part, 1)

    def _steps(self, place: str) -> list[str]:
        steps = [step.strip() for step in place.split(self.between)]
        steps = [step for step in steps if step]
        return steps[1:] if steps[:1] == ["Top"] else steps
