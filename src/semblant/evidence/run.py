"""The content of ``run.json``: what it takes to make the same bytes again."""

from typing import Any

from pydantic import Field

from semblant.policy.model import Model


class RunInput(Model):
    """The file that came in."""

    path: str = Field(description="where it was")
    sha256: str = Field(description="checksum of its bytes")


class RunFacts(Model):
    """The content of ``run.json``: all that is needed to make the same bytes again. Keep it private."""

    semblant: str = Field(description="version")
    input: RunInput
    seed: int | None = Field(description="as given")
    key: str = Field(description="the run key, from which all randomness follows, in hexadecimal")
    levels_above: int | None = Field(
        None, ge=0, description="levels that `promises: blind` goes up, which later runs on this input keep"
    )
    policy: dict[str, Any] = Field(description="the policy as it was given")
    base: str = Field(description="the folder from which the policy's files are looked for")
    to: str | None = Field(None, description="the format of the release, where it is not that of the input")
    output_sha256: str = Field(description="checksum of the release")
