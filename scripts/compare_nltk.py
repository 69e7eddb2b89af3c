"""On how many of 1,000 random noun pairs NLTK and Semblant agree: the figures of docs/measures.md.

    NLTK_DATA=FOLDER python scripts/compare_nltk.py

Needs ``nltk`` and its WordNet 3.0 corpus in FOLDER; neither is a dependency of the project.
"""

import random
from itertools import product

import nltk
from nltk.corpus.reader.wordnet import WordNetCorpusReader

from semblant.knowledge.sources import load
from semblant.policy.model import Source
from semblant.semantics.measures import distance, similarity


def main() -> None:
    """Print one line per way of counting depth."""
    theirs = WordNetCorpusReader(nltk.data.find("corpora/wordnet"), None)
    ours = load("wordnet")
    draw = random.Random(5)
    pairs = [(draw.randrange(len(ours)), draw.randrange(len(ours))) for _ in range(1000)]
    synsets = [[theirs.synset_from_pos_and_offset("n", int(ours.ids[c])) for c in pair] for pair in pairs]

    def agree(there: list[float], here: list[float]) -> int:
        return sum(abs(a - b) < 1e-6 for a, b in zip(there, here, strict=True))

    wup = [a.wup_similarity(b) for a, b in synsets]
    for depth, counting, root in product(("longest", "shortest"), ("nodes", "edges"), (True, False)):
        options = Source(source="", depth=depth, counting=counting, root=root)
        same = agree(wup, [similarity(ours, a, b, "wu-palmer", options) for a, b in pairs])
        print(f"wup_similarity, depth {depth}, counting {counting}, root {str(root).lower()}: {same}")
    path = [a.path_similarity(b) for a, b in synsets]
    print("path_similarity as 1 / (1 + path):", agree(path, [1 / (1 + distance(ours, a, b, "path")) for a, b in pairs]))


if __name__ == "__main__":
    main()
