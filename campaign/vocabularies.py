"""Small random vocabularies, each known by its number, written as files of child and parent."""

import random
from functools import lru_cache
from pathlib import Path

_SYLLABLES = [a + b for a in "bdfgklmnprtvz" for b in "aeiou"]

Parents = dict[str, list[str]]
"""The parents of every concept; a root has none."""


@lru_cache(maxsize=64)
def parents(number: int) -> Parents:
    """The vocabulary of a number: 8 to 40 concepts, deep or flat, some with several parents or several roots."""
    rnd = random.Random(f"vocabulary:{number}")
    names = _names(rnd, rnd.randint(8, 40))
    roots, reach = rnd.choice([1, 1, 1, 2]), rnd.choice([1, 3, 40])
    found: Parents = {name: [] for name in names[:roots]}
    for at in range(roots, len(names)):
        above = names[max(0, at - reach) : at]
        several = rnd.choice([1, 1, 1, 2, 3])
        found[names[at]] = rnd.sample(above, min(several, len(above)))
    return found


def _names(rnd: random.Random, number: int) -> list[str]:
    names: dict[str, None] = {}
    while len(names) < number:
        names["".join(rnd.choices(_SYLLABLES, k=rnd.choice([2, 3, 4]))) + rnd.choice("ltr")] = None
    return list(names)


def write(folder: Path, number: int) -> Path:
    """Write a vocabulary into a folder, once."""
    file = folder / f"vocabulary-{number:02}.csv"
    if not file.exists():
        edges = [f"{child},{parent}" for child, above in parents(number).items() for parent in above]
        file.write_text("\n".join(["child,parent", *edges]) + "\n", encoding="utf-8")
    return file


def above(number: int, concept: str) -> set[str]:
    """A concept and all its ancestors."""
    found, waiting = set[str](), [concept]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += parents(number)[one]
    return found
