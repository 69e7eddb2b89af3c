"""Verifying a published release without its original: its checksum, and every promise that bytes can show."""

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import ValidationError

from semblant.data.formats import STDIN, format_named
from semblant.data.formulas import formulas_in
from semblant.data.order import is_sorted
from semblant.data.read import hidden_content, is_own_form, read_release
from semblant.data.table import Table
from semblant.errors import InputError, KnowledgeError
from semblant.evidence import PublicEvidence
from semblant.knowledge.sources import load
from semblant.policy.model import Policy
from semblant.progress import SILENT, Progress
from semblant.proof.logdeviations import log_form
from semblant.proof.logs import differential, released_columns
from semblant.proof.treatments import untreated
from semblant.release.evidence_builder import semblant_version
from semblant.release.files import EVIDENCE, PRIVATE_FILES, PUBLIC_REPORT, PUBLISHED_FILES, SUMS, TABLES, checksums
from semblant.release.public_evidence import risk_of
from semblant.release.rules import PUBLIC_KEYS
from semblant.release.shown import Shown, show
from semblant.report.pages import public_report
from semblant.report.public import public_checklist

Status = Literal["holds", "broken", "differs"]

NO_SIGNATURE = (
    "A checksum beside a file is no signature: whoever changed both could not be noticed. Compare it with one from "
    "the publisher."
)

_SLACK = 1e-9  # relative, of figures that another machine computed


@dataclass(frozen=True)
class Check:
    """One thing that was checked: what the release shows, beside what its evidence says or its policy asks."""

    check: str
    status: Status
    value: Any
    stated: Any


@dataclass(frozen=True)
class Verification:
    """What the bytes of a published release show."""

    checks: tuple[Check, ...]
    not_provable: tuple[str, ...]
    sha256: str

    @property
    def holds(self) -> bool:
        """Whether everything that could be checked is as it should be."""
        return all(one.status == "holds" for one in self.checks)


def verify_release(folder: Path, file: Path | None = None, *, progress: Progress = SILENT) -> Verification:
    """Read a published release again and recompute all that its public evidence says about the bytes.

    ``file`` is the release itself, where it does not lie beside its evidence.
    """
    evidence = _evidence(folder)
    rules = _rules(evidence, folder)
    with progress.step("reading the release"):
        release = _release(folder, evidence, rules, file)
    path = release.origin.path or Path(STDIN)
    with progress.step("looking for more than cells"):
        own = is_own_form(path, release, rules.formulas)
        beside = [] if own else hidden_content(path, release, rules.formulas)
    if not own and not beside and format_named(release.origin.format).packed:  # plain text is the same on every machine
        beside = ["quotes, spaces, line ends or another order of cells than Semblant writes"]
    checks = [*_of_folder(folder), *_of_evidence(evidence, rules), *_of_file(release, evidence, rules, beside)]
    checks += _of_table(release, rules)
    known = all(_same_vocabulary(name, evidence, rules) for name in evidence.knowledge)
    countable, left_out = (rules, ()) if known else _without_meanings(rules)
    said = [f"what {name!r} promises by meaning: its vocabulary is not here" for name in left_out]
    if others := _other_files(folder, release):
        said.append(f"what other files in the folder say: {', '.join(others)}")
    if not own and not beside:
        said.append("the file holds nothing beside its cells: it is not as this version writes them")
    if all(one.status == "holds" for one in checks[-2:]):
        with progress.step("counting classes"):
            shown = show(release, countable)
        checks += _of_promises(shown, evidence, countable, left_out)
        said += shown.not_provable
        if known and evidence.semblant == semblant_version():
            checks += _of_report(folder, evidence, release)
    return Verification(tuple(checks), tuple(said), release.origin.sha256 or "")


def _evidence(folder: Path) -> PublicEvidence:
    file, where = folder / EVIDENCE, str(folder / EVIDENCE)
    try:
        content = file.read_bytes()
    except OSError as error:
        raise InputError(
            f"There is no evidence of a release here: {error.strerror}.",
            where=where,
            hints=["name the folder of a release: semblant verify DIR"],
        ) from None
    try:
        return PublicEvidence.model_validate_json(content)
    except ValidationError as error:
        wrong = {".".join(map(str, one["loc"][:1])) for one in error.errors()}
        if "input" in wrong:
            raise InputError(
                "This is the complete evidence, which is private: it must not be published.",
                where=where,
                hints=["name the public folder: DIR, not DIR-private"],
            ) from None
        raise InputError(
            f"This is no public evidence of a release: see {', '.join(sorted(wrong)) or 'its beginning'}.", where=where
        ) from None


