"""A Spark session: the one that is there, or one of our own; Java and the Python of the workers are checked first."""

import os
import platform
import re
import shutil
import socket
import subprocess
import sys
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import wait
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from semblant.engine.failures import in_one_sentence
from semblant.engine.workers import PATIENCE, Workers, mapped, started
from semblant.errors import SemblantError

LEAST_JAVA = 17
_CONNECT, _PORT = "sc://", 15002
_SECONDS = 10.0
_SOME = 4096
"""More numbers than a cluster has cores; Spark divides them among all it has, in batches of one each."""

_SETTINGS = ("SPARK_HOME", "SPARK_CONF_DIR", "SPARK_REMOTE", "PYSPARK_SUBMIT_ARGS", "PYSPARK_GATEWAY_PORT")
"""Where one of these is set, Spark knows its master itself, as it does under spark-submit."""

DEBUG = "SEMBLANT_DEBUG"
_NOTHING = "Nothing was published."


@contextmanager
def session(master: str | None) -> Iterator[Any]:
    """A session of our own on a master, or on that of Spark's own settings; it is stopped at the end."""
    remote = _remote(master)
    refuse_missing(remote)
    from pyspark.sql import SparkSession

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    if master is None and not any(name in os.environ for name in _SETTINGS):
        master = "local[*]"
    builder = SparkSession.builder.appName("semblant").config("spark.ui.enabled", "false")
    builder = builder.config("spark.ui.showConsoleProgress", "false")
    if master is not None:
        builder = builder.master(master) if remote is None else builder.remote(remote)
    if master is not None and master.startswith("local"):
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
        builder = builder.config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
    with in_one_sentence(), warnings.catch_warnings(), _quiet(), _for_the_owner():
        warnings.simplefilter("ignore", FutureWarning)
        spark = builder.getOrCreate()
    try:
        yield spark
    finally:
        if remote is None:
            with suppress(Exception):  # its Java may have ended first, by a signal to all of a terminal
                spark.stop()
        else:
            wait([started(spark.stop)], PATIENCE)  # a server that is lost would be looked for


@contextmanager
def _quiet() -> Iterator[None]:
    """Let the Java that is started meanwhile have no standard error: what goes wrong is said in one sentence."""
    if DEBUG in os.environ:
        yield
        return
    sys.stderr.flush()
    kept, nothing = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nothing)


@contextmanager
def _for_the_owner() -> Iterator[None]:
    """Let the Java started meanwhile write files for their owner alone: Spark puts texts into temporary ones."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


def _remote(master: str | None) -> str | None:
    """The server of Spark Connect that is asked for, or ``local`` for one of our own; None where none is."""
    named = os.environ.get("SPARK_REMOTE")
    if master is None:
        return named
    if named is not None:
        raise SemblantError(
            f"Both --master and SPARK_REMOTE say where Spark is. {_NOTHING}", hints=["leave one of them out"]
        )
    return master if master.startswith(_CONNECT) else None


def refuse_missing(remote: str | None = None) -> None:
    """Refuse to start without pyspark, Java or a server that is there, before anything prints a stack trace."""
    _refuse_uninstalled("Spark needs the extra 'spark'.", "semblant[spark]", ("pyspark", "pyarrow", "pandas"))
    if remote is not None:
        needed = ("grpc", "grpc_status", "google.rpc", "zstandard")
        _refuse_uninstalled("Spark Connect needs packages of its own.", "pyspark[connect]", needed)
        if not remote.startswith("local"):
            _refuse_unreachable(remote)
            return  # Java is on the server
    found = java_version()
    if found is None or found < LEAST_JAVA:
        there = "there is none" if found is None else f"this is Java {found}"
        raise SemblantError(
            f"Spark needs Java {LEAST_JAVA} or newer, and {there}. {_NOTHING}",
            hints=["install it, such as openjdk-17-jre-headless", "or set JAVA_HOME to where it is"],
        )


def _refuse_uninstalled(said: str, package: str, modules: Sequence[str]) -> None:
    try:
        for name in modules:
            import_module(name)
    except ImportError:
        raise SemblantError(f"{said} {_NOTHING}", hints=[f"pip install '{package}'"]) from None


def _refuse_unreachable(remote: str) -> None:
    """Refuse a server that does not answer: Spark would try again for ten minutes and more."""
    try:
        named = urlsplit(remote)
        with socket.create_connection((named.hostname or "", named.port or _PORT), _SECONDS):
            return
    except (OSError, ValueError):
        raise SemblantError(
            f"The Spark Connect server cannot be reached. {_NOTHING}",
            hints=["check SPARK_REMOTE or --master, such as sc://HOST:15002"],
        ) from None


def java_version() -> int | None:
    """The major version of the Java that Spark will start; None where there is none."""
    home = os.environ.get("JAVA_HOME")
    java = str(Path(home) / "bin" / "java") if home else shutil.which("java")
    if java is None:
        return None
    try:
        told = subprocess.run([java, "-version"], capture_output=True, text=True, check=True, timeout=60)
    except (OSError, subprocess.SubprocessError):
        return None
    found = re.search(r'version "(?:1\.)?(\d+)', told.stderr + told.stdout)
    return int(found[1]) if found else None


def check_workers(workers: Workers, version: str) -> int:
    """How many tasks run at once; workers whose Python, or whose Semblant, is another one than here are refused."""
    mine = {"python": ".".join(platform.python_version_tuple()[:2]), "semblant": version}

    def probe(batches: Iterator[Any]) -> Iterator[Any]:  # knows no module of ours, which may be missing there
        import platform
        from importlib.metadata import PackageNotFoundError, version
        from importlib.util import find_spec

        import pyarrow as pa

        for batch in batches:
            try:
                found = version("semblant")
            except PackageNotFoundError:
                found = "unknown" if find_spec("semblant") else "none"
            python = ".".join(platform.python_version_tuple()[:2])
            yield pa.RecordBatch.from_pydict({"python": [python], "semblant": [found]}).slice(0, batch.num_rows)

    frame = mapped(workers.spark.range(_SOME), probe, "python string, semblant string")
    frame = frame.groupBy("python", "semblant").count()
    found = workers.act(frame.collect)
    for row in found:
        if row["semblant"] == "none":
            raise SemblantError(
                f"The Python of the workers does not have Semblant. {_NOTHING}",
                hints=["set PYSPARK_PYTHON to an interpreter that has it, on every worker"],
            )
        for what, there in (("Python", row["python"]), ("Semblant", row["semblant"])):
            if there != mine[what.lower()]:
                raise SemblantError(
                    f"The workers have {what} {there}; here it is {mine[what.lower()]}. {_NOTHING}",
                    hints=["set PYSPARK_PYTHON to an interpreter of the same version, on every worker"],
                )

    return sum(row["count"] for row in found)
