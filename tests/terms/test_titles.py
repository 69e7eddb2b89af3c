"""Job titles as people write them, coded by votes."""

import hashlib
import math
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from scripts import measure_vocabularies as measured
from semblant.knowledge.occupations import PACKS
from semblant.knowledge.sources import load
from semblant.knowledge.taxonomy import Taxonomy
from semblant.terms.mapping import map_column, matcher_of
from semblant.terms.titles import TITLES, TitleMatcher, title_phrase
from semblant.terms.vote import Electorate, Phrase, grams


@pytest.mark.parametrize(
    ("title", "soc", "isco"),
    [
        ("rn", "29-1141", "2221"),
        ("truck driver", "53-303", "8332"),
        ("Sr. Software Engineer II", "15-125", "2512"),
        ("Engineer, civil", "17-2051", "2142"),
        ("electrican", "47-211", "7411"),
        ("lorry driver (HGV class 1)", "53-3032", "8332"),
        ("2221", "", "2221"),
        ("29-1141", "29-1141", "2221"),
        ("29-1141.00", "29-1141", "2221"),
        ("SOC 15-1252", "15-1252", "251"),
        ("ISCO-08: 2221", "", "2221"),
        ("2221 - Nursing professionals", "", "2221"),
    ],
)
def test_titles_and_codes_find_their_group(title: str, soc: str, isco: str) -> None:
    for name, code in (("soc", soc), ("occupations", isco)):
        if code:
            taxonomy = load(name)
            assert taxonomy.ids[matcher_of(taxonomy).match(title).concept].startswith(code)


@pytest.mark.parametrize(("title", "code"), [("manager", "1"), ("driver", "83"), ("teacher", "23")])
def test_vague_titles_get_the_narrowest_group_that_is_certain(title: str, code: str) -> None:
    jobs = load("occupations")
    assert jobs.ids[matcher_of(jobs).match(title).concept] == code


@pytest.mark.parametrize(
    ("title", "isco"),
    [
        ("Water/Wastewater Operator", "3132"),  # what both describe is the head
        ("Director of Finance", "1211"),
        ("VP Sales", "1221"),
        ("A/P Clerk", "4311"),
        ("s/e plumber", "7126"),
        ("Cleaner P/T", "91"),
        ("Labourer", "93"),
        ("Chief Administrative Officer", "112"),
    ],
)
def test_ranks_and_terms_written_short(title: str, isco: str) -> None:
    jobs = load("occupations")
    found = int(map_column([title], [1], jobs, attribute="job").concepts[0])
    assert jobs.ids[found].startswith(isco)


@pytest.mark.parametrize("title", ["Concession worker", "Works in a bakery", "Council worker"])
def test_nobody_is_coded_as_a_manager_whose_title_does_not_say_so(title: str) -> None:
    jobs = load("occupations")
    found = int(map_column([title], [1], jobs, attribute="job").concepts[0])
    assert found == -1 or not jobs.ids[found].startswith("1")


@pytest.mark.parametrize("title", ["own business", "Runs a pub", "Works for council"])
def test_an_employer_or_a_business_is_no_occupation(title: str) -> None:
    assert map_column([title], [1], load("occupations"), attribute="job").concepts[0] == -1


def test_an_acronym_that_only_one_label_knows_is_not_certain() -> None:
    from semblant.terms.score import PROBABLE

    jobs = load("occupations")
    found = map_column(["rn", "PLM"], [1, 1], jobs, attribute="job")
    assert found.scores[0] >= PROBABLE > found.scores[1] > 0  # a product line manager, or many other things


@pytest.mark.parametrize(
    ("title", "isco"),
    [
        ("Consultant anaesthetist", "2212"),
        ("Theatre nurse", "2221"),
        ("Matron", "2221"),
        ("PA to CEO", "334"),
        ("executive assistant", "334"),
        ("Secretary to the Head of Finance", "412"),
        ("Physio", "2264"),
        ("SALT", "2266"),
        ("HCA", "532"),
        ("GP", "2211"),
        ("cleaner", "91"),
        ("Street cleaner", "9613"),
        ("Cleaning supervisor", "5151"),
        ("Van driver", "8322"),
        ("Plumber's mate", "93"),
        ("Student nurse", "2221"),
    ],
)
def test_heads_assistants_and_british_titles(title: str, isco: str) -> None:
    jobs = load("occupations")
    found = int(map_column([title], [1], jobs, attribute="job").concepts[0])
    assert jobs.ids[found].startswith(isco)


@pytest.mark.parametrize(
    "title",
    [
        "Apprentice",
        "Intern",
        "Intern (summer)",
        "Trainee",
        "Volunteer",
        "Work experience",
        "Bank staff",
        "Officer",
        "Officer grade 4",
        "Assistant",
        "Consultant",
        "Medical student",
        "Coordinator",
    ],
)
def test_a_status_is_no_occupation(title: str) -> None:
    assert map_column([title], [1], load("occupations"), attribute="job").concepts.tolist() == [-1]


