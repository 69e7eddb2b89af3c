"""Write the pages of docs/reference from the definitions themselves: policy, command line, Python, files, methods.

python scripts/make_reference.py          writes docs/reference/*.md
python scripts/make_reference.py --check  only says which are not up to date
"""

import inspect
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import UnionType
from typing import Any, Union, get_args, get_origin

import typer
from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

import semblant
from semblant.catalogue import CATALOGUE, METHODS, Entry, Shape
from semblant.cli import app
from semblant.evidence import Evidence, PublicEvidence, RunFacts
from semblant.policy.file import describe
from semblant.policy.model import MEASURES, Attribute, Log, Policy, Source
from semblant.semantics.measures import REGISTRY as MEASURED

FOLDER = Path(__file__).parent.parent / "docs" / "reference"
_MADE = "Made by `scripts/make_reference.py` from {}; do not edit it by hand."


# --- the policy ----------------------------------------------------------------------------------------------------

_POLICY = f"""\
# The policy, key by key

{_MADE.format("the policy's own definition")}

A policy is a YAML or JSON file; the complete `evidence.json` of a release is taken as well
(`--policy DIR-private/evidence.json`). The same keys are the arguments of `semblant.anonymise` in Python, and
`--set key=value` sets any of them on the command line, as
`--set attributes.age.weight=2`. A column whose name has dots can stand in quotes: `--set 'attributes."a.b".role=keep'`.
Files named in a policy are looked for from the policy's own folder.

```yaml
k: 5
knowledge:
  words: {{source: wordnet}}
attributes:
  name: identifier
  job: {{role: quasi, kind: semantic, knowledge: words}}
  age: {{role: quasi, kind: numeric}}
  illness: {{role: sensitive, l: 2}}
  remarks: keep
```"""

_SECTIONS: tuple[tuple[str, str, type[BaseModel]], ...] = (
    ("Top level", "", Policy),
    ("attributes", "One entry for each column. `name: identifier` is short for `name: {role: identifier}`.", Attribute),
    ("knowledge", "One entry for each source. `jobs: wordnet` is short for `jobs: {source: wordnet}`.", Source),
    ("log", "Only with `shape: log`.", Log),
)
_NAMED = {
    "method": "[a method](methods.md)",
    "measure": "[a measure](../measures.md)",
    "loss_measure": "[a measure](../measures.md)",
}


def reference() -> str:
    """The page of the policy's keys."""
    parts = [_POLICY]
    for title, note, model in _SECTIONS:
        parts += [f"## {title}"] + ([note] if note else []) + [_keys(model)]
    parts += ["## Methods", _names(METHODS), "## Measures", _names(MEASURES)]
    return _page(parts)


def _keys(model: type[BaseModel]) -> str:
    rows = []
    for name, info in model.model_fields.items():
        takes = _NAMED.get(name, describe(info)) if model is Policy else describe(info)
        rows.append((f"`{name}`", takes, _default(info), info.description or ""))
    return _table(("key", "takes", "default", "what for"), rows)


def _default(info: FieldInfo) -> str:
    if info.is_required():
        return "*required*"
    value: Any = info.default
    if value is None or value is PydanticUndefined:
        return ""
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


# --- the command line ----------------------------------------------------------------------------------------------

_CLI = f"""\
# The command line

{_MADE.format("the commands' own definition")}

Every command takes `--help`. With `--json`, one JSON document goes to stdout and nothing else; progress and trouble
go to stderr. Exit code **0**: done and verified. **1**: a guarantee does not hold or cannot be reached. **2**: bad
usage, policy or input. After 1 and 2 nothing is written. No message shows a value of the data unless `--show-values`
is given. The examples run from the folder of the project."""

_EXAMPLES = {
    "init": "init examples/survey/survey.csv -o draft.yaml",
    "anonymise": "anonymise examples/survey/survey.csv --policy examples/survey/policy.yaml -o survey-release",
    "assess": "assess examples/survey/survey.csv survey-release/release.csv --policy examples/survey/policy.yaml",
    "compare": "compare examples/survey/survey.csv --policy examples/survey/policy.yaml --methods sa-mdav --k 3,5",
    "map": "map examples/survey/survey.csv --policy examples/survey/policy.yaml -o review.csv",
    "knowledge list": "knowledge list",
    "knowledge info": "knowledge info wordnet",
    "knowledge search": "knowledge search crane",
    "knowledge distance": "knowledge distance surgeon nurse",
    "knowledge centroid": "knowledge centroid surgeon=1 nurse=1 dentist=1",
    "hierarchy build": "hierarchy build examples/survey/survey.csv --column reason -o reasons.csv",
    "hierarchy score": "hierarchy score reasons.csv",
    "hierarchy rank": "hierarchy rank reasons.csv",
    "hierarchy draw": "hierarchy draw reasons.csv -o reasons.svg",
    "hierarchy convert": "hierarchy convert reasons.csv -o reasons.txt --format outline",
}


