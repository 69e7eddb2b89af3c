"""k, l, t and persons on ugly columns, against a counter in plain Python that knows what each text is to a reader."""

from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from semblant.data.same import keys, person_key
from semblant.data.table import Table
from semblant.errors import UnreachableError
from semblant.policy.model import Policy
from semblant.privacy.histograms import Histograms
from semblant.privacy.promises import promises_of
from semblant.proof.logs import log_classes
from semblant.proof.meanings import prove
from semblant.proof.tables import privacy_of_table
from semblant.release.pipeline import anonymise_file
from semblant.space.reading import Library
from semblant.space.searchlog import read_log
from tests.privacy import slow
from tests.properties.strategies import examples
from tests.properties.texts import NUMBER_OR_NOTHING, WORD_OR_NOTHING, Dressed

COLUMNS = {"words": WORD_OR_NOTHING, "numbers": NUMBER_OR_NOTHING}
KINDS = ["distinct", "entropy", "recursive"]
Rows = list[tuple[str, Dressed, Dressed]]


def rows(column: st.SearchStrategy[Dressed], most: int = 14) -> st.SearchStrategy[Rows]:
    quasi = st.sampled_from(["Reus", "reus", "Reus "])
    return st.lists(st.tuples(quasi, column, st.one_of(*COLUMNS.values())), min_size=1, max_size=most)


def table(held: Rows) -> Table:
    columns = {"q": [q for q, _, _ in held], "s": [s for _, (s, _), _ in held], "who": [who for _, _, (who, _) in held]}
    return Table(pl.DataFrame(columns, schema=dict.fromkeys(columns, pl.String)))


def policy(individual: bool = False, **sensitive: object) -> Policy:
    attributes = {"q": {"role": "quasi", "kind": "nominal"}, "s": {"role": "sensitive", **sensitive}, "who": "keep"}
    return Policy.model_validate({"k": 2, "attributes": attributes, "individual": "who" if individual else None})


def by_class(held: Rows) -> list[Rows]:
    found = defaultdict(list)
    for row in held:
        found[row[0]].append(row)
    return list(found.values())


def persons(held: Rows) -> int:
    return len({truth for _, _, (_, truth) in held})


def plainly_diverse(held: Rows, kind: str, individual: bool) -> float:
    """The l of a class, by what its values and persons are."""
    said = [truth for _, (_, truth), _ in held]
    if individual:
        said = [value for value, _ in {(value, who) for _, (_, value), (_, who) in held}]
    spoken = [value for value in said if value]
    if kind == "distinct":
        return len(set(spoken))
    return min(slow.entropy(v) if kind == "entropy" else slow.recursive(v, 3.0) for v in (spoken, said))


def plainly_far(held: Rows, everything: Rows) -> float:
    """The t of a class: the greater of counting exact texts and values."""
    exact, seen = (slow.equal([s[way] for _, s, _ in held], [s[way] for _, s, _ in everything]) for way in (0, 1))
    return float(max(exact, seen))


def towards(release: Table, asked: Policy) -> dict[str, float]:
    """What methods take the classes of a table to achieve."""
    q, there = release.column("q"), np.ones(release.records, bool)
    found: dict[str, list[float]] = defaultdict(list)
    for promise in promises_of(asked, release, Library(asked, Path())):
        held = Histograms.of(q.codes, promise.codes, len(q.values))
        found[promise.model.key].append(promise.model.worst(promise.values(held, promise.total(there))))
    return {key: max(values) if key.endswith(".t") else min(values) for key, values in found.items()}


@pytest.mark.parametrize("column", COLUMNS)
@examples(150)
@given(data=st.data())
def test_texts_are_the_same_where_a_reader_takes_them_for_the_same(column, data):
    found = dict(data.draw(st.lists(COLUMNS[column], max_size=10)))
    told = {text: truth for text, truth in found.items() if truth}
    key = dict(zip(found, keys(list(found)), strict=True))
    for one, truth in told.items():
        for other, another in told.items():
            assert (key[one] == key[other]) == (truth == another), (one, other)
            assert (person_key(one) == person_key(other)) == (truth == another)
    assert len({person_key(text) for text, truth in found.items() if not truth}) <= 1


@pytest.mark.parametrize("individual", [False, True])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("column", COLUMNS)
@examples(25)
@given(data=st.data())
def test_the_proof_and_the_methods_count_as_a_plain_counter_does(column, kind, individual, data):
    held = data.draw(rows(COLUMNS[column]))
    release, asked = table(held), policy(individual, l=1.5, l_kind=kind, t=0.5)
    classes = by_class(held)
    found = privacy_of_table(release, asked)
    assert found.classes == len(classes)  # Reus and reus are two
    assert found.k_achieved == min(persons(one) if individual else len(one) for one in classes)
    assert found.l_achieved == {"s": pytest.approx(min(plainly_diverse(one, kind, individual) for one in classes))}
    assert found.t_achieved == {"s": pytest.approx(max(plainly_far(one, held) for one in classes), abs=1e-12)}
    worked = towards(release, asked)
    assert worked["k"] == found.k_achieved
    assert worked["attributes.s.l"] == pytest.approx(found.l_achieved["s"])
    assert worked["attributes.s.t"] == pytest.approx(found.t_achieved["s"], abs=1e-12)


