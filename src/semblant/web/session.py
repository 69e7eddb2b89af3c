"""What the application holds while it runs: files, tables that were read, projects, and the processes that work."""

import os
import re
import secrets
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock, RLock
from typing import Any

from semblant.catalogue import Shape
from semblant.data.formats import by_suffix
from semblant.data.read import read
from semblant.data.source import digest
from semblant.data.table import Table
from semblant.errors import InputError, SemblantError
from semblant.folders import Scratch
from semblant.policy.file import build_policy, read_policy
from semblant.proposal.draft import write_policy
from semblant.proposal.shapes import as_shape, find_shape
from semblant.release.files import CHECKLIST, EVIDENCE, private_folder
from semblant.release.pair import recover
from semblant.release.replay import TOLD
from semblant.release.runs import Run
from semblant.web.jobs import Job, Worker, in_thread
from semblant.workbench.examples import EXAMPLES
from semblant.workbench.loaded import Loaded, look
from semblant.workbench.project import Project, projects_in, stamp

_MOST_FILES = 200
_LONGEST_NAME = 120
_OFTEN = 0.2  # seconds between two looks at the reading of a file
READING = ("delimiter", "encoding", "sheet", "header_row")
"""The keys of a policy that say how a file is read."""


@dataclass
class DataFile:
    """A file that was dropped, or chosen from the folder or the examples."""

    path: Path
    origin: str
    """`dropped`, `folder` or `example`."""
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    jobs: dict[tuple[Any, ...], Job] = field(default_factory=dict)
    beginning: dict[tuple[Any, ...], Job] = field(default_factory=dict)
    """The projects that are being started for it, by how it is read and the policy they start with."""
    lock: Any = field(default_factory=Lock)
    turn: Any = field(default_factory=Lock)
    """Held while the file is read, so that it is in memory once only."""

    @property
    def name(self) -> str:
        """What the file is called."""
        return self.path.name

    def reading(self, settings: Mapping[str, Any]) -> Job:
        """Read the file with some settings, once; its result is a table.

        Reading that was cancelled and has not ended yet goes on, so that it is not done twice at a time.
        """
        key = tuple(settings.get(name) for name in READING)
        with self.lock:
            if key in self.jobs:
                self.jobs[key].go_on()
            if key not in self.jobs or self.jobs[key].state == "cancelled":
                self.jobs.clear()  # only the last way of reading is kept in memory
                self.jobs[key] = in_thread("reading", lambda progress: self._read(progress, dict(settings)))
            return self.jobs[key]

    def _read(self, progress: Any, settings: dict[str, Any]) -> Table:
        with self.turn, progress.step("reading the file"):
            return read(self.path, **settings)

    def table(self, settings: Mapping[str, Any], progress: Any) -> Table:
        """Wait for the table, for work that needs it; where that is stopped, so is the reading."""
        reading = self.reading(settings)
        try:
            with progress.step("reading the file") as advance:
                while reading.running:
                    reading.wait(_OFTEN)
                    advance(0)
        except BaseException:
            reading.stop()
            raise
        if reading.state == "cancelled":
            raise InputError("Reading the file was cancelled.")
        if (trouble := reading.trouble) is not None:
            raise InputError(trouble.message, where=trouble.where, hints=trouble.hints)
        table: Table = reading.result
        return table


