"""Options that say which models are trained, where trainings are kept, and what follows from them."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...arguments import check_choice
from ...corpus.model import Corpus
from ...errors import InputError, Notice
from ...models import CRF, FeatureTemplate, Model, all_presets, proposed, with_seeds
from ...partition import PartitionSet
from ...training import Comparison, PlannedTest, Run
from ...training.decisions.planned_tests import planned_test
from ...training.run.plan import Plan
from ...training.run.runner import run_all
from . import corpus_options
from .corpus_options import EXECUTOR
from .declared import at_least, given, given_options, group, needs, option
from .progress import trainings, waits

PAIR = ("A", "B")
WHICH = (
    "presets by name or title. Of tags: A (words and all else), B (without words), spelling, characters, "
    "near, token, perceptron, perceptron-B; of classes: A (logistic regression), B (naive Bayes), svm, "
    "characters, words, words+characters. Default: two that suit task and script"
)
STRICT = option("--strict", "count only chunks without a broken tag, unlike conlleval", bool)
METRICS = "f1, macro_f1, accuracy, recall:PER, roc_auc, …"
TAGS = "column to predict; role:boundaries: without names; stars:numbers: as numbers"
MODELS = (
    option("--models", WHICH, value="MODEL", nargs="+"),
    option("--template-a", "CRF++ template in place of that of A", value="FILE"),
    option("--template-b", "CRF++ template in place of that of B", value="FILE"),
    option("--tags", TAGS, value="COLUMN", dest="gold"),
    option("--metric", METRICS, value="METRIC", nargs="+", usual="the usual ones of the task"),
    STRICT,
)
PREDICTIONS = option(
    "--predictions", "of models trained elsewhere, instead of training", value="FILE", nargs="+"
)
SEEDS = option("--seeds", "trainings on every fold of models that use random numbers", int, "N", default=1)
TRAINING = (option("--workers", "worker processes; 0: none", at_least(0), "N"), EXECUTOR)


def chosen_names(options: Namespace, corpus: Corpus) -> tuple[str, ...]:
    """The presets named, those with a template of their own, or those proposed for the corpus."""
    own = options.template_a or options.template_b
    return tuple(options.models or (PAIR if own else proposed(corpus, options.gold)))


def notices(options: Namespace, corpus: Corpus) -> tuple[Notice, ...]:
    """Those of the corpus, and which models were chosen where none was named."""
    named = options.models or getattr(options, "predictions", None) is not None
    if named or (names := chosen_names(options, corpus)) == PAIR:
        return corpus.notices
    return (*corpus.notices, Notice("Models: {names}. Others: --models A B.", {"names": names}))


def chosen_models(options: Namespace, corpus: Corpus) -> list[Model]:
    """The presets that the options name, or those proposed, with the templates given; all under their titles.

    Raises InputError if there is no such preset, or a template cannot be used.
    """
    presets = {preset.model.name: preset.titled for preset in all_presets(corpus, options.gold)}
    for name, path in zip(PAIR, (options.template_a, options.template_b), strict=True):
        if path is None:
            continue
        if not isinstance(model := presets[name], CRF):
            raise InputError("Model {model} classifies texts and has no template.", model=name)
        title = f"CRF: {Path(path).name} ({name})"
        presets[name] = replace(model, name=title, template=FeatureTemplate.read(path))
    known, runs = presets | {model.name: model for model in presets.values()}, list[Model]()
    for name in chosen_names(options, corpus):
        check_choice("--models", name, known)
        runs += with_seeds(known[name], getattr(options, "seeds", 1))
    return runs


if TYPE_CHECKING:
    from ...store import Store

PLACE = "a file, or postgresql://user@host/database"
STORE = option("--store", f"where each finished training is kept and found again: {PLACE}", value="FILE")
KEEPING = group(
    "keeping trainings",
    "what a store has is not trained again",
    STORE,
    option("--name", "name of the experiment in the store"),
    option("--resume", "only continue an experiment that the store has", bool),
    option("--retry", "retry trainings that failed before", bool),
)


def open_store(place: str, *, new: bool = True) -> Store:
    """The store at a place, made if there is none and it may be `new`."""
    from ...store import Store

    if not (new or Path(place).exists() or "://" in place):
        raise InputError("There is no store {store}.", store=place)
    return Store(place)


def run_of(options: Namespace, store: Store | None = None) -> Run:
    """By whom models are trained, and how it is told how far they are."""
    quiet = options.quiet
    return Run(options.workers, store=store, report=trainings(quiet=quiet), waits=waits(quiet=quiet))


def checked(options: Namespace, planned: Plan) -> Plan:
    """A slip in the name of a metric is reported before hours of training, not after."""
    for metric in options.metric or ():
        planned.scorer.check_metric(metric)
    return planned


def compare_kept(
    options: Namespace,
    corpus: Corpus,
    planned: Plan,
    partitions: PartitionSet,
    asked: PlannedTest | None = None,
) -> tuple[Comparison, dict[str, Any] | None]:
    """What was planned, in the store that the options name, if they do; and what it keeps of it."""
    if options.store is None:
        if unkept := given_options(options, "name resume retry"):
            raise needs(unkept, "--store FILE")
        (results,) = run_all([planned], run_of(options))
        return planned.comparison(results).reading(strict=options.strict), None
    with open_store(options.store) as store:
        from ...training.run.experiment import CorpusFile, Experiment, run_experiment

        experiment = Experiment(
            name=options.name or f"{corpus.full_name}: {', '.join(model.name for model in planned.models)}",
            corpus=corpus,
            models=planned.models,
            partitions=(partitions,),
            gold=options.gold,
            file=CorpusFile(corpus_options.content(options), corpus_options.reading(options).keywords),
            question=asked,
        )
        result = run_experiment(store, experiment, run=run_of(options), **given(options, "resume retry"))
        first = store.experiments.question_record(result.id).question  # of an experiment of before it stays
        question = None if first is None else planned_test(first)
        kept: dict[str, Any] = {"store": store.name, "experiment": result.id, "question": question}
        kept |= {"name": experiment.name, "found": result.reused, "trained": result.trained}
    return result.comparisons[0].reading(strict=options.strict), kept
