"""Make the screenshots of the web application's tour again, from the running application.

    python scripts/make_web_tour.py

Writes ``docs/pictures/web-*.png``. Takes Chromium or Chrome, Playwright (in the test group) and Pillow.
"""

import io
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

from semblant.report.pdf import find_browser

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"
LONG = 600_000  # milliseconds
COLOURS = 128
WIDTH, HEIGHT = 1200, 860


def main() -> None:
    """Start the application in an empty folder, go the whole way with the staff register, and take six pictures."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        command = [sys.executable, "-c", "from semblant.cli import main; main()", "web", folder, "--no-browser"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found is not None
            browser = playwright.chromium.launch(executable_path=str(find_browser()), args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light")
            page.set_default_timeout(LONG)
            try:
                tour(page, found[0])
            finally:
                browser.close()
                server.terminate()


def tour(page: Any, address: str) -> None:
    """Six screens."""
    page.goto(address)
    take(page, "open")
    page.get_by_label("Open the example Staff register").click()
    page.get_by_role("button", name="Look at the columns").click()
    page.get_by_text("What each column adds").wait_for()
    take(page, "columns")
    page.get_by_role("button", name="Agree with all that is chosen").click()
    page.get_by_text("to confirm.").wait_for(state="detached")
    page.get_by_role("link", name="Words", exact=True).click()
    page.get_by_text("Taken to mean").wait_for()
    take(page, "words")
    page.get_by_role("link", name="Compare", exact=True).click()
    page.get_by_text("All quick runs are done.").wait_for()
    take(page, "compare")
    page.get_by_role("link", name="Result", exact=True).click()
    page.get_by_role("button", name="Make the release").click()
    page.get_by_role("heading", name="Rows before and after").wait_for()
    take(page, "result")
    page.get_by_role("link", name="Export", exact=True).click()
    page.get_by_role("heading", name="Two archives").wait_for()
    take(page, "export")


def take(page: Any, name: str) -> None:
    """One picture, with few colours, so that the page that shows it opens at once."""
    page.evaluate("scrollTo(0, 0)")
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    file = PICTURES / f"web-{name}.png"
    picture.save(file, optimize=True)
    print(f"{file.relative_to(ROOT)}  {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
