"""The options that several commands share, each defined once."""

from collections.abc import Callable, Iterable
from inspect import Parameter, Signature
from pathlib import Path
from typing import Annotated, Any

import typer

WORDNET = "wordnet"
"""The default vocabulary."""


def _methods(incomplete: str) -> list[str]:
    from semblant.catalogue import METHODS

    return [name for name in METHODS if name.startswith(incomplete)]


def _measures(incomplete: str) -> list[str]:
    from semblant.policy.model import MEASURES

    return [name for name in MEASURES if name.startswith(incomplete)]


def _keys(incomplete: str) -> list[str]:
    from semblant.policy.model import Policy

    return [f"{name}=" for name in Policy.model_fields if name.startswith(incomplete)]


EVERYWHERE = {
    "as_json": Annotated[bool, typer.Option("--json", help="Print one JSON document to stdout and nothing else.")],
    "quiet": Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")],
    "show_values": Annotated[bool, typer.Option("--show-values", help="Let errors show values of the data.")],
}
"""The options of all commands; see :func:`semblant.cli.guard.guarded`."""

Force = Annotated[bool, typer.Option("--force", help="Replace what is already there.")]

HowFar = Annotated[str, typer.Option("--measure", metavar="NAME", autocompletion=_measures, help="How far is far.")]

PolicyFile = Annotated[
    Path | None,
    typer.Option("--policy", "-p", metavar="FILE", help="The policy: YAML, JSON, or a DIR-private/evidence.json."),
]
_TABLE = "The table: a file (CSV, Parquet, ...), a folder of Parquet files, or - for standard input"
Data = Annotated[Path, typer.Argument(metavar="DATA", help=f"{_TABLE}.")]
DataAgain = Annotated[Path | None, typer.Argument(metavar="DATA", help=f"{_TABLE}; with --replay, if it has moved.")]
Sheet = Annotated[
    str | None,
    typer.Option("--sheet", metavar="NAME", help="Of a workbook, by name or number. [default: the first with a table]"),
]
HeaderRow = Annotated[
    int | None, typer.Option("--header-row", metavar="N", min=1, help="Row of the column names. [default: found out]")
]
K = Annotated[int | None, typer.Option("--k", "-k", metavar="N", help="Least size of an equivalence class.")]
Method = Annotated[
    str | None,
    typer.Option(
        "--method",
        metavar="NAME",
        autocompletion=_methods,
        help="How records are masked. [default: the policy's, else auto]",
    ),
]
Measure = Annotated[
    str | None,
    typer.Option(
        "--measure",
        metavar="NAME",
        autocompletion=_measures,
        help="How far apart two meanings are. [default: the policy's, else the method's]",
    ),
]
Quasi = Annotated[
    list[str] | None,
    typer.Option("--qi", metavar="A,B", help="Columns an outsider could know of someone: masked; these and no others."),
]
Sensitive = Annotated[
    list[str] | None, typer.Option("--sensitive", metavar="C", help="Columns nobody should learn of someone: kept.")
]
Identifier = Annotated[
    list[str] | None, typer.Option("--identifier", metavar="D", help="Columns that name someone: left out.")
]
Others = Annotated[
    str | None,
    typer.Option("--others", metavar="keep|drop", help="Columns not named: published untouched, or left out."),
]
Knowledge = Annotated[
    list[str] | None,
    typer.Option("--knowledge", metavar="NAME", help="Where the meanings of words come from. [default: wordnet]"),
]
Order = Annotated[
    str | None,
    typer.Option(
        "--order",
        metavar="NAME",
        help="Order of released rows: sorted (by their values), shuffle, or keep. [default: the policy's, else sorted]",
    ),
]
Seed = Annotated[int | None, typer.Option("--seed", metavar="N", help="Makes chance repeatable; keep it private.")]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        autocompletion=_keys,
        help="Set any key of the policy, as attributes.age.weight=2.",
    ),
]

PLAIN: dict[str, Any] = {"rich_markup_mode": None, "pretty_exceptions_enable": False, "no_args_is_help": True}
"""Help as plain text, which is as readable and shown twice as fast."""


def parameter(name: str, annotation: Any, default: Any = None) -> Parameter:
    """An option as a parameter of a command."""
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def with_parameters(command: Callable[..., None], parameters: Iterable[Parameter]) -> Callable[..., None]:
    """A command that typer sees with these parameters; it is given them by name."""
    named = [one.replace(kind=Parameter.KEYWORD_ONLY) for one in parameters]
    command.__signature__ = Signature(named)  # type: ignore[attr-defined]
    return command
