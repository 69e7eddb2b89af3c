"""WordNet nouns: the bundled pack, and any WordNet ``dict`` folder the user has.

The parser reads Princeton's own files, ``data.noun``, ``index.noun`` and ``noun.exc``, in one pass each.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np

from semblant.arrays import Floats
from semblant.errors import DanglingParentError, KnowledgeError
from semblant.knowledge import pack
from semblant.knowledge.assemble import Arrays, Links, Names, assemble

BUNDLED = Path(__file__).parent / "packs" / "wordnet-3.0-nouns.pack"
"""WordNet 3.0 nouns without glosses; its licence lies beside it."""


_HOLONYMS = ("#m", "#s", "#p")  # a member, the substance or a part of something
_COUNTS = ("index.sense", "cntlist.rev", "cntlist")


@cache
def bundled() -> Arrays:
    """The WordNet 3.0 nouns that come with Semblant."""
    return pack.read(BUNDLED)


def files(folder: Path) -> list[Path]:
    """The files of a ``dict`` folder that are read, where they are there."""
    return [folder / n for n in ("data.noun", "index.noun", "noun.exc", *_COUNTS) if (folder / n).is_file()]


def read_folder(folder: Path, *, glosses: bool = True) -> Arrays:
    """Read the noun files of a WordNet ``dict`` folder; ``glosses=False`` leaves out glosses and counts."""
    for needed in ("data.noun", "index.noun"):
        if not (folder / needed).is_file():
            raise KnowledgeError(f"The WordNet folder has no file {needed}.", where=str(folder))
    offsets: list[str] = []
    links: list[tuple[int, str, bool, int]] = []
    wholes: list[tuple[int, str, int]] = []
    terms: list[str] = []
    owners: list[int] = []
    texts: list[str] = []
    for number, line in _lines(folder / "data.noun"):
        try:
            fields, _, gloss = line.partition("|")
            parts = fields.split()
            here, words = len(offsets), int(parts[3], 16)
            at = 4 + 2 * words
            offsets.append(parts[0])
            terms += [w.replace("_", " ") for w in parts[4:at:2]]
            owners += [here] * words
            for link in range(at + 1, at + 1 + 4 * int(parts[at]), 4):
                symbol, target, kind = parts[link : link + 3]
                if symbol in ("@", "@i") and kind == "n":
                    links.append((here, target, symbol == "@i", number))
                elif symbol in _HOLONYMS and kind == "n":
                    wholes.append((here, target, number))
        except (IndexError, ValueError) as error:
            raise KnowledgeError("This is not a line of a WordNet data file.", where=f"data.noun:{number}") from error
        if len(terms) != len(owners):
            raise KnowledgeError("The synset has fewer words than it says.", where=f"data.noun:{number}")
        texts.append(gloss.strip())
    number_of = {offset: i for i, offset in enumerate(offsets)}
    for target, number in (*((target, line) for _, target, _, line in links), *((t, line) for _, t, line in wholes)):
        if target not in number_of:
            raise DanglingParentError(f"There is no synset {target[:20]}.", where=f"data.noun:{number}")
    order = _sense_order(folder / "index.noun")
    ranks = [order.get((t.lower(), offsets[o]), 1 << 20) for t, o in zip(terms, owners, strict=True)]
    return assemble(
        offsets,
        Links(
            [child for child, *_ in links],
            [number_of[target] for _, target, *_ in links],
            [instance for _, _, instance, _ in links],
            lambda child, parent: next(
                f"data.noun:{line}" for c, target, _, line in links if (offsets[c], target) == (child, parent)
            ),
        ),
        Names(terms, owners, ranks, _exceptions(folder / "noun.exc")),
        glosses=texts if glosses else None,
        counts=_counts(folder, number_of, order) if glosses else None,
        languages=("en",),
        part_of=Links([part for part, *_ in wholes], [number_of[whole] for _, whole, _ in wholes]) if wholes else None,
    )


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines with their numbers, without the licence at the top."""
    text = path.read_text("utf-8", errors="replace")
    return ((n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip() and not line.startswith("  "))


def _sense_order(path: Path) -> dict[tuple[str, str], int]:
    """Which sense of its lemma each synset is."""
    order: dict[tuple[str, str], int] = {}
    for number, line in _lines(path):
        parts = line.split()
        try:
            synsets = parts[-int(parts[2]) :]
        except (IndexError, ValueError) as error:
            raise KnowledgeError("This is not a line of a WordNet index file.", where=f"index.noun:{number}") from error
        for sense, offset in enumerate(synsets):
            order[parts[0].replace("_", " "), offset] = sense
    return order


def _counts(folder: Path, number_of: dict[str, int], order: dict[tuple[str, str], int]) -> Floats | None:
    """How often each synset was tagged in WordNet's corpus, from the first file that has counts."""
    path = next((folder / name for name in _COUNTS if (folder / name).is_file()), None)
    if path is None:
        return None
    file = path.name
    nth = {(lemma, sense + 1): offset for (lemma, offset), sense in order.items()}
    counts = np.zeros(len(number_of))
    for number, line in _lines(path):
        parts = line.split()
        try:
            if file == "cntlist":
                parts = [*parts[1:], parts[0]]
            lemma, noun, _ = parts[0].partition("%1:")
            if not noun:
                continue
            offset = parts[1] if file == "index.sense" else nth.get((lemma.replace("_", " "), int(parts[1])))
            if offset in number_of:
                counts[number_of[offset]] += int(parts[-1])
        except (IndexError, ValueError, OverflowError) as error:
            raise KnowledgeError("This is not a line of a WordNet count file.", where=f"{file}:{number}") from error
    return counts if counts.any() else None


def _exceptions(path: Path) -> dict[str, str]:
    if not path.is_file():
        return {}
    pairs = [line.split() for _, line in _lines(path)]
    return {p[0].replace("_", " "): p[1].replace("_", " ") for p in pairs if len(p) >= 2}
