"""What the commands share that train on many splits of a corpus and write a table of results."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import UsageError
from ..options import corpus_options, models, progress, stores

if TYPE_CHECKING:
    from ...corpus.model import Corpus
    from ...errors import Notice
    from ...studies import Study
    from ...studies.table_files import Table
    from ...training.scores.evaluation import Evaluation


@dataclass(frozen=True, slots=True)
class Planned:
    """What a study takes, asked for with --cost."""

    sentences: tuple[str, ...]
    values: dict[str, Any]

    @property
    def document(self) -> dict[str, Any]:
        """As JSON has it."""
        return self.values


@dataclass(frozen=True, slots=True)
class Tabulated:
    """The table of a study, and the files it was written to."""

    table: Table
    notices: tuple[Notice, ...]  # on the corpus and the models
    output: list[str]
    as_csv: bool = False

    @property
    def document(self) -> dict[str, Any]:
        """As JSON has it."""
        from ...studies.table_files import table_document

        warnings = corpus_options.warnings(self.notices)
        return {**table_document(self.table), "warnings": warnings, "output": self.output}


def add_training(command: argparse.ArgumentParser, kinds: str) -> None:
    """Options of both; `kinds`: endings of the files they write."""
    command.add_argument(
        "--store", metavar="FILE", help="keep every training in this store, and reuse those it has"
    )
    command.add_argument(
        "--workers", type=corpus_options.at_least(0), metavar="N", help="worker processes; 0: none"
    )
    command.add_argument(
        "--executor", metavar="dask:ADDRESS", help="train on the cluster of this Dask scheduler"
    )
    command.add_argument("--cost", action="store_true", help="say how many trainings it takes, and exit")
    command.add_argument(
        "-o", "--output", metavar="OUT", nargs="+", default=[], help=f"files to write: {kinds}"
    )


def check_outputs(outputs: Collection[str], formats: Collection[str]) -> None:
    """Refuse a file of an unknown kind before a night of training, not after."""
    for output in outputs:
        if Path(output).suffix not in formats:
            raise UsageError(
                "{output} must end in {formats}.",
                output=output,
                formats=tuple(formats),
            )


def notices_of(options: argparse.Namespace, corpus: Corpus) -> tuple[Notice, ...]:
    """What is worth knowing of a corpus and of the models chosen for it."""
    return (*corpus.notices, *models.notices(options, corpus))


def check_trainable(options: argparse.Namespace, study: Study, corpus: Corpus) -> None:
    """Refuse before a night of training what would be refused after it."""
    from ...training.run.plan import plan_folds

    chosen = models.chosen_models(options, corpus)
    scorer = plan_folds(corpus, chosen, study.folds, gold=options.gold).scorer
    for metric in options.metric or ():
        scorer.check_metric(metric)


def evaluate(options: argparse.Namespace, study: Study, corpus: Corpus, cost: str) -> Evaluation:
    """Say what it costs, then train and score every fold, in the store that the options name, if they do."""
    from ...studies import run_study

    check_trainable(options, study, corpus)
    print(cost, file=sys.stderr, flush=True)
    with nullcontext() if options.store is None else stores.open_store(options.store) as store:
        evaluation = run_study(
            study,
            corpus,
            models=models.chosen_models(options, corpus),
            gold=options.gold,
            store=store,
            n_workers=options.workers,
            executor=options.executor,
            report=progress.trainings(quiet=options.quiet),
        )
    return evaluation.reading(strict=options.strict)


def written(
    options: argparse.Namespace, table: Table, notices: tuple[Notice, ...], *, as_csv: bool = False
) -> Tabulated:
    """The result of a command, after its table went to each output."""
    from ...files import write_whole
    from ...studies import table_bytes
    from ...studies.table_files import TableKind

    kinds: dict[str, TableKind] = {".csv": "csv", ".json": "json", ".md": "md"}
    for output in options.output:
        write_whole(output, table_bytes(table, kinds[Path(output).suffix]))
    return Tabulated(table, notices, options.output, as_csv)
