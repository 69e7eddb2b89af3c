"""List English words that WordNet's tagged corpus says more about than WordNet itself.

    python scripts/list_words.py DICT

``PLURALS`` (in ``semblant/terms/normalise.py``) are plurals that WordNet also has as terms of their own: `shoes` is a
situation, as in "in his shoes", and `Tours` a city, but people who write *shoes* or *guided tours* mean neither. A word
is listed where the corpus has its singular at least ten times as often; a name, where the corpus has its singular more
often at all.

``SETTLED`` (in ``semblant/terms/usage.py``) are words whose first sense the corpus has at least ten times, and three
times as often as the sense that many compounds would put before it: a `family` stays people, though more families of
plants have names.

``DICT`` is a WordNet 3.0 ``dict`` folder with ``data.noun``, ``noun.exc`` and ``cntlist.rev``.
"""

import sys
import textwrap
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from semblant.knowledge.sources import load
from semblant.terms import usage
from semblant.terms.lexicon import Lexicon
from semblant.terms.normalise import singulars

Seen = Mapping[str, Mapping[int, int]]
"""How often the corpus has each sense of each noun."""


def plurals(folder: Path, seen: Seen) -> Iterator[str]:
    """Terms that are mostly just plurals."""
    spelt = _spellings(folder / "data.noun")
    irregular = {form: base for form, base, *_ in map(str.split, _lines(folder / "noun.exc"))}
    for form in sorted(spelt):
        bases = [irregular[form]] if form in irregular else list(singulars(form))
        base = next((b for b in bases if b in spelt and b != form), None)
        if base is None or "_" in form or any(s.isupper() for s in spelt[form]):
            continue
        own, singular = (sum(seen[word].values()) for word in (form, base))
        is_name = all(s[0].isupper() for s in spelt[form])
        if singular > own if is_name else singular >= 10 * (own + 1):
            yield form


def settled(seen: Seen) -> Iterator[str]:
    """Words that keep their first sense, whatever their compounds suggest."""
    usage.SETTLED = frozenset()
    lexicon = Lexicon(load("wordnet"))
    living = usage.Usage(lexicon)
    for word in sorted(seen):
        place = living.usual([word], lexicon.senses(word))
        if place and seen[word].get(1, 0) >= max(10, 3 * seen[word].get(place + 1, 0)):
            yield word


def _spellings(path: Path) -> dict[str, set[str]]:
    """How every noun is written, by its lower-case form."""
    spelt: defaultdict[str, set[str]] = defaultdict(set)
    for line in _lines(path):
        if not line.startswith(" "):
            fields = line.split()
            for word in fields[4 : 4 + 2 * int(fields[3], 16) : 2]:
                spelt[word.lower()].add(word)
    return spelt


def _seen(path: Path) -> Seen:
    seen: defaultdict[str, dict[int, int]] = defaultdict(dict)
    for line in _lines(path):
        sense, number, times = line.split()
        if "%1:" in sense:
            seen[sense.partition("%")[0]][int(number)] = int(times)
    return seen


def _lines(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines()


def main() -> None:
    """Print the lists for the folder named on the command line."""
    folder = Path(sys.argv[1])
    seen = _seen(folder / "cntlist.rev")
    for name, words in (("PLURALS", plurals(folder, seen)), ("SETTLED", settled(dict(seen)))):
        print(name, textwrap.fill(" ".join(words), 116), sep="\n", end="\n\n")


if __name__ == "__main__":
    main()
