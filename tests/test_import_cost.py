"""`import mx2core` loads nothing heavy."""

import json
import subprocess
import sys

HEAVY = (
    *("streamlit", "plotly", "conllu", "pandas", "sklearn", "sklearn_crfsuite", "pycrfsuite", "jsonschema"),
    *("sqlalchemy", "distributed"),
)
PROBE = """
import json, sys
import {modules}
print(json.dumps(list(sys.modules)))
"""


def imported(modules):
    """Names of all that a fresh interpreter has loaded after `import modules`."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE.format(modules=modules)], capture_output=True, check=True, text=True
    )
    return json.loads(done.stdout)


def test_nothing_heavy_is_loaded():
    loaded = {name.partition(".")[0] for name in imported("mx2core")}
    assert not loaded.intersection(HEAVY)


def test_the_command_line_starts_without_them_too():
    loaded = {name.partition(".")[0] for name in imported("mx2core.cli.main")}
    assert not loaded.intersection(HEAVY)


def test_tests_of_models_start_without_the_slow_parts_of_scipy():
    assert not {"scipy.stats", "scipy.optimize"}.intersection(imported("mx2core.inference"))