def command_line() -> str:
    """The page of the commands."""
    parts = [_CLI]
    for name, command in _commands(typer.main.get_command(app), ""):
        usage = " ".join(
            [f"semblant {name}", *(_metavar(p) for p in command.params if p.param_type_name == "argument")]
        )
        parts += [f"## semblant {name}", _prose(inspect.cleandoc(command.help or "")), f"    {usage} [OPTIONS]"]
        parts += [_table(("option", "what for"), [_option(p) for p in command.params if not _is_help(p)])]
        if name in _EXAMPLES:
            parts += [f"```console\n$ semblant {_EXAMPLES[name]}\n```"]
    return _page(parts)


def _commands(group: Any, lead: str) -> Iterator[tuple[str, Any]]:
    for name, command in group.commands.items():
        if command.hidden:
            continue
        if hasattr(command, "commands"):
            yield from _commands(command, f"{lead}{name} ")
        else:
            yield f"{lead}{name}", command


def _option(parameter: Any) -> tuple[str, str]:
    if parameter.param_type_name == "argument":
        return f"`{_metavar(parameter)}`", parameter.help or ""
    value = f" {parameter.metavar}" if parameter.metavar and not parameter.is_flag else ""
    shown = (
        f" [default: {parameter.default}]" if isinstance(parameter.default, int | str) and not parameter.is_flag else ""
    )
    return ", ".join(f"`{name}{value}`" for name in (*parameter.opts, *parameter.secondary_opts)), (
        parameter.help or ""
    ) + shown


def _metavar(parameter: Any) -> str:
    return str(parameter.metavar or parameter.name.upper())


def _is_help(parameter: Any) -> bool:
    return "--help" in parameter.opts


# --- Python --------------------------------------------------------------------------------------------------------

_PYTHON = f"""\
# Python

{_MADE.format("the docstrings")}

Importing costs nothing: every name is loaded when it is first used. Frames may be of pandas, polars or pyarrow, and
come back as what they were. The keys of a [policy](policy.md) are the arguments.

```python
>>> from semblant import *
```"""

_FIELDS = {
    "Policy": "Its fields are [the keys of a policy](policy.md).",
    "Attribute": "Its fields are [the keys under attributes](policy.md#attributes).",
    "Evidence": "Its fields are [those of evidence.json](formats.md#evidencejson).",
}


def python() -> str:
    """The page of the public names."""
    parts = [_PYTHON]
    for name in sorted(semblant.__all__, key=lambda n: (n.endswith("Error"), n[0].isupper(), n)):
        thing = getattr(semblant, name)
        is_error = name.endswith("Error")
        parts += [f"## {name}", *([] if is_error else [f"    {name}{_signature(thing)}"]), _docstring(thing)]
        if inspect.isclass(thing) and not is_error:
            rows = [(f"`.{member}{call}`", first) for member, call, first in _members(thing)]
            parts += [_table(("has", "what it is"), rows)] if rows else []
            parts += [_FIELDS[name]] if name in _FIELDS else []
    of_spark = semblant.spark.anonymise
    parts += ["## spark.anonymise", f"    spark.anonymise{_signature(of_spark)}", _docstring(of_spark)]
    return _page(parts)


def _signature(thing: Any) -> str:
    if inspect.isclass(thing):
        return "(…)"
    names = []
    for parameter in inspect.signature(thing).parameters.values():
        star = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
        empty = parameter.default is parameter.empty
        names.append(f"{star}{parameter.name}" + ("" if empty else f"={parameter.default!r}"))
    return f"({', '.join(names)})"


