"""Make discharges.csv: 3,006 stays in a hospital, each with a principal and a secondary diagnosis in ICD-10.

Nobody in it exists. Run this file to write the discharges again: the bytes are the same every time.
"""

import csv
import io
import random
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

SEED = 3006

# How often a pair of diagnoses occurs, and how many pairs occur so often: most belong to one patient alone.
FREQUENCIES = {
    37: 1, 28: 1, 23: 1, 19: 1, 16: 1, 13: 2, 11: 2, 9: 3, 8: 4, 7: 6, 6: 9, 5: 15, 4: 26, 3: 56, 2: 130, 1: 2073,
}  # fmt: skip


class Ward(NamedTuple):
    """Patients of one kind: who they are, what brings them in, and what they often have besides."""

    name: str
    share: float
    women: float
    ages: tuple[int, int]
    days: float
    deaths: float
    principal: str  # diagnoses of WHO's ICD-10, the usual ones first (the n-th weighs 1/n)
    secondary: str


# What patients past their youth often have besides, whatever brought them in.
CHRONIC = "I10 E11.9 E78.5 I48.9 N18.9 J44.9 D64.9 E66.9 E03.9 F32.9 K21.9 N39.0 F17.2 M81.9 Z92.1 E87.6 F03 Z95.5"
PAST_YOUTH = 45

