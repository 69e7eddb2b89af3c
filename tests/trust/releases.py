"""Releases to be doubted: every method on every example, and on a table as ugly as tables get."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from semblant.data.read import read
from semblant.data.table import Table
from semblant.policy.file import build_policy, read_policy
from semblant.policy.model import Policy
from semblant.release.files import private_folder
from semblant.release.pipeline import anonymise_file

MORE: dict[str, dict[str, Any]] = {"suppress": {"suppression_limit": 1.0}, "best-first": {"suppression_limit": 0.5}}
"""What a method asks of the policy before it runs."""

SEED = 918_273_645
"""Private, and so unusual that it cannot stand anywhere by chance."""

RARE = ("Zyxglorpian", "Ωmega-Whisperer", "falconer", "Krähwinkel-Süd", "Hildegard", "שלום")
"""Texts of one record of the ugly table each; two are no words, one is a name."""

_HEAD = '\ufeff"na;me";job;town;age;since;grade;no te;len\r\n'
_ROWS = [
    'Hildegard;nurse;Graz;31;2020-02-29;low;"two\r\nlines";0012',
    "Ann;Nurses;Graz;;2020-03-01;low;plain;7",
    "Bob;NURSE;Wien;44;;middle;;7",
    "Eve;surgeon;Wien;45.50;2019-12-31;middle;x,y|z;7",
    "Noé;surgeon#1;;;2019-01-01;high;é;",
    "Zoe;physician;Krähwinkel-Süd;39;2018-05-05;;e\u0301;7",
    'Max;baker;Graz;1e1;2018-05-06;high;"say ""hi""";7',
    "Ida;cook;Graz;-3;2018-05-07;*;*;*",
    "Leo;Zyxglorpian;Wien;31;2018-05-08;low;שלום;7",
    "Mia;Ωmega-Whisperer;Wien;31;2018-05-09;low;\U0001f98a;7",
    "Uwe;;Wien;;;;;7",
    "Gil;*;*;*;2018-05-10;high;' ';7",
    "Ute;falconer;Linz;90;2018-05-11;high; padded ;7",
    "Pia;  baker ;Linz;90;2018-05-12;high;NULL;7",
]

UGLY_POLICY: dict[str, Any] = {
    "k": 3,
    "attributes": {
        "na;me": "identifier",
        "job": {"role": "quasi", "kind": "semantic", "knowledge": "wordnet", "unknown": "nominal", "weight": 2.0},
        "town": {"role": "quasi", "kind": "nominal"},
        "age": {"role": "quasi", "kind": "numeric", "missing": "suppress"},
        "since": {"role": "quasi", "kind": "date"},
        "grade": {"role": "quasi", "kind": "ordinal", "levels": ["low", "middle", "high"]},
        "no te": "keep",
        "len": "sensitive",
    },
}


def write_ugly(folder: Path) -> tuple[Path, Path]:
    """The ugly table and its policy, as files."""
    data, policy = folder / "ugly.csv", folder / "ugly.json"
    data.write_bytes((_HEAD + "\r\n".join(_ROWS) + "\r\n").encode())
    policy.write_text(json.dumps(UGLY_POLICY), encoding="utf-8")
    return data, policy


@dataclass(frozen=True)
class Made:
    """A release in its folder, and the files it was made from."""

    data: Path
    policy_file: Path
    overrides: Mapping[str, Any]
    folder: Path

    @property
    def policy(self) -> Policy:
        return build_policy(read_policy(self.policy_file), self.overrides)

    @property
    def file(self) -> Path:
        return self.folder / "release.csv"

    @property
    def private(self) -> Path:
        return private_folder(self.folder)

    @property
    def link(self) -> Path:
        return self.private / "link.csv"

    @property
    def evidence(self) -> dict[str, Any]:
        return json.loads((self.private / "evidence.json").read_text("utf-8"))

    @property
    def original(self) -> Table:
        return read(self.data)


def make(data: Path, policy_file: Path, folder: Path, **overrides: Any) -> Made:
    """Anonymise a file by its policy, with a private seed."""
    made = Made(data, policy_file, {"seed": SEED, **MORE.get(overrides.get("method", ""), {}), **overrides}, folder)
    anonymise_file(data, made.policy, out=folder, base=policy_file.parent)
    return made