def _members(cls: type) -> Iterator[tuple[str, str, str]]:
    """Public methods, properties and fields with the first line of what is said of them."""
    if is_dataclass(cls):
        for field in fields(cls):
            yield field.name, "", _typed(field.type)
    own = {n: m for c in reversed(cls.__mro__) if c.__module__.startswith("semblant") for n, m in vars(c).items()}
    for name, member in own.items():
        if name.startswith(("_", "model_")):
            continue
        inner = getattr(member, "__func__", getattr(member, "fget", getattr(member, "func", member)))
        if callable(inner) and inner.__doc__:
            call = "()" if inspect.isfunction(member) or isinstance(member, classmethod | staticmethod) else ""
            yield name, call, _prose(inner.__doc__.strip().splitlines()[0])


def _typed(annotation: Any) -> str:
    name = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", str(annotation))
    return f"`{name.rpartition('.')[2]}`"


def _docstring(thing: Any) -> str:
    """A docstring as Markdown: its examples as snippets."""
    text = inspect.cleandoc(thing.__doc__ or "")
    parts: list[str] = []
    for paragraph in re.split(r"\n\n+", text):
        head, _, rest = paragraph.partition("\n")
        if head.strip() == "Example:":
            parts.append(f"```python\n{inspect.cleandoc(rest)}\n```")
        elif head.strip() == "::" or head.startswith("    "):
            parts.append("\n".join(f"    {line}" for line in paragraph.splitlines() if line.strip() != "::"))
        else:
            parts.append(_prose(paragraph))
    return "\n\n".join(parts)


# --- files ---------------------------------------------------------------------------------------------------------

_FORMATS = f"""\
# Files in and out

{_MADE.format("the evidence's own definition")}

## In

| file | how it is read |
|---|---|
| CSV, TSV | every cell as text, so that `0012` stays `0012`; see below |
| JSON lines | an object a line, with plain values; numbers keep their exact text, whatever their length |
| either, compressed with gzip or Zstandard | released compressed in the same way |
| Parquet, Arrow (Feather) | untouched columns keep their types |
| a folder of Parquet files | one table; a folder called `year=2025` gives its files the column `year` |
| Excel (`.xlsx`, `.xlsm`; `.xls`, `.xlsb` and `.ods` are released as `.xlsx`) | `semblant[excel]`; see below |
| SPSS (`.sav`, `.zsav`), Stata (`.dta`), SAS (`.xpt`, `.sas7bdat`: released as `.xpt`) | `semblant[survey]`, below |
| `-` | standard input, in any of these formats |
| policy | YAML or JSON, UTF-8; [its keys](policy.md) |
| mapping | CSV with columns `value`, `concept`, and `attribute` where it matters; [terms](../terms.md) |
| knowledge | [a dozen formats](../knowledge.md) |
| hierarchy | [six formats](../hierarchies.md#files) |

A text file has one line of headings, a different one for every column, and rows as wide as that. The sign between the
cells (comma, semicolon, tab or bar) is found out, or `delimiter:` names it. UTF-8, UTF-16 and Western European Windows
text (cp1252) are told apart, with a word about it, or `encoding:` names the encoding. Title lines above the headings
are left out where they are clearly such: beside a blank line, or above headings of numbers or dates; `header_row:`
names the line of the headings otherwise. A first column without a name, as R and pandas write it, is called `row`. A
file whose first line looks like a record is refused: its cells would be published as names.

A file is known by its first bytes, whatever its name. What cannot be read is told what it is, and what to do about it.

Of a **workbook**, the first sheet with a table is read, or `sheet:` names one. Formulas count as their values, cells of
text stay text, and dates and numbers keep their types. Numbers that an `.xlsx` shows with leading zeros or with signs
between their digits, by formats such as `00000` and `000-00-0000`, are read as they are shown, and released as text;
of other workbooks they are not, with a word about it.
Blank rows are left out, and of merged cells only the first has a value. The release is a workbook of one sheet, without
comments, properties, formulas or times.

In a file of **SPSS, Stata or SAS**, a column whose codes all have labels is read as its labels: it is masked by what
they mean, and released as codes with labels; a masked value that had no code gets a new one, after all others. Codes
that count as missing are missing values. Kept columns come back with codes, labels and missing codes; labels of columns
that are left out, and of codes that nobody has, are not released.

Numbers are read as the column writes them, and written back the same way: `1234.5`, `1.234,50 €`, `$1,234`, `12 %`.
Where a column can be read in two ways, `1.234` has decimals and `1,234` thousands. Dates may be written as
`2024-12-31`, `31.12.2024`, `31/12/2024` (the day first where both are possible), `31 Dec 2024`, `31DEC24`, with or
without a time. A year of two digits is one of the hundred up to `last_year` of its column in the policy, so that a
release does not depend on the day it is made; `init` writes this year for births, and twenty years from now for other
dates. Without that key a column with such years is no date. In columns of numbers, dates, levels and meanings, an
empty cell, `NA`, `n/a`, `null`, `-` and `?` are missing values, unless a level is called so or the vocabulary knows
such a word.

## Out

`semblant anonymise -o DIR` writes two folders, whole or not at all: they are written aside, read back, verified, and
then renamed, the private one first. What lies in `DIR` may be published, all of it:

| file in `DIR` | for whom |
|---|---|
| `release.<as it came in>` | everybody: without the identifiers, rows sorted by value unless `order` says otherwise |
| `report-public.html` | everybody: made from the release and the public evidence alone |
| `evidence.json` | recipients and auditors: the rules, and what `semblant verify DIR` counts again |

`DIR-private` lies beside it and is for its owner alone; never publish it:

| file in `DIR-private` | for whom |
|---|---|
| `report.html` | you: what was done, the proof, the risk and the cost; it shows original values |
| `report.pdf` | the same on paper, with `--pdf` |
| `evidence.json` | your scripts: every figure and setting, as below; it serves as a policy |
| `link.csv` | `semblant assess --link`: which released row is which original row |
| `run.json` | `semblant anonymise --replay DIR-private`: the input with its checksum, the seed and the run key |

With `-o -`, the release alone goes to standard output, and `--evidence` names the folder of the rest; see
[pipelines](../howto/continuous-integration.md). In another format (`--to`), a column has a type of its own where every
cell is read back from it as exactly the same text, and is text otherwise.

`--force` replaces an earlier release and keeps its permissions; a folder that holds anything else is refused. A run
that was killed is undone by the next run into the same folder.

Cells that a spreadsheet would run as formulas are counted, with a warning; `formulas: escape` writes an apostrophe
before them in CSV and TSV files.

A suppressed value is `*`. A missing value stays empty. A masked word is written as it is most often spelt in the data;
where the data have no word for it, by its name in the knowledge, with `#n` where that name has several meanings.

```console
$ semblant anonymise examples/survey/survey.csv --policy examples/survey/policy.yaml -o out --json --quiet
```

## evidence.json

The complete one, in `DIR-private`, and `release.evidence` in Python:"""

