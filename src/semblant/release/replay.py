"""Making the same release again, from the ``run.json`` of its private folder."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from pydantic import ValidationError

from semblant.data.formats import STDIN
from semblant.data.source import digest
from semblant.data.table import Table
from semblant.errors import InputError, SemblantError
from semblant.evidence import RunFacts, RunInput
from semblant.methods.blind import levels_above
from semblant.policy.file import build_policy
from semblant.policy.model import Policy
from semblant.release.evidence_builder import semblant_version
from semblant.release.files import RUN, private_folder
from semblant.runkey import RunKey

TOLD = frozenset({"accept", "analyses", "author", "population", "purpose", "title", "weights"})
"""The keys of a policy that are printed, or that a release is judged by: they change none of its rows."""


def run_facts(
    table: Table, policy: Policy, key: RunKey, base: Path | None, output_sha256: str, to: str | None = None
) -> RunFacts | None:
    """All that is needed to make the same bytes again; None for a table in memory, which has no file to read again."""
    origin = table.origin
    if origin.sha256 is None:
        return None
    return RunFacts(
        semblant=semblant_version(),
        input=RunInput(path=STDIN if origin.path is None else str(origin.path.resolve()), sha256=origin.sha256),
        seed=policy.seed,
        key=key.hex(),
        levels_above=levels_above(key),
        policy=policy.model_dump(mode="json", exclude_unset=True),
        base=str((base or Path()).resolve()),
        to=to,
        output_sha256=output_sha256,
    )


def read_run(folder: Path) -> RunFacts:
    """Read the ``run.json`` of a private folder."""
    file = folder / RUN if folder.is_dir() else folder
    try:
        return RunFacts.model_validate_json(file.read_bytes())
    except OSError as error:
        raise InputError(
            f"There is no {RUN} to repeat: {error.strerror}.",
            where=str(file),
            hints=["name the private folder of a release: --replay DIR-private"],
        ) from None
    except ValidationError:
        raise InputError(f"This is no {RUN} of a release.", where=str(file)) from None


def input_of(run: RunFacts, given: Path | None) -> Path:
    """The input of a run, where it was or where it is now; an error where its content is another."""
    path = Path(run.input.path) if given is None else given
    try:
        found = digest(path)
    except OSError as error:
        hints = ["if it has moved: semblant anonymise DATA --replay DIR-private"]
        raise InputError(f"The input cannot be read: {error.strerror}.", where=str(path), hints=hints) from None
    if found != run.input.sha256:
        raise InputError("The input is not the one of that run: its checksum differs.", where=str(path))
    return path


def key_of(run: RunFacts) -> RunKey:
    """The run key of a run."""
    try:
        return replace(RunKey.from_hex(run.key), levels=run.levels_above)
    except ValueError:
        raise InputError("The run key is damaged.", where=RUN) from None


def with_earlier_levels(key: RunKey, target: Path, table: Table) -> RunKey:
    """The key with the levels that ``promises: blind`` went up in the run that ``target`` comes from.

    That is for the same input alone. Drawing again for every run would let whoever sees several releases of one table
    take the lowest.
    """
    if key.levels is None and table.origin.sha256 is not None:
        with suppress(InputError):
            run = read_run(private_folder(target.resolve()))
            if run.input.sha256 == table.origin.sha256:
                return replace(key, levels=run.levels_above)
    return key


def policy_of(run: RunFacts) -> Policy:
    """The policy of a run, as it was given."""
    return build_policy(run.policy, where=RUN)


def same_rows(run: RunFacts, policy: Policy) -> bool:
    """Whether a policy asks for the rows of a run again: it differs in nothing but what is printed and judged."""
    made, asked = (one.model_dump(exclude=set(TOLD), exclude_unset=True) for one in (policy_of(run), policy))
    return made == asked


def key_again(target: Path, policy: Policy, source: Path) -> RunKey | None:
    """The run key of the release in ``target``, where a policy asks for its rows again; None where a key is due anew.

    Two releases of the same people with other rows can tell more together than each of them may.
    """
    with suppress(SemblantError):
        run = read_run(private_folder(target.resolve()))
        if same_rows(run, policy) and input_of(run, source):
            return key_of(run)
    return None
