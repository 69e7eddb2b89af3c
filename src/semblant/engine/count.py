"""The proof of a written table by Spark: it counts classes in the file, and knows nothing of how they were made."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from semblant.data.missing import no_value
from semblant.data.same import keys
from semblant.engine.workers import Workers, mapped
from semblant.errors import VerificationError
from semblant.evidence import Privacy
from semblant.policy.model import MISSING, SUPPRESSED, Policy

_N = "n"


def prove(workers: Workers, written: Path, policy: Policy, privacy: Privacy) -> None:
    """Refuse a written table whose classes are not those that its proof found."""
    from pyspark.sql import functions as f

    names, rows = _rows(workers, written)
    place = {name: str(j) for j, name in enumerate(names)}
    quasi = [place[name] for name in policy.columns("quasi")]
    star = f.lit(True)
    for name in place.values():
        star = star & (f.col(name) == SUPPRESSED)
    classes = rows.where(~star).groupBy(*quasi).agg(f.count("*").alias(_N))
    (found,) = workers.act(
        classes.agg(f.count("*").alias("classes"), f.min(_N).alias("least"), f.sum(_N).alias("there")).collect
    )
    (all_rows,) = workers.act(rows.agg(f.count("*").alias(_N)).collect)
    alike = all_rows[_N] - (found["there"] or 0) - privacy.suppressed_records  # rows of * that are a class
    number, least = found["classes"] + (alike > 0), min(found["least"] or alike, alike or found["least"] or 0)
    _agree(number == privacy.classes, f"{number:,} classes", f"{privacy.classes:,}", written)
    if policy.individual is None:
        _agree(least == privacy.k_achieved, f"a smallest class of {least:,}", f"{privacy.k_achieved:,}", written)
    for name, l_found in (privacy.l_achieved or {}).items():
        if policy.attributes[name].l_kind == "distinct" and not alike:
            least_l = _diversity(workers, rows.where(~star), quasi, place[name], policy.attributes[name].kind)
            _agree(least_l == l_found, f"l = {least_l:,} in {name!r}", f"{l_found:g}", written)


def _agree(same: bool, here: str, there: str, written: Path) -> None:
    if not same:
        raise VerificationError(
            f"Spark counted {here} in the written release, the proof {there}. Nothing was published.",
            where=written.name,
        )


def _diversity(workers: Workers, rows: Any, quasi: list[str], column: str, kind: str | None) -> int:
    """The fewest different values of any class, as a reader takes them for the same; a missing one is none."""
    from pyspark.sql import functions as f

    texts = [row[0] for row in workers.act(rows.select(column).distinct().collect)]
    number: dict[str, int] = {}
    names = zip(texts, keys(texts, numeric=True if kind == "numeric" else None), strict=True)
    said = {text: number.setdefault(key, len(number)) for text, key in names if not no_value(text)}
    if not said:
        return 0
    value = workers.spark.createDataFrame([*said.items()], "said string, value long")
    pairs = rows.select(*quasi, column).distinct().join(f.broadcast(value), f.col(column) == value["said"], "left")
    least = pairs.groupBy(*quasi).agg(f.countDistinct("value").alias(_N)).agg(f.min(_N).alias(_N))
    return int(workers.act(least.collect)[0][_N])


def _rows(workers: Workers, written: Path) -> tuple[list[str], Any]:
    """The names of the columns of a written table, and its cells as texts, by the number of the column."""
    from pyspark.sql import functions as f

    if written.suffix == ".parquet":
        import pyarrow.parquet as pq

        file = pq.ParquetFile(written)
        names, groups = file.schema_arrow.names, file.num_row_groups
        kinds = ", ".join(f"`{j}` string" for j in range(len(names)))
        return names, mapped(workers.spark.range(0, groups, 1, groups), partial(_cells, written), kinds)
    separator = "\t" if written.suffix == ".tsv" else None
    frame = workers.spark.read.csv(
        written.as_uri(), sep=separator or ",", header=True, quote='"', escape='"', multiLine=True, maxCharsPerColumn=-1
    )
    names = frame.columns
    frame = frame.toDF(*map(str, range(len(names))))
    return names, frame.select(*(f.coalesce(f.col(one), f.lit(MISSING)).alias(one) for one in frame.columns))


def _cells(written: Path, batches: Iterator[Any]) -> Iterator[Any]:
    """On a worker: the cells of some groups of rows, read by Arrow and not by what wrote them."""
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    file = pq.ParquetFile(written)
    for batch in batches:
        for group in batch.column(0).to_pylist():
            table = file.read_row_group(group)
            texts = []
            for column in table.columns:
                if pa.types.is_floating(column.type):
                    column = pc.if_else(pc.is_nan(column), None, column)
                if pa.types.is_duration(column.type):
                    column = column.cast(pa.int64())
                texts.append(pc.fill_null(column.cast(pa.string()), MISSING))
            yield from pa.table(texts, names=[str(j) for j in range(len(texts))]).to_batches()