_PUBLIC = """\
## The public evidence.json

In `DIR`, and `release.public_evidence` in Python. An exact figure of the original is a checksum: whoever knows all
records but one could try out the last. So the public evidence has none."""

_RUN = """\
## run.json

Keep it private: with it, whoever has the original can tell which released row is whose."""


def formats() -> str:
    """The page of files."""
    parts, seen = [], set[type[BaseModel]]()
    for head, document in ((_FORMATS, Evidence), (_PUBLIC, PublicEvidence), (_RUN, RunFacts)):
        parts += [head, _fields(document)]
        for model in _nested(document, seen):
            parts += [f"### {model.__name__}", _prose(inspect.cleandoc(model.__doc__ or "")), _fields(model)]
    return _page(parts)


def _fields(model: type[BaseModel]) -> str:
    rows = []
    for name, info in model.model_fields.items():
        inner = next(iter(_models(info.annotation)), None)
        takes = f"[{inner.__name__}](#{inner.__name__.lower()})" if inner else _spoken(info.annotation)
        said = info.description or (inspect.cleandoc(inner.__doc__ or "").splitlines()[0] if inner else "")
        rows.append((f"`{name}`", takes, said))
    return _table(("field", "is", "what it says"), rows)


def _spoken(annotation: Any) -> str:
    if get_origin(annotation) in (Union, UnionType):
        return " or ".join("null" if part is type(None) else _spoken(part) for part in get_args(annotation))
    if get_origin(annotation) is dict:
        return f"{_spoken(get_args(annotation)[1])} by name"
    if get_origin(annotation) is tuple:
        return f"list of {_spoken(get_args(annotation)[0])}"
    names = {int: "int", float: "number", str: "text", bool: "true or false", Any: "value"}
    return names.get(annotation) or " or ".join(f"`{part}`" for part in get_args(annotation))


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    if inspect.isclass(annotation) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _models(part)


