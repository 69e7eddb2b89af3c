"""The proof of a written release by Spark: it counts classes in the file, and knows nothing of how they were made."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from semblant.data.formats import is_text
from semblant.data.formulas import unescaped
from semblant.data.missing import no_value
from semblant.data.same import keys
from semblant.data.table import Origin, Table
from semblant.engine.workers import Workers, mapped, place
from semblant.errors import VerificationError
from semblant.evidence import Privacy
from semblant.policy.model import MISSING, SUPPRESSED, Policy
from semblant.proof.logs import let_through

_N, _STAR = "n", "star"
_ENCODINGS = ("utf-8", "utf8", "utf-8-sig", "ascii")


class Written(NamedTuple):
    """A written table, how it was written, and the names of its columns."""

    file: Path
    origin: Origin
    names: Sequence[str]


def countable(file: Path, origin: Origin, policy: Policy) -> bool:
    """Whether Spark reads a release exactly as it was written, and its promise is about equal texts.

    Of sets alone the texts may differ where their meanings do not; lists of queries have no classes.

    Example:
        >>> [countable(Path(f"release.{form}"), Origin(), Policy()) for form in ("parquet", "csv.gz")]
        [True, False]
    """
    if policy.shape != "table" and policy.promise != "k-anonymity":
        return False
    return file.suffix == ".parquet" or (file.suffix in (".csv", ".tsv") and origin.encoding.lower() in _ENCODINGS)


def released_names(original: Table, policy: Policy) -> list[str]:
    """The columns of a release, in the order of its original."""
    if policy.log is not None:
        return let_through(original, policy)
    hidden = set(policy.hidden(original.names))
    return [name for name in original.names if name not in hidden]


def prove(workers: Workers, written: Written, policy: Policy, privacy: Privacy) -> None:
    """Refuse a release whose classes are not those that its proof found."""
    rows = _rows(workers, written)
    if policy.log is not None:
        _prove_log(workers, rows, written, policy.log.user, privacy)
    else:
        _prove_table(workers, rows, written, policy, privacy)


def _prove_log(workers: Workers, rows: Any, written: Written, user: str, privacy: Privacy) -> None:
    """Count the users who share each log: the same rows equally often, in any order."""
    from pyspark.sql import functions as f

    place = {name: str(j) for j, name in enumerate(written.names)}
    row = f.struct(*(place[name] for name in written.names if name != user))
    logs = rows.groupBy(place[user]).agg(f.sort_array(f.collect_list(row)).alias("log"))
    classes = logs.groupBy("log").agg(f.count("*").alias(_N))
    found = workers.act(classes.agg(f.count("*").alias("classes"), f.min(_N).alias("least")).collect)[0]
    _agree(found["classes"] == privacy.classes, f"{found['classes']:,} logs", f"{privacy.classes:,}", written)
    least = found["least"] or 0
    _agree(least == privacy.k_achieved, f"a log of only {least:,} users", f"{privacy.k_achieved:,}", written)


def _prove_table(workers: Workers, rows: Any, written: Written, policy: Policy, privacy: Privacy) -> None:
    from pyspark.sql import functions as f

    place = {name: str(j) for j, name in enumerate(written.names)}
    quasi = [place[name] for name in policy.columns("quasi")]
    star = f.forall(f.array(*place.values()), lambda cell: cell == SUPPRESSED)  # thousands of columns are no deep tree
    classes = rows.withColumn(_STAR, star).groupBy(_STAR, *quasi).agg(f.count("*").alias(_N)).groupBy(_STAR)
    found = classes.agg(f.count("*").alias("classes"), f.min(_N).alias("least"), f.sum(_N).alias("there"))
    of = {row[_STAR]: row for row in workers.act(found.collect)}
    others = of[False].asDict() if False in of else {"classes": 0, "least": 0}
    alike = (of[True]["there"] if True in of else 0) - privacy.suppressed_records  # rows of * that are a class
    number, least = others["classes"] + (alike > 0), min(others["least"] or alike, alike or others["least"])
    _agree(number == privacy.classes, f"{number:,} classes", f"{privacy.classes:,}", written)
    if policy.individual is None:
        _agree(least == privacy.k_achieved, f"a smallest class of {least:,}", f"{privacy.k_achieved:,}", written)
    for name, l_found in (privacy.l_achieved or {}).items():
        if policy.attributes[name].l is not None and policy.attributes[name].l_kind == "distinct" and not alike:
            kind, escaped = policy.attributes[name].kind, is_text(written.origin.format) and policy.formulas == "escape"
            values = rows.where(~star).select(*quasi, place[name])
            least_l = _diversity(workers, values, quasi, place[name], numeric=kind == "numeric", escaped=escaped)
            _agree(least_l == l_found, f"l = {least_l:,} in {name!r}", f"{l_found:g}", written)


def _agree(same: bool, here: str, there: str, written: Written) -> None:
    if not same:
        raise VerificationError(
            f"Spark counted {here} in the written release, the proof {there}. Nothing was published.",
            where=written.file.name,
        )


def _diversity(workers: Workers, rows: Any, quasi: list[str], column: str, *, numeric: bool, escaped: bool) -> int:
    """The fewest different values of any class, as a reader takes them for the same; a missing one is none."""
    from pyspark.sql import functions as f

    texts = [row[0] for row in workers.act(rows.select(column).distinct().collect)]
    meant = [unescaped(text) for text in texts] if escaped else texts
    number: dict[str, int] = {}
    names = zip(texts, meant, keys(meant, numeric=True if numeric else None), strict=True)
    said = {text: number.setdefault(key, len(number)) for text, meaning, key in names if not no_value(meaning)}
    if not said:
        return 0
    value = workers.spark.createDataFrame([*said.items()], "said string, value long")
    known = rows.join(f.broadcast(value), f.col(column) == value["said"], "left")
    least = known.groupBy(*quasi).agg(f.countDistinct("value").alias(_N)).agg(f.min(_N).alias(_N))
    return int(workers.act(least.collect)[0][_N])


def _rows(workers: Workers, written: Written) -> Any:
    """The cells of a written table as texts, by the number of their column."""
    from pyspark.sql import functions as f

    file, columns = written.file, [str(j) for j in range(len(written.names))]
    if file.suffix == ".parquet":
        import pyarrow.parquet as pq

        groups = pq.ParquetFile(file).num_row_groups
        kinds = ", ".join(f"`{one}` string" for one in columns)
        return mapped(workers.spark.range(0, groups, 1, groups), partial(_cells, file), kinds)
    frame = workers.spark.read.csv(
        place(file),
        schema=", ".join(f"`{one}` string" for one in columns),
        enforceSchema=True,
        sep=written.origin.delimiter,
        header=True,
        quote='"',
        escape='"',
        multiLine=True,
        maxCharsPerColumn=-1,
    )
    return frame.select(*(f.coalesce(f.col(one), f.lit(MISSING)).alias(one) for one in columns))


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