def _rules(evidence: PublicEvidence, folder: Path) -> Policy:
    try:
        return Policy.model_validate(evidence.policy)
    except ValidationError:
        raise InputError(
            "The rules in the evidence are not those of a policy, or of a later version of Semblant.",
            where=str(folder / EVIDENCE),
        ) from None


def _release(folder: Path, evidence: PublicEvidence, rules: Policy, file: Path | None) -> Table:
    """The release, which must lie in the folder itself, under a name that a release has, unless it is named."""
    output = evidence.output
    if output.file not in TABLES:
        raise InputError(f"A release is not called {output.file[:60]!r}.", where=str(folder / EVIDENCE))
    encoding = output.encoding or "utf-8"
    path = file or folder / output.file
    if file is None and not path.exists():
        raise InputError(
            "The release does not lie beside its evidence.",
            where=str(path),
            hints=[f"semblant verify {folder} --release FILE"],
        )
    in_parts = rules.shape == "table"
    return read_release(path, delimiter=output.delimiter, encoding=encoding, formulas=rules.formulas, in_parts=in_parts)


# --- the checks ------------------------------------------------------------------------------------


def _of_folder(folder: Path) -> Iterator[Check]:
    """Files that must not be published, in the folder or in one below it."""
    own = PRIVATE_FILES - PUBLISHED_FILES
    below = (one.relative_to(folder) for one in folder.rglob("*") if one.name in PRIVATE_FILES)
    there = sorted(str(one) for one in below if one.name in own or len(one.parts) > 1)
    yield Check("no private files in the folder", "broken" if there else "holds", there, [])


def _other_files(folder: Path, release: Table) -> list[str]:
    """The files and folders that are no part of a published release."""
    usual = {EVIDENCE, PUBLIC_REPORT, *([release.origin.path.name] if release.origin.path is not None else [])}
    others = sorted(one.name for one in folder.iterdir() if one.name not in usual)
    return [name for name in others if name != SUMS or not _right_sums(folder, usual)]


def _right_sums(folder: Path, names: Collection[str]) -> bool:
    """Whether the file of checksums of an unpacked archive holds those of the release's files, and nothing else."""
    try:
        found = (folder / SUMS).read_bytes()
        return found == checksums({name: (folder / name).read_bytes() for name in names if (folder / name).is_file()})
    except OSError:
        return False


def _of_evidence(evidence: PublicEvidence, rules: Policy) -> Iterator[Check]:
    """What the evidence says of itself: that promises were kept, that no check is red, and nothing that is private."""
    accepted = "not-k-anonymous" in rules.accept
    yield Check(
        "promises in the run",
        "holds" if evidence.privacy.verified or accepted else "broken",
        evidence.privacy.verified,
        True,
    )
    red = [one.check for one in evidence.checklist if one.status == "red"]
    yield Check("no red check", "broken" if red else "holds", red, [])
    told = [key for key in evidence.policy if key not in PUBLIC_KEYS]
    yield Check("no private keys in the evidence", "broken" if told else "holds", told, [])


def _of_file(release: Table, evidence: PublicEvidence, rules: Policy, beside: list[str]) -> Iterator[Check]:
    output = evidence.output
    yield _equal("checksum", release.origin.sha256, output.sha256)
    yield Check("nothing but cells in the file", "broken" if beside else "holds", beside, [])
    yield _equal("records", release.records, output.records)
    yield _equal("cells that a spreadsheet would run", formulas_in(release, rules.formulas), output.formulas)


def _of_report(folder: Path, evidence: PublicEvidence, release: Table) -> Iterator[Check]:
    """The checklist and the public report, which must be those that evidence and release make."""
    made = [one.model_dump(mode="json") for one in public_checklist(evidence, release, evidence.checklist)]
    said = [one.model_dump(mode="json") for one in evidence.checklist]
    differ = sorted({one["check"] for one in (*made, *said) if one not in made or one not in said})
    yield Check("checklist", "holds" if made == said else "differs", differ, [])
    file = folder / PUBLIC_REPORT
    if file.is_file():
        same = file.read_text("utf-8", "replace") == public_report(evidence, release)
        yield Check(PUBLIC_REPORT, "holds" if same else "differs", "another page", "made from evidence and release")


def _of_table(release: Table, rules: Policy) -> Iterator[Check]:
    """The order of the rows, what cells may say, columns that the rules leave out, and those that are missing."""
    if rules.shape == "log":
        yield from _of_log(release, rules)
        return
    if rules.order == "sorted":
        there = is_sorted(release)
        yield Check("rows in sorted order", "holds" if there else "broken", there, True)
    treated = rules.columns("quasi", "sensitive", "keep")
    yield _none("cells are treated as the rules say", [one.column for one in untreated(release, rules, treated)])
    yield from _of_columns(release, rules.hidden(release.names), treated)


