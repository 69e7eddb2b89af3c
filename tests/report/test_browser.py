"""The pages in a real browser: hovering and clicking work, nothing runs over the edge of a narrow window."""

import html
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from semblant.report.pdf import BROWSERS
from tests.report.making import CASES, pages
from tests.report.test_comparison import CASES as COMPARISONS

BROWSER = next((found for name in BROWSERS if (found := shutil.which(name))), None)
pytestmark = pytest.mark.skipif(BROWSER is None, reason="install chromium to look at pages in a browser")


def after(page: str, script: str, folder: Path, width: int = 1000) -> str:
    """What a page says when a script has run on it: the script's last word, left in the title."""
    file = folder / "page.html"
    file.write_text(page.replace("</body>", f"<script>document.title = (() => {{ {script} }})()</script></body>"))
    shown = subprocess.run(
        [
            str(BROWSER), "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars",
            f"--user-data-dir={folder / 'profile'}", f"--window-size={width},900", "--dump-dom", file.as_uri(),
        ],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    found = re.search(r"<title>(.*?)</title>", shown.stdout, re.DOTALL)
    assert found is not None, shown.stderr[-400:]
    return html.unescape(found[1])


def test_hovering_says_what_a_run_was_and_clicking_copies_its_policy(tmp_path: Path) -> None:
    comparison = COMPARISONS["ordinary"]
    script = """
      const said = () => document.getElementById("said").textContent, told = [];
      const point = document.querySelector('[data-run="run-1"]'), row = document.getElementById("run-1-row");
      point.dispatchEvent(new MouseEvent("mouseenter"));
      told.push(said(), row.classList.contains("shown"));
      let copied = "";
      document.addEventListener("copy", () => { copied = document.activeElement.value; });
      document.execCommand = () => { document.dispatchEvent(new Event("copy")); return true; };
      point.dispatchEvent(new MouseEvent("click"));
      told.push(said(), copied.trim().split("\\n")[0]);
      document.querySelector("#taken button").click();
      told.push(said());
      return told.join(" | ");
    """
    told = after(comparison.page(comparison.suggest("risk<=10")), script, tmp_path).replace("\u00a0", " ")
    hovered, marked, clicked, policy, taken = told.split(" | ")
    assert hovered == (
        "auto, k = 5: loss 4 %, semantic record linkage 6 %; on the Pareto frontier; recommended run. "
        "Click to copy its policy."
    )
    assert (marked, policy) == ("true", "k: 5")
    assert clicked == taken == "The policy of auto, k = 5 is copied."


@pytest.mark.parametrize("case", ["hostile", "semantic"])
def test_nothing_runs_over_the_edge_of_a_narrow_window(tmp_path: Path, case: str) -> None:
    page = pages(*CASES[case])["report.html"]
    script = "const root = document.documentElement; return root.scrollWidth + ' of ' + root.clientWidth"
    wide, there = map(int, after(page, script, tmp_path, width=500).split(" of "))
    assert wide <= there
