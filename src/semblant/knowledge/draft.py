"""A taxonomy under construction: loaders add concepts, links and names in any order."""

from pathlib import Path

from semblant.knowledge.assemble import Arrays, Links, Names, assemble
from semblant.knowledge.texts import key


class Draft:
    """Concepts, links and names as they are met; :meth:`arrays` sorts, checks and indexes them.

    A concept exists once it is mentioned. The first name of a concept is its preferred label; a name of a lower rank
    comes first where one name denotes several concepts.

    Example:
        >>> draft = Draft()
        >>> draft.link("C2", "C1")
        >>> draft.name("C2", "ache")
        >>> list(draft.arrays().labels)
        ['C1', 'ache']
    """

    def __init__(self, path: Path | None = None) -> None:
        self._file = path.name if path else ""
        self._lines: list[int] = []
        self._number: dict[str, int] = {}
        self._children: list[int] = []
        self._parents: list[int] = []
        self._instances: list[bool] = []
        self._named: set[tuple[int, str]] = set()
        self._terms: list[str] = []
        self._owners: list[int] = []
        self._ranks: list[int] = []
        self._glosses: dict[int, str] = {}

    def __contains__(self, concept: str) -> bool:
        return concept in self._number

    def concept(self, concept: str) -> int:
        """Mention a concept by its id."""
        return self._number.setdefault(concept, len(self._number))

    def link(self, child: str, parent: str, *, instance: bool = False, line: int = 0) -> None:
        """Say that a concept is a kind of another, or an instance of it; ``line`` is where the source says it."""
        self._lines.append(line)
        self._children.append(self.concept(child))
        self._parents.append(self.concept(parent))
        self._instances.append(instance)

    def name(self, concept: str, term: str, rank: int = 0) -> None:
        """Give a concept a name; repeating it in other case or spacing changes nothing."""
        owner = self.concept(concept)
        look_up = key(term)
        if look_up and (owner, look_up) not in self._named:
            self._named.add((owner, look_up))
            self._terms.append(term.strip())
            self._owners.append(owner)
            self._ranks.append(rank)

    def names(self) -> set[str]:
        """The names given so far, as they are looked up."""
        return {name for _, name in self._named}

    def gloss(self, concept: str, text: str) -> None:
        """Set the gloss of a concept; the first one is kept."""
        self._glosses.setdefault(self.concept(concept), text)

    def arrays(self, languages: tuple[str, ...] = ()) -> Arrays:
        """The finished taxonomy."""
        ids = list(self._number)
        links = Links(self._children, self._parents, self._instances, self._where)
        names = Names(self._terms, self._owners, self._ranks)
        glosses = [self._glosses.get(i, "") for i in range(len(ids))] if self._glosses else None
        return assemble(ids, links, names, glosses=glosses, languages=languages)

    def _where(self, child: str, parent: str) -> str:
        ends = self._number[child], self._number[parent]
        line = self._lines[
            next(i for i, pair in enumerate(zip(self._children, self._parents, strict=True)) if pair == ends)
        ]
        return f"{self._file}:{line}" if line else self._file
