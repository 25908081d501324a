"""The same seed gives the same bytes with another matrix library kernel and without vector instructions.

When a method is changed on purpose, write the file anew:
python -m tests.partition.golden_partitions > tests/golden/partitions.json
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
GOLDEN = ROOT / "tests" / "golden" / "partitions.json"


def vector_extensions() -> str:
    return " ".join(np.show_config(mode="dicts")["SIMD Extensions"]["found"])


OLDEST_KERNEL = {"OPENBLAS_CORETYPE": "Prescott", "OPENBLAS_NUM_THREADS": "1"}
NO_VECTORS = {"NPY_DISABLE_CPU_FEATURES": vector_extensions(), "PYTHONHASHSEED": "1"}
ENVIRONMENTS = {
    "as it is": {},
    "oldest kernel of the matrix library": OLDEST_KERNEL,
    "no vector instructions": NO_VECTORS,
    "both": OLDEST_KERNEL | NO_VECTORS,
}


@pytest.mark.parametrize(
    "name", [name if name == "both" else pytest.param(name, marks=pytest.mark.slow) for name in ENVIRONMENTS]
)
def test_frozen_digests(name):
    run = subprocess.run(
        [sys.executable, "-m", "tests.partition.golden_partitions"],
        cwd=ROOT,
        env=os.environ | ENVIRONMENTS[name],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout) == json.loads(GOLDEN.read_text(encoding="utf-8"))
