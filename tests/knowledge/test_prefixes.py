"""Codes generalised by hiding their end."""

import polars as pl
import pytest

import semblant as sb
from semblant.errors import KnowledgeError
from semblant.knowledge.prefixes import form_of, read
from semblant.knowledge.sources import load
from semblant.knowledge.taxonomy import Taxonomy


@pytest.mark.parametrize(
    ("code", "way"),
    [
        ("SW1A 1AA", ["SW1A 1AA", "SW1A 1**", "SW1A ***", "SW** ***"]),
        ("m11ae", ["M1 1AE", "M1 1**", "M1 ***", "M* ***"]),
        ("K1A 0B1", ["K1A 0B1", "K1A ***", "K** ***"]),
        ("94305", ["94305", "943**", "9****"]),
        ("94305-1234", ["94305-1234", "94305-****", "943**-****", "9****-****"]),
        ("DE212", ["DE212", "DE21*", "DE2**", "DE***"]),
        ("62.01", ["62.01", "62.0*", "62.**"]),
        ("2221", ["2221", "222*", "22**", "2***"]),
        ("+49 89 123456", ["+49 89 123456", "+49 89 ******", "+49 ** ******"]),
    ],
)
def test_every_form_has_its_own_levels(code: str, way: list[str]) -> None:
    codes = Taxonomy(read([code]))
    found = codes.path_to_root(codes.index(code))
    assert [codes.label(c) for c in found[:-1]] == way
    assert set(codes.label(found[-1])) == {"*"}


def test_a_district_alone_lies_in_its_area() -> None:
    codes = Taxonomy(read(["LS2", "LS2 9JT"]))
    assert codes.label(codes.index("LS2")) == "LS2 ***"
    assert codes.lcs(codes.index("LS2"), codes.index("LS2 9JT")) == codes.index("LS2")


def test_cuts_are_those_that_are_asked_for() -> None:
    codes = Taxonomy(read(["94305", "94110", "10001"], [2, 3, 5]))
    assert codes.label(codes.lcs(codes.index("94305"), codes.index("94110"))) == "94***"
    assert codes.roots.size == 1


def test_codes_without_a_known_form_need_cuts() -> None:
    assert form_of(["red", "blue"]) is None
    with pytest.raises(KnowledgeError, match="where they are cut"):
        read(["x-1", "yy-20"])
    with pytest.raises(KnowledgeError, match="codes of a column"):
        load("prefixes")


def test_two_columns_may_share_the_knowledge_and_the_release_is_assessed_alike() -> None:
    homes = ["94305", "94301", "94110", "94114", "10001", "10003", "10002", "10009"] * 3
    frame = pl.DataFrame({"home": homes, "work": [code[:3] + "99" for code in homes]})
    knowledge = {"zip": {"source": "prefixes", "cuts": [2, 3, 5]}}
    attributes = {name: {"role": "quasi", "knowledge": "zip"} for name in frame.columns}
    release = sb.anonymise(frame, method="mdav-lcs", k=8, knowledge=knowledge, attributes=attributes)
    assert any("*" in text for text in release.data["home"])
    assert {text.rstrip("*") for text in release.data["home"]} <= {"", "10", "100", "94", "941", "943", *homes}
    assert release.evidence.mapping["work"].unknown == 0


def test_the_public_evidence_does_not_tell_the_codes() -> None:
    frame = pl.DataFrame({"home": ["94305", "94301", "94110", "94114"] * 3})
    attributes = {"home": {"role": "quasi", "knowledge": "zip"}}
    release = sb.anonymise(frame, k=3, knowledge={"zip": {"source": "prefixes"}}, attributes=attributes)
    assert release.evidence.knowledge["zip"].concepts == 8
    assert not release.public_evidence.knowledge
