"""One session of real Spark for all tests of the engine; without pyspark or Java they are skipped."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.sparkthere import QUICK, SPARK_MISSING, spark_is_there


@pytest.fixture(scope="session")
def installed() -> None:
    """Skip what needs pyspark and Java."""
    if not spark_is_there():
        pytest.skip(SPARK_MISSING)


@pytest.fixture(scope="session")
def spark(installed: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:  # noqa: ARG001
    from semblant.engine.session import session

    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PYSPARK_SUBMIT_ARGS", QUICK)
        patched.chdir(tmp_path_factory.mktemp("spark"))
        with session("local[2]") as made:
            made.conf.set("spark.sql.shuffle.partitions", "2")
            yield made
