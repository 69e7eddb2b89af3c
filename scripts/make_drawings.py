"""Draw the pictures of docs/concepts from real runs of Semblant.

python scripts/make_drawings.py     writes docs/pictures/*.svg

The pictures have no background and follow the light or dark theme of the viewer.
"""

from dataclasses import dataclass, field
from html import escape
from pathlib import Path

import polars as pl

import semblant as sb
from semblant.policy.file import build_policy, read_policy
from semblant.release.compare import compare

PROJECT = Path(__file__).parents[1]
FOLDER = PROJECT / "docs" / "pictures"

PEOPLE = pl.DataFrame(
    {
        "name": ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida"],
        "job": ["surgeon", "nurse", "dentist", "painter", "sculptor", "photographer", "baker", "cook", "waiter"],
        "age": [34, 31, 38, 61, 64, 57, 22, 25, 24],
        "illness": ["asthma", "flu", "angina", "flu", "asthma", "gout", "flu", "flu", "flu"],
    }
)
ROLES = {
    "name": "identifier",
    "job": {"role": "quasi", "kind": "semantic", "knowledge": "wordnet"},
    "age": {"role": "quasi", "kind": "numeric"},
    "illness": "sensitive",
}

_STYLE = """
text { font: 14px system-ui, sans-serif; fill: #1f2328 }
.small { font-size: 12px; fill: #59636e } .head { font-weight: 600 }
.gone { fill: #9a6700; text-decoration: line-through }
.end { text-anchor: end } .mid { text-anchor: middle } .told { fill: #cf222e; font-weight: 600 }
path, line { stroke: #818b98; stroke-width: 1.5; fill: none } .find { stroke: #cf222e; stroke-dasharray: 5 4 }
.a { fill: #0969da } .b { fill: #1a7f37 } .c { fill: #8250df } rect.a, rect.b, rect.c { fill-opacity: .16 }
path.a, path.b, path.c { fill: none } path.a { stroke: #0969da } path.b { stroke: #1a7f37 } path.c { stroke: #8250df }
.hollow { fill: none; stroke: #818b98; stroke-width: 1.5 } .star { fill: #bf8700 }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 } .small { fill: #9198a1 } .gone { fill: #d29922 } .told { fill: #ff7b72 }
.a { fill: #58a6ff } .b { fill: #3fb950 } .c { fill: #bc8cff } .find { stroke: #ff7b72 } .star { fill: #e3b341 }
path.a { stroke: #58a6ff } path.b { stroke: #3fb950 } path.c { stroke: #bc8cff }
}
"""


@dataclass
class Drawing:
    """Lines, boxes and words on a sheet."""

    width: int
    height: int
    title: str
    parts: list[str] = field(default_factory=list)

    def text(self, x: float, y: float, words: object, kind: str = "") -> None:
        self.parts.append(f'<text x="{x:g}" y="{y:g}"{_class(kind)}>{escape(str(words))}</text>')

    def box(self, x: float, y: float, width: float, height: float, kind: str) -> None:
        self.parts.append(f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="4"{_class(kind)}/>')

    def dot(self, x: float, y: float, radius: float, kind: str) -> None:
        self.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}"{_class(kind)}/>')

    def path(self, points: list[tuple[float, float]], kind: str = "") -> None:
        way = "L".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.parts.append(f'<path d="M{way}"{_class(kind)}/>')

    def save(self, name: str) -> None:
        FOLDER.mkdir(parents=True, exist_ok=True)
        (FOLDER / f"{name}.svg").write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" width="{self.width}" '
            f'height="{self.height}" role="img"><title>{escape(self.title)}</title><style>{_STYLE}</style>\n'
            + "\n".join(self.parts)
            + "\n</svg>\n",
            "utf-8",
        )


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""


def released() -> sb.Release:
    """The nine people, in groups of three."""
    return sb.anonymise(PEOPLE, k=3, attributes=ROLES)


def colours(release: sb.Release) -> list[str]:
    """A colour for the group of every row, in the order of the rows."""
    order = list(dict.fromkeys(map(int, release.groups)))
    return ["abc"[order.index(int(group))] for group in release.groups]


