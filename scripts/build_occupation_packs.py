"""Build the bundled packs of occupations from tables of ESCO and of O*NET.

    python scripts/build_occupation_packs.py ESCO ONET

``ESCO`` is a folder with ``isco.csv`` (code, label) and ``occupations.csv`` (id, isco, label, alternative_labels, the
last separated by ``|``); ``ONET`` one with ``soc.csv`` (code, label, level) and ``titles.csv`` (onet_soc, title,
short_title). The same folders give the same bytes.

A job title of O*NET is attached to a group of ISCO-08 in ``occupations`` only where it is certain: ``soc_isco.csv``,
a table of our own, says which groups the occupations of the SOC can belong to, and where there are several, those
labels of ESCO most like the title must agree on one.
"""

import csv
import re
import sys
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

from semblant.knowledge import occupations, pack
from semblant.knowledge.assemble import Arrays
from semblant.knowledge.draft import Draft
from semblant.knowledge.taxonomy import Taxonomy
from semblant.terms.titles import TitleMatcher

Row = dict[str, str]
ALL_ISCO, ALL_SOC = "ISCO-08", "00-0000"
ANY = "any occupation"  # what a released record says whose job is not known any closer
LEVELS = ("major", "minor", "broad", "detailed")
AGREED = 0.75
"""The share of the votes for possible groups that one of them must have ..."""
LEAST_SHARE = 0.15
"""... and its share of all votes."""
LEAST_DIGITS = 2
"""The digits of a group that a code of the SOC is put into, which holds all groups it can belong to."""
_ASIDE = re.compile(r"\s*\(([^()]*)\)")


def rows(path: Path) -> Iterator[Row]:
    """The rows of a CSV."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        yield from csv.DictReader(file)


def esco(folder: Path) -> Draft:
    """The groups of ISCO-08, and below them the occupations of ESCO, called by group and ESCO's own id."""
    draft = Draft()
    draft.name(ALL_ISCO, ANY)
    draft.name(ALL_ISCO, "occupations")
    for row in rows(folder / "isco.csv"):
        draft.link(row["code"], row["code"][:-1] or ALL_ISCO)
        draft.name(row["code"], row["label"], -len(row["code"]))
    for row in rows(folder / "occupations.csv"):
        code = f"{row['isco']}.{row['id']}"
        draft.link(code, row["isco"])
        for rank, label in enumerate([row["label"], *filter(None, row["alternative_labels"].split("|"))]):
            draft.name(code, label, min(rank, 1))
    return draft


def soc(folder: Path) -> Draft:
    """The groups of the SOC, with the occupations and job titles of O*NET."""
    draft = Draft()
    draft.name(ALL_SOC, ANY)
    draft.name(ALL_SOC, "All Occupations")
    above = [ALL_SOC]
    for row in rows(folder / "soc.csv"):
        level = LEVELS.index(row["level"])
        draft.link(row["code"], above[level])
        above[level + 1 :] = [row["code"]]
        draft.name(row["code"], row["label"], -level)
    for code, names in titles(folder):
        detailed = code.partition(".")[0]
        if code not in draft:
            draft.link(code, detailed)
        for name in names:
            draft.name(code, name, 1)
    return draft