def _nested(model: type[BaseModel], seen: set[type[BaseModel]] | None = None) -> Iterator[type[BaseModel]]:
    seen = set() if seen is None else seen
    seen.add(model)
    for info in model.model_fields.values():
        for inner in _models(info.annotation):
            if inner not in seen:
                seen.add(inner)
                yield inner
                yield from _nested(inner, seen)


# --- methods -------------------------------------------------------------------------------------------------------

_METHODS = f"""\
# Methods, their papers and what they promise

{_MADE.format("the catalogue of methods")}

`method:` in a policy, `--method` on the command line. `auto` is ours. Every other method follows its paper, so that
results can be compared; *departs* says where it does not, and which reading it takes where a paper has two or none.
By default what fewer than k persons have is hidden, whatever the method. The papers do not do that: `rare: publish`
releases what they would.
[Choose a method](../howto/choose-a-method.md) says which to take.

```console
$ semblant anonymise examples/survey/survey.csv --policy examples/survey/policy.yaml --method sa-mdav --dry-run
```

*Guided by* is the measure a method takes unless `measure:` names another; *releases* is what is published for a group;
*options* are the [policy keys](policy.md) that a method reads beyond `k`, `loss_measure` and the columns' own.
`measure: equality` makes any method its non-semantic version. Of equals a semantic method takes the first in canonical
order, by concept id. Ids follow meaning in most vocabularies, so non-semantic versions take a random one; `ties`
changes both. Methods without the option `ties` keep the canonical order."""

_AFTER = """\
The thesis is that of S. Martínez (Universitat Rovira i Virgili, 2013); *fusion* is Martínez, Sánchez, Valls & Batet,
*Information Fusion*, 2012. A promise other than k-anonymity must be accepted: `accept: not-k-anonymous`. Promises on
top of k (l-diversity, t-closeness) go with every method for tables: [privacy](../privacy.md)."""


_SHAPED = "[Sets and logs](../sets-and-logs.md) says what each promises in full."
_SHAPES: dict[Shape, tuple[str, str]] = {
    "table": ("Tables", ""),
    "sets": ("Sets", _SHAPED),
    "log": ("Search logs", _SHAPED),
}


def methods() -> str:
    """The page of methods."""
    parts = [_METHODS]
    head = ("method", "paper", "promises", "guided by", "releases", "options", "departs")
    for shape, (title, note) in _SHAPES.items():
        parts += [f"## {title}", note, _table(head, [_method(entry) for entry in CATALOGUE[shape].values()])]
    parts += ["## Measures", "[Measures](../measures.md) explains and compares them."]
    parts += [_table(("measure", "paper"), [(f"`{m.name}`", m.paper) for m in MEASURED.values()]), _AFTER]
    return _page(parts)


def _method(entry: Entry) -> tuple[str, ...]:
    promise = "not k-anonymous" if entry.promise == "none" else entry.promise
    return (
        f"`{entry.name}`",
        entry.paper,
        promise if entry.k_anonymous else f"**{promise}**",
        entry.measure,
        entry.represents.format(entry.centroid),
        _names(entry.options),
        "; ".join(entry.departures),
    )


# --- all pages -----------------------------------------------------------------------------------------------------

PAGES: dict[str, Callable[[], str]] = {
    "policy.md": reference,
    "cli.md": command_line,
    "python.md": python,
    "formats.md": formats,
    "methods.md": methods,
}


def _page(parts: list[str]) -> str:
    return "\n\n".join(part for part in parts if part) + "\n"


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *(tuple(cell.replace("|", "\\|") for cell in row) for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |".replace("| --- ", "|---").replace("--- |", "---|") for line in lines)


def _names(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _prose(text: str) -> str:
    """Docstring prose as Markdown: double backticks become single ones, roles of references go."""
    return re.sub(r":\w+:`([^`]+)`", r"`\1`", text).replace("``", "`")


def main() -> int:
    """Write the pages, or check them."""
    old = []
    for name, make in PAGES.items():
        page, target = make(), FOLDER / name
        if target.is_file() and target.read_text("utf-8") == page:
            continue
        old.append(name)
        if "--check" not in sys.argv[1:]:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(page, "utf-8")
    if "--check" in sys.argv[1:]:
        print(f"out of date: {', '.join(old)}; python scripts/make_reference.py" if old else "up to date")
        return int(bool(old))
    return 0


if __name__ == "__main__":
    sys.exit(main())
