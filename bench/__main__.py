"""Run the benchmarks: all of them, or those named.

python -m bench [meaning] [adult] ...
"""

import importlib
import pkgutil
import sys

import bench


def main() -> None:
    """Run each benchmark's ``main``."""
    there = [m.name for m in pkgutil.iter_modules(bench.__path__) if not m.name.startswith("_")]
    for name in sys.argv[1:] or there:
        print(f"\n## {name}\n", flush=True)
        sys.argv = [name]  # a benchmark started alone takes words of its own
        importlib.import_module(f"bench.{name}").main()


if __name__ == "__main__":
    main()
