"""Options that say which models are compared, by what they are trained or were predicted elsewhere."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import InputError, Notice, ScoresError, TemplateError, check_choice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...corpus.model import Corpus
    from ...models import FeatureTemplate, Model

PAIR = ("A", "B")
MAX_TEMPLATE_BYTES = 1_000_000


def add_models(command: argparse.ArgumentParser, *, elsewhere: bool = True) -> None:
    """Options of a command that compares; `elsewhere`: it takes predictions instead of training, too."""
    command.add_argument(
        "--models",
        nargs="+",
        metavar="MODEL",
        help="presets, by these names or by the titles that results have. For tags: A (words and all else), "
        "B (without the words), spelling (A and how words are spelt; of single characters: characters), "
        "near, token, perceptron. For classes: A (logistic regression), B (naive Bayes), svm, characters, "
        "words, words+characters. Default: two that suit task and script",
    )
    for model in PAIR:
        command.add_argument(
            f"--template-{model.lower()}", metavar="FILE", help=f"CRF++ template instead of that of {model}"
        )
    if elsewhere:
        command.add_argument(
            "--predictions",
            metavar="FILE",
            help="predictions of models trained elsewhere, instead of training",
        )
    command.add_argument(
        "--tags",
        dest="gold",
        metavar="COLUMN",
        help="column to predict; default: role, label or pos; role:boundaries for roles without their names; "
        "of texts the field of their class, default: label",
    )
    command.add_argument(
        "--metric",
        nargs="+",
        metavar="METRIC",
        help="scores to write, such as f1, f2, accuracy, macro_f1, recall:PER, oov_recall, roc_auc; "
        "default: precision recall f1, or accuracy and macro averages of classes",
    )
    command.add_argument(
        "--strict", action="store_true", help="count only chunks without a broken tag, unlike conlleval"
    )


def add_seeds(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--seeds",
        type=int,
        default=1,
        metavar="N",
        help="train each model that draws random numbers N times on every fold, to be averaged; default: 1",
    )


def chosen_names(options: argparse.Namespace, corpus: Corpus) -> tuple[str, ...]:
    """The presets named, those with a template of their own, or those proposed for the corpus."""
    if options.models:
        return tuple(options.models)
    if any(getattr(options, f"template_{name.lower()}") for name in PAIR):
        return PAIR
    from ...models import proposed

    return proposed(corpus, options.gold)


def notices(options: argparse.Namespace, corpus: Corpus) -> tuple[Notice, ...]:
    """Which models were chosen where none was named, and how to choose others."""
    if options.models or getattr(options, "predictions", None) is not None:
        return ()
    names = chosen_names(options, corpus)
    if names == PAIR:
        return ()
    return (
        Notice(
            "Models: {names}. Choose others with --models A B.",
            {"names": names},
        ),
    )


def chosen_models(options: argparse.Namespace, corpus: Corpus) -> list[Model]:
    """The presets that the options name, or those proposed, with the templates given; all under their titles.

    Raises
    ------
    InputError
        If there is no such preset, or a template cannot be used.
    """
    from ...files import read_limited
    from ...models import CRF, all_presets, with_seeds

    presets = {preset.model.name: preset.titled for preset in all_presets(corpus, options.gold)}
    for name in PAIR:
        path, model = getattr(options, f"template_{name.lower()}"), presets[name]
        if path is None:
            continue
        if not isinstance(model, CRF):
            raise InputError("Model {model} classifies texts and has no template.", model=name)
        file = Path(path).name
        template = _template(read_limited(path, MAX_TEMPLATE_BYTES, file), file)
        presets[name] = replace(model, name=f"CRF: {file} ({name})", template=template)
    named = presets | {model.name: model for model in presets.values()}
    models = []
    for name in chosen_names(options, corpus):
        check_choice("--models", name, named)
        models.append(named[name])
    return [run for model in models for run in with_seeds(model, getattr(options, "seeds", 1))]


def named(names: Sequence[str], models: Sequence[str]) -> list[str]:
    """The models of a result that are asked for: by name, as presets, or as A and B by place.

    Raises
    ------
    ScoresError
        If preset and place are different models.
    """
    places = dict(zip(PAIR, models, strict=False)) if set(names) <= set(PAIR) else {}
    return [name if name in models else _named(name, models, places.get(name)) for name in names]


def _named(name: str, models: Sequence[str], placed: str | None) -> str:
    from ...models.presets import titles

    known = titles(name)
    found = tuple(one for one in models if one in known or one == placed)
    if len(found) > 1:
        raise ScoresError("{name} may be any of {found}.", name=name, found=found)
    return found[0] if found else name


def _template(data: bytes, file: str) -> FeatureTemplate:
    from ...models import FeatureTemplate

    try:
        return FeatureTemplate.parse(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise TemplateError("The file is not UTF-8 text. Save it as UTF-8.", file=file) from error
    except TemplateError as error:  # which knows the line, but not the file
        place = {"line": error.line, "column": error.column}
        raise TemplateError(error.message, file=file, **place, **error.values) from error
