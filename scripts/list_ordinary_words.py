"""List English words that would be misread as glued or shortened names of columns: `intuition` is not about tuition.

    python scripts/list_ordinary_words.py > src/semblant/data/ordinarywords.txt

The words are the nouns of WordNet and forms that many of them have as verbs. Listed are those that
:func:`semblant.data.columnnames.guess_of` takes for something else; run it again after a change of the word lists.
"""

import textwrap
from collections.abc import Iterator

from semblant.data.columnnames import guess_of
from semblant.data.columnwords import IDENTIFYING_WORDS, KNOWN, QUASI, SENSITIVE, SHORT
from semblant.knowledge.sources import load


def english_words() -> Iterator[str]:
    """The nouns of WordNet, with forms of those that are verbs as well, but for `s` and `ed`, which are taken off."""
    for noun in load("wordnet").labels():
        if noun.isalpha() and noun.islower():
            stem = noun.removesuffix("e")
            yield from (noun, f"{stem}ing", f"{noun.removesuffix('y')}ied")


def misread() -> list[str]:
    """The words whose guess says something about a column."""
    telling = SENSITIVE.keys() | QUASI.keys() | IDENTIFYING_WORDS
    unknown = {word for word in english_words() if word.isascii() and word not in KNOWN and word not in SHORT}
    return sorted(word for word in unknown if telling & set(guess_of(word)))


if __name__ == "__main__":
    print(textwrap.fill(" ".join(misread()), 118))
