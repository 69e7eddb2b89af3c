"""What came in, what was run, and what went out."""

from pydantic import Field

from semblant.policy.model import Model


class InputFacts(Model):
    """The file that came in."""

    records: int = Field(description="rows")
    distinct: int = Field(description="distinct combinations of quasi-identifiers, by meaning, after treatment")
    treated: dict[str, int] = Field(
        {}, description="records that the treatment of a column changed before grouping (round, bottom, top, bands, …)"
    )


class KnowledgeFacts(Model):
    """One piece of knowledge that was used."""

    source: str = Field(description="what the policy names")
    sha256: str = Field(description="checksum of the compiled source")
    concepts: int = Field(description="how many it has")
    published: bool = Field(False, description="whether everybody has it, as a vocabulary that comes with Semblant")


class MappingFacts(Model):
    """How much of a column the knowledge covers."""

    values: int = Field(description="distinct values")
    mapped: int = Field(description="distinct values with a concept")
    records_covered: int = Field(description="records whose value has a concept")
    certain: int = Field(description="records whose match is right in at least 9 of 10 cases")
    probable: int = Field(description="records whose match is right in at least 8 of 10 cases")
    uncertain: int = Field(description="records whose match was taken, but is less likely to be right")
    unknown: int = Field(description="records whose value has no concept, or none likely enough: `unknown` decides")


class HierarchyFacts(Model):
    """The hierarchy a column was generalised with."""

    name: str = Field(description="its file, or what it was built of")
    levels: int = Field(description="levels above the values")
    level: int | None = Field(description="the level all values are released at; null: each at its own")
    loss_percent: float | None = Field(
        None, description="how far up values went, of all the way: 100 (1 - precision), Sweeney 2002; lower is better"
    )


class PlanFacts(Model):
    """What was run."""

    method: str = Field(description="the method that ran")
    measure: str = Field(description="what guided it")
    centroid: str = Field(description="what stands for a group")
    weighting: str = Field(description="whether frequency weighs in comparisons")
    combine: str = Field(description="how column distances make a record distance")
    ties: str = Field(
        "canonical", description="which of equals was taken: the first in canonical order, or a random one"
    )
    refined: bool = Field(description="whether the groups were improved after the method")
    groups: int = Field(description="groups the method made")
    blocks: int = Field(description="blocks it worked in")
    block_size: int | None = Field(
        None, description="the most distinct records of a block, chosen or given; null: all at once"
    )
    hierarchies: dict[str, HierarchyFacts] = Field({}, description="of a method that generalises, by column")
    decisions: tuple[str, ...] = Field((), description="what was decided because the policy left it open")


class OutputFacts(Model):
    """The file that went out."""

    file: str = Field(description="its name")
    sha256: str = Field(description="checksum of its bytes")
    records: int = Field(description="rows")
    delimiter: str | None = Field(None, description="of a text file")
    encoding: str | None = Field(None, description="of a text file")
    formulas: int = Field(0, description="cells and names of columns in it that a spreadsheet would run")


class Environment(Model):
    """Where it ran."""

    python: str = Field(description="version")
    packages: dict[str, str] = Field(description="versions")
    platform: str = Field(description="system and machine")
    table: str = Field("whole", description="how the table was held: whole, or, where it is large, in parts as codes")
