"""What masking cost."""

from pydantic import Field

from semblant.policy.model import Model


class AttributeUtility(Model):
    """What masking cost one column."""

    sse: float | None = Field(description="squared distances of its values from the original ones")
    sst: float | None = Field(description="squared distances of the original values from their centre")
    loss_percent: float | None = Field(description="100·SSE/SST of the column")
    semantic_loss: float | None = Field(description="mean distance between released and original value")
    changed_records: int | None = Field(
        description="records whose released text differs from the original by more than case and spacing"
    )
    vanished: int | None = Field(
        None,
        description="categories that at least k records and 1 % of all had, and that the release does not have at all; "
        "of a semantic column, nor anything wider or narrower",
    )
    halved: int | None = Field(
        None, description="further such categories that have lost more than half their records; not of semantic columns"
    )


class Clustering(Model):
    """Whether the masked records fall into the groups of the original ones."""

    clusters: int = Field(description="clusters of the original records")
    clusters_after: int = Field(description="clusters of the released records")
    partition_distance: float = Field(description="dPart: 0 the same partition, 1 unrelated ones; lower is better")
    rand: float = Field(description="share of pairs of records on which both partitions agree; higher is better")
    nmi: float = Field(description="normalised mutual information, 0 to 1; higher is better")


class Topic(Model):
    """One category and its share of all things, before and after."""

    label: str
    before: float
    after: float


class Particulars(Model):
    """What analysts of sets and logs ask beyond loss and risk."""

    cluster_loss_percent: float | None = Field(
        description="L by clusters: how differently originals and releases cluster; lower is better"
    )
    clusters: int | None = Field(description="how many clusters are compared; null where none are")
    topics: tuple[Topic, ...] = Field(description="the top categories of the original")
    topics_moved: float = Field(description="share of all things that would have to change topic; lower is better")
    vocabulary_before: int = Field(description="distinct texts of the original, phrases and whole queries")
    vocabulary_kept: int = Field(description="those that are in the release; higher is better")
    mean_length_before: float = Field(description="things a record or user has on average")
    mean_length_after: float
    median_length_before: float
    median_length_after: float


class Utility(Model):
    """What masking cost; lower is better except for semantic_quality."""

    sse: float | None = Field(description="squared distances of records from their originals")
    sst: float | None = Field(description="squared distances of the originals from their centre")
    loss_percent: float | None = Field(description="100·SSE/SST: 0 the original, 100 one average record for all")
    semantic_loss: float | None = Field(description="mean distance between released and original values")
    semantic_quality: float | None = Field(description="mean likeness of released and original values; 1 is best")
    kl: float | None = Field(
        description="KL divergence of the distributions of combinations, each smoothed by half a record, in nats"
    )
    total_variation: float | None = Field(
        description="share of records that would have to take another combination for the distributions to be equal"
    )
    discernibility: float = Field(description="sum of squared class sizes")
    changed_cells: int | None = Field(None, description="cells of quasi-identifiers whose text changed")
    changed_records: int | None = Field(None, description="records with such a cell")
    per_attribute: dict[str, AttributeUtility] = Field(description="the same for each masked column")
    clustering: Clustering | None = Field(None, description="only where it was asked for, because it takes time")
    particulars: Particulars | None = Field(None, description="of sets and logs; null for tables")
