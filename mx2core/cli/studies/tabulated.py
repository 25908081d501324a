"""What the commands share that train on many splits of a corpus and write a table of results."""

from __future__ import annotations

import argparse
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...corpus.model import Corpus
from ...errors import Notice, UsageError
from ...files import write_whole
from ...studies import Study, run_study, table_bytes
from ...studies.table_files import Table, TableKind, table_document
from ...training import Run
from ...training.run.plan import plan_folds
from ...training.scores.evaluation import Evaluation
from ..options import models, progress, stores
from ..options.declared import option
from ..tables import Paragraphs, lines, words, wrote

KINDS: dict[str, TableKind] = {".json": "json", ".md": "md", ".csv": "csv"}
TRAINING = (
    stores.STORE,
    *models.TRAINING,
    option("--cost", "say how many trainings it takes, and exit", bool),
    option("-o/--output", f"files to write: {', '.join(KINDS)}", value="OUT", nargs="+", default=[]),
)


@dataclass(frozen=True, slots=True)
class Planned:
    """What a study takes, asked for with --cost."""

    sentences: tuple[object, ...]
    values: dict[str, Any]
    warnings: tuple[Notice, ...]

    @property
    def document(self) -> dict[str, Any]:
        return self.values


@dataclass(frozen=True, slots=True)
class Tabulated:
    """The table of a study, and the files it was written to."""

    table: Table
    warnings: tuple[Notice, ...]  # on the corpus and the models
    output: list[str]
    as_csv: bool = False

    @property
    def document(self) -> dict[str, Any]:
        return {**table_document(self.table), "output": self.output}


def notices_of(options: argparse.Namespace, corpus: Corpus) -> tuple[Notice, ...]:
    """What is worth knowing of a corpus and of the models chosen for it."""
    return (*corpus.notices, *models.notices(options, corpus))


def check_outputs(options: argparse.Namespace, kinds: tuple[str, ...] = tuple(KINDS)) -> None:
    """Refuse a file of an unknown kind before a night of training, not after."""
    for output in options.output:
        if Path(output).suffix not in kinds:
            raise UsageError("{output} must end in {formats}.", output=output, formats=kinds)


def check_trainable(options: argparse.Namespace, study: Study, corpus: Corpus) -> None:
    """Refuse before a night of training what would be refused after it."""
    chosen = models.chosen_models(options, corpus)
    scorer = plan_folds(corpus, chosen, study.folds, gold=options.gold).scorer
    for metric in options.metric or ():
        scorer.check_metric(metric)


def evaluate(options: argparse.Namespace, study: Study, corpus: Corpus, cost: object) -> Evaluation:
    """Say what it costs, then train and score every fold, in the store that the options name, if they do."""
    check_trainable(options, study, corpus)
    progress.say(cost)
    with nullcontext() if options.store is None else stores.open_store(options.store) as store:
        report = progress.trainings(quiet=options.quiet)
        run = Run(options.workers, options.executor, store, report)
        chosen = models.chosen_models(options, corpus)
        evaluation = run_study(study, corpus, models=chosen, gold=options.gold, run=run)
    return evaluation.reading(strict=options.strict)


def written(
    options: argparse.Namespace, table: Table, notices: tuple[Notice, ...], *, as_csv: bool = False
) -> Tabulated:
    """The result of a command, after its table went to each output."""
    for output in options.output:
        write_whole(output, table_bytes(table, KINDS[Path(output).suffix]))
    return Tabulated(table, notices, options.output, as_csv)


@words.register
def _(found: Planned) -> Paragraphs:
    yield lines(*found.sentences)


@words.register
def _(found: Tabulated) -> Paragraphs:
    if found.as_csv:
        return [table_bytes(found.table, "csv").decode().rstrip("\n")]
    return [*words(found.table), wrote(found.output)]
