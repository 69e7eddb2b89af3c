"""Make survey.csv: 975 visitors of a park say why they came and what they mostly did.

Nobody in it exists. Run this file to write the survey again: the bytes are the same every time.
"""

import csv
import io
import random
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

SEED = 975

# How often a pair of answers is given, and how many pairs are given so often: a few are on everyone's lips,
# most belong to one visitor alone.
FREQUENCIES = {
    115: 1, 72: 1, 54: 1, 44: 1, 38: 1, 33: 1, 29: 1, 26: 1, 24: 1, 22: 1, 20: 1, 18: 1, 17: 1, 16: 1, 15: 1, 14: 1,
    13: 1, 12: 1, 11: 2, 10: 1, 9: 2, 8: 2, 7: 2, 6: 2, 5: 7, 4: 9, 3: 16, 2: 32, 1: 118,
}  # fmt: skip

# Share of the visitors, their reasons, their activities; the usual ones first (the n-th weighs 1/n).
# Every word is a noun of WordNet whose first sense is the one meant.
THEMES = (
    (24, "landscape, outdoors, countryside, national park, river, wetland",
         "walking, hiking, sightseeing, bicycling, picnic, photography, excursion, stroll, motoring"),
    (20, "beach, holiday, sea, summer, weekend, climate",
         "swimming, beach, sea bathing, walking, volleyball, snorkeling, siesta, sightseeing, cruise"),
    (18, "recreation, tranquillity, leisure, solitude, silence, health",
         "walking, reading, picnic, stroll, siesta, fishing, meditation, conversation"),
    (12, "wildlife, ornithology, ecology, fauna, flora, natural history",
         "photography, ornithology, nature study, walking, boating, hiking, filming, stargazing, foraging"),
    (8, "sport, adventure, exercise, sea, river",
        "surfing, swimming, rowing, boating, scuba diving, snorkeling"),
    (8, "sport, exercise, health, adventure",
        "bicycling, hiking, jogging, horseback riding, soccer, tennis, rock climbing, golf, archery, motorcycling"),
    (6, "family, friendship, holiday, birthday, anniversary, honeymoon",
        "picnic, camping, beach, cookout, excursion, treasure hunt, card game, hide-and-seek, cruise"),
    (5, "gastronomy, seafood, weekend, wine, tradition",
        "dining, lunch, wine tasting, walking, cookout, shopping, fishing"),
    (5, "fishing, tradition, hunting, silence",
        "angling, fishing, boating, hunting, camping, fly-fishing, falconry"),
    (4, "curiosity, history, heritage, architecture, folklore",
        "sightseeing, museum, excursion, festival, concert, lighthouse, shopping"),
    (3, "education, research, ecology, geology, geography",
        "field trip, nature study, lecture, exploration, photography"),
)  # fmt: skip

SURPRISE = 0.004  # the weight of every pair that no theme explains

VARIED = 0.05  # share of answers not written the usual way
OTHERWISE = {  # plurals, and other words that mean the same
    "beach": "beaches", "cookout": "cookouts", "excursion": "excursions", "hiking": "hikes", "holiday": "vacation",
    "landscape": "landscapes", "museum": "museums", "picnic": "picnics", "sport": "sports", "swimming": "swim",
    "tradition": "traditions", "walking": "walks", "wetland": "wetlands",
}  # fmt: skip

VISITS = {1: 46, 2: 21, 3: 12, 4: 8, 5: 5, 6: 3, 8: 2, 10: 2, 12: 1}  # visits so far this year
SATISFACTION = {5: 34, 4: 41, 3: 17, 2: 6, 1: 2}

Pair = tuple[str, str]


def words(text: str) -> list[str]:
    """The words of one list."""
    return text.split(", ")


def likelihoods() -> dict[Pair, float]:
    """How well a reason and an activity go together, for every two words that are used."""
    reasons = sorted({word for _, texts, _ in THEMES for word in words(texts)})
    activities = sorted({word for _, _, texts in THEMES for word in words(texts)})
    likely = {(reason, activity): SURPRISE for reason in reasons for activity in activities if reason != activity}
    for share, why, what in THEMES:
        for i, reason in enumerate(words(why), 1):
            for j, activity in enumerate(words(what), 1):
                if reason != activity:
                    likely[reason, activity] += share / (i * j)
    return likely


def answers(rng: random.Random) -> list[Pair]:
    """One pair of answers for each visitor: which pairs occur is drawn, the likely ones occur often."""
    likely = likelihoods()
    times = [often for often, pairs in FREQUENCIES.items() for _ in range(pairs)]
    drawn = sorted(likely, key=lambda pair: rng.expovariate(likely[pair]))[: len(times)]
    drawn.sort(key=lambda pair: (-likely[pair], pair))
    return [pair for pair, often in zip(drawn, times, strict=True) for _ in range(often)]


def spelt(word: str, rng: random.Random) -> str:
    """A word as a visitor writes it: mostly as it should be."""
    if rng.random() >= VARIED:
        return word
    return rng.choice([word.capitalize(), word.replace(" ", "-"), OTHERWISE.get(word, word.upper())])


def survey() -> str:
    """The whole survey as the text of a CSV file."""
    rng = random.Random(SEED)
    given = answers(rng)
    rng.shuffle(given)
    numbers = rng.sample(range(10_000, 100_000), len(given))
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n").writerow
    write(["visitor_id", "reason", "activity", "visits", "satisfaction"])
    for number, (reason, activity) in zip(numbers, given, strict=True):
        write([number, spelt(reason, rng), spelt(activity, rng), one_of(VISITS, rng), one_of(SATISFACTION, rng)])
    return out.getvalue()


def one_of(weights: dict[int, int], rng: random.Random) -> int:
    """One of the keys, by weight."""
    return rng.choices(list(weights), list(weights.values()))[0]


def plain(text: str) -> str:
    """A text without case, hyphens and spare spaces."""
    return " ".join(text.casefold().replace("-", " ").split())


def counts(pairs: Iterable[Pair]) -> tuple[int, int]:
    """How many pairs are different, and how many occur only once."""
    times = Counter(pairs)
    return len(times), sum(often == 1 for often in times.values())


if __name__ == "__main__":
    text = survey()
    Path(__file__).with_name("survey.csv").write_text(text, encoding="utf-8", newline="\n")
    written = [(row["reason"], row["activity"]) for row in csv.DictReader(io.StringIO(text))]
    print(f"{len(written)} records")
    print("pairs by meaning:      {} distinct, {} unique".format(*counts(answers(random.Random(SEED)))))
    print("pairs by plain text:   {} distinct, {} unique".format(*counts((plain(a), plain(b)) for a, b in written)))
    print("pairs by exact text:   {} distinct, {} unique".format(*counts(written)))