def titles(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """The job titles of O*NET: the code each belongs to, and the title in its long and its short form."""
    for row in rows(folder / "titles.csv"):
        code, short = row["onet_soc"].removesuffix(".00"), row["short_title"].strip()
        inside = _ASIDE.findall(row["title"])
        names = [_ASIDE.sub("", row["title"]).strip(), *inside, short] if short else [row["title"]]
        yield code, list(dict.fromkeys(name for name in names if name))


def possible_groups() -> dict[str, list[str]]:
    """The groups of ISCO-08 that the occupations of the SOC can belong to, by the beginning of their code."""
    return {row["soc"]: row["isco"].split() for row in rows(Path(__file__).parent / "soc_isco.csv")}


def esco_with_onet(in_esco: Path, in_onet: Path) -> Draft:
    """ESCO with those job titles of O*NET that certainly belong to one group."""
    draft = esco(in_esco)
    taxonomy = Taxonomy(draft.arrays(("en",)), "esco")
    matcher = TitleMatcher(taxonomy)
    possible = possible_groups()
    for code, names in titles(in_onet):
        groups = next((possible[code[:n]] for n in range(7, 3, -1) if code[:n] in possible), [])
        if group := certain_group(matcher, names, groups):
            for name in names:
                draft.name(group, name, 2)
    for row in rows(in_onet / "soc.csv"):
        groups = next((possible[row["code"][:n]] for n in range(7, 3, -1) if row["code"][:n] in possible), [])
        if len(group := shared(groups)) >= LEAST_DIGITS:
            draft.name(group, row["code"], 3)  # so that codes of the SOC are read as well
    return draft


def shared(codes: list[str]) -> str:
    """The digits that all codes begin with: the group that all of them lie in."""
    return "".join(digits[0] for digits in takewhile(lambda digits: len(set(digits)) == 1, zip(*codes, strict=False)))


def soc_with_esco(in_esco: Path, in_onet: Path) -> Draft:
    """The SOC with those occupations of ESCO that certainly belong to one of its minor groups: ESCO's are British."""
    draft = soc(in_onet)
    matcher = TitleMatcher(Taxonomy(draft.arrays(("en",)), "soc"))
    possible = possible_groups()
    for row in rows(in_esco / "occupations.csv"):
        begins = [soc for soc, groups in possible.items() if any(row["isco"].startswith(group) for group in groups)]
        groups = list(dict.fromkeys(narrowest(draft, begin) for begin in begins))
        names = [row["label"], *filter(None, row["alternative_labels"].split("|"))]
        if group := certain_minor_group(matcher, names, groups):
            for name in names:
                draft.name(group, name, 2)
    return draft


def narrowest(draft: Draft, begin: str) -> str:
    """The narrowest group of the SOC that every code with this beginning lies in."""
    codes = (begin[:n].ljust(7, "0") for n in range(len(begin), 3, -1))
    return next(code for code in codes if code in draft)


def certain_minor_group(matcher: TitleMatcher, names: list[str], groups: list[str]) -> str:
    """The narrowest of the possible groups, or the minor group above, that titles of one meaning belong to together."""
    if len(groups) < 2:
        return "".join(groups)
    shares = dict.fromkeys(groups, 0.0)
    for name in names:
        votes = matcher.electorate.votes(name)
        for group in groups:
            shares[group] += votes.get(matcher.taxonomy.index(group), 0.0) / len(names)
    minor: dict[str, float] = {}
    for group, share in shares.items():
        above = minor_group(matcher.taxonomy, group)
        minor[above] = minor.get(above, 0.0) + share
    for found in (shares, minor):
        best = max(found, key=lambda group: found[group])
        if found[best] >= AGREED * sum(found.values()) and found[best] >= LEAST_SHARE:
            return best
    return "".join(minor) if len(minor) == 1 else ""


def minor_group(taxonomy: Taxonomy, code: str) -> str:
    """The minor group that a group of the SOC lies in."""
    return taxonomy.ids[taxonomy.path_to_root(taxonomy.index(code))[-3]]  # below the root and the major group


def certain_group(matcher: TitleMatcher, names: list[str], groups: list[str]) -> str:
    """The group among those possible that a title belongs to; empty where that is open."""
    if len(groups) < 2:
        return "".join(groups)
    places = [matcher.taxonomy.index(group) for group in groups]
    for name in names:
        votes = matcher.electorate.votes(name)
        shares = [votes.get(place, 0.0) for place in places]
        best = max(shares)
        if best > 0 and best >= AGREED * sum(shares) and best >= LEAST_SHARE:
            return groups[shares.index(best)]
    return groups[0][:3] if len({group[:3] for group in groups}) == 1 else ""


def write(name: str, arrays: Arrays) -> None:
    """Write a pack and say how large it is."""
    place = occupations.place(name)
    with place.open("wb") as file:
        pack.write(file, arrays._replace(reading="titles"), compress=True)
    size = place.stat().st_size / 1e6
    print(f"{place.name}: {len(arrays.ids):,} concepts, {len(arrays.labels):,} labels, {size:.1f} MB")


def main() -> None:
    """Read the folders named on the command line and write the packs."""
    in_esco, in_onet = Path(sys.argv[1]), Path(sys.argv[2])
    write("esco", esco(in_esco).arrays(("en",)))
    write("soc", soc_with_esco(in_esco, in_onet).arrays(("en",)))
    write("occupations", esco_with_onet(in_esco, in_onet).arrays(("en",)))


if __name__ == "__main__":
    main()
