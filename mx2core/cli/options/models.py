"""Options that say which models are compared, by what they are trained or were predicted elsewhere."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from pathlib import Path

from ...arguments import check_choice
from ...corpus.model import Corpus
from ...errors import InputError, Notice
from ...models import CRF, FeatureTemplate, Model, all_presets, proposed, with_seeds
from .corpus_options import EXECUTOR
from .declared import option
from .values import at_least

PAIR = ("A", "B")
WHICH = (
    "presets by name or title. Of tags: A (words and all else), B (without words), spelling, characters, "
    "near, token, perceptron, perceptron-B; of classes: A (logistic regression), B (naive Bayes), svm, "
    "characters, words, words+characters. Default: two that suit task and script"
)
STRICT = option("--strict", "count only chunks without a broken tag, unlike conlleval", bool)
TAGS = "column to predict; role:boundaries: without names; stars:numbers: as numbers"
MODELS = (
    option("--models", WHICH, value="MODEL", nargs="+"),
    option("--template-a", "CRF++ template in place of that of A", value="FILE"),
    option("--template-b", "CRF++ template in place of that of B", value="FILE"),
    option("--tags", TAGS, value="COLUMN", dest="gold"),
    option(
        "--metric",
        "f1, macro_f1, accuracy, recall:PER, roc_auc, …; default: the usual ones of the task",
        value="METRIC",
        nargs="+",
    ),
    STRICT,
)
PREDICTIONS = option(
    "--predictions", "of models trained elsewhere, instead of training", value="FILE", nargs="+"
)
SEEDS = option("--seeds", "trainings on every fold of models that draw numbers", int, "N", default=1)
TRAINING = (
    option("--workers", "worker processes; 0: none", at_least(0), "N"),
    EXECUTOR,
)


def chosen_names(options: Namespace, corpus: Corpus) -> tuple[str, ...]:
    """The presets named, those with a template of their own, or those proposed for the corpus."""
    if options.models:
        return tuple(options.models)
    return PAIR if any(_templates(options).values()) else proposed(corpus, options.gold)


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
    for name, path in _templates(options).items():
        if path is None:
            continue
        if not isinstance(model := presets[name], CRF):
            raise InputError("Model {model} classifies texts and has no template.", model=name)
        title = f"CRF: {Path(path).name} ({name})"
        presets[name] = replace(model, name=title, template=FeatureTemplate.read(path))
    known = presets | {model.name: model for model in presets.values()}
    models = []
    for name in chosen_names(options, corpus):
        check_choice("--models", name, known)
        models.append(known[name])
    return [run for model in models for run in with_seeds(model, getattr(options, "seeds", 1))]


def _templates(options: Namespace) -> dict[str, str | None]:
    return {"A": options.template_a, "B": options.template_b}
