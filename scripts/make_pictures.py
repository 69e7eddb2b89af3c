"""Make the pictures of the documentation again: the survey's report and a comparison, as a browser shows them.

    python scripts/make_pictures.py

Writes ``docs/pictures/report.png`` and ``docs/pictures/comparison.png``. Takes Chromium or Chrome, and Pillow.
"""

import os
import subprocess
import tempfile
from pathlib import Path

from PIL import Image

from semblant.policy.file import build_policy, read_policy
from semblant.release.compare import compare
from semblant.release.files import private_folder
from semblant.release.pipeline import anonymise_file
from semblant.report.pdf import find_browser

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"
SURVEY = ROOT / "examples" / "survey"
WIDTH = 1100
MOST = 200_000
"""Bytes of a picture: a page that shows it should still open at once."""

METHODS = ("auto", "sa-mdav", "s-mdav", "mdav-mode", "mdav-lcs", "recode")


def main() -> None:
    """Make both pictures."""
    policy = build_policy(read_policy(SURVEY / "policy.yaml"))
    data = SURVEY / "survey.csv"
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        release = anonymise_file(data, policy, out=Path(folder) / "release")
        take(private_folder(release.folder) / "report.html", PICTURES / "report.png", 1215)
        found = compare(data, policy, METHODS, (2, 5, 10, 20))
        page = Path(folder) / "comparison.html"
        page.write_text(found.page(found.suggest("risk<=5")), encoding="utf-8")
        take(page, PICTURES / "comparison.png", 1410)


def take(page: Path, target: Path, height: int) -> None:
    """Take a screenshot of the top of a page in the light theme, small enough for a README."""
    with tempfile.TemporaryDirectory() as folder:
        shot = Path(folder) / "shot.png"
        command = [
            find_browser(), "--headless", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
            "--blink-settings=preferredColorScheme=1", f"--user-data-dir={folder}/profile",
            f"--window-size={WIDTH},{height}", f"--screenshot={shot}",
            *(["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []), page.resolve().as_uri(),
        ]  # fmt: skip
        subprocess.run(command, capture_output=True, timeout=120, check=True)
        with Image.open(shot) as picture:
            picture.convert("RGB").quantize(96).save(target, optimize=True)
    size = target.stat().st_size
    print(f"{target.relative_to(ROOT)}: {size:,} bytes")
    if size > MOST:
        raise SystemExit(f"{target.name} is larger than {MOST:,} bytes.")


if __name__ == "__main__":
    main()
