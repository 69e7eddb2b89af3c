"""Makes up shopping baskets: ``python make.py`` writes baskets.csv. Nobody in it exists.

Households buy by habit: a kind of cooking, some staples, now and then something odd. Every item is a noun of WordNet.
"""

import argparse
import csv
import random
from collections.abc import Iterator
from pathlib import Path

SEED = 600
HOUSEHOLDS = 600

HABITS = {
    "traditional": "beef, potato, cabbage, carrot, onion, butter, beer, sausage, ham, turnip, gravy, mustard, pork",
    "southern": "tomato, olive oil, garlic, pasta, basil, wine, eggplant, anchovy, mozzarella, zucchini, olive, tuna",
    "green": "lentil, tofu, spinach, broccoli, chickpea, almond, avocado, barley, kale, mushroom, walnut, soy milk",
    "family": "cereal, milk, banana, ham, cheese, juice, cookie, yogurt, peanut butter, apple, bread, diaper, jam",
    "single": "pizza, beer, soup, sandwich, soda water, ice cream, frozen food, coffee, chocolate, chewing gum, cider",
    "baker": "flour, egg, sugar, butter, yeast, vanilla, raisin, cinnamon, cream, honey, lemon, apple, baking powder",
    "angler": "trout, salmon, lemon, dill, potato, wine, shrimp, rice, caper, cod, herring, cucumber, leek",
    "garden": "seed, fertilizer, rose, tulip, spade, rake, watering can, tomato, strawberry, hose, glove, basil",
    "pets": "dog food, cat food, collar, leash, milk, shampoo, birdseed, rice, chicken, brush, aquarium",
    "health": "aspirin, vitamin, bandage, tea, honey, ginger, thermometer, oatmeal, grapefruit, soap, toothpaste",
}
STAPLES = "bread, milk, egg, butter, apple, coffee, tea, salt, sugar, soap, rice, potato, cheese, banana"
ODD = """caviar, oyster, truffle, saffron, mousetrap, insulin, crutch, champagne, kumquat, horseradish, snail, cane,
wheelchair, pacifier, cigar, whiskey, denture, wig, papaya, lobster, eel, rabbit, snuff, chess set, violin string"""
WORDS = {"tomato": "tomatoes", "egg": "eggs", "potato": "potatoes", "apple": "apples", "cookie": "cookies"}


def rows(households: int, seed: int) -> Iterator[tuple[str, str, str, str]]:
    """Household, age of the person who shops, items, visits a month."""
    chance = random.Random(seed)
    kinds, odd = sorted(HABITS), ODD.replace("\n", " ").split(", ")
    for number in chance.sample(range(1_000, 10_000), households):
        basket = set()
        for kind in chance.sample(kinds, chance.choice((1, 1, 2))):
            items = HABITS[kind].split(", ")
            basket |= {items[min(int(chance.expovariate(0.3)), len(items) - 1)] for _ in range(chance.randint(2, 6))}
        basket |= set(chance.sample(STAPLES.split(", "), chance.randint(0, 3)))
        if chance.random() < 0.12:
            basket.add(chance.choice(odd))
        written = [WORDS[i] if i in WORDS and chance.random() < 0.3 else i for i in sorted(basket)]
        chance.shuffle(written)
        yield str(number), str(round(chance.triangular(18, 90, 41))), "|".join(written), str(chance.randint(1, 20))


def main() -> None:
    """Write the baskets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--households", type=int, default=HOUSEHOLDS)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("-o", "--out", type=Path, default=Path(__file__).with_name("baskets.csv"))
    given = parser.parse_args()
    with given.out.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(("household", "age", "items", "visits"))
        out.writerows(rows(given.households, given.seed))


if __name__ == "__main__":
    main()