def _of_log(release: Table, rules: Policy) -> Iterator[Check]:
    """The users of a log and its times, and its columns."""
    found = log_form(release, rules)
    for what, checks in (("users are numbers in their order", ("identifier", "order")), ("times", ("changed",))):
        yield _none(f"{what}, as the rules say", [one.column for one in found if one.check in checks])
    through = released_columns(rules)
    yield from _of_columns(release, [name for name in release.names if name not in through], through)


def _of_columns(release: Table, through: Sequence[str], needed: Sequence[str]) -> Iterator[Check]:
    yield _none("no column that the policy leaves out", through)
    yield _none("no column is missing", [name for name in needed if name not in release.names])


def _none(what: str, found: Sequence[str | None]) -> Check:
    return Check(what, "broken" if found else "holds", found, [])


def _without_meanings(rules: Policy) -> tuple[Policy, tuple[str, ...]]:
    """The rules without what needs a vocabulary, and the columns that this concerns."""
    plain = {"l": None, "t": None, "l_kind": "distinct", "ground": "equal"}
    told = rules.attributes
    names = [n for n in rules.columns("sensitive") if "semantic" in (told[n].l_kind, told[n].ground)]
    attributes = told | {name: told[name].model_copy(update=plain) for name in names}
    return rules.model_copy(update={"attributes": attributes}), tuple(names)


def _same_vocabulary(name: str, evidence: PublicEvidence, rules: Policy) -> bool:
    """Whether the vocabulary of this name is here and the one that the release was made with."""
    try:
        found = load(rules.knowledge.get(name, name), name=name)
    except KnowledgeError:
        return False
    return found.sha256 == evidence.knowledge[name].sha256


def _of_promises(shown: Shown, evidence: PublicEvidence, rules: Policy, left_out: Collection[str]) -> Iterator[Check]:
    stated, k = evidence.privacy, rules.k
    yield _equal("k that is asked for", rules.k, stated.k_required)
    yield _equal("promise", rules.promise, stated.promise)
    if shown.k_achieved is not None:
        promised = rules.promise in ("k-anonymity", "k^m-anonymity") and bool(shown.classes)
        kept = not promised or shown.k_achieved >= k
        yield Check("k", "holds" if kept else "broken", shown.k_achieved, k)
        yield _equal("smallest class", shown.k_achieved, stated.k_achieved)
    yield _equal("classes", shown.classes, stated.classes)
    yield _equal("suppressed records", shown.suppressed_records, stated.suppressed_records)
    for name in rules.columns("sensitive"):
        asked = rules.attributes[name]
        yield from _sensitive(f"l of {name}", (shown.l_achieved or {}).get(name), asked.l, least=True)
        yield from _sensitive(f"t of {name}", (shown.t_achieved or {}).get(name), asked.t, least=False)
    for what, found, said in (("l", shown.l_achieved, stated.l_achieved), ("t", shown.t_achieved, stated.t_achieved)):
        counted, told = ({n: v for n, v in (one or {}).items() if n not in left_out} for one in (found, said))
        yield _equal(f"{what} in the evidence", counted, told)
    if rules.promise == "differential privacy":
        epsilon, delta = differential(rules.d, rules.K, rules.b)
        yield _equal("epsilon of the rules", epsilon, stated.epsilon)
        yield _equal("delta of the rules", delta, stated.delta)
    risk = risk_of(shown)
    for field in ("uniques", "prosecutor_max", "prosecutor_mean"):
        yield _equal(field.replace("_", " "), getattr(risk, field), getattr(evidence.risk, field))


def _sensitive(what: str, found: float | None, asked: float | None, *, least: bool) -> Iterator[Check]:
    if found is None or asked is None:
        return
    kept = found >= asked * (1 - _SLACK) if least else found <= asked + _SLACK
    yield Check(what, "holds" if kept else "broken", found, asked)


def _equal(what: str, found: Any, stated: Any) -> Check:
    return Check(what, "holds" if _alike(found, stated) else "differs", found, stated)


def _alike(one: Any, other: Any) -> bool:
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_alike(one[key], other[key]) for key in one)
    if isinstance(one, float) and isinstance(other, (int, float)):
        return math.isclose(one, other, rel_tol=_SLACK, abs_tol=_SLACK)
    return bool(one == other)
