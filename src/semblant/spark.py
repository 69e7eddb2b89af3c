"""Anonymise Spark DataFrames: the same policy, the same release, byte for byte, as on one machine.

Needs the extra ``semblant[spark]``, Java 17 or newer where there is no Spark Connect server, and Semblant in the Python
of the workers.
"""

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import polars as pl

from semblant.api import Assessment, Release, as_policy
from semblant.data.link import ROWS, USERS, Link
from semblant.engine.failures import in_one_sentence
from semblant.engine.spark import engine
from semblant.engine.workers import place, temporary
from semblant.errors import InputError
from semblant.policy.model import Policy
from semblant.release.evidence_builder import semblant_version
from semblant.release.files import LINK, private_folder
from semblant.release.pipeline import anonymise_file

__all__ = ["anonymise", "anonymize"]


def anonymise(
    frame: Any,
    policy: Policy | Mapping[str, Any] | str | Path | None = None,
    *,
    work: str | Path | None = None,
    **arguments: Any,
) -> Release:
    """Make every record of a Spark DataFrame indistinguishable from at least k-1 others, by meaning.

    The policy and the arguments are those of :func:`semblant.anonymise`. ``work`` is a folder that the driver and all
    workers can reach; a private folder in it holds the rows while the run lasts. It is needed unless all run on one
    machine. The release has the DataFrame in ``data``, and in ``link`` a DataFrame of which original row each released
    row is, both counted from 1, the original in the order of its partitions; of a search log it says which original
    user each released one is. Both lie in files of ``work``, which are removed when Python ends; where it is killed,
    by the next call with the same folder on that machine.
    """
    made, base = as_policy(policy, **arguments)
    spark, parent = getattr(frame, "sparkSession", None), None if work is None else Path(work)
    if spark is None:
        raise InputError(
            f"This is a {type(frame).__module__.split('.')[0]} {type(frame).__name__}, not a DataFrame of Spark.",
            hints=["semblant.anonymise takes frames in memory"],
        )
    with engine(spark, parent, semblant_version()) as run:
        table = run.read_frame(frame, made)
        kept = temporary(parent)
        try:
            done = anonymise_file(table, made, out=kept.folder / "release", base=base, reports=False, engine=run)
            with in_one_sentence():
                data = spark.read.parquet(place(done.folder / "release.parquet"))
        except BaseException:
            kept.close()
            raise
    parts = {one.name: getattr(done, one.name) for one in fields(done)}
    parts["assessment"] = Assessment.of(done.assessment)
    return Release(**parts | {"link": _link(spark, done.link, private_folder(done.folder))}, data=data)


def _link(spark: Any, link: Link | None, folder: Path) -> Any:
    """The link of a release as a DataFrame; None where its rows are nobody's."""
    if link is None:
        return None
    if not isinstance(link, Mapping):
        schema = ", ".join(f"{name} long" for name in ROWS)
        return spark.read.csv(place(folder / LINK), header=True, schema=schema)
    users = folder / "users.parquet"  # a name may hold the end of a line, or be one that the CSV has escaped
    pl.DataFrame([[*link], [*link.values()]], schema=dict.fromkeys(USERS, pl.String)).write_parquet(users)
    return spark.read.parquet(place(users))


anonymize = anonymise
