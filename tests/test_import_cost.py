"""`import mx2core` brings nothing heavy and costs hardly more than NumPy and SciPy."""

import json
import subprocess
import sys

HEAVY = (
    "streamlit",
    "plotly",
    "conllu",
    "pandas",
    "sklearn",
    "sklearn_crfsuite",
    "pycrfsuite",
    "jsonschema",
    "sqlalchemy",
    "distributed",
)
PROBE = """
import json, sys, time
start = time.perf_counter()
import {modules}
print(json.dumps({{"seconds": time.perf_counter() - start, "loaded": list(sys.modules)}}))
"""


def imported(modules):
    """What a fresh interpreter says after `import modules`."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE.format(modules=modules)], capture_output=True, check=True, text=True
    )
    return json.loads(done.stdout)


def test_nothing_heavy_is_loaded():
    loaded = {name.partition(".")[0] for name in imported("mx2core")["loaded"]}
    assert not loaded.intersection(HEAVY)


def test_it_takes_at_most_twice_numpy_and_scipy():
    # the machine is shared: only the best of many says what an import costs
    ours = min(imported("mx2core")["seconds"] for _ in range(7))
    theirs = min(imported("numpy, scipy")["seconds"] for _ in range(7))
    assert ours <= 2 * theirs


def test_the_command_line_starts_without_them_too():
    loaded = {name.partition(".")[0] for name in imported("mx2core.cli.main")["loaded"]}
    assert not loaded.intersection(HEAVY)