def k_anonymity() -> None:
    """Nine people before and after."""
    release = released()
    row, top = 26, 70
    sheet = Drawing(760, top + 9 * row + 46, "Nine people, and the same nine with every three of them alike")
    for x, words in (
        (20, "name"),
        (90, "job"),
        (236, "age"),
        (256, "illness"),
        (430, "job"),
        (626, "age"),
        (646, "illness"),
    ):
        sheet.text(x, 44, words, "head end" if words == "age" else "head")
    sheet.text(20, 20, "What you have", "small")
    sheet.text(430, 20, "What you publish: k = 3", "small")
    for i, (before, after, colour) in enumerate(
        zip(PEOPLE.iter_rows(named=True), release.data.iter_rows(named=True), colours(release), strict=True)
    ):
        y = top + i * row
        sheet.box(420, y - 16, 330, row - 3, colour)
        sheet.text(20, y + 2, before["name"], "gone")
        for x, person in ((90, before), (430, after)):
            sheet.text(x, y + 2, person["job"])
            sheet.text(x + (146 if x == 90 else 196), y + 2, person["age"], "end")
            sheet.text(x + (166 if x == 90 else 216), y + 2, person["illness"])
        sheet.path([(350, y - 3), (408, y - 3)])
    y = top + 9 * row + 16
    sheet.text(20, y, "Every row is one person, whoever knows job and age.", "small")
    sheet.text(430, y, "Every row could be any of three.", "small")
    sheet.save("k-anonymity")


def homogeneity() -> None:
    """The group in which all have one illness."""
    release = released()
    sheet = Drawing(760, 170, "Three people who look alike and have the same illness")
    rows = [r for r, c in zip(release.data.iter_rows(named=True), colours(release), strict=True) if c == "c"]
    for i, person in enumerate(rows):
        y = 36 + i * 30
        sheet.box(20, y - 20, 330, 28, "c")
        sheet.text(32, y, person["job"])
        sheet.text(226, y, person["age"], "end")
        sheet.text(250, y, person["illness"], "told")
    sheet.path([(360, 60), (420, 60)], "find")
    sheet.text(432, 50, "Which row is Gus? Nobody can say.")
    sheet.text(432, 74, f"What has Gus? {rows[0]['illness'].capitalize()}: all three have it.", "told")
    sheet.text(20, 140, "l: 2 asks for at least two different illnesses in every group.", "small")
    sheet.save("homogeneity")


def semantic_centroid() -> None:
    """The centroid of a surgeon, a nurse and a dentist, by the sum of distances to all three."""
    wordnet = sb.load_taxonomy("wordnet")
    group = ["surgeon", "nurse", "dentist"]
    places = {
        "health professional": (340, 40),
        "medical practitioner": (210, 110),
        "nurse": (520, 110),
        "dentist": (330, 180),
        "doctor": (110, 180),
        "surgeon": (110, 250),
    }
    above = {"medical practitioner": "health professional", "nurse": "health professional", "surgeon": "doctor"}
    above |= {"dentist": "medical practitioner", "doctor": "medical practitioner"}
    sums = {name: sum(wordnet.distance(name, word) for word in group) for name in places}
    best = min(sums, key=lambda name: sums[name])
    assert wordnet.centroid(dict.fromkeys(group, 1)).label == best
    sheet = Drawing(720, 330, f"The centroid of {', '.join(group)} is {best}")
    for name, parent in above.items():
        (x, y), (px, py) = places[name], places[parent]
        sheet.path([(px, py + 22), (px, py + 36), (x, py + 36), (x, y - 18)])
    for name, (x, y) in places.items():
        if name in group:
            sheet.box(x - 50, y - 15, 100, 36, "a")
        elif name != best:
            sheet.dot(x, y - 14, 4, "hollow")
        sheet.text(x, y + 4, f"★ {name}" if name == best else name, "mid head" if name == best else "mid")
        sheet.text(x, y + 18, f"sum {sums[name]:.3f}", "mid small")
    sheet.text(
        20, 300, "Boxes: the three values of the group. Sum: distance to all three together; the least wins.", "small"
    )
    sheet.text(
        20, 318, "WordNet 3.0, measure logsc. Counting words alone, no value would be better than another.", "small"
    )
    sheet.save("semantic-centroid")


def record_linkage() -> None:
    """Somebody who knows a person's age and job looks for the nearest released record."""
    release = released()
    sheet = Drawing(760, 240, "Who knows a person finds three records that look alike")
    low, high = 18, 68

    def place(age: float) -> float:
        return 40 + (age - low) / (high - low) * 680

    sheet.path([(40, 190), (720, 190)])
    for age in range(20, 70, 10):
        sheet.path([(place(age), 186), (place(age), 194)])
        sheet.text(place(age), 210, age, "mid small")
    sheet.text(720, 228, "age", "end small")
    ages = release.data["age"].to_list()
    for before, after, colour in zip(PEOPLE["age"].to_list(), ages, colours(release), strict=True):
        sheet.dot(place(before), 176, 5, "hollow")
        sheet.path([(place(before), 170), (place(after), 122)], colour)
    for after, colour in dict(zip(ages, colours(release), strict=True)).items():
        label = release.data["job"].to_list()[ages.index(after)]
        for i in range(ages.count(after)):
            sheet.dot(place(after) + (i - 1) * 13, 112, 6, colour)
        sheet.text(place(after), 78, label, "mid")
        sheet.text(place(after), 95, f"{after}, three times", "mid small")
    dan = PEOPLE["age"].to_list()[3]
    sheet.text(place(dan) + 8, 30, "“Dan is a painter of 61.”", "mid told")
    sheet.path([(place(dan), 38), (place(dan), 62)], "find")
    sheet.text(40, 30, "released records", "small")
    sheet.text(40, 48, "hollow: the people as they are", "small")
    sheet.text(place(dan) - 70, 56, "1 in 3", "end told")
    sheet.save("record-linkage")


