"""When a release that is made again gets the run key that it had: the same input, and a policy that changes no row."""

from pathlib import Path
from typing import Any

import pytest

from semblant.policy.model import Policy
from semblant.release.pipeline import anonymise_file
from semblant.release.replay import key_again

RULES: dict[str, Any] = {
    "k": 3,
    "order": "shuffle",
    "attributes": {"job": {"role": "quasi", "kind": "nominal"}, "age": {"role": "quasi", "kind": "numeric"}},
}


@pytest.fixture
def people(tmp_path: Path) -> Path:
    file = tmp_path / "people.csv"
    file.write_text("job,age\n" + "".join(f"{('nurse', 'baker', 'cook')[i % 3]},{20 + i % 17}\n" for i in range(60)))
    return file


def test_only_what_changes_no_row_keeps_the_key(people: Path) -> None:
    out = people.with_name("out")
    assert key_again(out, Policy(**RULES), people) is None, "there is no release yet"
    made = anonymise_file(people, Policy(**RULES), out=out)
    same = {"title": "People", "purpose": "internal", "accept": {"unchanged": "it is so"}, "population": 900}
    again = key_again(out, Policy(**RULES, **same), people)
    assert again is not None
    assert again.hex() == made.key.hex()
    for other in ({"k": 4}, {"order": "sorted"}, {"seed": 1}, {"rare": "publish"}, {"loss_measure": "path"}):
        assert key_again(out, Policy(**(RULES | other)), people) is None, other
    first = (out / "release.csv").read_bytes()
    anonymise_file(people, Policy(**RULES, **same), out=out, force=True, key=again)
    assert (out / "release.csv").read_bytes() == first
    people.write_text(people.read_text() + "nurse,30\n")
    assert key_again(out, Policy(**RULES), people) is None, "these are other people"
