"""A project: a folder with a policy, its earlier versions, and what belongs to it; never the data.

The policy is the project. Every change of it is a version; undoing goes back to the version it was made from, and
nothing is ever lost. Files that the policy names (a mapping, hierarchies) are not changed once they are written:
another version of the policy names another file.
"""

import csv
import io
import json
import os
import re
import shutil
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path
from threading import RLock
from typing import Any

from semblant.data.atomic import write_file
from semblant.data.formulas import escaped
from semblant.errors import InputError, PolicyError
from semblant.policy.edit import GONE, edited
from semblant.policy.file import build_policy, read_policy_text
from semblant.policy.model import Policy
from semblant.policy.text import KeyPath
from semblant.release.files import private_folder
from semblant.release.replay import read_run, same_rows
from semblant.terms.explicit import read_mapping

POLICY = "policy.yaml"
RELEASE = "release"
_FACTS = "project.json"
_VERSIONS = "versions"
_OWNER_ONLY = 0o700

Decisions = dict[tuple[str, str], str]
"""What the steward says: (column, value) to a concept, or to an empty text where the value has none."""


@dataclass(frozen=True)
class Version:
    """One state of the policy: what was changed, when, and the version it was made from."""

    number: int
    what: str
    when: str
    parent: int | None = None


@dataclass(frozen=True)
class Variant:
    """A version with a name and the figures of a quick run."""

    name: str
    version: int
    k: int
    loss_percent: float | None
    risk_percent: float | None
    highest_percent: float | None
    note: str = ""


@dataclass(frozen=True)
class Facts:
    """What the project remembers beside its policy."""

    data: str  # the name of the file
    sha256: str
    records: int
    current: int = 0
    versions: tuple[Version, ...] = ()
    variants: tuple[Variant, ...] = ()
    confirmed: tuple[str, ...] = ()
    """The columns whose role the steward has confirmed."""
    published: tuple[str, ...] = ()
    """The columns that look like identifiers, and that the steward has confirmed to publish as they are."""