def cost() -> None:
    """What masking the survey costs and what risk it leaves, by k and method."""
    survey = PROJECT / "examples" / "survey"
    policy = build_policy(read_policy(survey / "policy.yaml"))
    ks, methods = [2, 3, 5, 10, 20], {"auto": "a", "sa-mdav": "b", "mdav-mode": "c"}
    found = compare(survey / "survey.csv", policy, list(methods), ks, base=survey, jobs=1)
    points = {
        (run.method, run.k): (run.loss_percent or 0.0, run.semantic_record_linkage_percent or 0.0) for run in found.runs
    }
    widest, highest = (max(point[axis] for point in points.values()) for axis in (0, 1))
    sheet = Drawing(760, 400, "The survey: what masking costs against the risk that is left")

    def place(point: tuple[float, float]) -> tuple[float, float]:
        return 70 + point[0] / widest * 600, 340 - point[1] / highest * 290

    sheet.path([(70, 40), (70, 340), (700, 340)])
    for share in range(0, int(widest) + 1, 5):
        sheet.text(place((share, 0))[0], 360, f"{share} %", "mid small")
    for share in range(0, int(highest) + 1, 5):
        sheet.text(60, place((0, share))[1] + 4, f"{share} %", "end small")
    sheet.text(700, 384, "cost: loss of what tells the records apart →", "end small")
    sheet.text(20, 24, "↑ risk: records found by nearest meaning", "small")
    for row, (method, colour) in enumerate(methods.items()):
        line = [place(points[method, k]) for k in ks]
        sheet.path(line, colour)
        for k, (x, y) in zip(ks, line, strict=True):
            sheet.dot(x, y, 5, colour)
            if method == "auto":
                sheet.text(x + 8, y - 8, f"k = {k}", "small")
        sheet.dot(560, 60 + 22 * row, 5, colour)
        sheet.text(574, 65 + 22 * row, method)
    sheet.save("cost")


STEPS = (
    ("read", "data/", "cells as text"),
    ("understand", "terms/, knowledge/, space/", "what each value means"),
    ("mask", "methods/, kernels/", "groups of like records"),
    ("represent", "represent.py", "what each group says"),
    ("write aside", "release/staging.py", "a folder beside the target"),
    ("verify", "proof/", "counts the written bytes"),
    ("assess", "assessment/", "loss and risk"),
    ("publish", "report/, release/", "reports, evidence, one rename"),
)


def architecture() -> None:
    """The way of a file through the packages, and where the shapes of data differ."""
    sheet = Drawing(760, 470, "The way of a file through the packages")
    sheet.text(130, 24, "release/pipeline.py", "head mid")
    sheet.text(390, 24, "the package that does it", "head mid")
    sheet.text(640, 24, "shapes/", "head mid")
    for row, (step, package, what) in enumerate(STEPS):
        y = 44 + 46 * row
        sheet.box(40, y, 180, 32, "b" if step == "verify" else "a")
        sheet.text(130, y + 21, step, "mid")
        sheet.text(270, y + 14, package)
        sheet.text(270, y + 29, what, "small")
        if row:
            sheet.path([(130, y - 14), (130, y)])
    sheet.box(560, 90, 160, 308, "c")
    for row, name in enumerate(("table.py", "sets.py", "log.py")):
        sheet.text(640, 190 + 42 * row, name, "mid")
    sheet.text(640, 330, "read, mask, verify,", "small mid")
    sheet.text(640, 346, "assess: each its own", "small mid")
    sheet.text(
        40, 440, "policy/ and catalogue.py say what is to be done; evidence/ is what is known afterwards.", "small"
    )
    sheet.text(40, 458, "proof/ may import neither methods/ nor kernels/: it believes only the bytes.", "small")
    sheet.save("architecture")


if __name__ == "__main__":
    for draw in (architecture, k_anonymity, homogeneity, semantic_centroid, record_linkage, cost):
        draw()
