"""From flags to a policy: what is typed overrides the policy file, or stands in for it."""

import csv
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from semblant.errors import PolicyError

if TYPE_CHECKING:
    from semblant.policy import Policy
    from semblant.policytext import KeyPath, Raw

_WHERE = "command line"


@dataclass(frozen=True)
class Flags:
    """Everything on the command line that decides a release."""

    policy: Path | None = None
    k: int | None = None
    method: str | None = None
    measure: str | None = None
    qi: list[str] | None = None
    sensitive: list[str] | None = None
    identifier: list[str] | None = None
    knowledge: list[str] | None = None
    seed: int | None = None
    settings: list[str] | None = None

    def build(self) -> "tuple[Policy, Raw]":
        """The policy these flags and the policy file make, and the file as it was written.

        Example:
            >>> policy, _ = Flags(qi=["job,town"], k=3, settings=["order=shuffle"]).build()
            >>> policy.columns("quasi"), policy.k, policy.order, policy.others
            (('job', 'town'), 3, 'shuffle', 'keep')
        """
        from semblant.policyfile import build_policy, read_policy
        from semblant.policytext import Raw

        raw = read_policy(self.policy) if self.policy else Raw({"others": "keep"}, base=Path())
        overrides = dict(self._overrides(raw, dict(self._roles())))
        if not self.policy and not any("attributes" in (key[0], key[:10]) for key in overrides):
            raise PolicyError(
                "Nothing says which columns could identify someone.",
                where=_WHERE,
                hints=[
                    "name them: --qi age,occupation",
                    "semblant init DATA -o policy.yaml, then --policy policy.yaml",
                ],
            )
        return build_policy(raw, overrides, _WHERE), raw

    def _roles(self) -> Iterator[tuple[str, str]]:
        seen: set[str] = set()
        for role, lists in (("quasi", self.qi), ("sensitive", self.sensitive), ("identifier", self.identifier)):
            for name in dict.fromkeys(names(lists)):
                if name in seen:
                    raise PolicyError(f"The column {name!r} is given two roles.", where=_WHERE)
                seen.add(name)
                yield name, role

    def _overrides(self, raw: "Raw", roles: Mapping[str, str]) -> "Iterator[tuple[str | KeyPath, Any]]":
        for key in ("k", "method", "measure", "seed"):
            if (value := getattr(self, key)) is not None:
                yield key, value
        for column, role in roles.items():
            yield ("attributes", column, "role"), role
        if knowledge := [_from(raw.base, name) for name in names(self.knowledge)]:
            for column in _meaningful(raw.value, roles):
                yield ("attributes", column, "knowledge"), knowledge if len(knowledge) > 1 else knowledge[0]
        for setting in self.settings or ():
            yield setting_of(setting)


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


def setting_of(text: str) -> "tuple[str, Raw]":
    """Split ``key=value``; the value is read as YAML would read it.

    Example:
        >>> key, value = setting_of('attributes."a=b".weight=2')
        >>> key, value.value
        ('attributes."a=b".weight', 2)
    """
    from semblant.policytext import parse

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
    """A file named on the command line lies where the person is; in a policy it is told from the policy's folder."""
    path = Path(name)
    return os.path.relpath(path, base) if path.exists() and not path.is_absolute() else name
