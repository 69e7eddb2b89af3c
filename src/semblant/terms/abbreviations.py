"""The steward's abbreviations: a CSV that says what each stands for."""

import csv
import io
from collections.abc import Mapping
from pathlib import Path

from semblant.errors import PolicyError, files_like
from semblant.terms.normalise import bare, clean

Abbreviations = Mapping[str, str]
"""What each abbreviation stands for, in one case and without the signs around it."""


def read_abbreviations(path: Path) -> dict[str, str]:
    """Read a CSV with the columns abbreviation and meaning."""
    try:
        text = path.read_text("utf-8-sig")
    except FileNotFoundError:
        raise PolicyError("There is no such file of abbreviations.", where=str(path), hints=files_like(path)) from None
    except (OSError, UnicodeDecodeError) as error:
        raise PolicyError("The file of abbreviations cannot be read as UTF-8 text.", where=path.name) from error
    head = text.partition("\n")[0]
    rows = csv.DictReader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=head.count))
    try:
        rows.fieldnames = [name.strip().lower() for name in rows.fieldnames or ()]
        records = [(rows.line_num, row) for row in rows]
    except csv.Error:
        raise PolicyError("The file of abbreviations is not CSV.", where=path.name) from None
    if not {"abbreviation", "meaning"} <= set(rows.fieldnames):
        raise PolicyError(
            "The file of abbreviations needs the columns abbreviation and meaning.",
            where=f"{path.name}:1",
            hints=["begin it with: abbreviation,meaning"],
        )
    found: dict[str, str] = {}
    for line, row in records:
        short, meaning = bare(clean(row["abbreviation"] or "")), (row["meaning"] or "").strip()
        if not short and not meaning:
            continue
        where = f"{path.name}:{line}"
        if not short or not meaning:
            raise PolicyError("This line needs an abbreviation and its meaning.", where=where)
        if found.setdefault(short, meaning) != meaning:
            raise PolicyError("This abbreviation already has another meaning.", where=where, values=[short])
    return found


def written_out(text: str, abbreviations: Abbreviations) -> str:
    """A text with its abbreviations written out: as a whole, or word by word.

    Example:
        >>> written_out("Sr. RN", {"rn": "registered nurse"})
        'Sr. registered nurse'
    """
    if not abbreviations:
        return text
    whole = abbreviations.get(bare(clean(text)))
    return whole or " ".join(abbreviations.get(bare(clean(word)), word) for word in text.split(" "))
