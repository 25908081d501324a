"""Train and score models on the folds of given partitions."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...errors import Notice, ScoresError
from ...metrics import default_metric, known_direction
from ..options import corpus_options, models, progress, stores
from ..tables import listing
from .mean_scores import MEANS, MeanScore, mean_scores

if TYPE_CHECKING:
    from ...corpus import Corpus
    from ...partition import PartitionSet
    from ...training import Asked, Comparison

HELP = "Train models on every fold of given partitions, or take what others predicted; write their scores."


def add(command: argparse.ArgumentParser) -> None:
    corpus_options.add_corpus(command)
    corpus_options.add_partitions(command)
    models.add_models(command)
    models.add_seeds(command)
    command.add_argument(
        "--workers", type=corpus_options.at_least(0), metavar="N", help="worker processes; 0: none"
    )
    _add_question(command)
    stores.add_store(command)
    command.add_argument("-o", "--output", metavar="SCORES.csv", required=True, help="file to write")


def _add_question(command: argparse.ArgumentParser) -> None:
    """What is asked of the models, the first of the metrics apart."""
    asked = command.add_argument_group(
        "the question", "asked before training, of the first --metric, and kept in the store"
    )
    asked.add_argument("--alpha", type=float, default=0.05, help="default: 0.05")
    asked.add_argument("--alternative", choices=("two-sided", "greater"), default="two-sided")
    asked.add_argument("--margin", type=float, metavar="D", help="difference that does not matter")
    asked.add_argument(
        "--stop", choices=("all", "precision"), default="precision", help="when the test is made"
    )


@dataclass(frozen=True, slots=True)
class Compared:
    """Scores of models on every fold, where they are, and what was asked of them."""

    output: str
    kept: stores.Kept | None
    question: Asked | None
    signature: str
    tags: str
    scheme: str | None
    strict: bool
    models: tuple[str, ...]
    n_folds: int
    scores: list[MeanScore]
    smaller_is_better: dict[str, bool | None]  # of each metric
    warnings: tuple[Notice, ...]


def run(options: argparse.Namespace) -> Compared:
    from ...exchange import read_partitions, write_scores
    from ...files import write_whole
    from ...training import Asked, read_predictions
    from ...training.run.plan import plan

    corpus = corpus_options.read(options)
    judged = read_partitions(options.partitions, corpus)
    kept, question = None, None
    if options.predictions is not None:
        comparison = read_predictions(
            options.predictions,
            corpus,
            partitions=judged.partitions,
            gold=options.gold,
            id_column=options.id_column,
        )
    else:
        chosen = models.chosen_models(options, corpus)
        # A slip in a metric's name is said before hours of training, not after.
        scorer = plan(corpus, chosen, judged.partitions, gold=options.gold).scorer
        for metric in options.metric or ():
            scorer.check_metric(metric)
        question = Asked(
            (options.metric or [default_metric(scorer.main_metrics)])[0],
            options.alpha,
            options.alternative,
            options.margin,
            stop=options.stop,
        )
        report = progress.silent if options.quiet else _progress
        comparison, kept = stores.compare_kept(options, corpus, chosen, judged.partitions, report, question)
        question = question if kept is None else kept.question
    comparison = comparison.reading(strict=options.strict)
    metrics = tuple(options.metric or comparison.main_metrics)
    _check_finished(comparison, metrics)
    write_whole(options.output, write_scores(comparison, metrics))
    return Compared(
        output=options.output,
        kept=kept,
        question=question,
        signature=comparison.signature,
        tags=comparison.gold,
        scheme=comparison.scheme if comparison.task == "tags" else None,
        strict=not comparison.lenient,
        models=comparison.models,
        n_folds=2 * judged.partitions.m,
        scores=mean_scores(comparison, metrics),
        smaller_is_better={metric: known_direction(metric) for metric in metrics},
        warnings=(
            *corpus.notices,
            *models.notices(options, corpus),
            *judged.notices,
            *_shifted(judged.partitions, corpus),
            *comparison.notices,
        ),
    )


def _check_finished(comparison: Comparison, metrics: Sequence[str]) -> None:
    """Scores of some folds only are no m×2 cross-validation, and no test could use them."""
    failed = int((~comparison.finished).sum())
    if failed:
        raise ScoresError(
            "{failed} of {n_folds} folds could not be scored, so nothing was written. {reason}",
            failed=failed,
            n_folds=comparison.finished.size,
            reason=" ".join(map(str, comparison.notices)),
        )
    for metric in metrics:
        for model, values in zip(comparison.models, comparison.scores(metric), strict=True):
            if np.isnan(values).any():
                raise ScoresError(
                    "{metric} of {model} needs class scores. Choose another metric.",
                    metric=metric,
                    model=model,
                )


def _shifted(partitions: PartitionSet, corpus: Corpus) -> list[Notice]:
    """A word of warning where the halves were made more alike than random ones are."""
    from ...partition import expected

    bounded = () if partitions.selection is None else partitions.selection.attributes
    known = {name: expected(corpus.attribute(name).counts) for name in bounded if name in corpus.attributes}
    if not partitions.flatters_beside(known):
        return []
    return [
        Notice(
            "Scores on {method} halves shift by model: tests can reject too often. Balanced or "
            "centered ones do not.",
            {"method": partitions.method},
        )
    ]


def _progress(done: int, total: int) -> None:
    """One line that counts up on a terminal, one line a fold in a log."""
    end = "\n" if done == total or not sys.stderr.isatty() else "\r"
    print(f"fold {done} of {total}", end=end, file=sys.stderr, flush=True)


def text(result: Compared) -> str:
    from ...training.decisions.asked import fixed_before

    scheme = f" ({result.scheme}{', strict' if result.strict else ''})" if result.scheme else ""
    errors = [metric for metric, smaller in result.smaller_is_better.items() if smaller]
    lower = f" Lower is better for {' and '.join(errors)}." if errors else ""
    lines = [
        f"Scores of {' and '.join(result.models)} on {result.tags}{scheme}, "
        f"partitions {result.signature}: mean over the {result.n_folds} folds, and the standard "
        f"deviation between folds (which is not the error of the mean).{lower}",
        "",
        listing(result.scores, MEANS),
        "",
        f"Wrote {result.output}.",
        *map(str, [] if result.question is None else fixed_before(result.question)),
    ]
    if result.kept is not None:
        lines.append(result.kept.said)
    return "\n".join(lines)
