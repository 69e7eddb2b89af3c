"""Make staff.csv: 1,200 people who work somewhere, with their titles, towns and postcodes as they typed them.

Nobody in it exists. Run this file to write the table again: the bytes are the same every time.
"""

import csv
import io
import random
from pathlib import Path

SEED = 1200
STAFF = 1_200

# How often a job is held, and how people write it.
TITLES = (
    (60, "rn; Registered Nurse; registered nurse; RN - ICU; Nurse; staff nurse"),
    (45, "cna; CNA; certified nursing assistant; nursing asst"),
    (40, "truck driver; Truck Driver; CDL driver; otr truck driver"),
    (45, "Sr. Software Engineer II; software engineer; Software Eng; sr software engineer"),
    (25, "Engineer, civil; civil engineer; Civil Eng II"),
    (60, "teacher; Elementary School Teacher; elem school teacher; 5th grade teacher"),
    (25, "high school english teacher; High School Teacher; math teacher, high school"),
    (40, "csr; customer service rep; Customer Service; call center agent"),
    (35, "admin asst; Administrative Assistant; executive assistant; secretary"),
    (30, "accountant; Sr. Accountant; staff accountant; CPA"),
    (20, "bookkeeper; accounts payable clerk; payroll clerk"),
    (35, "cashier; sales associate; retail sales associate; store clerk"),
    (25, "server; waitress; bartender; line cook; cook"),
    (25, "electrician; journeyman electrician; electrican; Electrician apprentice"),
    (20, "plumber; pipefitter; carpenter; roofer"),
    (20, "auto mechanic; diesel mechanic; Automotive Tech"),
    (20, "police officer; deputy sheriff; correctional officer; firefighter"),
    (15, "attorney; paralegal; legal asst; legal secretary"),
    (15, "web developer; programmer/analyst; database admin; network admin; help desk"),
    (15, "pharmacist; pharmacy tech; medical asst; dental hygienist; physical therapist"),
    (10, "forklift operator; warehouse worker; material handler"),
    (15, "manager; office manager; project manager; general manager; owner"),
    (5, "glass blower; falconer; harp maker; beekeeper; sommelier; puppeteer"),
)

# Share, the town as it is written, and the beginnings of its postcodes.
TOWNS = (
    (30, "Chicago, IL; Chicago; chicago il", "606"),
    (18, "Springfield, IL; Springfield IL", "627"),
    (14, "St. Louis, MO; St Louis; Saint Louis, Missouri", "631"),
    (12, "Milwaukee; Milwaukee, WI", "532"),
    (10, "Indianapolis, IN; Indianapolis", "462"),
    (6, "Austin TX; Austin, Texas", "787"),
    (5, "Portland, OR", "972"),
    (3, "New York, NY; NYC", "100"),
    (2, "Boston, MA", "021"),
)

PAY = (28, 36, 44, 52, 61, 75, 92, 118)


def one_of(rng: random.Random, forms: str) -> str:
    """One of the ways to write something; the n-th is n times rarer than the first."""
    ways = forms.split("; ")
    return rng.choices(ways, [1 / n for n in range(1, len(ways) + 1)])[0]


def staff() -> str:
    """The table as CSV."""
    rng = random.Random(SEED)
    file = io.StringIO()
    table = csv.writer(file, lineterminator="\n")
    table.writerow(["staff_id", "job_title", "town", "postcode", "age", "pay_band"])
    for number in range(1, STAFF + 1):
        titles = rng.choices(TITLES, [share for share, _ in TITLES])[0][1]
        _, towns, postcode = rng.choices(TOWNS, [share for share, *_ in TOWNS])[0]
        code = f"{postcode}{min(int(rng.expovariate(0.25)), 40):02}"
        age = min(max(round(rng.gauss(42, 11)), 18), 69)
        pay = f"{rng.choice(PAY)}k"
        table.writerow([f"E{number:05}", one_of(rng, titles), one_of(rng, towns), code, age, pay])
    return file.getvalue()


if __name__ == "__main__":
    (Path(__file__).parent / "staff.csv").write_text(staff(), encoding="utf-8", newline="")