def test_a_group_of_all_kinds_of_work_is_only_a_guess() -> None:
    jobs = load("occupations")
    column = map_column(["administrator", "manager"], [1, 1], jobs, attribute="job")
    assert column.concepts.tolist() == [-1, jobs.index("1")]  # who writes manager names the group
    assert jobs.depth[column.guesses[0].concept] == 1


def test_jobs_that_nobody_knows_are_called_any_occupation() -> None:
    assert {load(name).label(int(load(name).roots[0])) for name in ("esco", "soc", "occupations")} == {"any occupation"}


@pytest.mark.parametrize(
    "title",
    ["owner", "Self-employed", "retired", "n/a", "other", "qwxzt", "Mate", "Trustee", "Chair", "Stay at home mom"],
)
def test_what_names_no_occupation_stays_unknown(title: str) -> None:
    column = map_column([title], [1], load("occupations"), attribute="job")
    assert column.concepts.tolist() == [-1]


def test_only_a_concepts_own_label_is_a_name_of_it() -> None:
    read = matcher_of(load("occupations")).match
    assert read("Nursing professionals").is_name
    assert read("accountants").is_name  # in the plural
    assert not read("rn").is_name  # some nursing professionals are none
    assert not read("Sr. accountant").is_name


def test_a_match_below_the_least_score_is_not_taken() -> None:
    jobs = load("occupations")
    score = matcher_of(jobs).match("kitchen assistant cook").score
    assert 0.5 < score < 1
    for least, taken in ((score - 0.01, True), (score + 0.01, False)):
        column = map_column(["kitchen assistant cook"], [1], jobs, attribute="job", min_score=least)
        assert (column.concepts[0] >= 0) == taken


def test_word_order_case_and_rank_do_not_matter() -> None:
    titles = ("SENIOR NURSE", "nurse, senior", "Nurses (part-time)", "nurse II")
    assert {title_phrase(title).words for title in titles} == {("nurse",)}


@pytest.mark.parametrize(
    ("task", "precision", "recall"), [(0, 0.88, 0.75), (1, 0.82, 0.65), (2, 0.82, 0.65)], ids=["soc", "esco", "both"]
)
def test_titles_held_back_are_coded_well(task: int, precision: float, recall: float) -> None:
    found = measured.quality(measured.coded(measured.TASKS[task], held=True))
    assert found[0] >= precision
    assert found[1] >= recall


@pytest.mark.parametrize("knowledge", ["soc", "esco", "occupations"])
def test_british_titles_held_back_are_coded_well(knowledge: str) -> None:
    task = next(task for task in measured.TASKS if task.file == "uk_titles.csv" and task.knowledge == knowledge)
    precision, recall = measured.quality(measured.coded(task, held=True))
    assert precision >= 0.82
    assert recall >= 0.65


@pytest.mark.parametrize("file", ["blind_uk_titles.csv", "blind_us_titles.csv"])
def test_titles_that_were_labelled_blind_are_coded_well(file: str) -> None:
    for task in measured.TASKS:
        if task.file == file:
            precision, recall = measured.quality(measured.coded(task, held=None))
            assert precision >= (0.88 if task.knowledge == "soc" else 0.82), task.name
            assert recall >= (0.75 if task.knowledge == "soc" else 0.65), task.name


@pytest.mark.parametrize(
    ("title", "soc"),
    [
        ("Tree surgeon", "37-3"),  # one label that says it outweighs the many of surgeons
        ("Docker", "53-7"),  # an English word is no slip of another, a ducker
        ("forklift operator", "53-7"),
        ("Book-keeper", "43-3"),
        ("cashier tesco", "41-2"),
        ("Kitchen porter", "35-"),
        ("R.N.", "29-1"),
        ("full stack engineer", "15-1"),
        ("Home carer", "31-1"),
        ("Tyre fitter", "49-3"),
    ],
)
def test_british_titles_have_groups_of_the_soc(title: str, soc: str) -> None:
    jobs = load("soc")
    found = int(map_column([title], [1], jobs, attribute="job").concepts[0])
    assert jobs.ids[found].startswith(soc)


def test_an_owner_of_something_is_no_keeper_of_a_guest_house() -> None:
    assert map_column(["gallery owner"], [1], load("soc"), attribute="job").concepts.tolist() == [-1]


def test_a_meaning_may_be_one_of_several() -> None:
    said = [phrase.words for phrase in TITLES.phrases("Docker")]
    assert said[:2] == [("longshoreman",), ("stevedore",)]
    assert TITLES.phrases("Colour-matching labourer") == TITLES.phrases("color matching laborer")


def test_scores_are_chances() -> None:
    task = measured.TASKS[2]
    found = [one for one in measured.coded(task, held=True) if one.code]
    assert np.mean([one.score for one in found]) == pytest.approx(np.mean([one.right for one in found]), abs=0.1)


