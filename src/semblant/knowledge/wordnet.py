"""WordNet nouns: the bundled pack, and any WordNet ``dict`` folder the user has.

The parser reads Princeton's own files, ``data.noun``, ``index.noun`` and ``noun.exc``, in one pass each.
"""

from pathlib import Path

import numpy as np

from semblant.errors import KnowledgeError
from semblant.knowledge import pack
from semblant.knowledge.assemble import Arrays, assemble

BUNDLED = Path(__file__).parent / "packs" / "wordnet-3.0-nouns.pack"
"""WordNet 3.0 nouns without glosses; its licence lies beside it."""


def bundled() -> Arrays:
    """The WordNet 3.0 nouns that come with Semblant."""
    return pack.read(BUNDLED)


def read_folder(folder: Path, *, glosses: bool = True) -> Arrays:
    """Read the noun files of a WordNet ``dict`` folder."""
    for needed in ("data.noun", "index.noun"):
        if not (folder / needed).is_file():
            raise KnowledgeError(f"The WordNet folder has no file {needed}.", where=str(folder))
    offsets: list[str] = []
    children: list[int] = []
    parents: list[str] = []
    instances: list[bool] = []
    terms: list[str] = []
    owners: list[int] = []
    texts: list[str] = []
    for number, line in enumerate(_lines(folder / "data.noun"), 1):
        if line.startswith("  ") or not line.strip():
            continue
        try:
            fields, _, gloss = line.partition("|")
            parts = fields.split()
            here, words = len(offsets), int(parts[3], 16)
            offsets.append(parts[0])
            terms += [w.replace("_", " ") for w in parts[4 : 4 + 2 * words : 2]]
            owners += [here] * words
            at = 4 + 2 * words
            for link in range(int(parts[at])):
                symbol, target, kind = parts[at + 1 + 4 * link : at + 4 + 4 * link]
                if symbol in ("@", "@i") and kind == "n":
                    children.append(here)
                    parents.append(target)
                    instances.append(symbol == "@i")
        except (IndexError, ValueError) as error:
            raise KnowledgeError("This is not a line of a WordNet data file.", where=f"data.noun:{number}") from error
        texts.append(gloss.strip())
    number_of = {offset: i for i, offset in enumerate(offsets)}
    unknown = next((p for p in parents if p not in number_of), None)
    if unknown is not None:
        raise KnowledgeError(f"data.noun points to the synset {unknown}, which it does not have.", where=str(folder))
    order = _sense_order(folder / "index.noun")
    return assemble(
        offsets,
        np.array(children, np.int64),
        np.array([number_of[p] for p in parents], np.int64),
        terms=terms,
        term_concept=np.array(owners, np.int64),
        sense_rank=np.array(
            [order.get((t.lower(), offsets[o]), 1 << 20) for t, o in zip(terms, owners, strict=True)], np.int64
        ),
        instance=np.array(instances, np.bool_),
        inflections=_exceptions(folder / "noun.exc"),
        glosses=texts if glosses else None,
        languages=("en",),
    )


def _lines(path: Path) -> list[str]:
    return path.read_text("utf-8", errors="replace").split("\n")


def _sense_order(path: Path) -> dict[tuple[str, str], int]:
    """Which sense of its lemma each synset is."""
    order: dict[tuple[str, str], int] = {}
    for number, line in enumerate(_lines(path), 1):
        if line.startswith("  ") or not line.strip():
            continue
        parts = line.split()
        try:
            synsets = parts[-int(parts[2]) :]
        except (IndexError, ValueError) as error:
            raise KnowledgeError("This is not a line of a WordNet index file.", where=f"index.noun:{number}") from error
        for sense, offset in enumerate(synsets):
            order[parts[0].replace("_", " "), offset] = sense
    return order


def _exceptions(path: Path) -> dict[str, str]:
    if not path.is_file():
        return {}
    pairs = [line.split() for line in _lines(path)]
    return {p[0].replace("_", " "): p[1].replace("_", " ") for p in pairs if len(p) >= 2}
