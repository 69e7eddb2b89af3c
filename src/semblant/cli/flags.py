"""From flags to a policy: flags override the policy file, or replace it."""

import csv
import inspect
import os
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

from semblant.cli import options
from semblant.errors import PolicyError, SemblantError

if TYPE_CHECKING:
    from semblant.policy.model import Policy
    from semblant.policy.text import KeyPath, Raw

_WHERE = "command line"
_ALIKE = 0.75  # how much of a name must be the same


@dataclass(frozen=True)
class Flags:
    """Everything on the command line that decides a release."""

    policy: options.PolicyFile = None
    k: options.K = None
    method: options.Method = None
    qi: options.Quasi = None
    sensitive: options.Sensitive = None
    identifier: options.Identifier = None
    others: options.Others = None
    knowledge: options.Knowledge = None
    measure: options.Measure = None
    order: options.Order = None
    seed: options.Seed = None
    settings: options.Settings = None
    sheet: options.Sheet = None
    header_row: options.HeaderRow = None
    data: Path | None = None

    def build(self) -> "tuple[Policy, Raw]":
        """The policy these flags and the policy file make, and the file as it was written.

        Example:
            >>> policy, _ = Flags(qi=["job,town"], k=3, others="drop", order="shuffle").build()
            >>> policy.columns("quasi"), policy.k, policy.order, policy.others
            (('job', 'town'), 3, 'shuffle', 'drop')
        """
        from semblant.data.foreign import refuse_policy
        from semblant.policy.file import build_policy
        from semblant.policy.text import Raw

        if self.data is not None:
            refuse_policy(self.data.name, str(self.data))
        raw = self._written() if self.policy else Raw({}, base=Path())
        roles = dict(self._roles())
        if self.qi:
            raw = _without_quasi(raw, roles)
        overrides = dict(self._overrides(raw, roles))
        if not self.policy and not any("attributes" in (key[0], key[:10]) for key in overrides):
            raise self._no_policy()
        return build_policy(raw, overrides, _WHERE), raw

    def _written(self) -> "Raw":
        """The policy file; where there is none, say how to get one."""
        from semblant.policy.file import read_policy

        assert self.policy is not None
        try:
            return read_policy(self.policy)
        except PolicyError as error:
            if not self.policy.exists():
                error.where = str(self.policy)
                error.hints = (f"make one: semblant init {self._table} -o {typed(self.policy)}",)
            elif self.policy.is_dir():
                error.hints = ("name the file in it: --policy FOLDER/policy.yaml",)
            raise

    def _no_policy(self) -> SemblantError:
        """The error for a run without policy and columns, with the quickest way to continue."""
        if self.data is not None and not self.data.is_file():
            from semblant.data.read import read

            read(self.data)  # says what is wrong with the path
        beside = sorted(
            file.name for file in Path().iterdir() if file.suffix in (".yaml", ".yml") and "policy" in file.stem
        )
        return PolicyError(
            "Nothing says which columns could identify someone.",
            where=_WHERE,
            hints=[
                *(f"take the policy that lies here: --policy {typed(Path(name))}" for name in beside[:1]),
                f"make a policy: semblant init {self._table} -o policy.yaml, then --policy policy.yaml",
                "or name the columns: --qi age,occupation",
            ],
        )

    @property
    def _table(self) -> str:
        return "DATA" if self.data is None else typed(self.data)

    def _roles(self) -> Iterator[tuple[str, str]]:
        seen: set[str] = set()
        for role, lists in (("quasi", self.qi), ("sensitive", self.sensitive), ("identifier", self.identifier)):
            for name in dict.fromkeys(names(lists)):
                if name in seen:
                    raise PolicyError(f"The column {name!r} is given two roles.", where=_WHERE)
                seen.add(name)
                yield name, role

    def _overrides(self, raw: "Raw", roles: Mapping[str, str]) -> "Iterator[tuple[str | KeyPath, Any]]":
        for key in ("k", "method", "measure", "order", "others", "seed", "sheet", "header_row"):
            if (value := getattr(self, key)) is not None:
                yield key, value
        for column, role in roles.items():
            yield ("attributes", column, "role"), role
        if knowledge := [_from(raw.base, name) for name in names(self.knowledge)]:
            for column in _meaningful(raw.value, roles):
                yield ("attributes", column, "knowledge"), knowledge if len(knowledge) > 1 else knowledge[0]
        for setting in self.settings or ():
            yield setting_of(setting)


