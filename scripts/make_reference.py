"""Write the reference of the policy's keys from the policy's own definition.

python scripts/make_reference.py          writes docs/reference/policy.md
python scripts/make_reference.py --check  only says whether it is up to date
"""

import sys
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from semblant.policy import MEASURES, METHODS, Attribute, Log, Policy, Source
from semblant.policyfile import describe

TARGET = Path(__file__).parent.parent / "docs" / "reference" / "policy.md"

_INTRODUCTION = """\
# The policy, key by key

Made from the policy's own definition by `scripts/make_reference.py`; do not edit it by hand.

A policy is a YAML or JSON file; the `evidence.json` of a release is taken as well. The same keys are the
arguments of `semblant.anonymise` in Python, and `--set key=value` sets any of them on the command line, as
`--set attributes.age.weight=2`. A column whose name has dots can stand in quotes: `--set 'attributes."a.b".role=keep'`.
Files named in a policy are looked for from the policy's own folder."""

_SECTIONS: tuple[tuple[str, str, type[BaseModel]], ...] = (
    ("Top level", "", Policy),
    ("attributes", "One entry for each column. `name: identifier` is short for `name: {role: identifier}`.", Attribute),
    ("knowledge", "One entry for each source. `jobs: wordnet` is short for `jobs: {source: wordnet}`.", Source),
    ("log", "Only with `shape: log`.", Log),
)
_NAMED = {
    "method": "[a method](#methods)",
    "measure": "[a measure](#measures)",
    "loss_measure": "[a measure](#measures)",
}


def reference() -> str:
    """The whole page."""
    parts = [_INTRODUCTION]
    for title, note, model in _SECTIONS:
        parts += [f"## {title}"] + ([note] if note else []) + [_table(model)]
    parts += ["## Methods", _names(METHODS), "## Measures", _names(MEASURES)]
    return "\n\n".join(parts) + "\n"


def _table(model: type[BaseModel]) -> str:
    rows = ["| key | takes | default | what for |", "|---|---|---|---|"]
    for name, info in model.model_fields.items():
        takes = _NAMED.get(name, _escaped(describe(info))) if model is Policy else _escaped(describe(info))
        rows.append(f"| `{name}` | {takes} | {_default(info)} | {_escaped(info.description or '')} |")
    return "\n".join(rows)


def _default(info: FieldInfo) -> str:
    if info.is_required():
        return "*required*"
    value: Any = info.default
    if value is None or value is PydanticUndefined:
        return ""
    return f"`{_escaped(str(value).lower() if isinstance(value, bool) else str(value))}`"


def _names(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")


def main() -> int:
    """Write the page, or check it."""
    page = reference()
    if "--check" in sys.argv[1:]:
        current = TARGET.read_text("utf-8") if TARGET.is_file() else ""
        print("up to date" if current == page else "out of date: python scripts/make_reference.py")
        return int(current != page)
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(page, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
