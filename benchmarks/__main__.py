"""All benchmarks, one after the other: `make bench`, or `python -m benchmarks`.

Each prints its own table with the ratio to what a user would otherwise run; times are
those of this machine at this moment, ratios are what carries over.
"""

import runpy
import sys
from pathlib import Path

for path in sorted(Path(__file__).parent.glob("[a-z]*.py")):
    print(f"\n== {path.stem} ==\n", flush=True)
    sys.argv = [str(path)]
    runpy.run_module(f"benchmarks.{path.stem}", run_name="__main__")
