"""What a first run compiles, and what a second one still pays: ``python -m bench cold``.

``semblant anonymise`` runs twice with an empty cache of its own, each time in a fresh process. The functions that the
first run compiles are listed with what each costs: alone, and with the parts that it takes in. Processor seconds, and
at the end those by the clock.

    python -m bench.cold examples/discharges/discharges.csv --policy examples/discharges/policy-mixed.yaml
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).parents[1] / "examples"
SURVEY = [str(EXAMPLES / "survey" / "survey.csv"), "--policy", str(EXAMPLES / "survey" / "policy.yaml")]
_RUN = "from bench.cold import observed; observed()"


def observed() -> None:
    """Run the command line in this process; print what was compiled, and the processor time of everything."""
    from numba.core import event

    from semblant.cli import main as command

    class Watch(event.Listener):
        """Keeps the functions that are being compiled, outermost first, and prints those that are."""

        def __init__(self) -> None:
            self.open: list[tuple[float, list[float]]] = []
            self.total = self.clock = 0.0
            self.functions = 0

        def on_start(self, event: Any) -> None:  # noqa: ARG002
            self.clock -= 0.0 if self.open else time.perf_counter()
            self.open.append((time.process_time(), []))

        def on_end(self, event: Any) -> None:
            began, parts = self.open.pop()
            took = time.process_time() - began
            function = event.data["dispatcher"].py_func
            name = f"{function.__module__.removeprefix('semblant.kernels.')}.{function.__name__}"
            self.functions += 1
            if self.open:
                self.open[-1][1].append(took)
            else:
                self.total += took
                self.clock += time.perf_counter()
            print(f"| {'· ' * len(self.open)}{name} | {took - sum(parts):.2f} s | {took:.2f} s |")

    watch = Watch()
    event.register("numba:compile", watch)
    began = time.perf_counter()
    try:
        command()
    finally:
        everything = f"{time.process_time():.2f} s ({time.perf_counter() - began:.2f} s by the clock)"
        print(f"{watch.functions} functions in {watch.total:.2f} s ({watch.clock:.2f} s); everything: {everything}")


def main(words: tuple[str, ...] = ()) -> None:
    """Print one row per function, then the time of the first run and of the second."""
    with tempfile.TemporaryDirectory() as folder:
        settings = {**os.environ, "NUMBA_CACHE_DIR": str(Path(folder) / "kernels")}
        release = ["-o", str(Path(folder) / "release"), "--force", "--quiet"]
        print("| function | alone | with its parts |\n|---|---|---|", flush=True)
        for run in ("first", "second"):
            asked = [sys.executable, "-c", _RUN, "anonymise", *(words or SURVEY), *release]
            said = subprocess.run(asked, env=settings, capture_output=True, text=True, check=True).stdout
            lines = said.splitlines()
            compiled = [line for line in lines if line.startswith("| ")]
            print(*compiled, f"\n{run} run: {lines[-1]}", sep="\n", flush=True)


if __name__ == "__main__":
    main(tuple(sys.argv[1:]))
