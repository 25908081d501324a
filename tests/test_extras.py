"""A bare installation says which extra it lacks; whatever needs none works in it."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from mx2core import extras
from mx2core.errors import MissingPackageError

ROOT = Path(__file__).resolve().parent.parent
# What is asked of the package, and the extra that has it.
ASKED = {
    "mx.store.Store('x.db')": "store",
    "from mx2core.store import Store": "store",
    "from mx2core.store.corpora import select": "store",
    "mx.Mx2Split(3)": "sklearn",
    "from mx2core.partition import Mx2Split": "sklearn",
    "mx.metrics.text_scores(['a'], ['a'], tokenize='intl')": "bleu",
    "compare(texts, [mx.models.TextClassifier(n, 'bayes') for n in 'AB'], partitions=halves)": "sklearn",
    "compare(corpus, [mx.models.CRF(n, template) for n in 'AB'], partitions=halves)": "crf",
}
FREE = (
    "mx.metrics.regression_scores([1.0, 2.0], [1.0, 2.5])",
    "mx.metrics.roc_curve(np.array([True, False]), np.array([1.0, 0.0]))",
    "mx.metrics.precision_recall_curve(np.array([True, False]), np.array([1.0, 0.0]))",
    "mx.mx2_t_test(np.array([[0.1, 0.2], [0.3, 0.1]]))",
    "mx.io.partitions_json(mx.random_partitions(len(corpus), 2), corpus, attributes=['pos'])",
)
PROBE = """
import json, sys
for name in {hidden!r}:
    sys.modules[name] = None  # as if it were not installed
import numpy as np
import mx2core as mx
corpus = mx.read_corpus(b"".join(b"a%d\\tN\\nb\\tV\\n\\n" % i for i in range(8)), columns=["word", "pos"])
texts = mx.read_corpus(b"text,label\\n" + b"".join(b"a %d,%d\\n" % (i, i % 2) for i in range(8)), name="a")
from mx2core.training import compare
halves = mx.random_partitions(8, 1)
template = mx.models.FeatureTemplate.parse('U0:%x[0,0]')
found = {{}}
for line in {asked!r}:
    try:
        exec(line)
        found[line] = None
    except Exception as error:
        found[line] = [type(error).__name__, isinstance(error, mx.errors.Mx2Error), str(error)]
print(json.dumps(found))
"""


def test_every_extra_is_in_the_table():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = (ROOT / "docs" / "api.md").read_text(encoding="utf-8").splitlines()
    named = "".join(line.split("|")[1] for line in lines if line.startswith("| `"))
    assert [one for one in extras["optional-dependencies"] if f"`{one}`" not in named] == []


def outcomes(asked):
    hidden = sorted(set(extras._SOURCE) | {"pandas", "streamlit", "plotly"})
    program = PROBE.format(hidden=hidden, asked=list(asked))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    return json.loads(done.stdout)


def test_what_is_missing_is_named_with_the_command_that_installs_it():
    found = outcomes([*ASKED, *FREE])
    wrong = {
        line: found[line]
        for line, extra in ASKED.items()
        if found[line] is None
        or found[line][:2] != ["MissingPackageError", True]
        or not found[line][2].endswith(f' is not installed. Type: pip install "mx2core[{extra}]"')
    }
    assert wrong == {}
    assert {line: found[line] for line in FREE if found[line] is not None} == {}


def test_each_extra_that_is_named_exists_and_has_the_package():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    known = project["optional-dependencies"]
    comes = {"joblib", "threadpoolctl", "dask"}  # with another one
    wrong = [
        (package, extra)
        for module, (package, extra) in extras._SOURCE.items()
        if module not in comes and not any(line.startswith(package) for line in known[extra])
    ]
    assert wrong == []


def test_a_part_that_is_missing_is_not_said_to_be_the_package():
    with pytest.raises(ModuleNotFoundError, match="no_such_part") as caught, extras.needed():
        import sklearn.no_such_part  # noqa: F401
    assert not isinstance(caught.value, MissingPackageError)
