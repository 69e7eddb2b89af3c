"""Identifiers inside texts that are published as they are: whole names, parts of names, addresses, and free text."""

import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import semblant as sb
from semblant.data.same import fold
from semblant.data.table import Table
from semblant.errors import ChecklistError
from semblant.policy.file import build_policy
from semblant.proof.inside import Wanted, named_inside, words_of_text
from semblant.release.pipeline import anonymise_file
from semblant.release.verify import verify_release

N = 60
RNG = random.Random(3)
GIVEN = ["Priya", "Jürgen", "Aoife", "Zoltan", "Noor", "Ilse"]
FAMILY = ["Okafor", "Müller", "O'Neil", "Nagy", "Haddad", "Brandt", "Silva", "Kovacs", "Lindqvist", "Moreau"]
ENDS = ["", "son", "ek", "ova", "berg", "ini"]
NAMES = [f"{GIVEN[i % 6]} {FAMILY[i % 10]}{ENDS[i // 10]}" for i in range(N)]
TOWNS = [("Reus", "Salou")[i % 2] for i in range(N)]
NOTES = [RNG.choice(["fine", "good", "bad"]) for _ in range(N)]


def released(notes: list[str], names: list[str] = NAMES, **more: Any) -> Any:
    frame = pl.DataFrame({"name": names, "town": TOWNS, "note": notes})
    attributes = {"name": "identifier", "town": {"role": "quasi", "kind": "nominal"}, "note": "keep"}
    return sb.anonymise(frame, {"k": 3, "seed": 1, "attributes": attributes, **more})


def lights(notes: list[str], names: list[str] = NAMES) -> dict[str, str]:
    try:
        found = released(notes, names).evidence.checklist
    except ChecklistError as refused:
        found = refused.checklist
    return {one.check: one.status for one in found}


def with_notes(**at: str) -> list[str]:
    notes = list(NOTES)
    for row, text in at.items():
        notes[int(row[1:])] = text
    return notes


@pytest.mark.parametrize(
    "notes",
    [
        with_notes(r7=f"spoke with {NAMES[7]} about it"),
        with_notes(r7=f"brother of {NAMES[12].upper()}, see there"),
        with_notes(r7=f"({NAMES[7].replace(' ', chr(0xA0))})! again"),
        with_notes(r7="write to hans@mail.de"),
        with_notes(r7="ok", r9="paid from DE89370400440532013000"),
        with_notes(r9="tel 612345678 after 5"),
        with_notes(**{f"r{i}": f"saw Mr {NAMES[i].split()[1]} at home today" for i in (2, 17, 31, 44)}),
    ],
)
def test_a_name_or_an_address_inside_a_kept_text_is_red_and_nothing_is_published(notes: list[str]) -> None:
    assert lights(notes)["identifier"] == "red"
    accepted = released(notes, accept={"identifier": "the people agreed"})
    assert {one.status for one in accepted.evidence.checklist if one.check == "identifier"} == {"amber"}
    for part in (accepted.evidence, accepted.public_evidence):
        told = part.model_dump_json()
        assert not any(name in told for name in NAMES)
        assert "hans@" not in told


@pytest.mark.parametrize(
    "note", ["her sister was here with the dog", "ask Frau Okeke", "Heinz Brunner", "the quiet one from the old mill"]
)
def test_free_text_and_what_looks_like_a_name_is_never_green(note: str) -> None:
    found = lights(with_notes(r7=note))
    assert (found["identifier"], found["identifier-names"]) == ("green", "amber")


def test_ordinary_kept_columns_stay_green() -> None:
    answers = ["Neither agree nor disagree with it at all", "Agree with it more or less", "no answer"]
    for notes in (NOTES, [answers[i % 3] for i in range(N)], [str(i) for i in range(N)]):
        assert lights(notes)["identifier"] == lights(notes)["identifier-names"] == "green"


def test_what_many_share_names_nobody() -> None:
    """A contact address in every row, and a dropped column of a few values whose words stand in texts."""
    notes = [f"{note}; questions to info@clinic.org" for note in NOTES]
    assert lights(notes)["identifier"] == "green"
    assert lights(notes)["identifier-names"] == "amber"
    assert lights([f"{('man', 'woman')[i % 2]} of age" for i in range(N)], ["a man", "a woman"] * 30)["identifier"] == (
        "green"
    )


@pytest.mark.parametrize("seed", range(12))
def test_short_numbers_meet_by_chance(seed: int) -> None:
    rng = random.Random(seed)
    numbers = [str(i) for i in rng.sample(range(100, 400), N)]
    notes = [f"room {rng.randint(100, 399)}" for _ in range(N)]
    assert lights(notes, numbers)["identifier"] == "green"
    own = [f"room {n}" if i < 6 else note for i, (n, note) in enumerate(zip(numbers, notes, strict=True))]
    assert lights(own, numbers)["identifier"] == "red"


def test_the_public_checklist_says_it_without_counts_and_verify_finds_it_again(tmp_path: Path) -> None:
    frame = pl.DataFrame({"town": TOWNS, "note": with_notes(r7="the quiet one from the old mill")})
    frame.write_csv(tmp_path / "in.csv")
    rules = {"k": 3, "seed": 1, "attributes": {"town": {"role": "quasi", "kind": "nominal"}, "note": "keep"}}
    release = anonymise_file(tmp_path / "in.csv", build_policy(rules), out=tmp_path / "out")
    (public,) = [one for one in release.public_evidence.checklist if one.check == "identifier-names"]
    assert public.status == "amber"
    assert "free text" in public.message
    assert not any(map(str.isdigit, public.message))
    assert verify_release(tmp_path / "out").holds


# --- the slow twin ----------------------------------------------------------------------------------

WORDS = st.sampled_from(["ann", "Bo", "lee", "42", "x7", "day", "O'Neil"])
TEXTS = st.lists(WORDS, max_size=6).map(" ".join)


@settings(max_examples=200, deadline=None)
@given(names=st.lists(TEXTS, min_size=1, max_size=4), text=TEXTS)
def test_words_are_found_where_a_plain_search_finds_them(names: list[str], text: str) -> None:
    wanted = {words_of_text(name): i for i, name in enumerate(names) if words_of_text(name)}
    found = {number for number, _ in Wanted.of(wanted).within(words_of_text(text))}
    plain = " " + " ".join(re.findall(r"[^\W_]+", fold(text))) + " "
    assert found == {i for words, i in wanted.items() if " " + " ".join(words) + " " in plain}


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_records_are_counted_as_a_plain_counter_counts_them(data: st.DataObject) -> None:
    names = data.draw(st.lists(TEXTS, min_size=3, max_size=12))
    notes = data.draw(st.lists(TEXTS, min_size=len(names), max_size=len(names)))
    table = Table(pl.DataFrame({"name": names, "note": notes}))
    records, part = named_inside(table.column("name"), table.column("note"), None, k=2)
    sure = {" ".join(words_of_text(n)) for n in names if _sure(words_of_text(n))}
    rare = {n for n in sure if sum(" ".join(words_of_text(one)) == n for one in names) < 2}
    told = [" ".join(words_of_text(note)) for note in notes]
    assert records == sum(any(f" {n} " in f" {one} " and n != one for n in rare) for one in told)
    assert not part
    again, _ = named_inside(table.column("name"), table.column("note"), np.arange(len(names)), k=2)
    assert again >= records


def _sure(words: tuple[str, ...]) -> bool:
    joined = "".join(words)
    if any(map(str.isdigit, joined)):
        return len(joined) >= (8 if joined.isdigit() else 6)
    return len([word for word in words if len(word) > 1]) > 1 and len(joined) >= 6
