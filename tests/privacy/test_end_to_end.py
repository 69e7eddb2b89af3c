"""From a file to a verified release with promises on top of k, and from the files alone to the same figures."""

from pathlib import Path

import polars as pl
import pytest

import semblant as sb
from semblant.errors import UnreachableError, VerificationError
from semblant.methods import mask
from semblant.policy.model import Policy
from semblant.release.assess import assess_release
from semblant.release.pipeline import anonymise_file

ILLS = ["angina", "asthma", "bronchitis", "influenza", "measles", "angina"]


@pytest.fixture
def patients(tmp_path: Path) -> Path:
    """Sixty stays of twenty patients; neighbours in the file are alike."""
    rows = range(60)
    table = pl.DataFrame(
        {
            "who": [str(i // 3) for i in rows],
            "age": [str(20 + i // 2) for i in rows],
            "town": ["Reus" if i < 25 else "Valls" for i in rows],
            "ill": [ILLS[(i // 7 + i % 3) % 6] if i % 11 else "" for i in rows],
            "stage": [("I", "II", "III")[(i // 5) % 3] for i in rows],
        }
    )
    table.write_csv(tmp_path / "patients.csv")
    return tmp_path / "patients.csv"


def policy(ill: dict[str, object], stage: dict[str, object], **keys: object) -> Policy:
    return Policy.model_validate(
        {
            "k": 4,
            "seed": 1,
            "attributes": {
                "who": "identifier",
                "age": {"role": "quasi", "kind": "numeric"},
                "town": {"role": "quasi", "kind": "nominal"},
                "ill": {"role": "sensitive", "knowledge": "wordnet", **ill},
                "stage": {"role": "sensitive", **stage},
            },
            **keys,
        }
    )


PROMISES = [
    ({"l": 3}, {"l": 2, "t": 0.5}),
    ({"l": 2.5, "l_kind": "entropy"}, {"t": 0.4, "ground": "ordered", "levels": ["I", "II", "III"]}),
    ({"l": 2, "l_kind": "recursive", "c": 2}, {}),
    ({"l": 3, "l_kind": "semantic", "apart": 0.3}, {"l": 2}),
    ({"t": 0.35, "ground": "semantic"}, {}),
]


@pytest.mark.parametrize(("ill", "stage"), PROMISES, ids=str)
@pytest.mark.parametrize("keys", [{}, {"individual": "who"}, {"method": "s-mdav"}, {"method": "recode"}], ids=str)
def test_a_release_keeps_its_promises_and_the_files_alone_say_so(patients, tmp_path, ill, stage, keys):
    asked = policy(ill, stage, **keys)
    release = anonymise_file(patients, asked, out=tmp_path / "out")
    privacy = release.evidence.privacy
    assert privacy.verified
    assert privacy.k_achieved >= 4
    for name, promise in (("ill", ill), ("stage", stage)):
        assert "l" not in promise or privacy.l_achieved[name] >= promise["l"] - 1e-9
        assert "t" not in promise or privacy.t_achieved[name] <= promise["t"] + 1e-9
    found = assess_release(patients, tmp_path / "out" / "release.csv", asked, base=tmp_path, link=release.link)
    assert found.privacy == privacy
    again = anonymise_file(patients, asked, out=tmp_path / "again")
    assert again.evidence.output.sha256 == release.evidence.output.sha256


def test_nothing_is_written_where_a_promise_cannot_be_kept(patients, tmp_path):
    with pytest.raises(UnreachableError, match="the column 'stage' has 3 different values in all"):
        anonymise_file(patients, policy({}, {"l": 4}), out=tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("ill", "individual"),
    [({"l": 4}, None), ({"t": 0.2}, None), ({"l": 3, "l_kind": "semantic", "apart": 0.3}, None), ({}, "who")],
    ids=str,
)
def test_a_release_whose_groups_were_not_merged_is_refused(patients, tmp_path, monkeypatch, ill, individual):
    monkeypatch.setattr(mask, "constrain", lambda masking, *_: masking)
    asked = policy(ill, {}, individual=individual).model_copy(update={"k": 2})
    with pytest.raises(VerificationError, match="was promised"):
        anonymise_file(patients, asked, out=tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_an_impossible_l_is_found_before_masking():
    frame = pl.DataFrame({"age": [str(20 + i) for i in range(12)], "ill": ["flu", "gout", ""] * 4})
    rules = {"age": {"role": "quasi", "kind": "numeric"}, "ill": {"role": "sensitive", "l": 3}}
    with pytest.raises(UnreachableError, match=r"the column 'ill' has 2 different values in all") as raised:
        sb.anonymise(frame, k=3, attributes=rules)
    assert raised.value.where == "attributes.ill.l"