def with_flags(*left_out: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the flags of a policy, all but some, as its parameter ``flags``; its first one is the table."""
    kinds = {name: kind for name, kind in Flags.__annotations__.items() if name not in ("data", *left_out)}

    def taking(command: Callable[..., None]) -> Callable[..., None]:
        own = inspect.signature(command).parameters
        table = next(iter(own))

        @wraps(command)
        def run(**given: Any) -> None:
            flags = Flags(**{name: given.pop(name) for name in kinds}, data=given[table])
            command(**given, flags=flags)

        parameters: list[inspect.Parameter] = []
        for one in own.values():
            flags = [options.parameter(name, kind) for name, kind in kinds.items()]
            parameters += flags if one.name == "flags" else [one]
        return options.with_parameters(run, parameters)

    return taking


def names(lists: Iterable[str] | None) -> list[str]:
    """Names given as a list with commas, or the option several times; a name with a comma stands in quotes.

    Example:
        >>> names(["age, job", '"last, first"'])
        ['age', 'job', 'last, first']
    """
    try:
        rows = list(csv.reader(lists or (), skipinitialspace=True))
    except csv.Error:
        raise PolicyError("The list of names is not closed properly.", where=_WHERE) from None
    return [name.strip() for row in rows for name in row if name.strip()]


def typed(path: Path) -> str:
    """A path as it is typed into a shell.

    Example:
        >>> typed(Path("my data.csv"))
        "'my data.csv'"
    """
    return shlex.quote(str(path))


@contextmanager
def fitting(data: Path, rules: "Policy") -> Iterator[None]:
    """Where most columns of a policy are not in the table, say that it is for another table, and not only the first.

    Where none is there or spelt alike, the first line of a text file may be a record, so its cells are not shown.
    """
    try:
        yield
    except PolicyError as error:
        if not error.where or error.where.startswith("attributes."):
            from semblant.data.formats import is_text
            from semblant.data.read import read_by_policy
            from semblant.data.table import ADD_HEADER

            table = read_by_policy(data, rules)
            there = table.names
            missing = [name for name in rules.attributes if name not in there]
            spelt_alike = any(get_close_matches(name, there, 1, _ALIKE) for name in missing)
            if missing and len(missing) == len(rules.attributes) and not spelt_alike and is_text(table.origin.format):
                error.hints = (f"the file has {len(there)} columns; {ADD_HEADER}",)
            if 2 * len(missing) > len(rules.attributes) > 1:
                error.message = (
                    f"{len(missing)} of the policy's {len(rules.attributes)} columns are not in {data.name}."
                )
                error.hints = (
                    f"if it is for another table: semblant init {typed(data)} -o NEW-POLICY.yaml",
                    *error.hints,
                )
        raise


def setting_of(text: str) -> "tuple[str, Raw]":
    """Split ``key=value``; the value is read as YAML would read it.

    Example:
        >>> key, value = setting_of('attributes."a=b".weight=2')
        >>> key, value.value
        ('attributes."a=b".weight', 2)
    """
    from semblant.policy.text import parse

    quote, end = "", -1
    for i, letter in enumerate(text):
        if letter in "\"'" and quote in ("", letter):
            quote = "" if quote else letter
        elif letter == "=" and not quote:
            end = i
            break
    if end < 1:
        raise PolicyError(
            f"--set takes key=value. Got {text[:60]!r} instead.", where=_WHERE, hints=["--set k=5", "--set others=drop"]
        )
    return text[:end].strip(), parse(text[end + 1 :], f"--set {text[:end]}")


def _without_quasi(raw: "Raw", roles: Mapping[str, str]) -> "Raw":
    """A policy without the quasi-identifiers that the command line gives no role: ``--qi`` names all there are."""
    written = raw.value.get("attributes")
    if not isinstance(written, dict):
        return raw
    named = {
        name: settings
        for name, settings in written.items()
        if name in roles or (settings.get("role") if isinstance(settings, dict) else settings) != "quasi"
    }
    return replace(raw, value={**raw.value, "attributes": named})


def _meaningful(written: Mapping[str, Any], roles: Mapping[str, str]) -> list[str]:
    """The masked columns whose values may mean something: those of this command line, else all of the policy."""
    if chosen := [name for name, role in roles.items() if role == "quasi"]:
        return chosen
    found = []
    for name, settings in (written.get("attributes") or {}).items():
        role, kind = (settings.get("role"), settings.get("kind")) if isinstance(settings, dict) else (settings, None)
        if role == "quasi" and kind in (None, "semantic", "set"):
            found.append(name)
    return found


def _from(base: Path, name: str) -> str:
    """Resolve a path of the command line from the current folder; those of a policy start from its own folder."""
    path = Path(name)
    return os.path.relpath(path, base) if path.exists() and not path.is_absolute() else name