@examples(60)
@given(data=st.data())
def test_closeness_in_an_order_is_the_greater_of_both_counts(data):
    spoken = st.sampled_from(["7", "07", "7.0", "-7", "50000", "5e4", "0", "", "NA"])
    held = data.draw(st.lists(st.tuples(st.sampled_from("ab"), spoken), min_size=1, max_size=12))
    assume(any(s not in ("", "NA") for _, s in held))
    release = table([(q, (s, s), ("", "")) for q, s in held])
    asked = policy(t=0.5, ground="ordered")
    found = prove(privacy_of_table(release, asked), release, asked, promises_of(asked, release, Library(asked, Path())))
    place = lambda text: float(text) if text and text != "NA" else (-2e9 if text == "" else -1e9)  # noqa: E731
    everything = [s for _, s in held]
    farthest = max(slow.ordered_both([s for q, s in held if q == c], everything, place) for c in {q for q, _ in held})
    assert found.t_achieved == {"s": pytest.approx(float(farthest), abs=1e-9)}
    assert towards(release, asked)["attributes.s.t"] == pytest.approx(float(farthest), abs=1e-9)


# --- releases ---------------------------------------------------------------------------------------

HIV = ["HIV", "hiv", "H\u200bIV", "\u041dIV", "HI\u03bd", "ＨＩＶ"]
ILLS = [*HIV, "flu", "Flu ", "f\u00adlu", "Crohn's", "Crohn’s", "non-Hodgkin", "non‑Hodgkin", "NA", "", "—"]
PAY = ["50000", "50000.0", "5e4", "30000", "3e4", "+30000.00", "70000", "n/a", ""]
PROMISES = [
    {"l": 2},
    {"l": 3},
    {"l": 1.8, "l_kind": "entropy"},
    {"l": 2, "l_kind": "recursive", "c": 2},
    {"t": 0.4},
    {"l": 2, "t": 0.5},
]


@pytest.mark.parametrize(
    "method", ["auto", "sa-mdav", "recode-fusion", "incognito", "datafly", "best-first", "suppress"]
)
@pytest.mark.parametrize("values", [ILLS, PAY], ids=["ills", "pay"])
def test_releases_of_ugly_columns_keep_their_promises(tmp_path, method, values):
    rng = np.random.default_rng(5)
    n, kept = 48, 0
    who = [
        ("P1", "p1", "P1 ", "7", "07", "7.0", "P2", "p\u200b2", "8")[i % 9] + ("" if i < 18 else str(i))
        for i in range(n)
    ]
    pl.DataFrame(
        {
            "age": [str(20 + i // 4) for i in range(n)],
            "town": [("Reus", "reus", "Valls")[i % 3] for i in range(n)],
            "ill": rng.choice(values, n),
            "who": who,
        }
    ).write_csv(tmp_path / "in.csv")
    for number, promise in enumerate(PROMISES):
        attributes = {"age": {"role": "quasi", "kind": "numeric"}, "town": {"role": "quasi", "kind": "nominal"},
                      "ill": {"role": "sensitive", **promise}, "who": "keep"}  # fmt: skip
        keys_ = {
            "k": 2,
            "seed": 1,
            "method": method,
            "attributes": attributes,
            "individual": "who",
            "suppression_limit": 0.4,
        }
        try:
            made = anonymise_file(
                tmp_path / "in.csv", Policy.model_validate(keys_), out=tmp_path / f"{number}", reports=False
            )
        except UnreachableError:
            continue
        kept += 1
        assert made.evidence.privacy.verified
    assert kept or method == "suppress"


# --- the examples of the promise ---------------------------------------------------------------------


def counted(**columns: list[str]) -> Table:
    return Table(pl.DataFrame(columns))


def test_missing_values_count_or_not_whichever_gives_less():
    """Of ten records, eight say nothing: not as varied as two values, though two are said."""
    release = counted(q=["a"] * 10, s=["NA"] * 8 + ["HIV", "flu"], who=[str(i) for i in range(10)])
    found = privacy_of_table(release, policy(l=2, l_kind="entropy"))
    assert found.l_achieved == {"s": pytest.approx(1.8943, abs=1e-3)}
    assert not found.verified


def test_one_salary_is_one_value():
    release = counted(q=["a"] * 3, s=["50000", "50000.0", "5e4"], who=["1", "2", "3"])
    assert privacy_of_table(release, policy(l=2)).l_achieved == {"s": 1.0}


@pytest.mark.parametrize("text", [*HIV, "HIV\ufe0f", "\u202eHIV", "HIV\u2060"])
def test_hiv_in_another_dress_is_hiv(text):
    assert privacy_of_table(counted(q=["a"] * 2, s=["HIV", text], who=["1", "2"]), policy(l=2)).l_achieved == {"s": 1.0}


def test_one_person_under_several_names():
    release = counted(q=["a"] * 6, s=[*"uvwxyz"], who=["P1", "p1", "P1 ", "7", "07", "7.0"])
    assert privacy_of_table(release, policy(individual=True)).k_achieved == 2


def test_towns_that_software_tells_apart_are_two_classes():
    release = counted(q=["Reus", "Reus", "reus"], s=[*"xyz"], who=[*"123"])
    found = privacy_of_table(release, policy())
    assert (found.classes, found.k_achieved, Counter(release.frame["q"])["Reus"]) == (2, 1, 2)


def test_one_user_of_a_log_under_several_names():
    asked = Policy.model_validate({"shape": "log", "k": 2, "log": {"user": "u", "text": "q"}})
    three = counted(u=["U1", "u1", "7", "07"], q=["tea", "milk", "milk", "tea"])
    assert log_classes(three, asked) == [2]
    assert read_log(three, asked, Library(asked, Path()), lenient=True).users == ("U1", "7")