class Project:
    """A policy in a folder, with its history."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._lock, self._stamp = folder, RLock(), stamp(folder / _FACTS)
        self.facts = self._read()

    def _read(self) -> Facts:
        """The facts as they are written."""
        file = self.folder / _FACTS
        try:
            self._stamp = stamp(file)
            said = json.loads(file.read_bytes())
            said["versions"] = tuple(Version(**one) for one in said["versions"])
            said["variants"] = tuple(Variant(**one) for one in said["variants"])
            for key in ("confirmed", "published"):
                said[key] = tuple(said.get(key, ()))
            return Facts(**said)
        except (OSError, ValueError, KeyError, TypeError):
            raise InputError("This folder holds no project.", where=str(self.folder)) from None

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Read and change the project with nobody between: other tabs wait, other programs were heard before."""
        with self._lock:
            if stamp(self.folder / _FACTS) != self._stamp:  # another start of the application has changed it
                self.facts = self._read()
            yield

    @classmethod
    def create(cls, folder: Path, text: str, *, data: str, sha256: str, records: int, what: str) -> "Project":
        """Start a project with a first version of its policy, in a folder of its own."""
        folder.mkdir(_OWNER_ONLY, parents=True)
        try:
            (folder / _VERSIONS).mkdir(_OWNER_ONLY)
            write_file(folder / _FACTS, json.dumps(asdict(Facts(data, sha256, records))))
            made = cls(folder)
            made._add(text, what)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        return made

    @staticmethod
    def exists(folder: Path) -> bool:
        """Whether a folder holds a project."""
        return (folder / _FACTS).is_file() and (folder / POLICY).is_file()

    # --- the policy ----------------------------------------------------------------------------------

    @property
    def file(self) -> Path:
        """The policy file."""
        return self.folder / POLICY

    @property
    def release(self) -> Path:
        """The folder of the release."""
        return self.folder / RELEASE

    @property
    def text(self) -> str:
        """The policy as it is written."""
        return self.file.read_text("utf-8")

    @property
    def policy(self) -> Policy:
        """The policy as it is meant."""
        return _policy(self.file, self.text)

    def change(self, changes: Mapping[KeyPath, Any], what: str, notes: Mapping[KeyPath, str] | None = None) -> None:
        """Change keys of the policy; a new version, unless nothing is different."""
        with self.changing():
            before = self.text
            after = edited(before, changes, notes)
            if after != before:
                self._add(after, what)

    def policy_with(self, changes: Mapping[KeyPath, Any]) -> Policy:
        """The policy as it would be after some changes."""
        return _policy(self.file, edited(self.text, changes, None))

    def rewrite(self, text: str, version: int) -> None:
        """Take a policy that was written anew over a version; it names no files but the project's own."""
        with self.changing():
            if version != self.facts.current:
                raise PolicyError("The policy has changed since this page was opened.",
                                  hints=["copy what you wrote, open the page again, and put it in there"])  # fmt: skip
            after = build_policy(read_policy_text(text, self.file))
            added = set(after.files()).difference(self.policy.files())
            if foreign := sorted(name for name in added if re.search(r"[/\\:]|^~|^\.\.?$", name)):
                raise PolicyError(f"Files outside the project cannot be named here: {', '.join(foreign)}.",
                                  hints=["edit the policy file itself with an editor"])  # fmt: skip
            if text != self.text:
                self._add(text, "the policy itself was edited")

    def _add(self, text: str, what: str) -> None:
        with self.changing():
            versions = self.facts.versions
            parent = self.facts.current if versions else None
            number = 1 + max((one.number for one in versions), default=0)
            made = Version(number, what, time.strftime("%Y-%m-%d %H:%M:%S"), parent)
            write_file(self.version_file(number), text)
            write_file(self.file, text)
            self.remember(versions=(*versions, made), current=number)

    def version_file(self, number: int) -> Path:
        """Where a version is kept."""
        return self.folder / _VERSIONS / f"{number:04}.yaml"

    def remember(self, **facts: Any) -> None:
        """Keep other facts."""
        with self.changing():
            self.facts = replace(self.facts, **facts)
            write_file(self.folder / _FACTS, json.dumps(asdict(self.facts), indent=1, ensure_ascii=False))
            self._stamp = stamp(self.folder / _FACTS)

    def confirm(self, names: Collection[str], *, published: bool = False) -> None:
        """Remember that the steward has confirmed what columns are, or that they are published as they are."""
        with self.changing():
            key = "published" if published else "confirmed"
            self.remember(**{key: tuple(dict.fromkeys((*getattr(self.facts, key), *names)))})

    def decided(self, names: Collection[str]) -> None:
        """Remember that the steward has chosen the roles of columns; what they said of publishing them is void."""
        with self.changing():
            self.remember(published=tuple(name for name in self.facts.published if name not in names))
            self.confirm(names)

    def keep_variant(self, made: Variant) -> None:
        """Keep a version under a name, in the place of another one of that name."""
        with self.changing():
            others = [one for one in self.facts.variants if one.name != made.name]
            self.remember(variants=(*others, made))

    def drop_variant(self, name: str) -> None:
        """Forget a name; its version stays."""
        with self.changing():
            self.remember(variants=tuple(one for one in self.facts.variants if one.name != name))

    # --- going back and forth --------------------------------------------------------------------------

    @property
    def version(self) -> Version:
        """The version in force."""
        return next(one for one in self.facts.versions if one.number == self.facts.current)

    @property
    def undoable(self) -> Version | None:
        """The version that undoing takes back, if there is one before it."""
        return self.version if self.version.parent is not None else None

    @property
    def redoable(self) -> Version | None:
        """The last version that was made from the one in force."""
        return next((one for one in reversed(self.facts.versions) if one.parent == self.facts.current), None)

    def undo(self) -> Version | None:
        """Take back the last change; the version that was taken back, if there was one."""
        with self.changing():
            last = self.undoable
            if last is not None and last.parent is not None:
                self.go_to(last.parent)
            return last

    def redo(self) -> Version | None:
        """Make the last change again that was taken back."""
        with self.changing():
            after = self.redoable
            if after is not None:
                self.go_to(after.number)
            return after

    def go_to(self, number: int) -> None:
        """Put an earlier or later version in force."""
        with self.changing():
            if number not in {one.number for one in self.facts.versions}:
                raise PolicyError("There is no such version.")
            write_file(self.file, self.version_file(number).read_bytes())
            self.remember(current=number)

    def text_of(self, number: int) -> str:
        """The policy of a version."""
        return self.version_file(number).read_text("utf-8")

    def policy_of(self, number: int) -> Policy:
        """The policy of a version, as it is meant."""
        return _policy(self.version_file(number), self.text_of(number))

    def released_version(self) -> int | None:
        """The last version that says the same as the policy of the release; None where there is no such one."""
        try:
            made = read_run(private_folder(self.release)).policy
        except InputError:
            return None
        numbers = [self.facts.current, *(one.number for one in reversed(self.facts.versions))]
        return next((n for n in numbers if self.policy_of(n).model_dump(mode="json", exclude_unset=True) == made), None)

    def repeats(self) -> bool:
        """Whether the policy in force asks for the rows of the release again; False where there is no release."""
        with suppress(InputError):
            return same_rows(read_run(private_folder(self.release)), self.policy)
        return False

    def taken_in(self) -> bool:
        """Take a policy that was edited outside as a new version; False where the file is as the project left it."""
        with self.changing():
            text = self.text
            if text == self.text_of(self.facts.current):
                return False
            build_policy(read_policy_text(text, self.file))
            self._add(text, "edited outside the application")
            return True

    # --- files beside the policy -----------------------------------------------------------------------

    def new_file(self, stem: str, suffix: str) -> Path:
        """A free name for a file that the policy will name; to be written before anybody else asks for one."""
        plain = re.sub(r"[^\w-]+", "-", stem).strip("-")[:40] or "file"
        number = 1
        while (path := self.folder / f"{plain}-{number}{suffix}").exists():
            number += 1
        return path

    def decisions(self) -> Decisions:
        """What the steward said that values mean."""
        name = self.policy.mapping
        if not name:
            return {}
        return {
            (attribute or "", value): entry.concept
            for (attribute, value), entry in read_mapping(self.folder / name).items()
            if entry.score is None  # else a review proposed it, and nobody decided
        }

    def decide(
        self, said: Mapping[tuple[str, str], str | None], what: str, also: Mapping[KeyPath, Any] | None = None
    ) -> None:
        """Keep what values mean, with other changes that go with it; None takes a decision back."""
        with self.changing():
            decisions = self.decisions()
            for key, concept in said.items():
                if concept is None:
                    decisions.pop(key, None)
                else:
                    decisions[key] = concept
            if not decisions:
                self.change({**(also or {}), ("mapping",): GONE}, what)
                return
            path = self.new_file("mapping", ".csv")
            write_file(path, _mapping_text(decisions))
            path.chmod(0o600)
            self.change({**(also or {}), ("mapping",): path.name}, what)


@lru_cache(maxsize=64)
def _policy(file: Path, text: str) -> Policy:
    """The policy of a text, which is that of a file; the file may say something else by now."""
    return build_policy(read_policy_text(text, file))


def stamp(file: Path) -> tuple[int, int] | None:
    """What tells a file from another one that took its place."""
    with suppress(OSError):
        found = file.stat()
        return found.st_ino, found.st_mtime_ns
    return None


def _mapping_text(decisions: Decisions) -> bytes:
    """Decisions as a review file, in which a line without a concept says that the value has none."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(("attribute", "value", "concept", "reason"))
    for (column, value), concept in sorted(decisions.items()):
        writer.writerow([escaped(cell) for cell in (column, value, concept, "decided")])
    return out.getvalue().encode("utf-8-sig", "surrogatepass")


def projects_in(folder: Path) -> list[Project]:
    """The projects of a folder, the last changed first."""
    found = []
    with suppress(OSError):
        for path in folder.iterdir():
            if path.is_dir() and not path.is_symlink() and Project.exists(path):
                with suppress(InputError):
                    found.append(Project(path))
    return sorted(found, key=lambda one: -os.stat(one.file).st_mtime)
