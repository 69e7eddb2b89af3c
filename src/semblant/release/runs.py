"""One run of a comparison: data of any shape masked and measured, and the store of finished runs."""

import hashlib
import json
import time
from functools import lru_cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from semblant.data.read import read_by_policy, read_like
from semblant.data.table import Table
from semblant.errors import PolicyError, UnreachableError
from semblant.evidence import Task, TaskScore
from semblant.folders import Scratch
from semblant.policy.model import Policy
from semblant.release.evidence_builder import semblant_version
from semblant.release.staging import write_table, write_whole
from semblant.runkey import RunKey
from semblant.shapes import read_shape
from semblant.space.reading import Library

COMBINE = "mean"
"""How columns are combined by default: as in the papers."""


class Run(BaseModel):
    """The loss and the risk of one method at one k, and what analyses keep."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    method: str
    k: int
    loss_percent: float | None = Field(None, description="L, what masking cost; lower is better")
    record_linkage_percent: float | None = Field(None, description="RL, found by equal values; lower is better")
    semantic_record_linkage_percent: float | None = Field(None, description="SRL, found by meaning; lower is better")
    seconds: float | None = Field(None, description="of masking alone")
    prosecutor_max: float | None = Field(None, description="highest risk of one person; lower is better")
    k_achieved: int | None = Field(None, description="records of the smallest class")
    suppressed_records: int | None = Field(None, description="records withheld in full")
    query_error_percent: float | None = Field(
        None, description="of a table: median error of random count queries; lower is better"
    )
    propensity_error: float | None = Field(
        None, description="of a table: pMSE, how well a model tells released from original records; lower is better"
    )
    tasks: tuple[TaskScore, ...] = Field((), description="models that the policy names in `analyses`")
    reason: str | None = Field(None, description="why there are no figures")

    @property
    def measured(self) -> bool:
        """Whether there are figures."""
        return self.loss_percent is not None and self.semantic_record_linkage_percent is not None

    @property
    def certainty_percent(self) -> float | None:
        """The highest risk of one person, in percent."""
        return None if self.prosecutor_max is None else 100 * self.prosecutor_max


@lru_cache(maxsize=1)
def _read(path: Path, how: str) -> Table:
    return read_by_policy(path, Policy.model_validate_json(how))


def read_once(source: Path | Table, policy: Policy) -> Table:
    """The data of all runs: a file is read once in each process."""
    if isinstance(source, Table):
        return source
    return _read(source, policy.model_dump_json(include={"delimiter", "encoding", "sheet", "header_row"}))


def measure(source: Path | Table, policy: Policy, base: Path) -> Run:
    """Mask data in memory and measure the result; what a method cannot do is recorded as the reason, not raised.

    All runs are assessed alike: by the policy's measure and combination of columns, not by each method's own.
    """
    try:
        return _measured(read_once(source, policy), policy, base)
    except UnreachableError as error:
        return Run(method=policy.method, k=policy.k, reason=error.message)
    except PolicyError as error:
        if error.where != "method":
            raise
        return Run(method=policy.method, k=policy.k, reason=error.message)


def _measured(table: Table, policy: Policy, base: Path) -> Run:
    """Mask data of any shape, write it to a temporary folder, verify it, and measure what was read back.

    Rows keep their order, so that they can be matched.
    """
    policy = policy.model_copy(update={"order": "keep"})
    shape = read_shape(table, policy, Library(policy, base))
    key = RunKey.of(policy.seed)
    dealt = shape.dealt(key)
    began = time.perf_counter()
    masked = dealt.mask(key.stream("masking"), linkable=True)
    seconds = time.perf_counter() - began
    release, privacy = masked.table, masked.privacy
    if privacy is None:
        with Scratch() as scratch:
            written = write_table(masked.table, scratch.folder, formulas=policy.formulas)
            privacy, release = shape.verify(written), read_like(table, written, policy.formulas)
    found = shape.assess(release, privacy, aligned=True, combine=policy.combine or COMBINE)
    analysis = found.analysis if policy.shape == "table" else None
    queries = None if analysis is None else analysis.queries
    return Run(
        method=policy.method,
        k=policy.k,
        loss_percent=found.utility.loss_percent,
        record_linkage_percent=found.risk.record_linkage_percent,
        semantic_record_linkage_percent=found.risk.semantic_record_linkage_percent,
        seconds=round(seconds, 4),
        prosecutor_max=found.risk.prosecutor_max,
        k_achieved=found.privacy.k_achieved,
        suppressed_records=found.privacy.suppressed_records,
        query_error_percent=None if queries is None else 100 * queries.median,
        propensity_error=None if analysis is None else analysis.propensity_error,
        tasks=() if analysis is None else tuple(score_of(task) for task in analysis.tasks),
    )


def score_of(task: Task) -> TaskScore:
    """The scores of a model, without its coefficients."""
    return TaskScore.model_validate(task.model_dump(exclude={"coefficients"}))


# --- the store of finished runs -----------------------------------------------------------------


class Store:
    """Finished runs, keyed by the input's bytes, the policy, the files it names, and the version.

    The seed is not part of it, because a name that depends on the seed could be used to guess it.
    """

    def __init__(self, folder: Path, sha256: str, base: Path) -> None:
        self.folder, self._input, self._base = folder, sha256, base
        self._files: dict[str, str] = {}

    def get(self, policy: Policy) -> Run | None:
        """A run that was finished before."""
        try:
            return Run.model_validate_json(self._path(policy).read_bytes())
        except (OSError, ValueError):
            return None  # missing, or written by an older version: it is computed again

    def put(self, policy: Policy, made: Run) -> None:
        """Store a finished run atomically."""
        write_whole(self._path(policy), made.model_dump_json() + "\n")

    def _path(self, policy: Policy) -> Path:
        decided = {
            "semblant": semblant_version(),
            "input": self._input,
            "policy": policy.published(),
            "seed": policy.seed is not None,
            "files": {name: self._sum(name) for name in sorted(policy.files())},
        }
        text = json.dumps(decided, sort_keys=True)
        return self.folder / f"{hashlib.sha256(text.encode()).hexdigest()[:32]}.json"

    def _sum(self, name: str) -> str:
        """A checksum of a file or folder that the policy names; a name that is neither is its own checksum."""
        if name not in self._files:
            path = self._base / name
            files = sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]
            sums = [hashlib.sha256(p.read_bytes()).hexdigest() for p in files if p.is_file()]
            self._files[name] = hashlib.sha256("".join(sums).encode()).hexdigest() if sums else name
        return self._files[name]