WARDS = (
    Ward("heart", 16, 0.43, (46, 94), 6, 0.06,
         "I21.4 I50.0 I25.1 I48.0 I20.0 I21.1 I21.0 I48.2 I35.0 I50.1 I44.2 I49.5 I47.1 I21.9 I34.0 I26.9 I71.4 I33.0 "
         "I47.2 I42.0 I30.9 I71.0",
         "I25.1 I50.9 I48.9 I34.0 Z95.1 Z95.0 I25.2 N17.9 J90 E87.5 I27.2 I70.2 Z82.4 I44.7 I73.9 Z86.7"),
    Ward("lungs", 12, 0.46, (38, 92), 8, 0.07,
         "J18.9 J44.1 J44.0 J15.9 J20.9 J96.0 J69.0 J45.9 J13 J90 J84.1 J93.1 J47 J22 J10.0 J86.9 A15.0 J98.1",
         "J44.9 J96.1 I50.9 Z72.0 J45.9 J90 B95.3 E86 J43.9 R04.2 G47.3 B37.1 I27.9 Z99.8 I26.9"),
    Ward("digestion", 11, 0.48, (24, 88), 6, 0.03,
         "K80.1 K35.8 K40.9 K57.3 K56.6 K85.9 K92.2 K80.0 K29.7 K25.4 K52.9 K43.9 K50.9 K51.9 K83.1 K61.0 K26.4 A09.0 "
         "K74.6 K70.3 K35.3 K55.0",
         "K66.0 K65.0 K76.0 K29.5 K44.9 D62 E86 K57.9 F10.2 K63.5 R18 K59.0 K21.0 B98.0"),
    Ward("joints", 6, 0.58, (36, 88), 7, 0.003,
         "M17.1 M16.1 M51.1 M48.0 M54.5 M75.1 M23.2 T84.0 M20.1 M43.1 M46.4 M86.9 M19.0 M87.0",
         "M81.9 M15.9 Z96.6 D62 M41.9 M06.9 E55.9 H91.9 M10.9 M47.8 H40.9 T81.0"),
    Ward("fractures", 6, 0.64, (40, 96), 10, 0.04,
         "S72.0 S72.1 S82.8 S52.5 S42.2 S32.0 S82.1 S72.3 S32.5 S22.0 S82.0 S42.3",
         "W01 M81.9 W18 M80.9 W10 D62 R29.6 W06 H54.2 E55.9 F05.9 L89.1 G20 Z96.6"),
    Ward("brain and nerves", 9, 0.48, (40, 93), 11, 0.09,
         "I63.9 G45.9 I63.4 G40.9 I61.9 I63.5 G20 I60.9 G35 I62.0 G41.9 G30.1 G61.0 A87.9 G51.0 G70.0 G93.1",
         "G81.9 R47.0 I69.3 I65.2 R13 F05.9 H53.4 G93.6 G40.9 R32 I67.8 J69.0 L89.2"),
    Ward("tumours", 8, 0.45, (42, 88), 9, 0.13,
         "C34.9 C18.7 C20 C34.1 C18.0 C16.9 C25.0 C22.0 C67.9 C64 C15.9 C18.2 C43.9 C32.9 C24.0 C73",
         "C78.7 C78.0 C79.5 C77.2 D63.0 R64 C79.3 C78.6 E88.0 Z85.0 Z51.1 R52.1 K56.6 J91"),
    Ward("blood", 3, 0.47, (30, 86), 12, 0.12,
         "C83.3 C90.0 C92.0 C91.1 C85.9 D46.9 C81.9 D61.9 C82.9 D59.1 D69.3",
         "D70 D69.6 Z51.1 D63.0 B37.0 J18.9 A41.9 E88.3 Z94.8 R50.8 D73.1 M90.7"),
    Ward("kidneys and bladder", 6, 0.5, (30, 92), 7, 0.04,
         "N39.0 N17.9 N20.1 N10 N18.5 N20.0 N13.2 N13.6 N12 N04.9 N21.0 N30.0 N18.4",
         "N18.5 E87.5 Z99.2 D63.8 B96.2 N13.3 E87.1 N25.8 N28.1 E11.2 I12.0 A41.9 Z90.5"),
    Ward("diabetes", 4, 0.46, (25, 90), 9, 0.03,
         "E11.5 E10.1 E11.6 E11.7 E10.6 E14.5 E10.7 E11.0 E10.5",
         "I70.2 L97 H36.0 G63.2 N08.3 L03.1 I73.9 E78.2 E87.5 L89.1 Z89.4 K76.0 Z83.3"),
    Ward("glands", 2, 0.72, (25, 85), 5, 0.01,
         "E87.1 E05.0 E04.2 E86 E66.8 E27.4 E21.0 E83.5 E16.2 E23.0 D35.2",
         "E89.0 E55.9 R63.4 N20.0 R55 E78.2 G47.3 K76.0 F05.9 E87.5"),
    Ward("infections", 5, 0.47, (28, 93), 11, 0.15,
         "A41.9 A41.5 A46 L03.1 A04.7 A41.0 B02.9 A49.9 B34.9 L02.4 B20.7 A40.3 B50.9 A08.1",
         "R57.2 N17.9 E86 B96.2 B95.6 J96.0 L89.3 D69.6 E87.2 U83.7 B18.2 B37.0 R65.1"),
    Ward("mind", 5, 0.47, (18, 78), 17, 0.004,
         "F20.0 F32.2 F10.2 F33.2 F31.1 F10.3 F25.0 F60.3 F43.2 F23.0 F50.0 F11.2 F41.1",
         "F17.2 F10.1 F60.3 F12.1 Z91.1 F41.1 F43.1 Z91.5 F13.2 Z60.2 F70.1 G47.0 R45.8"),
    Ward("injuries", 3, 0.34, (15, 80), 6, 0.03,
         "S06.0 S22.4 S06.5 S27.0 S36.0 S02.6 S82.2 S06.6 S61.8 S37.0 S02.2 S12.1",
         "V43.5 W19 V18.4 S01.0 S42.0 Y04 F10.0 W10 V03.1 S00.8 V28.4 W11 S80.0"),
    Ward("poisoning", 2, 0.6, (15, 70), 3, 0.01,
         "T42.4 T39.1 T43.0 T51.0 T43.5 T40.2 T58",
         "X61 F32.9 F60.3 F10.0 X60 F43.2 J69.0 X41 Z91.5 R40.2 F10.2"),
    Ward("pregnancy", 3, 1.0, (16, 45), 3, 0.0,
         "O03.4 O00.1 O47.0 O21.1 O20.0 O46.9 O14.0 O23.0 O44.1 O26.6",
         "O99.0 O24.4 O99.2 O34.2 O30.0 E86 N83.2 O36.0 Z87.5 O13 Z35.1"),
    Ward("birth", 6, 1.0, (16, 44), 3, 0.0,
         "O80.0 O70.1 O42.0 O48 O68.0 O60.1 O72.1 O62.2 O81.4 O73.0 O63.1",
         "Z37.0 O70.0 O99.0 O69.1 O24.4 O13 O72.1 O99.2 O62.0 O71.4 O26.6 O90.8"),
    Ward("caesarean", 4, 1.0, (18, 46), 5, 0.0,
         "O82.0 O34.2 O82.1 O68.0 O64.1 O14.1 O36.5 O33.9 O44.1 O45.9 O62.1",
         "Z37.0 O34.2 O24.4 O13 O30.0 O99.0 Z37.2 O72.1 O42.1 O99.2 O90.0 O40"),
    Ward("women's health", 4, 1.0, (24, 82), 5, 0.005,
         "D25.9 C50.9 N81.2 N83.2 C50.4 N80.0 N85.0 D27 C54.1 N81.1 C56 N70.0 C53.9 N84.0",
         "D50.0 C77.3 N39.3 N80.1 N73.6 D25.1 N83.0 Z80.3 C78.6 N94.6 E66.0 Z85.3"),
    Ward("men's health", 3, 0.0, (45, 90), 5, 0.01,
         "N40 C61 R33 N45.9 N41.0 N43.3 N35.9 C60.9 N47 N48.1",
         "R33 R31 N32.0 C79.5 N39.4 N21.0 N30.9 Z80.4 N48.4 Z96.0"),
    Ward("newborns", 4, 0.47, (0, 0), 9, 0.02,
         "P07.3 P22.0 P59.9 P07.1 P22.1 P36.9 P21.9 P70.4 P05.1 Q21.1 P24.0 Q21.0 P55.1 Q39.1",
         "P59.0 Z38.0 P22.1 P28.4 P92.2 P61.2 P70.4 P07.1 Z38.3 P29.3 Q25.0 P52.0 P38 Z38.1"),
    Ward("children", 5, 0.45, (1, 14), 4, 0.002,
         "J21.0 J35.3 A08.0 J45.0 J05.0 K35.8 R56.0 A09.9 H65.2 N10 E10.1 G40.3 D69.3 H50.0 M08.0",
         "E86 J06.9 R56.0 L20.9 J96.0 H66.9 Z91.0 D50.9 B97.4 R11 Q90.9 F84.0 J03.9 D80.2"),
)  # fmt: skip

