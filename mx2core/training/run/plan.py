"""An evaluation before it runs: everything checked, every fold listed, results put in their place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from ...arguments import finite
from ...brief import frozen
from ...corpus.model import Corpus
from ...errors import DesignError, Notice, ScoresError
from ...exchange.sizes import check_units
from ...extras import check_installed
from ...metrics import are_amounts
from ...models.columns import column_codes, gold_codes, gold_column
from ...models.model import Material, Model, Task, fold_key
from ...models.tagger import Tagger
from ...models.texts import class_codes, field_of, gold_field, texts
from ...partition import PartitionSet
from ...schemes import SETS, labels_of, spans
from ...seeds import run_name
from ..scores.evaluation import Evaluation, Pair
from ..scores.result import Comparison
from ..scores.scoring import Scorer
from .folds import Fold, FoldFailure, FoldResult

SAID_AT_MOST = 5  # halves that are named one by one


@frozen(eq=False)
class Plan:
    """What `plan` settled; `models` and `material` are what workers get."""

    models: tuple[Model, ...]
    material: Material
    gold: str
    corpus: str
    pairs: tuple[Pair, ...]
    remarks: tuple[Notice, ...]
    scorer: Scorer
    signature: str | None  # of the partitions, where the folds are their halves

    def folds(self, known: Iterable[FoldResult | FoldFailure] = ()) -> list[Fold]:
        """Folds to be done, those of all models before the next fold begins."""
        done = {result.key for result in known}
        listed = (
            Fold(model, number, train, validation)
            for number, (train, validation) in enumerate(self.pairs)
            for model in range(len(self.models))
        )
        return [fold for fold in listed if fold.key not in done]

    def keys(self) -> dict[tuple[int, int], str]:
        """`fold_key` of every (model, fold): the name under which its result can be kept and found."""
        digests = [self.material.sha256(model) for model in self.models]
        return {
            fold.key: fold_key(
                digests[fold.model],
                self.gold,
                model=self.models[fold.model],
                train=fold.train,
                validation=fold.validation,
            )
            for fold in self.folds()
        }

    @property
    def n_folds(self) -> int:
        """Trainings of all models together."""
        return len(self.pairs) * len(self.models)

    def evaluation(self, results: Iterable[FoldResult | FoldFailure]) -> Evaluation:
        """The result as far as `results` go."""
        ordered = sorted(results, key=lambda result: result.key)
        scorer, finished = self.scorer.with_others(
            tuple(result for result in ordered if isinstance(result, FoldResult))
        )
        return Evaluation(
            models=tuple(model.name for model in self.models),
            task=self.material.task,
            gold=self.gold,
            corpus=self.corpus,
            folds=self.pairs,
            results=finished,
            failures=tuple(result for result in ordered if isinstance(result, FoldFailure)),
            remarks=self.remarks,
            scorer=scorer,
            seeds=_seeds(self.models),
        )

    def comparison(self, results: Iterable[FoldResult | FoldFailure]) -> Comparison:
        """The result split by split, of a plan made from partitions."""
        assert self.signature is not None
        return Comparison.from_evaluation(self.evaluation(results), self.signature)


def _seeds(models: Sequence[Model]) -> dict[str, tuple[str, ...]]:
    """The runs of each model that `with_seeds` made several of."""
    seeds_of: dict[str, list[str]] = {}
    for model in models:
        seed = getattr(model, "seed", None)
        base = model.name.removesuffix(run_name("", seed)) if seed is not None else model.name
        if base != model.name:
            seeds_of.setdefault(base, []).append(model.name)
    return {base: tuple(runs) for base, runs in seeds_of.items()}


def plan(
    corpus: Corpus,
    models: Sequence[Model],
    partitions: PartitionSet,
    *,
    gold: str | None = None,
    strict: bool = False,
) -> Plan:
    """Check that models, corpus and partitions go together."""
    if len(models) < 2:
        raise ScoresError("A comparison needs at least two models, found {n}.", n=len(models))
    check_units(partitions.n_units, corpus)
    return _plan(corpus, models, tuple(partitions.folds()), gold, strict, partitions.signature)


def plan_folds(
    corpus: Corpus,
    models: Sequence[Model],
    folds: Iterable[Pair],
    *,
    gold: str | None = None,
    strict: bool = False,
) -> Plan:
    """Check that models, corpus and folds of any kind go together; raises as `plan` does."""
    return _plan(corpus, models, check_folds(folds, corpus), gold, strict, None)


def check_folds(folds: Iterable[Pair], corpus: Corpus) -> tuple[Pair, ...]:
    """Pairs of unit numbers, training and validation, as arrays."""
    pairs = tuple((_units(train), _units(validation)) for train, validation in folds)
    if not pairs:
        raise DesignError("Give pairs of training and validation units, at least one.")
    for number, (train, validation) in enumerate(pairs, start=1):
        if not len(train) or not len(validation):
            raise DesignError(
                "Fold {fold} has {n_train} training and {n_validation} validation units; both are needed.",
                fold=number,
                n_train=len(train),
                n_validation=len(validation),
            )
        named = np.concatenate((train, validation))
        foreign = named[(named < 0) | (named >= len(corpus))]
        if len(foreign):
            raise DesignError(
                "Fold {fold} names unit {unit}; units of {corpus} are 0 to {last}.",
                fold=number,
                unit=int(foreign[0]),
                corpus=corpus.name,
                last=len(corpus) - 1,
            )
        twice = np.flatnonzero(np.bincount(validation) > 1)
        both = np.intersect1d(train, validation)
        if len(twice) or len(both):
            raise DesignError(
                "Fold {fold} validates on unit {unit} twice, or also trains on it.",
                fold=number,
                unit=int(twice[0] if len(twice) else both[0]),
            )
    return pairs


def _units(units: NDArray[np.int64]) -> NDArray[np.int64]:
    array = np.asarray(units)
    if array.ndim != 1 or (array.dtype.kind not in "iu" and array.size):
        raise DesignError("A fold is two lists of unit numbers from 0, found {found}.", found=units)
    return array.astype(np.int64)


def _plan(
    corpus: Corpus,
    models: Sequence[Model],
    pairs: tuple[Pair, ...],
    gold: str | None,
    strict: bool,
    signature: str | None,
) -> Plan:
    _check_models(models)
    task = models[0].task
    wanted = gold_of(corpus, models, task, gold)
    for model in models:
        model.check_corpus(corpus, wanted)
    material, scheme = material_of(corpus, tuple(models), wanted, task)
    models = [model.with_material(material) if isinstance(model, Tagger) else model for model in models]
    scorer = scorer_of(corpus, material, pairs, scheme, strict)
    remarks = [notice for model in models for notice in model.notices]
    remarks += _chunkless_notices(scorer, pairs, len(corpus), signature is not None)
    return Plan(
        tuple(models), material, wanted, corpus.units_sha256, pairs, tuple(remarks), scorer, signature
    )


def _check_models(models: Sequence[Model]) -> None:
    for model in models:
        if not hasattr(model, "check_corpus"):
            raise ScoresError(
                "{kind} is not a model; wrap it in mx.models.Tagger or mx.models.Estimator.",
                kind=type(model).__qualname__,
            )
    names = [model.name for model in models]
    for name in names:
        if names.count(name) > 1:
            raise ScoresError("Two models are named {name}; rename one.", name=name)
    if not models:
        raise ScoresError("There is no model to train.")
    if len({model.task for model in models}) > 1:
        raise ScoresError(
            "Models of tags, of classes and of numbers cannot be compared: {models}.", models=names
        )
    for model in models:
        check_installed(model.libraries[0])


def gold_of(corpus: Corpus, models: Sequence[Model], task: Task, gold: str | None) -> str:
    """The one column or field all models predict."""
    names = (field_of(corpus, name) for name in (gold, *(model.gold for model in models)) if name is not None)
    named = dict.fromkeys(names)
    if len(named) > 1:
        raise ScoresError("The models predict different columns: {columns}; choose one.", columns=list(named))
    wanted = next(iter(named), None)
    return gold_column(corpus, wanted) if task == "tags" else gold_field(corpus, wanted)


def material_of(corpus: Corpus, models: tuple[Model, ...], gold: str, task: Task) -> tuple[Material, str]:
    """What workers get, and how the answers mark chunks."""
    sentences = corpus.sentences
    used = dict.fromkeys(name for model in models for name in model.used_columns)
    if task != "tags":
        answers = sentences.fields[gold]
        if gold in sentences.several and task != "numbers":
            task = "labels"
        elif task == "class" and are_amounts(answers):
            task = "numbers"
        return Material(
            task=task,
            gold=class_codes(answers),
            columns=column_codes(corpus, used),
            texts=texts(sentences),
            starts=sentences.starts,
            units=corpus.units,
        ), SETS if task == "labels" else "plain"
    codes, scheme = gold_codes(corpus, gold)
    return Material(
        task=task,
        gold=codes,
        columns=column_codes(corpus, used),
        texts=(),
        starts=sentences.starts,
        units=corpus.units,
    ), scheme


def scorer_of(
    corpus: Corpus, material: Material, pairs: tuple[Pair, ...], scheme: str, strict: bool
) -> Scorer:
    """What scores folds; where tags cut characters into words it gets the characters too."""
    tags = set(material.gold[1])
    segmented = scheme in ("BMES", "BIOES") and tags <= {"B", "I", "M", "E", "S"}
    words = column_codes(corpus, ("word",))["word"] if segmented else None
    return Scorer(material, pairs, scheme, strict, words)


def are_answers(others: Sequence[str], scorer: Scorer) -> bool:
    """Whether a model can have answered so, beside the right answers: numbers, or sets of known labels."""
    task = scorer.material.task
    if task == "labels":
        return all(label in scorer.labels for one in others for label in labels_of(one))
    return not others or (task == "numbers" and all(finite(one) is not None for one in others))


def _chunkless_notices(
    scorer: Scorer, pairs: tuple[Pair, ...], n_units: int, halves: bool
) -> tuple[Notice, ...]:
    """Folds in which there is nothing to learn or to find."""
    material = scorer.material
    codes, values = material.gold
    gold = spans(codes, values, material.item_starts, scorer.scheme, scorer.strict)
    sentence = np.searchsorted(material.item_starts, gold.start, side="right") - 1
    has = np.zeros(n_units, dtype=bool)
    has[material.units[sentence]] = True
    empty = [i for i, pair in enumerate(pairs) if not has[pair[0]].any()]
    empty_validation = [i for i, pair in enumerate(pairs) if not has[pair[1]].any()]
    if halves:  # the validation half of one fold is the training half of the other
        found = _first(f"{fold // 2 + 1}.{fold % 2 + 1}" for fold in empty)
        notice = Notice("No chunk in halves (split.half) {halves}: F1 is 0 by convention.", {"halves": found})
    else:
        found = _first(str(fold + 1) for fold in sorted({*empty, *empty_validation}))
        notice = Notice("No chunk on one side of folds {folds}: F1 is 0 by convention.", {"folds": found})
    return (notice,) if found else ()


def _first(names: Iterable[str]) -> str:
    listed = list(names)
    return ", ".join(listed[:SAID_AT_MOST]) + (", …" if len(listed) > SAID_AT_MOST else "")