class Workspace:
    """One open project, and its table if it was read in this session."""

    def __init__(self, project: Project) -> None:
        self.project, self.id = project, project.folder.name
        self.loaded: Loaded | None = None
        self.loading: Job | None = None
        self.runs, self.quick = Worker(), Worker()
        self.checks = Worker()
        self.checking: Job | None = None
        self.checked = ""
        self.run_version = 0
        """The version of the policy that the last run was started with."""
        self._before: tuple[Any, Any] = (None, None)
        self.aligned: tuple[int, Table] | None = None
        """The release in the order of the original, and when its file was written."""
        self.file: DataFile | None = None
        self._curves: dict[str, list[Job]] = {}
        self._lock, self._questions = RLock(), Lock()

    def load(self, file: DataFile) -> Job:
        """Read the project's data; the result is what was counted."""
        settings = {
            name: value for name in READING if (value := getattr(self.project.policy, name)) not in (None, "auto")
        }
        self.file = file

        def work(progress: Any) -> Loaded:
            self.loaded = look(file.path, file.table(settings, progress), progress)
            return self.loaded

        self.loading = in_thread("loading", work)
        return self.loading

    # --- work in processes -------------------------------------------------------------------------------

    def _where(self) -> dict[str, Any]:
        if self.file is None:
            raise InputError("The data of this project are not open.")
        return {"source": self.file.path, "out": self.project.release}

    def start_run(self) -> Job:
        """Make the release with the policy in force."""
        with self._lock:
            if (job := self.releasing) is not None:
                return job
            self.set_curve_aside()
            self.run_version, self._before = self.project.facts.current, self._written()
            return self.runs.start("run", "run", self.left, policy=self.project.file, **self._where())

    def cancel_run(self) -> Job | None:
        """Stop the run; a release that it had published by then is its result."""
        with self._lock:  # a run that is just being started is started first
            job = self.runs.job
            if self.releasing is not None:
                self.runs.cancel()
            return job if job is not None and job.what == "run" else None

    def left(self) -> str | None:
        """What a run left that could not tell it any more: a release, a refusal, or nothing."""
        with suppress(OSError, SemblantError):
            recover(self.project.release)  # it may have been stopped between the two folders
        release, refusal = (new != old for new, old in zip(self._written(), self._before, strict=True))
        return "published" if release else "refused" if refusal else None

    def _written(self) -> tuple[Any, Any]:
        """Which release, and which refusal, lies in the project's folder."""
        folder = private_folder(self.project.release)
        return stamp(folder / EVIDENCE), stamp(folder / CHECKLIST)

    @property
    def releasing(self) -> Job | None:
        """The run that is making the release now."""
        job = self.runs.job
        return job if job is not None and job.running and job.what == "run" else None

    def ask(self, what: str, task: str, **arguments: Any) -> Any:
        """Ask something about the release; questions are answered one after another."""
        with self._questions:
            with self._lock:
                if self.releasing is not None:
                    raise InputError("The release is being made.", hints=["wait until it is done"])
                job = self.runs.start(what, task, **arguments, **self._where())
            return self.runs.result_of(job)

    def start_check(self, file: DataFile) -> Job:
        """Assess a file that any tool made, by the policy in force."""
        with self._lock:
            source, policy = self._where()["source"], self.project.file
            self.checked = file.name
            self.checking = self.checks.start("check", "assess", source=source, policy=policy, release=file.path)
            return self.checking

    # --- quick runs --------------------------------------------------------------------------------------

    def _curve_key(self, version: int) -> str:
        """What a curve depends on: the policy without k and without what is only printed."""
        return self.project.policy_of(version).model_dump_json(exclude={"k", "seed", *TOLD})

    def curve_of(self, version: int) -> dict[int, Run]:
        """The quick runs by k that were measured for a version, or for one that differs in k alone."""
        return {run.k: run for job in self._curves.get(self._curve_key(version), ()) for run in list(job.parts)}

    def curve_job(self) -> Job | None:
        """The last quick runs of the policy in force, at work or ended."""
        jobs = self._curves.get(self._curve_key(self.project.facts.current))
        return jobs[-1] if jobs else None

    def start_curve(self, ks: Sequence[int], again: bool = False) -> Job | None:
        """Measure quick runs with the policy in force at those k that are not measured yet.

        What was cancelled or has failed is measured only when somebody asks for it again; None where there is nothing
        to do, or where the release is being made, which needs the processor more.
        """
        with self._lock:
            version, job = self.project.facts.current, self.curve_job()
            left = [k for k in ks if k not in self.curve_of(version)]
            if job is not None and job.running:
                return job
            if not left or self.releasing is not None or (job is not None and job.state != "done" and not again):
                return None
            self.set_curve_aside()
            source = self._where()["source"]
            file = self.project.version_file(version)
            job = self.quick.start("curve", "curve", source=source, policy=file, base=self.project.folder, ks=left)
            self._curves.setdefault(self._curve_key(version), []).append(job)
            return job

    def set_curve_aside(self) -> None:
        """Stop quick runs that nobody asked to stop: they go on when their page is opened again."""
        job = self.quick.job
        if job is not None and job.running:
            job.left = lambda: len(job.parts)
            job.stop()

    def measured(self) -> tuple[int, Run]:
        """The version in force and a quick run of it; taken from its curve where that has it."""
        version = self.project.facts.current
        k = self.project.policy_of(version).k
        while (found := self.curve_of(version).get(k)) is None:
            if version != self.project.facts.current:  # changed in another tab while it was measured
                return self.measured()
            job = self.start_curve([k], again=True)
            if job is None:
                raise InputError("The release is being made.", hints=["wait until it is done"])
            parts = len(job.parts)
            while job.running and len(job.parts) == parts:
                time.sleep(0.05)
            if job.trouble is not None:
                raise SemblantError(job.trouble.message, where=job.trouble.where, hints=job.trouble.hints)
            if job.state == "cancelled":
                raise InputError("The quick runs were stopped.")
        return version, found

    @property
    def workers(self) -> tuple[Worker, ...]:
        """Its processes."""
        return self.runs, self.quick, self.checks


