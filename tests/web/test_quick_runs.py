"""Quick runs of a large table: the page says that they are an estimate."""

import pytest

from semblant.workbench.quick import SAMPLE
from tests.web.conftest import Server


@pytest.mark.slow
@pytest.mark.parametrize(("records", "says"), [(SAMPLE, False), (SAMPLE + 1, True)])
def test_the_page_says_on_how_many_records_the_curve_was_measured(server: Server, records: int, says: bool) -> None:
    rows = "".join(f"{20 + i % 61},{('north', 'south', 'east')[i % 3]}\n" for i in range(records))
    project = server.begin("many.csv", f"age,region\n{rows}".encode())
    shown = server.send("GET", f"{project}/compare").body
    assert "Loss and risk over k" in shown
    assert ("This is a quick estimate on 50,000 of the 50,001 records" in shown) == says
    assert ("quick estimate" in shown) == says
    server.post(f"{project}/result/cancel", what="quick")
