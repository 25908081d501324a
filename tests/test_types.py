"""Who misspells a choice is told by mypy, before anything runs."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
RIGHT = (
    'mx.Mx2Split(3, method="floor", random_state=None)',
    'mx.regularized_partitions([[1]], 3, target="floor")',
    "mx.regularized_partitions([[1]], 3, target=[1.0, (0.5, None)])",
    'mx.BalancedKFold(5, target="alike")',
    'mx.mx2_t_test([0.1], alternative="less")',
    'mx.inference.mcnemar_test(1, 2, alternative="greater")',
    'mx.inference.adjusted_pvalues([0.1], "bonferroni")',
    'mx.training.Question(alternative="greater")',
    'mx.training.Rule("paper", stop="all")',
    'mx.sequential_t_test([0.1], mode="guaranteed")',
    'mx.inference.plan_test(1.0, mode="paper")',
)
WRONG = (
    'mx.Mx2Split(3, method="flor")',
    'mx.regularized_partitions([[1]], 3, target="flor")',
    'mx.BalancedKFold(5, target="same")',
    'mx.mx2_t_test([0.1], alternative="smaller")',
    'mx.out_of_fold_t_test([0.1], [True], alternative="smaller")',
    'mx.sequential_t_test([0.1], alternative="smaller")',
    'mx.sequential_t_test([0.1], mode="pepper")',
    'mx.inference.plan_test(1.0, mode="pepper")',
    'mx.inference.stop_replay([0.1], mode="pepper")',
    'mx.inference.rejection_rate("fixed", 0.0, alternative="smaller")',
    'mx.inference.meta_analysis([0.1], [0.1], alternative="smaller")',
    'mx.inference.mcnemar_test(1, 2, alternative="smaller")',
    'mx.inference.adjusted_pvalues([0.1], "bonferoni")',
    'mx.training.Question(alternative="smaller")',
    'mx.training.Rule("papers")',
    'mx.training.Rule(stop="never")',
    "mx.partitions.Any",
    "mx.errors.partial",
)


def test_wrong_choices_are_type_errors(tmp_path):
    program = tmp_path / "program.py"
    program.write_text("\n".join(("import mx2core as mx", *RIGHT, *WRONG)), encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", "pyproject.toml", str(program)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    lines = {int(line) for line in re.findall(r"program\.py:(\d+): error", done.stdout)}
    calls = dict(enumerate((*RIGHT, *WRONG), start=2))
    assert [calls[line] for line in sorted(lines)] == list(WRONG)
