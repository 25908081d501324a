"""What the commands share that train on many splits of a corpus and write a table of results."""

from __future__ import annotations

from argparse import Namespace
from contextlib import nullcontext

from ...corpus.model import Corpus
from ...errors import Notice
from ...files import write_whole
from ...studies import Study, run_study, table_bytes
from ...studies.table_files import Table, TableKind, table_document
from ...training import Run
from ...training.run.plan import plan_folds
from ...training.scores.evaluation import Evaluation
from ..options import models, progress, stores
from ..options.declared import ending, option
from ..text import Report, words

KINDS: dict[str, TableKind] = {".json": "json", ".md": "md", ".csv": "csv"}
TRAINING = (
    stores.STORE,
    *models.TRAINING,
    option("--cost", "say how many trainings it takes, and exit", bool),
    option("-o/--output", f"files to write: {', '.join(KINDS)}", value="OUT", nargs="+", default=[]),
)


def check_outputs(options: Namespace, kinds: tuple[str, ...] = tuple(KINDS)) -> None:
    """Refuse a file of an unknown kind before a night of training, not after."""
    for output in options.output:
        ending(output, kinds)


def check_trainable(options: Namespace, study: Study, corpus: Corpus) -> None:
    """Refuse before a night of training what would be refused after it."""
    chosen = models.chosen_models(options, corpus)
    scorer = plan_folds(corpus, chosen, study.folds, gold=options.gold).scorer
    for metric in options.metric or ():
        scorer.check_metric(metric)


def evaluate(options: Namespace, study: Study, corpus: Corpus, cost: object) -> Evaluation:
    """Say what it costs, then train and score every fold, in the store that the options name, if they do."""
    check_trainable(options, study, corpus)
    progress.say(cost)
    with nullcontext() if options.store is None else stores.open_store(options.store) as store:
        report = progress.trainings(quiet=options.quiet)
        waits = progress.waits(quiet=options.quiet)
        run = Run(options.workers, options.executor, store, report, waits=waits)
        chosen = models.chosen_models(options, corpus)
        evaluation = run_study(study, corpus, models=chosen, gold=options.gold, run=run)
    return evaluation.reading(strict=options.strict)


def written(options: Namespace, table: Table, notices: tuple[Notice, ...], *, as_csv: bool = False) -> Report:
    """The table of a study, after it went to each output; as text, or as CSV."""
    for output in options.output:
        write_whole(output, table_bytes(table, KINDS[ending(output, tuple(KINDS))]))
    shown = table_bytes(table, "csv").decode().rstrip("\n") if as_csv else words(table)
    return Report(
        "{shown}" if as_csv else "{shown}\n\n*output Wrote {it}.",
        words={"shown": shown},
        **table_document(table),
        output=options.output,
        warnings=notices,
    )
