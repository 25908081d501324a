"""`calibrate learners`: estimates and tests with real learners on corpora whose truth is known."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from typing import Any

from .corpus_options import at_least, names
from .numbers import whole_numbers
from .progress import silent
from .tables import table

TASKS = ("texts", "sequences")  # as in `simulation.TASKS`, which a help text need not import
CORPORA = 20


def add(command: argparse.ArgumentParser) -> None:
    group = command.add_argument_group(
        "learners",
        "naive Bayes on texts and hidden Markov models on sentences, trained on generated corpora; "
        "--alpha and --seed are those above",
    )
    group.add_argument("--tasks", type=names, metavar="NAME,…", help=f"default: {','.join(TASKS)}")
    group.add_argument(
        "--corpora",
        type=at_least(10),
        metavar="N",
        help=f"of each task; default: {CORPORA}, two minutes; of each population of out-of-fold: 200",
    )
    group.add_argument("--sets", type=at_least(2), default=2, metavar="N", help="of each corpus; default: 2")
    group.add_argument("--units", type=at_least(60), default=240, metavar="N", help="default: 240")
    group.add_argument("--methods", type=names, metavar="NAME,…", help="ways of splitting; default: all")
    group.add_argument("-m", type=whole_numbers, metavar="M,…", help="splits in a set; default: 3,5,10,20")
    group.add_argument("--csv", metavar="OUT", help="file for all figures with their intervals")


def run(options: argparse.Namespace) -> dict[str, Any]:
    from ..files import write_whole
    from ..results.known_truth import METHODS
    from ..results.learner_files import learners_csv, learners_document
    from ..results.learners import SIZES, LearnerTrial, run_learners

    trials = [
        LearnerTrial(
            task=task,
            n_units=options.units,
            n_corpora=options.corpora or CORPORA,
            n_sets=options.sets,
            methods=tuple(options.methods or METHODS),
            sizes=tuple(options.m or SIZES),
            alpha=options.alpha,
            seed=options.seed,
        )
        for task in options.tasks or TASKS
    ]
    documents = [
        learners_document(run_learners(trial, _progress(trial.task, options.quiet))) for trial in trials
    ]
    if options.csv is not None:
        write_whole(options.csv, learners_csv(documents))
    return {"trials": documents, "output": [] if options.csv is None else [options.csv]}


def _progress(task: str, quiet: bool) -> Callable[[int, int], None]:
    """One line that counts up on a terminal, some lines in a log."""
    if quiet:
        return silent
    began = time.monotonic()

    def report(done: int, total: int) -> None:
        terminal = sys.stderr.isatty()
        if not terminal and done != total and done % max(1, total // 10):
            return
        left = (time.monotonic() - began) / done * (total - done)
        end = "\r" if terminal and done != total else "\n"
        words = f"{task}: corpus {done} of {total}, about {left:.0f} s left"
        print(words, end=end, file=sys.stderr, flush=True)

    return report


def text(result: dict[str, Any]) -> str:
    parts = [_of_task(trial) for trial in result["trials"]]
    parts.append("\n".join(f"Wrote {output}." for output in result["output"]))
    return "\n\n\n".join(part for part in parts if part)


def _of_task(trial: dict[str, Any]) -> str:
    figures = {(f["method"], f["m"], f["score"], f["quantity"]): f for f in trial["figures"]}
    cells = list(dict.fromkeys((f["method"], f["m"]) for f in trial["figures"]))
    truth = trial["truth"]

    def rows(*columns: tuple[str, str, Callable[[dict[str, Any]], str]]) -> str:
        header = ["method", "m", *(f"{score} {quantity}" for score, quantity, _ in columns)]
        return table(
            header,
            [
                (
                    method,
                    m,
                    *(_shown(figures.get((method, m, score, name)), form) for score, name, form in columns),
                )
                for method, m in cells
            ],
        )

    coverage = f"{1 - 2 * trial['alpha']:.0%}"
    return "\n".join(
        [
            f"{trial['task']}, {trial['metric']}: {trial['corpora']} corpora of {trial['units']} units, "
            f"{trial['sets']} sets of m splits of each, {trial['trainings']:,} trainings of every model "
            f"(seed {trial['seed']}).",
            f"truth: A {truth['A']['value']:.4f}, A-B {truth['A-B']['value']:+.4f}, A-twin 0; "
            "A and its twin are equally good. ± is the half-width of a 95% interval.",
            "",
            "How far the estimate lies from the truth, and how much it scatters",
            rows(
                *(
                    (score, name, form)
                    for score in ("A", "A-B")
                    for name, form in (
                        ("bias", _signed),
                        ("spread over seeds", _plain),
                        ("spread over corpora", _plain),
                        ("rmse", _plain),
                    )
                )
            ),
            "",
            "Correlations of scores over corpora",
            rows(*((score, name, _both) for score in ("A", "A-B", "A-twin") for name in ("rho1", "rho2"))),
            "",
            f"Share of wrong “A is better” at {trial['alpha']:g}, "
            f"and of {coverage} intervals that hold the truth",
            rows(
                *(("A-twin", f"error, {rule}", _both) for rule in ("fixed", "paper", "guaranteed")),
                *((score, "coverage", _both) for score in ("A", "A-B", "A-twin")),
            ),
        ]
    )


def _shown(figure: dict[str, Any] | None, form: Callable[[dict[str, Any]], str]) -> str:
    return "–" if figure is None else form(figure)


def _plain(figure: dict[str, Any]) -> str:
    return f"{figure['value']:.4f}"


def _signed(figure: dict[str, Any]) -> str:
    return f"{figure['value']:+.4f} ±{(figure['upper'] - figure['lower']) / 2:.4f}"


def _both(figure: dict[str, Any]) -> str:
    """A number with both ends of its interval, which need not lie evenly."""
    if figure["lower"] is None:
        return f"{figure['value']:.3f}"
    return f"{figure['value']:.3f} ({figure['lower']:.2f}–{figure['upper']:.2f})"
