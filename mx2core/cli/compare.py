"""Train and score models on the folds of given partitions."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import InputError, Notice, ScoresError, TemplateError
from ..exchange.canonical import rounded
from . import corpus_options
from .tables import table

if TYPE_CHECKING:
    from ..compare import Comparison
    from ..corpus.model import Corpus
    from ..models import CRF, FeatureTemplate
    from ..partition import PartitionSet

HELP = "Train CRFs on every fold of given partitions and write their scores."
PRESETS = ("A", "B")
MAX_TEMPLATE_BYTES = 1_000_000


def add(command: argparse.ArgumentParser) -> None:
    corpus_options.add_corpus(command)
    corpus_options.add_partitions(command)
    command.add_argument(
        "--models",
        nargs="+",
        choices=PRESETS,
        default=list(PRESETS),
        metavar="MODEL",
        help="A: words, parts of speech, position, target word; B: without the words. Default: A B",
    )
    for model in PRESETS:
        command.add_argument(
            f"--template-{model.lower()}", metavar="FILE", help=f"CRF++ template instead of that of {model}"
        )
    command.add_argument("--tags", metavar="COLUMN", help="column to predict; default: role, label or pos")
    command.add_argument(
        "--workers", type=corpus_options.at_least(0), metavar="N", help="worker processes; 0: none"
    )
    command.add_argument("-o", "--output", metavar="SCORES.csv", required=True, help="file to write")


def run(options: argparse.Namespace) -> dict[str, Any]:
    from ..compare import compare
    from ..exchange import read_partitions, write_scores, write_whole

    corpus = corpus_options.read(options)
    judged = read_partitions(options.partitions, corpus)
    models = _models(options, corpus)
    try:
        comparison = compare(
            corpus,
            models,
            judged.partitions,
            tags=options.tags,
            n_workers=options.workers,
            report=_progress,
        )
    except ModuleNotFoundError as error:
        raise InputError(
            "Comparing models needs the package {package}. Install it with: pip install mx2core[crf].",
            package=error.name,
        ) from error
    _check_finished(comparison)
    write_whole(options.output, write_scores(comparison))
    return {
        "output": options.output,
        "signature": comparison.signature,
        "tags": comparison.tags,
        "scheme": comparison.scheme,
        "models": list(comparison.models),
        "n_folds": 2 * judged.partitions.m,
        "warnings": corpus_options.warnings(
            (*corpus.notices, *judged.notices, *_shifted(judged.partitions), *comparison.notices)
        ),
        "scores": {
            metric: {
                model: {"mean": rounded(float(values.mean())), "sd": rounded(float(values.std(ddof=1)))}
                for model, values in zip(comparison.models, comparison.scores(metric), strict=True)
            }
            for metric in ("precision", "recall", "f1")
        },
    }


def _check_finished(comparison: Comparison) -> None:
    """Scores of some folds only are no m×2 cross-validation, and no test could use them."""
    failed = int((~comparison.finished).sum())
    if failed:
        raise ScoresError(
            "{failed} of {n_folds} folds could not be scored, so nothing was written. {reason}",
            failed=failed,
            n_folds=comparison.finished.size,
            reason=" ".join(map(str, comparison.notices)),
        )


def _shifted(partitions: PartitionSet) -> list[Notice]:
    """A word of warning where the halves were made more alike than random ones are."""
    if partitions.method not in ("floor", "thresholds", "selected"):
        return []
    return [
        Notice(
            "Halves that are more alike than random ones ({method}) shift scores, by a different amount for "
            "each model, so a test on these scores can reject too often. Balanced and centered partitions "
            "do not.",
            {"method": partitions.method},
        )
    ]


def _models(options: argparse.Namespace, corpus: Corpus) -> list[CRF]:
    from ..exchange import read_limited
    from ..models import presets

    models = []
    for model in presets(corpus, options.tags):
        path = getattr(options, f"template_{model.name.lower()}")
        if path is not None:
            data = read_limited(path, MAX_TEMPLATE_BYTES, Path(path).name)
            model = replace(model, template=_template(data, Path(path).name))
        models.append(model)
    return [next(model for model in models if model.name == name) for name in options.models]


def _template(data: bytes, file: str) -> FeatureTemplate:
    from ..models import FeatureTemplate

    try:
        return FeatureTemplate.parse(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise TemplateError("The template is not UTF-8 text.", file=file) from error
    except TemplateError as error:  # which knows the line, but not the file
        place = {"line": error.line, "column": error.column}
        raise TemplateError(error.message, file=file, **place, **error.values) from error


def _progress(done: int, total: int) -> None:
    """One line that counts up on a terminal, one line a fold in a log."""
    end = "\n" if done == total or not sys.stderr.isatty() else "\r"
    print(f"fold {done} of {total}", end=end, file=sys.stderr, flush=True)


def text(result: dict[str, Any]) -> str:
    scores = result["scores"]
    lines = [
        f"Scores of {' and '.join(result['models'])} on {result['tags']} ({result['scheme']}), "
        f"partitions {result['signature']}: mean over the {result['n_folds']} folds, and the standard "
        "deviation between folds (which is not the error of the mean).",
        "",
        table(
            ("model", *(f"{what}{metric}" for metric in scores for what in ("", "sd of "))),
            [
                (
                    model,
                    *(float(scores[metric][model][what]) for metric in scores for what in ("mean", "sd")),
                )
                for model in result["models"]
            ],
        ),
        "",
        f"Wrote {result['output']}.",
        *corpus_options.warning_lines(result),
    ]
    return "\n".join(lines)
