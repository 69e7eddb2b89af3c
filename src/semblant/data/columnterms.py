"""Terms and abbreviations that the files of single sectors have in the names of their columns, with a word that says
what they are about: `dlq30` is about debt, `lstupd` about the handling of records.
"""

import csv
from collections.abc import Container
from functools import cache
from importlib import resources


def terms(known: Container[str]) -> dict[str, str]:
    """The word for every term that is no known word itself.

    Example:
        >>> terms(frozenset())["dlq30"], "mmr" in terms({"mmr"})
        ('debt', False)
    """
    return {term: about for term, about in _listed().items() if term not in known}


@cache
def _listed() -> dict[str, str]:
    text = (resources.files("semblant.data") / "columnterms.csv").read_text("utf-8")
    return {term: row["about"] for row in csv.DictReader(text.splitlines()) for term in row["words"].split()}