def slow_similarity(a: Phrase, b: Phrase, labels: list[Phrase]) -> float:
    """The cosine of two phrases, feature by feature; words that no label has count, their grams do not."""

    def features(phrase: Phrase) -> Counter[tuple[str, str]]:
        told = Counter(("gram", gram) for word in dict.fromkeys(phrase.words) for gram in grams(word))
        return told + Counter({("word", word): 1 for word in phrase.words} | {("head", phrase.head): 1})

    often = Counter(feature for label in labels for feature in features(label))

    def weighted(phrase: Phrase) -> dict[tuple[str, str], float]:
        kind = {"gram": 1.0, "word": 2.0, "head": 2.0}
        told = {f: n * kind[f[0]] for f, n in features(phrase).items() if f in often or f[0] != "gram"}
        return {f: n * math.log((len(labels) + 1) / (often[f] + 1)) for f, n in told.items()}

    x, y = weighted(a), weighted(b)
    lengths = math.hypot(*x.values()) * math.hypot(*y.values())
    return sum(x[f] * y[f] for f in x.keys() & y.keys()) / lengths if lengths else 0.0


def test_similarities_are_those_of_the_obvious_way() -> None:
    names = ["bus driver", "truck driver", "registered nurse", "nurse practitioner", "school teacher"]
    voters = Electorate(Taxonomy.from_edges([(name, "job") for name in names]), TITLES.phrases)
    labels = [title_phrase(label) for label in voters.taxonomy.arrays.labels]
    for text in ("truck driver", "driver school", "zebra nurse"):
        asked = title_phrase(text)
        slow = [slow_similarity(asked, label, labels) for label in labels]
        assert voters._similarities(asked) == pytest.approx(slow, abs=1e-5)


def test_packs_are_small_and_say_their_licences() -> None:
    assert sum(path.stat().st_size for path in PACKS.glob("*.pack")) < 5_000_000
    for name, words in (("ESCO-LICENSE", "European Commission"), ("ONET-LICENSE", "CC BY 4.0")):
        assert words in (PACKS / name).read_text("utf-8")
    assert isinstance(matcher_of(load("soc")), TitleMatcher)
    assert load("esco").roots.size == load("soc").roots.size == 1


def test_packs_are_what_the_script_builds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path(__file__).parents[3] / "shared" / "data"
    if not (folder / "esco").is_dir():
        pytest.skip("the tables of ESCO and O*NET are not here")
    from scripts import build_occupation_packs as build

    monkeypatch.setattr(build.occupations, "PACKS", tmp_path)
    build.write("soc", build.soc_with_esco(folder / "esco", folder / "onet").arrays(("en",)))
    built, shipped = ((folder / "soc.pack").read_bytes() for folder in (tmp_path, PACKS))
    assert hashlib.sha256(built).hexdigest() == hashlib.sha256(shipped).hexdigest()  # a diff of packs takes minutes


@pytest.mark.parametrize(
    "title",
    [
        "ex-nurse", "retired teacher", "Nurse (retired)", "teacher, retired", "former plumber", "was a driver",
        "unemployed (was a plumber)", "not working (was nurse)", "disabled, was bus driver", "laid off welder",
        "out of work bricklayer", "Emeritus professor", "seeking work as chef",
    ],
)  # fmt: skip
def test_a_former_job_is_no_present_one_unless_the_column_asks_for_it(title: str) -> None:
    jobs = load("occupations")
    assert map_column([title], [1], jobs, attribute="occupation").concepts.tolist() == [-1]


def test_a_column_of_former_jobs_has_them() -> None:
    jobs = load("occupations")
    found = map_column(["ex-nurse", "retired teacher"], [1, 1], jobs, attribute="last_occupation")
    assert [jobs.ids[c] for c in found.concepts.tolist()] == ["2221", "23"]


@pytest.mark.parametrize("title", ["semi-retired accountant", "Retirement planner", "student nurse", "executive chef"])
def test_who_still_works_has_a_job(title: str) -> None:
    assert map_column([title], [1], load("occupations"), attribute="occupation").concepts[0] >= 0


@pytest.mark.parametrize(
    ("title", "isco"),
    [
        ("Cleaner/caretaker", "911"),  # no cleaner of vehicles
        ("Nurse/midwife", "222"),  # the narrowest group of both
        ("Teacher and farmer", "23"),  # the first, where only a group as wide as *Professionals* has both
        ("Painter and decorator", "7131"),
        ("RN/teacher", "2221"),
        ("sales/marketing manager", "1221"),  # one job: sales and marketing are what is managed
        ("marketing/sales director", "1221"),
    ],
)
def test_of_two_jobs_the_group_of_both_counts_or_the_first(title: str, isco: str) -> None:
    jobs = load("occupations")
    found = int(map_column([title], [1], jobs, attribute="job").concepts[0])
    assert jobs.ids[found].partition(".")[0] == isco
