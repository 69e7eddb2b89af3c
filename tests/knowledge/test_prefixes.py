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
        ("94305-1234", ["94305-1234", "94305", "943**", "9****"]),
        ("k1a-0b1", ["K1A 0B1", "K1A ***", "K** ***"]),
        ("1012 AB", ["1012 AB", "1012 **", "10** **"]),
        ("1016gv", ["1016 GV", "1016 **", "10** **"]),
        ("00-950", ["00-950", "00-***", "0*-***"]),
        ("123 45", ["123 45", "123 **", "12* **", "1** **"]),
        ("1000-205", ["1000-205", "1000-***", "10**-***", "1***-***"]),
        ("01310-100", ["01310-100", "01310-***", "013**-***", "01***-***", "0****-***"]),
        ("100-0001", ["100-0001", "100-****", "10*-****", "1**-****"]),
        ("D02 AF30", ["D02 AF30", "D02 ****", "D** ****"]),
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


def test_codes_of_another_form_than_most_are_unknown() -> None:
    codes = Taxonomy(read(["LS1 4AP", "LS2 9JT", "BD1 1HX", "1012 AB", "94305"]))
    assert codes.find("1012 AB") is None
    assert codes.find("LS1 4AP") is not None


def test_a_lost_leading_zero_is_found() -> None:
    codes = Taxonomy(read(["02139", "2139", "02138", "10001", "94305", "60614"]))
    assert codes.find("2139") == codes.find("02139")
    jobs = Taxonomy(read(["2221", "3221", "9112", "4110", "8332", "110"]))
    assert jobs.label(jobs.index("110")) == "0110"
    with pytest.raises(KnowledgeError, match="where they are cut"):
        read(["7", "12", "345", "6789"])


def test_a_code_is_released_in_one_spelling() -> None:
    frame = pl.DataFrame({"zip": ["2139"] * 9 + ["02139"] * 3 + ["10001", "94305", "60614"] * 6})
    attributes = {"zip": {"role": "quasi", "knowledge": "zip"}}
    release = sb.anonymise(frame, k=6, knowledge={"zip": {"source": "prefixes"}}, attributes=attributes)
    assert set(release.data["zip"]) == {"02139", "10001", "94305", "60614"}