class Session:
    """Everything of one start of the application."""

    def __init__(self, folder: Path | None, store: Path) -> None:
        self.folder, self.store, self.scratch = folder, store, Scratch()
        self.files: dict[str, DataFile] = {}
        self.workspaces: dict[str, Workspace] = {}
        self._lock, self._files_lock = Lock(), Lock()
        for project in self.projects():  # what a run left whose process was killed with the application
            with suppress(OSError, SemblantError):
                recover(project.release)
        for example in EXAMPLES:
            if example.file.is_file():
                self.files[example.name] = DataFile(example.file, "example", example.name)

    # --- files ---------------------------------------------------------------------------------------------

    def in_folder(self) -> list[DataFile]:
        """The tables in the folder, each with an id; the browser never names a path."""
        if self.folder is None:
            return []
        found = []
        with self._files_lock, suppress(OSError):  # a folder that has gone offers nothing
            known = {file.path: file for file in self.files.values() if file.origin == "folder"}
            inside = self.folder.resolve()
            for path in sorted(self.folder.iterdir())[:_MOST_FILES]:
                named = not path.name.startswith(".") and by_suffix(path.name) is not None
                if named and path.is_file() and path.resolve().is_relative_to(inside) and os.access(path, os.R_OK):
                    file = known.get(path) or DataFile(path, "folder")
                    self.files[file.id] = file
                    found.append(file)
        return found

    def receive(self, name: str) -> DataFile:
        """A place in the private folder for a file that is dropped."""
        return DataFile(self.scratch.new_file(safe_name(name)), "dropped")

    def keep(self, file: DataFile) -> None:
        """Keep a file that has arrived."""
        with self._files_lock:
            self.files[file.id] = file

    # --- projects ------------------------------------------------------------------------------------------

    def projects(self) -> list[Project]:
        """The projects there are, the last changed first."""
        return projects_in(self.store)

    def workspace(self, name: str) -> Workspace:
        """An open project by its name; its data are read where they are found."""
        with self._lock:
            if name not in self.workspaces:
                found = next((one for one in self.projects() if one.folder.name == name), None)
                if found is None:
                    raise InputError("There is no such project.")
                self.workspaces[name] = workspace = Workspace(found)
                if (file := self._file_of(found)) is not None:
                    workspace.load(file)
            workspace = self.workspaces[name]
            job = workspace.loading
            if workspace.file is not None and job is not None and workspace.loaded is None:
                job.go_on()  # somebody has come back
                if job.state == "cancelled":
                    workspace.load(workspace.file)
            workspace.project.taken_in()
            return workspace

    def _file_of(self, project: Project) -> DataFile | None:
        """The data of a project, recognised by their hash."""
        self.in_folder()
        for file in list(self.files.values()):
            with suppress(OSError):  # it has been taken away since
                if file.name == project.facts.data and digest(file.path) == project.facts.sha256:
                    return file
        return None

    def policies(self, file: DataFile) -> list[str]:
        """The names of the policies beside a file of the folder, with which a project can start."""
        if file.origin != "folder":
            return []
        beside = sorted(file.path.parent.glob("*.yaml"))[:_MOST_FILES]
        return [path.name for path in beside if _is_policy(path)]

    def begin(self, file: DataFile, settings: Mapping[str, Any], start: str = "", shape: Shape | None = None) -> Job:
        """Start a project for a file: with the policy that is suggested, or with one that lies beside it.

        ``shape`` is what the rows are; absent: as suggested. Where this is being done already, as after two clicks, it
        is not done again.
        """
        key = (*(settings.get(name) for name in READING), start, shape)
        with self._files_lock:
            job = file.beginning.get(key)
            if job is not None:
                job.go_on()
            if job is None or not job.running:
                job = in_thread("beginning", lambda progress: self._begun(file, settings, progress, start, shape))
                file.beginning = {key: job}
            return job

    def _begun(
        self, file: DataFile, settings: Mapping[str, Any], progress: Any, start: str, shape: Shape | None
    ) -> Workspace:
        table = file.table(settings, progress)
        loaded = look(file.path, table, progress)
        if start in self.policies(file):
            given = file.path.with_name(start)
            text = given.read_text("utf-8-sig")
        else:
            found, suggestions = (
                as_shape(table, shape) if shape else find_shape(table),
                list(loaded.suggestions.values()),
            )
            start, text = "", write_policy(table, suggestions, k=5, settings=dict(settings), found=found)
        with progress.step("starting the project"), self._lock:  # unless it was cancelled by now
            self.store.mkdir(0o700, parents=True, exist_ok=True)
            stem = re.sub(r"[^\w-]+", "-", file.name.split(".")[0]).strip("-")[:40] or "table"
            number = 1
            while (folder := self.store / (f"{stem}-project" + (f"-{number}" if number > 1 else ""))).exists():
                number += 1
            project = Project.create(
                folder,
                text,
                data=file.name,
                sha256=table.origin.sha256 or digest(file.path),
                records=table.records,
                what=start or "suggested by Semblant",
            )
            workspace = self.workspaces[folder.name] = Workspace(project)
            workspace.loaded, workspace.file = loaded, file
        return workspace

    def close(self) -> None:
        """End everything and remove what was dropped."""
        workers = [worker for workspace in self.workspaces.values() for worker in workspace.workers]
        for worker in workers:
            worker.tell_to_end()
        for worker in workers:
            worker.close()
        self.scratch.close()


def _is_policy(path: Path) -> bool:
    """Whether a file is a policy that names no other files, so that it can be copied into a project."""
    try:
        policy = build_policy(read_policy(path))
    except (SemblantError, OSError):
        return False
    return bool(policy.attributes) and not any((path.parent / name).exists() for name in policy.files())


def safe_name(name: str) -> str:
    """The name of a dropped file as a plain name.

    Example:
        >>> safe_name("../../etc/passwd"), safe_name("C:\\\\data\\\\my file.csv"), safe_name("..")
        ('passwd', 'my file.csv', 'table.csv')
        >>> len(long := safe_name("x" * 500 + ".csv")), long[-6:]
        (120, 'xx.csv')
    """
    last = re.split(r"[/\\]", name)[-1]
    plain = "".join(c if c.isprintable() and c not in '<>:"|?*' else "_" for c in last).strip(" .")
    if len(plain) > _LONGEST_NAME:  # the end of a name says what the file is
        plain = plain[: _LONGEST_NAME // 2] + plain[-_LONGEST_NAME // 2 :]
    return plain if plain.strip(".") else "table.csv"
