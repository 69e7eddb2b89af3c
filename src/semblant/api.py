"""Frames in and out: the Python way to a release, for pandas, polars, pyarrow, DuckDB, Ibis and lazy frames."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from html import escape
from pathlib import Path
from typing import Any, Self

from semblant.assessment import assessment
from semblant.charts.barchart import losses
from semblant.charts.svg import Chart
from semblant.data.frames import as_given, from_frame, in_memory, to_frame
from semblant.data.link import Link
from semblant.errors import SemblantError
from semblant.folders import Scratch
from semblant.policy.file import build_policy, read_policy
from semblant.policy.model import Policy
from semblant.policy.text import parse
from semblant.proposal.draft import write_policy
from semblant.proposal.suggest import Suggestion, suggest
from semblant.release import release
from semblant.release.assess import assess_release
from semblant.release.compare import Comparison
from semblant.release.compare import compare as compare_runs
from semblant.release.pipeline import anonymise_file
from semblant.release.staging import write_whole
from semblant.report.pages import internal_report, public_report, summary_html
from semblant.report.summary import summary_lines

_process = {"used": False, "forked": False}


def _after_fork() -> None:
    _process["forked"] = _process["used"]


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def _refuse_forked() -> None:
    """Refuse a process that was forked after a run: the threads of its libraries are gone, and it would hang."""
    if _process["forked"]:
        raise SemblantError(
            "This process was forked from one that had used Semblant, whose threads it does not have.",
            hints=['multiprocessing.get_context("spawn")', "fork before the first call"],
        )
    _process["used"] = True


class Assessment(assessment.Assessment):
    """What a release promises, what risk is left and what masking cost, as a notebook shows it."""

    @classmethod
    def of(cls, found: assessment.Assessment) -> Self:
        """The same assessment, with its table and its chart at hand."""
        return cls(**{one.name: getattr(found, one.name) for one in fields(found)})

    def chart(self) -> Chart:
        """What masking cost each column."""
        return losses(self.utility)

    def _repr_html_(self) -> str:
        return summary_html(self)


@dataclass(frozen=True, repr=False, eq=False)
class Release(release.Release):
    """A release made from a frame: the same type of frame, its evidence, and the class of every row."""

    data: Any

    def chart(self) -> Chart:
        """What masking cost each column."""
        return losses(self.evidence.utility)

    def report(self, file: str | Path) -> Path:
        """Write the internal report, for those who may see the original."""
        evidence = self.evidence
        if evidence.analysis is None:  # a frame's analyses take time, and are made when they are asked for
            evidence = evidence.model_copy(update={"analysis": self.assessment.analysis})
        return _written(file, internal_report(evidence, self.assessment))

    def public_report(self, file: str | Path) -> Path:
        """Write the report that may be published with the release."""
        return _written(file, public_report(self.public_evidence, self.table))

    def summary(self) -> str:
        """What the terminal says of a release: promise, loss, risk before and after, and the checklist."""
        return "\n".join(summary_lines(self.evidence, self.decisions))

    def _repr_html_(self) -> str:
        return summary_html(self.evidence)


def _written(file: str | Path, page: str) -> Path:
    path = Path(file)
    write_whole(path, page)
    return path


def as_policy(policy: Policy | Mapping[str, Any] | str | Path | None = None, **overrides: Any) -> tuple[Policy, Path]:
    """A policy from a file, a mapping or arguments, and the folder its paths start from."""
    _refuse_forked()
    if isinstance(policy, (str, Path)):
        return build_policy(read_policy(Path(policy)), overrides, "arguments"), Path(policy).parent
    given = policy.model_dump(exclude_unset=True) if isinstance(policy, Policy) else dict(policy or {})
    return build_policy(given, overrides, "arguments"), Path()


class SuggestedPolicy(dict[str, Any]):
    """A first policy for a frame, to be checked: a mapping that `anonymise` takes, shown as YAML with reasons."""

    def __init__(self, suggestions: Sequence[Suggestion], text: str) -> None:
        super().__init__(parse(text, "suggested policy").value)
        self.suggestions = tuple(suggestions)
        self.text = text

    @property
    def reasons(self) -> dict[str, str]:
        """Why each column was taken for what it is."""
        return {one.column: one.reason for one in self.suggestions}

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.text)}</pre>"


def suggest_policy(frame: Any, *, k: int = 5) -> SuggestedPolicy:
    """Suggest a policy for a frame, as `semblant init` does: a role and a kind for every column, each with its reason.

    Example:
        >>> import polars as pl
        >>> people = pl.DataFrame({"job": ["nurse", "baker", "cook", "nurse"] * 5, "salary": [10, 20, 30, 40] * 5})
        >>> policy = suggest_policy(people)
        >>> policy["attributes"]["job"]
        {'role': 'quasi', 'kind': 'semantic', 'knowledge': 'occupations'}
        >>> policy.reasons["salary"]
        'its name suggests money; numbers only, 4 distinct'
    """
    _refuse_forked()
    table = from_frame(frame)
    suggestions = suggest(table)
    return SuggestedPolicy(suggestions, write_policy(table, suggestions, k=k, settings={}))


def anonymise(frame: Any, policy: Policy | Mapping[str, Any] | str | Path | None = None, **arguments: Any) -> Release:
    """Make every record of a frame indistinguishable from at least k-1 others, by meaning.

    The arguments are the keys of a policy. A column that it does not name is an error, unless ``others`` says whether
    such columns are to ``keep`` or to ``drop``.

    Example:
        >>> import polars as pl
        >>> people = pl.DataFrame({"job": ["surgeon", "nurse", "painter", "sculptor"], "id": [1, 2, 3, 4]})
        >>> release = anonymise(people, k=2, attributes={"job": "quasi", "id": "keep"}, seed=1)
        >>> release.evidence.privacy.k_achieved, release.data["id"].to_list()
        (2, [3, 4, 1, 2])
        >>> release.link.tolist()
        [2, 3, 0, 1]
    """
    made, base = as_policy(policy, **arguments)
    there = in_memory(frame, made.needed)
    with Scratch() as scratch:
        table = from_frame(there, made.aside)
        done = anonymise_file(table, made, out=scratch.folder / "release", base=base, reports=False)
    parts = {one.name: getattr(done, one.name) for one in fields(done)}
    parts["assessment"] = Assessment.of(done.assessment)
    return Release(**parts, data=as_given(to_frame(done.table, there), frame))


anonymize = anonymise


def compare(
    frame: Any,
    methods: Sequence[str],
    ks: Sequence[int],
    policy: Policy | Mapping[str, Any] | str | Path | None = None,
    *,
    jobs: int | None = None,
    **arguments: Any,
) -> Comparison:
    """Measure several methods at several k on a frame, on ``jobs`` cores or on all there are; nothing is released."""
    made, base = as_policy(policy, **arguments)
    return compare_runs(from_frame(frame), made, methods, ks, base=base, jobs=jobs)


def assess(
    original: Any,
    masked: Any,
    policy: Policy | Mapping[str, Any] | str | Path | None = None,
    *,
    link: Link | None = None,
    **arguments: Any,
) -> Assessment:
    """Privacy, risk and utility of a masked frame, made by any tool, against its original.

    Rows are matched by the link, which a release has, or by position with ``order="keep"``.
    """
    made, base = as_policy(policy, **arguments)
    before = from_frame(original, made.aside)
    after = from_frame(masked, (lambda _: ()) if made.shape == "table" else None)
    return Assessment.of(assess_release(before, after, made, base=base, link=link))
