"""All benchmarks, one after the other: `make bench`, or `python -m benchmarks`.

Each prints its own table with the ratio to what a user would otherwise run; times are
those of this machine at this moment, ratios are what carries over. What makes files that
the program comes with (`MAKERS`) is run by its own name.
"""

import runpy
import sys
from pathlib import Path

MAKERS = {"fonts", "sample_results"}

if __name__ == "__main__":  # processes that a benchmark starts import this module, too
    here = Path(__file__).parent
    packages = {path.parent.name for path in here.glob("[a-z]*/__main__.py")}
    for name in sorted({path.stem for path in here.glob("[a-z]*.py")} - MAKERS | packages):
        print(f"\n== {name} ==\n", flush=True)
        sys.argv = [name]
        runpy.run_module(f"benchmarks.{name}", run_name="__main__")
