"""`calibrate out-of-fold`: how often the out-of-fold test and its neighbours err on generated corpora."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from .tables import table

if TYPE_CHECKING:
    from ..results.out_of_fold_trials import TrialFigures

CORPORA = 200


def run(options: argparse.Namespace) -> dict[str, Any]:
    from ..files import write_whole
    from ..results.out_of_fold_trials import figures_csv, run_trial
    from ..simulation.populations import TRIALS

    figures: list[TrialFigures] = []
    for number, trial in enumerate(TRIALS):
        print(f"{number + 1} of {len(TRIALS)}: {trial.name}, {trial.n_units} units", file=sys.stderr)
        figures += run_trial(trial, options.corpora or CORPORA, seed=options.seed, alpha=options.alpha)
    if options.csv is not None:
        write_whole(options.csv, figures_csv(figures))
    return {
        "alpha": options.alpha,
        "seed": options.seed,
        "corpora": options.corpora or CORPORA,
        "populations": figures,
        "output": [] if options.csv is None else [options.csv],
    }


def text(result: dict[str, Any]) -> str:
    columns = ("error_greater", "error_less", "power", "coverage", "false_equivalence", "mean_m")
    header = ("population", "units", "method", "m", *(name.replace("_", " ") for name in columns))
    lines = [
        f"Shares of {result['corpora']} corpora of each population, one-sided tests at {result['alpha']:g} "
        f"(seed {result['seed']})."
    ]
    for group, what in (("choice", "for choosing the variance"), ("report", "not used for that")):
        rows = [
            (row["name"], row["n_units"], row["method"], row["m"], *(_shown(row[name]) for name in columns))
            for row in result["populations"]
            if row["group"] == group
        ]
        lines += ["", f"Populations {what}", table(header, rows)]
    lines += [f"Wrote {output}." for output in result["output"]]
    return "\n".join(lines)


def _shown(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
