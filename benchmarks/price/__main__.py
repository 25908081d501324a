"""All tables of docs/price.md that need no other data: `python -m benchmarks.price`, a quarter of an hour.

With --quick there are fewer corpora, and it takes a minute or two. The CRFs are
not trained here but read from docs/results/price-crf-scores.csv, where
`benchmarks.price.crf` left their scores.
"""

import argparse
import runpy
import sys
from pathlib import Path

SCORES = Path(__file__).resolve().parents[2] / "docs" / "results" / "price-crf-scores.csv"

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--quick", action="store_true")
quick = parser.parse_args().quick
for name, arguments in [
    ("classes", ["--corpora", "40"] if quick else []),
    ("sizes", ["--corpora", "6"] if quick else []),
    ("text", ["--corpora", "6" if quick else "40"]),
    ("crf_report", [str(SCORES)]),
]:
    print(f"\n== {name} ==\n", flush=True)
    sys.argv = [name, *arguments]
    runpy.run_module(f"benchmarks.price.{name}", run_name="__main__")
