"""Whether the tests of Spark can run."""

from importlib.util import find_spec

from semblant.engine.session import LEAST_JAVA, java_version

SPARK_MISSING = f"Spark was not tested: it needs pip install 'semblant[spark]' and Java {LEAST_JAVA} or newer."

QUICK = "--conf spark.driver.extraJavaOptions='-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' pyspark-shell"
"""For Java that runs a short time only: it begins at once and does not think about how to become faster."""


def spark_is_there() -> bool:
    """Whether pyspark, what it needs, and Java are there."""
    return all(find_spec(name) for name in ("pyspark", "pyarrow", "pandas")) and (java_version() or 0) >= LEAST_JAVA
