"""What an intruder can do, before and after."""

from pydantic import Field

from semblant.policy.model import Model


class SizeRange(Model):
    """Classes of about one size."""

    at_least: int = Field(description="records of the smallest such class")
    at_most: int = Field(description="records of the largest such class")
    classes: int = Field(description="how many classes")
    records: int = Field(description="how many records in them")


class Homogeneity(Model):
    """What a class gives away of a sensitive column, even where nobody in it can be told apart."""

    one_value_classes: int = Field(description="classes in which all who have a value have the same; lower is better")
    one_value_records: int = Field(description="records in those classes")
    one_meaning_classes: int | None = Field(
        description="classes in which no two values are as far `apart` as the policy asks; null without knowledge"
    )
    one_meaning_records: int | None = Field(description="records in those classes; null without knowledge")
    commonest_share: float | None = Field(
        None, description="greatest share of one value in any class, of its records that have one; lower is better"
    )


class KeptHomogeneity(Model):
    """What classes give away of a column that is published as it is, and whose name or values suggest a secret."""

    about: str = Field(description="what the column seems to be about")
    classes: int = Field(
        description="classes whose records all have one value that fewer than half of all records have; lower is better"
    )
    records: int = Field(description="records in those classes")


class IdentifyingColumn(Model):
    """A column that finds records by itself."""

    once: int = Field(description="records whose value in it no other record has")
    of: int = Field(description="records that have a value in it")
    names_people: bool = Field(description="whether the column's name says that it names people")
    masked: bool = Field(False, description="whether it is masked, so that one person's name stands for others too")
    form: str | None = Field(None, description="the form of direct identifiers that its original values have, in words")
    inside: dict[str, int] = Field(
        {},
        description="records with a direct identifier inside their text that fewer than k persons share, by its form",
    )
    suspected: dict[str, int] = Field(
        {}, description="records with what may be one, such as a name, or with one that k persons share, by its form"
    )
    free_text: int = Field(0, description="records with a sentence of their own, which fewer than k persons share")


class RiskBefore(Model):
    """The risk of the original if it were published as it is, after treatment of single columns."""

    uniques: int = Field(description="unique records, persons or users")
    prosecutor_max: float = Field(description="highest re-identification risk of somebody known to be in the file")
    prosecutor_mean: float = Field(description="the same on average")
    journalist: float = Field(description="the same as prosecutor_max: the file is its own register")
    marketer: float = Field(description="share of records named right by an intruder who names everybody")
    record_linkage_percent: float = Field(description="exact record linkage")
    semantic_record_linkage_percent: float = Field(description="semantic record linkage")


class LeftOut(Model):
    """How unique the original's records are without one quasi-identifier."""

    uniques: int = Field(description="unique records by the other quasi-identifiers")
    below_k: int = Field(description="records in classes smaller than k by the other quasi-identifiers")
    others_loss_percent: float | None = Field(
        None, description="what the other columns lose in a quick run that groups by all columns"
    )
    others_loss_without_percent: float | None = Field(
        None, description="what they lose in a quick run that groups without this one"
    )


class Combination(Model):
    """Quasi-identifiers that make records unique by themselves."""

    columns: tuple[str, ...] = Field(description="the quasi-identifiers")
    uniques: int = Field(description="records that are unique by these alone")


class Drivers(Model):
    """Which quasi-identifiers make the original's records unique, by counts."""

    uniques: int = Field(description="unique records by all quasi-identifiers")
    below_k: int = Field(description="records in classes smaller than k by all quasi-identifiers")
    without: dict[str, LeftOut] = Field(description="the same with one quasi-identifier left out, by its name")
    combinations: tuple[Combination, ...] = Field(
        description="single quasi-identifiers, pairs and triples that make the most records unique; most first"
    )
    quick_records: int = Field(
        0, description="records of the quick runs (MDAV, unrefined) behind the losses of `without`; 0: none was made"
    )


class PopulationRisk(Model):
    """What the original gives away in the population it was drawn from, before masking."""

    model: str = Field(description="pitman (Hoshino 2001), or weights (Franconi & Polettini 2004)")
    population: float = Field(description="persons of the population, given or estimated by the weights")
    sample_uniques: int = Field(description="original records that are unique among the records")
    population_uniques: float | None = Field(description="those of them expected to be unique in the population")
    reidentifications: float = Field(description="records that an intruder who names everybody would name right")
    highest_risk: float = Field(description="of a single record")


class LinkageSample(Model):
    """The records by which semantic record linkage was estimated, where all would be too many to compare."""

    records: int = Field(description="how many records were looked for among all released ones")
    seed: int = Field(description="seed that chose them; the same for everybody")
    low_percent: float = Field(description="lower end of the 95 % confidence interval (Wilson)")
    high_percent: float = Field(description="upper end of it")


class Risk(Model):
    """What an intruder who knows every quasi-identifier can do."""

    record_linkage_percent: float | None = Field(description="share of records found by equal values")
    semantic_record_linkage_percent: float | None = Field(description="share of records found by nearest meaning")
    semantic_record_linkage_sample: LinkageSample | None = Field(
        None, description="the sample that it was estimated by; null where all records were compared"
    )
    uniques: int = Field(description="released records that are like no other")
    prosecutor_max: float = Field(description="greatest chance of finding somebody known to be in the release")
    prosecutor_mean: float = Field(description="the same on average")
    journalist: float | None = Field(
        None, description="greatest chance of naming a class's person from a register, which is the original file"
    )
    marketer: float | None = Field(
        None, description="share of records named right by an intruder who names everybody from the original file"
    )
    before: RiskBefore | None = Field(None, description="the same figures for the original, published as it is")
    drivers: Drivers | None = Field(None, description="which columns of the original make records unique; tables only")
    intruder_linkage_percent: float | None = Field(
        None, description="MRL: share found by taking the released records equal to the original one; lower is better"
    )
    population: PopulationRisk | None = Field(
        None, description="of the original, where the policy gives the population's size or weights"
    )
    class_sizes: tuple[SizeRange, ...] = Field((), description="how many classes of which size the release has")
    homogeneity: dict[str, Homogeneity] = Field(
        default_factory=dict, description="per sensitive column: classes that give it away"
    )
    kept_homogeneity: dict[str, KeptHomogeneity] = Field(
        default_factory=dict,
        description="per column that is kept although it may be secret: classes that give it away",
    )
    identifying_columns: dict[str, IdentifyingColumn] = Field(
        default_factory=dict, description="columns in which most values occur once, or whose name says they name people"
    )
    original_order: bool = Field(
        False, description="whether rows stand in the order of the original, so that their number tells who they are"
    )
    rising_columns: tuple[str, ...] = Field(
        (), description="columns that rise or fall with the row number of the original; none where it is not known"
    )


class Intruder(Model):
    """What an intruder with a file of their own finds in a release."""

    people: int = Field(description="people in the intruder's file")
    columns: tuple[str, ...] = Field(description="masked columns that they know of these people")
    people_in_release: int | None = Field(description="those of whom it is known which record is theirs")
    found_percent: float | None = Field(
        description="share of their people for whom a pick among the nearest records is right; null where unknown"
    )
    single_candidate: int = Field(description="people with one nearest record only; lower is better")
    candidates_least: int = Field(description="nearest records of the person with the fewest; higher is better")
    candidates_median: float = Field(description="nearest records of a typical person; higher is better")
    distance_mean: float = Field(description="how far the nearest records are on average; 0 is equal values")