# How a stay ends, from which age on, and how often.
OUTCOMES = (
    ("home", 0, 78),
    ("transferred", 0, 6),
    ("left against advice", 18, 2),
    ("home care", 40, 9),
    ("nursing home", 60, 5),
)

Pair = tuple[str, str]


def likelihoods() -> tuple[dict[Pair, float], dict[Pair, Ward]]:
    """How likely two diagnoses come together, and in which ward they mostly do."""
    likely: dict[Pair, float] = {}
    ward_of: dict[Pair, Ward] = {}
    for ward in WARDS:
        principals, secondaries = usual(ward.principal), usual(ward.secondary)
        if ward.ages[1] > PAST_YOUTH + 5:
            secondaries += usual(CHRONIC)
        total = ward.share / sum(weight for _, weight in principals) / sum(weight for _, weight in secondaries)
        for first, a in principals:
            for second, b in secondaries:
                if first[:3] != second[:3]:  # nobody codes the same disease twice
                    here = likely.get((first, second), 0.0)
                    likely[first, second] = here + total * a * b
                    if total * a * b > here:
                        ward_of[first, second] = ward
    return likely, ward_of


def usual(codes: str) -> list[tuple[str, float]]:
    """Codes with their weights, the usual ones first."""
    return [(code, 1 / place) for place, code in enumerate(codes.split(), 1)]


def diagnoses(rng: random.Random) -> list[tuple[Pair, Ward]]:
    """A pair for each stay and its ward: which pairs occur is drawn, the likely ones occur often."""
    likely, ward_of = likelihoods()
    times = [often for often, pairs in FREQUENCIES.items() for _ in range(pairs)]
    drawn = sorted(likely, key=lambda pair: rng.expovariate(likely[pair]))[: len(times)]
    drawn.sort(key=lambda pair: (-likely[pair], pair))
    return [(pair, ward_of[pair]) for pair, often in zip(drawn, times, strict=True) for _ in range(often)]


def discharges() -> str:
    """All discharges as the text of a CSV file."""
    rng = random.Random(SEED)
    stays = diagnoses(rng)
    rng.shuffle(stays)
    numbers = rng.sample(range(100_000, 1_000_000), len(stays))
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n").writerow
    write(["patient_id", "sex", "age_group", "principal", "secondary", "length_of_stay", "outcome"])
    for number, (pair, ward) in zip(numbers, stays, strict=True):
        sex = "F" if rng.random() < ward.women else "M"
        low, high = ward.ages
        if pair[1] in CHRONIC.split():
            low = max(low, PAST_YOUTH)
        age = int(rng.triangular(low, high + 1))
        days = 1 + int(rng.expovariate(1 / ward.days))
        write([f"P{number}", sex, age_group(age), *pair, days, outcome(ward, age, rng)])
    return out.getvalue()


def age_group(age: int) -> str:
    """The group of an age, as hospitals publish it: `<1`, `1-4`, then five years each up to `>=85`."""
    if age < 5:
        return "<1" if age < 1 else "1-4"
    low = age - age % 5
    return ">=85" if low >= 85 else f"{low}-{low + 4}"


def outcome(ward: Ward, age: int, rng: random.Random) -> str:
    """How a stay ended; the old die more often."""
    if rng.random() < ward.deaths * (1.6 if age >= 75 else 0.7):
        return "died"
    possible = {name: weight for name, from_age, weight in OUTCOMES if age >= from_age}
    return rng.choices(list(possible), list(possible.values()))[0]


def counts(pairs: Iterable[Pair]) -> tuple[int, int]:
    """How many pairs are different, and how many occur only once."""
    times = Counter(pairs)
    return len(times), sum(often == 1 for often in times.values())


if __name__ == "__main__":
    text = discharges()
    Path(__file__).with_name("discharges.csv").write_text(text, encoding="utf-8", newline="\n")
    written = [(row["principal"], row["secondary"]) for row in csv.DictReader(io.StringIO(text))]
    print(f"{len(written)} records")
    print("pairs of diagnoses: {} distinct, {} unique".format(*counts(written)))
