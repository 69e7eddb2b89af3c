"""What analyses find in the original and in the release."""

from pydantic import Field

from semblant.policy.model import Model


class Shift(Model):
    """One figure of the original and of the release; null where it cannot be computed."""

    before: float | None = Field(description="of the original")
    after: float | None = Field(description="of the release")


class CategoryShift(Model):
    """What became of the categories of a column."""

    before: int = Field(description="categories of the original")
    after: int = Field(description="categories of the release")
    vanished: int = Field(description="those that no released record has; lower is better")
    vanished_records: int = Field(description="original records that had them")
    inflated: int = Field(description="those with more than twice as many records as before; lower is better")
    moved: float | None = Field(description="share of records that would have to change category; lower is better")
    most_changed: dict[str, Shift] = Field(description="records of the categories that changed most")


class ColumnAnalysis(Model):
    """One released column before and after."""

    sort: str = Field(description="number, date, level, category or concept")
    figures: dict[str, Shift] = Field(
        description="mean, sd, q5 … q95, low_tail, high_tail (share beyond the original's q5 and q95); months_moved, "
        "years_moved (share of records that would have to change); variance (mean squared semantic distance from "
        "the mean concept)"
    )
    categories: CategoryShift | None = Field(description="null for numbers and dates")


class Association(Model):
    """How strongly two columns go together."""

    columns: tuple[str, str]
    statistic: str = Field(description="correlation, correlation ratio, Cramér's V, or distance correlation by meaning")
    before: float | None = Field(description="in the original")
    after: float | None = Field(description="in the release")


class QueryErrors(Model):
    """The relative error of random count queries: |after - before| / max(before, 1 % of the records)."""

    queries: int = Field(description="how many were asked, of one to three conditions each")
    mean: float = Field(description="lower is better")
    median: float
    q90: float = Field(description="nine of ten queries have less")
    q99: float


class Coefficient(Model):
    """A coefficient of a model of each file; null where the records do not determine it."""

    before: float | None = Field(description="fitted to the original")
    before_error: float | None = Field(description="half the width of its 95 % interval")
    after: float | None = Field(description="fitted to the release")
    after_error: float | None = Field(description="half the width of its 95 % interval")


class TaskScore(Model):
    """How well a model that the policy names predicts, by cross-validation, always tested on the original."""

    target: str = Field(description="what is predicted")
    by: tuple[str, ...] = Field(description="from which columns")
    model: str = Field(description="linear or logistic")
    score: str = Field(description="r2 or accuracy; higher is better")
    before: float | None = Field(description="score if trained on the original; null for too few records")
    after: float | None = Field(description="score if trained on the release")
    chance: float = Field(description="score without any of the columns")


class Task(TaskScore):
    """A model that the policy names: its scores and its coefficients."""

    coefficients: dict[str, Coefficient] = Field(
        description="of the linear model, or of a logistic one of two categories"
    )


class HoldingsAnalysis(Model):
    """What analyses of released sets and logs keep."""

    items_moved: float | None = Field(
        description="share of holdings that would have to be of another item for items to be as popular as before"
    )
    popularity: float | None = Field(description="correlation of how many persons hold each common item; 1 is best")
    co_occurrence: float | None = Field(
        description="correlation of how many persons hold both of every two common items; 1 is best"
    )
    neighbours_kept: float | None = Field(
        description="share of a person's ten nearest others who are among the nearest in the release too; 1 is best"
    )
    sessions_before: float | None = Field(None, description="of a log: days on which a user searched, on average")
    sessions_after: float | None = Field(None, description="the same in the release")


class Analysis(Model):
    """What analyses of the release lose against the same analyses of the original."""

    columns: dict[str, ColumnAnalysis]
    associations: tuple[Association, ...] = Field(description="of every two columns")
    sampled_records: int | None = Field(
        None, description="records that associations and queries look at, where they are not all"
    )
    queries: QueryErrors | None = Field(description="random count queries")
    propensity_error: float | None = Field(
        description="pMSE (Woo et al. 2009): 0 no model tells released from original records, 0.25 one tells them all"
    )
    tasks: tuple[Task, ...] = Field((), description="models that the policy names in `analyses`")
    holdings: HoldingsAnalysis | None = Field(None, description="of sets and logs")
