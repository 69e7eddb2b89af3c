"""Makes up a search log of 1,000 users and some 56,000 queries: ``python make.py -o log.csv``.

The cut that is shipped is ``python make.py --users 50 -o searchlog.csv``.

Nobody in it exists. Every user has a few interests, which are branches of WordNet, searches in sessions, comes back to
old favourites, misspells, looks for names and web addresses; about 61 % of the queries are complex.
"""

import argparse
import csv
import random
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import accumulate
from pathlib import Path

import semblant as sb

SEED = 56_000
USERS = 1_000
QUERIES = 56  # of a user, on average
COMPLEX = 0.67  # of the queries that are words at all, which makes 61 % of all queries

INTERESTS = """sport#1, disease#1, food#2, musical instrument, dog#1, garment, furniture#1, tree#1, flower#1, bird#1,
fish#1, beverage, tool#1, vehicle#1, building#1, jewelry, cosmetic, drug#1, fruit#1, vegetable#1, science#1, insect,
mineral#1, ship#1, weapon#1, book#1, music#1, plaything, footwear#2, fabric, dessert, body part, tax, computer, worker,
performer, chemical element, symptom#1, therapy, cat#1, horse#1, mammal"""
PLACES = """london, paris, texas, florida, california, chicago, boston, seattle, ohio, canada, mexico, hawaii, atlanta,
denver, georgia, italy, spain, france, germany, japan, china, india, egypt, brazil, detroit, miami, dallas, virginia"""
BEFORE = "cheap, best, free, used, antique, how to choose, buy, types of, history of, pictures of, new, homemade"
AFTER = "for sale, online, reviews, prices, store, supplies, club, magazine, rental, association, pictures"
FIRST = "alma, bruno, clara, denis, edith, felix, greta, hugo, irma, jonas, karin, leo, marta, nils, olga, paul"
LAST = "abbot, brandt, costa, dahl, ekberg, ferrer, garland, holt, ibsen, jansen, keller, lund, moreno, nash"
SITES = "mapfinder, mailbox, newsroom, auctions, weatherman, yellowbook, moviehouse, songbird"


def listed(text: str) -> list[str]:
    """The words of a list."""
    return text.replace("\n", " ").split(", ")


def vocabulary(wordnet: sb.Taxonomy, interest: str, chance: random.Random) -> list[str]:
    """The words below a concept whose first sense it is, in an order of our own: the first are on everyone's lips."""
    top = wordnet.index(interest)
    found, waiting = {top}, [top]
    while waiting:
        for below in wordnet.children(waiting.pop()).tolist():
            if below not in found:
                found.add(below)
                waiting.append(below)
    words = {
        t for c in found for t in wordnet.terms(c) if wordnet.senses(t)[0] == c and t.islower() and t.count(" ") < 2
    }
    ordered = sorted(w for w in words if all(p.isalpha() for p in w.split()))
    chance.shuffle(ordered)
    return ordered[:400]


def often(size: int, steepness: float) -> list[float]:
    """Cumulative weights of a long tail: the n-th is as likely as 1/n to some power."""
    return list(accumulate((n + 1) ** -steepness for n in range(size)))


class User:
    """Somebody with interests, favourites and habits."""

    def __init__(self, words: dict[str, list[str]], chance: random.Random, additions: str = "shared") -> None:
        """``additions``: places and other additions are everybody's (``shared``), the user's ``own``, or there are
        ``none``.
        """
        self.chance, self.plain = chance, additions == "none"
        lists = [listed(text) for text in (PLACES, BEFORE, AFTER)]
        self.places, self.first, self.last = [chance.sample(some, 2) if additions == "own" else some for some in lists]
        self.interests = chance.sample(sorted(words), chance.choice((1, 2, 3, 3, 4, 5)))
        self.own = {name: self._favourites(words[name]) for name in self.interests}
        self.before: list[str] = []

    def _favourites(self, words: list[str]) -> list[str]:
        drawn = self.chance.choices(words, cum_weights=often(len(words), 0.8), k=20)
        return list(dict.fromkeys(drawn))

    def query(self) -> str:
        """The next thing searched for."""
        chance = self.chance
        kind = chance.random()
        if self.before and kind < 0.18:
            return chance.choice(self.before)
        if kind < 0.22:
            return f"{chance.choice(listed(FIRST))} {chance.choice(listed(LAST))}"
        if kind < 0.26:
            return f"www.{chance.choice(listed(SITES))}.com"
        name = self.interests[min(int(chance.expovariate(1.3)), len(self.interests) - 1)]
        made = self._words(name)
        if chance.random() < 0.03:
            made = misspelt(made, chance)
        self.before.append(made)
        return made

    def _words(self, name: str) -> str:
        chance, own = self.chance, self.own[name]
        word = chance.choices(own, cum_weights=often(len(own), 1.0))[0]
        if chance.random() > COMPLEX:
            return word
        if self.plain:
            return f"{word} and {chance.choice(own)}"
        return chance.choice(
            (
                f"{word} in {chance.choice(self.places)}",
                f"{chance.choice(self.places)} {word} {chance.choice(self.last)}",
                f"{chance.choice(self.first)} {word}",
                f"{word} {chance.choice(self.last)}",
                f"{word} and {chance.choice(own)}",
                f"{chance.choice(self.first)} {word} {chance.choice(self.last)}",
            )
        )


def misspelt(text: str, chance: random.Random) -> str:
    """Two neighbouring letters swapped."""
    at = chance.randrange(max(len(text) - 1, 1))
    return text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :]


def rows(users: int, seed: int = SEED, additions: str = "shared") -> Iterator[tuple[str, str, str, str, str]]:
    """User, query, time, clicked address and number of results, user by user."""
    chance = random.Random(seed)
    wordnet = sb.load_taxonomy("wordnet")
    words = {name: vocabulary(wordnet, name, chance) for name in listed(INTERESTS)}
    words = {name: found for name, found in words.items() if len(found) >= 20}
    numbers = chance.sample(range(100_000, 100_000 + 20 * users), users)
    for number in numbers:
        user = User(words, chance, additions)
        left = max(5, round(chance.lognormvariate(3.77, 0.75)))
        when = datetime(2006, 3, 1) + timedelta(minutes=chance.randrange(20 * 1440))
        while left > 0:
            for _ in range(min(left, chance.choice((1, 1, 2, 3, 5, 8)))):
                query = user.query()
                when += timedelta(seconds=chance.randrange(8, 240))
                site = query.replace("www.", "").replace(".com", "").split()[0]
                clicked = (
                    f"http://www.{site}{chance.choice(('', 'world', 'shop'))}.example/"
                    if chance.random() < 0.55
                    else ""
                )
                yield str(number), query, when.isoformat(" "), clicked, str(int(10 ** chance.uniform(0.5, 6)))
                left -= 1
            when += timedelta(minutes=chance.randrange(30, 4 * 1440))


def main() -> None:
    """Write the log."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--users", type=int, default=USERS)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("-o", "--out", type=Path, required=True)
    given = parser.parse_args()
    with given.out.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(("user_id", "query", "when", "clicked", "results"))
        out.writerows(rows(given.users, given.seed))


if __name__ == "__main__":
    main()
