"""Predictions to files and back: those made elsewhere are scored like those of our own models."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ...arguments import check_choice
from ...corpus.model import Corpus
from ...errors import Notice, ScoresError
from ...exchange.scores.predictions import PredictionTable, UnitPrediction, read_prediction_table
from ...exchange.scores.score_table import ScoreTable, averaged_over_seeds
from ...exchange.sizes import check_units
from ...exchange.table import number_of
from ...files import Readable, name_of, way_in, write
from ...metrics import are_amounts, ranking_scores, recognized, regression_scores, text_scores
from ...metrics.known_answers import Recognized, set_of
from ...metrics.outputs.values import RANKING, REGRESSION
from ...models.model import Material
from ...models.presets import task_of
from ...models.texts import filled_field
from ...partition import PartitionSet
from ...schemes import EMPTY, SEVERAL, labels_of
from ...seeds import named_seeds
from ..run.folds import FoldResult
from ..run.plan import gold_of, material_of, scorer_of
from .evaluation import Evaluation
from .predicted_schemes import other_scheme, respell_tags
from .result import Comparison

Kind = Literal["numbers", "ranking", "texts"]
KINDS = get_args(Kind)


@way_in(ScoresError)
def read_predictions(
    source: Readable,
    corpus: Corpus,
    *,
    partitions: PartitionSet,
    gold: str | None = None,
    strict: bool = False,
    id_column: str | None = None,
    name: str | None = None,
) -> Comparison:
    """Compare models that were trained elsewhere by their predictions.

    Parameters
    ----------
    source : str, Path, bytes or DataFrame, or a list of such
        CSV or JSON lines, whose rows are put together: `partition`, `fold`, `model` (without it a file
        is named for its model), `unit_id` (or `index`, from 0, where ids are no numbers), `predicted`, and
        scores of classes as `score:CLASS` columns or an object `scores`; optionally `seed`, where a
        model was trained several times on the same halves.
    partitions : PartitionSet
        What the models were trained on.
    gold, strict
        As in `compare`.
    id_column : str, optional
        The column that identifies units, where it is neither `unit_id` nor another of
        `mx2core.corpus.columns.column_names.IDS`.

    Returns
    -------
    Comparison
        Of the models in the file, one or more; answers that the corpus does not have
        are named in its notices.

    Raises
    ------
    ScoresError
        With the line: see `mx2core.exchange.scores.predictions`.
    DesignError
        Partitions of another number of units.

    Examples
    --------
    >>> data = mx.io.write_predictions(result, corpus)
    >>> mx.io.read_predictions(data, corpus, partitions=halves).models
    ('A', 'B')
    """
    check_units(partitions.n_units, corpus)
    evaluation = _evaluation(source, corpus, partitions, gold, strict, id_column, name)
    return Comparison.from_evaluation(evaluation, partitions.signature)


@way_in(ScoresError)
def read_fixed_predictions(
    source: Readable,
    corpus: Corpus,
    *,
    gold: str | None = None,
    strict: bool = False,
    id_column: str | None = None,
    name: str | None = None,
) -> Evaluation:
    r"""Predictions of models that were not trained on this corpus: prompted ones, rules, taggers.

    Parameters
    ----------
    source : str, Path, bytes or DataFrame
        As in `read_predictions`, without `partition` and `fold`: one row a model and unit, of all units
        or of one part of the corpus, such as `test`.
    corpus, gold, strict, id_column, name
        As in `read_predictions`.

    Returns
    -------
    Evaluation
        With one fold, which validates on those units; for `fixed_models_test`.

    Raises
    ------
    ScoresError
        As `read_predictions`.

    Examples
    --------
    >>> lines = [f'{{"model": "A", "unit_id": "{id}", "predicted": "N V"}}' for id in corpus.unit_ids]
    >>> found = mx.io.read_fixed_predictions("\n".join(lines).encode(), corpus)
    >>> found.models
    ('A',)
    """
    return _evaluation(source, corpus, None, gold, strict, id_column, name)


def _evaluation(
    source: Readable,
    corpus: Corpus,
    partitions: PartitionSet | None,
    gold: str | None,
    strict: bool,
    id_column: str | None,
    name: str | None,
) -> Evaluation:
    name = name_of(source, name)
    task = task_of(corpus, gold)
    gold = gold_of(corpus, (), task, gold)
    material, scheme = material_of(corpus, (), gold, task)
    table = read_prediction_table(
        source,
        corpus,
        np.diff(material.item_starts),
        partitions,
        tokens=task == "tags",
        column=id_column,
        name=name,
    )
    material, answers = _with_values(material, table, scheme, name)
    pairs = table.folds
    results = tuple(
        _result(table, material, answers[model], number, fold)
        for number, model in enumerate(table.models)
        for fold in range(len(pairs))
    )
    remarks = [notice for known in answers.values() for notice in known.notices]
    scorer = scorer_of(corpus, material, pairs, scheme, strict)
    if material.task == "numbers":
        remarks.append(
            Notice("{gold} holds numbers: models are compared by mean absolute error (mae).", {"gold": gold})
        )
    schemes = [
        other_scheme(scorer.answered(result), scheme, model=table.models[result.model], file=name)
        for result in results
        if result.fold == 0
    ]
    return Evaluation(
        models=table.models,
        task=material.task,
        gold=gold,
        corpus=corpus.units_sha256,
        folds=pairs,
        results=results,
        failures=(),
        remarks=(*table.notices, *remarks, *(notice for notice in schemes if notice is not None)),
        scorer=scorer,
        seeds=table.seeds,
    )


@way_in(ScoresError)
def read_values(
    source: Readable,
    corpus: Corpus,
    *,
    partitions: PartitionSet,
    kind: Kind,
    gold: str = "label",
    metrics: Sequence[str] | None = None,
    n_relevant: str | None = None,
    tokenize: str | None = None,
    name: str | None = None,
) -> ScoreTable:
    r"""Score predictions that are not classes: numbers, rankings or texts.

    Parameters
    ----------
    source, corpus, partitions, name
        As in `read_predictions`; `predicted` is a number, or a text.
    kind : "numbers", "ranking" or "texts"
        Numbers: MAE, MSE, RMSE, R², MRE, MAPE. Ranking: the texts of a unit are
        candidates for one query, right answers their relevance, predictions what they
        are ranked by; MAP, MRR, CG, DCG, NDCG. Texts: BLEU and the recall of reference
        words.
    gold : str
        The field of the corpus that holds the right number, relevance or text.
    metrics : sequence of str, optional
        Those wanted, as in `regression_scores` and `ranking_scores`; without it all of
        them.
    n_relevant : str, optional
        For rankings, the field that holds how many relevant documents the query of a
        text has in all.
    tokenize : str, optional
        For BLEU, a tokenizer of sacrebleu such as "zh".

    Raises
    ------
    ScoresError
        As `read_predictions`; also what is no number where one is needed.

    Examples
    --------
    >>> import json
    >>> corpus = mx.read_corpus(b"text,label\none,1\ntwo,2\nthree,3\nfour,4\n")
    >>> halves = mx.random_partitions(4, 1)
    >>> rows = [
    ...     {"partition": 1, "fold": fold, "model": "M", "unit_id": corpus.unit_ids[unit], "predicted": 2}
    ...     for fold, (train, validation) in enumerate(halves.folds(), start=1)
    ...     for unit in validation
    ... ]
    >>> data = "\n".join(map(json.dumps, rows)).encode()
    >>> table = mx.io.read_values(data, corpus, partitions=halves, kind="numbers", metrics=["mae"])
    >>> float(table.scores("M", "mae").mean())
    1.0
    """
    check_choice("kind", kind, KINDS, ScoresError)
    check_units(partitions.n_units, corpus)
    labels = corpus.sentences.fields[gold_of(corpus, (), "class", gold)]
    members = _members(corpus.units, len(corpus))
    in_all = None
    if n_relevant is not None:
        field = corpus.sentences.fields[filled_field(corpus, n_relevant)]
        in_all = [_common(field, texts, unit) for texts, unit in zip(members, corpus.unit_ids, strict=True)]
    sizes = np.ones(len(corpus.sentences), dtype=np.int64)
    table = read_prediction_table(source, corpus, sizes, partitions, tokens=False, name=name)
    values: dict[tuple[str, str], NDArray[np.float64]] = {}
    for (model, partition, fold), units in table.units.items():
        right = [[labels[text] for text in members[unit].tolist()] for unit in units]
        if kind == "texts":
            scores = _text_scores(right, units.values(), tokenize)
        else:
            relevant = None if in_all is None else [in_all[unit] for unit in units]
            names = [corpus.unit_ids[unit] for unit in units]
            scores = _number_scores(kind, right, list(units.values()), metrics, relevant, names, name)
        for metric, score in scores.items():
            values.setdefault((model, metric), np.full((partitions.m, 2), np.nan))[partition, fold] = score
    table_of_scores = ScoreTable(
        models=table.models,
        metrics=tuple(dict.fromkeys(metric for _, metric in values)),
        m=partitions.m,
        values=values,
        signature=partitions.signature,
    )
    return averaged_over_seeds(table_of_scores, table.seeds, name)


def write_predictions(comparison: Comparison, corpus: Corpus, *, path: str | Path | None = None) -> bytes:
    """The predictions of a comparison, unit by unit, as JSON lines for `read_predictions`.

    Folds that failed are left out. Scores of classes are written for units of one text.

    >>> len(mx.io.write_predictions(result, corpus).splitlines())
    32
    """
    evaluation = comparison.evaluation
    material = evaluation.scorer.material
    members = _members(material.unit_of_item, len(corpus))
    of_run = named_seeds(comparison.seeds)
    lines = []
    for result in evaluation.results:
        items = evaluation.scorer.items(result.fold)
        for unit in evaluation.folds[result.fold][1].tolist():
            places = np.searchsorted(items, members[unit])
            name = comparison.models[result.model]
            model, seed = of_run.get(name, (name, None))
            row = {
                "partition": result.fold // 2 + 1,
                "fold": result.fold % 2 + 1,
                "model": model,
                **({} if seed is None else {"seed": seed}),
                "unit_id": corpus.unit_ids[unit],
                "partitions": comparison.signature,
                "predicted": [comparison.values[code] for code in result.predicted[places].tolist()],
            }
            if result.class_scores is not None and len(places) == 1:
                scores = result.class_scores[places[0]].tolist()
                row["scores"] = dict(zip(comparison.values, scores, strict=True))
            lines.append(json.dumps(row, ensure_ascii=False) + "\n")
    return write("".join(lines).encode("utf-8"), path)


def _members(unit_of_item: NDArray[np.int64], n_units: int) -> list[NDArray[np.int64]]:
    """The items of each unit, ascending."""
    ends = np.cumsum(np.bincount(unit_of_item, minlength=n_units))
    return np.split(np.argsort(unit_of_item, kind="stable"), ends[:-1])


def _with_values(
    material: Material, table: PredictionTable, scheme: str, file: str | None
) -> tuple[Material, dict[str, Recognized]]:
    """The material with answers that only predictions have, and what each model's predictions are."""
    codes, values = material.gold
    right = [values[code] for code in codes.tolist()]
    if material.task == "labels":
        return _with_sets(material, table, file)
    if material.task != "tags" and (amounts := _amounts(right, table, file)) is not None:
        return replace(material, task="numbers", gold=(codes, (*values, *amounts))), dict.fromkeys(
            table.models, Recognized({answer: answer for answer in amounts}, ())
        )
    found: dict[str, Recognized] = {}
    unknown: dict[str, None] = {}
    for model in table.models:
        given = Counter[str]()
        for (of_model, _, _), units in table.units.items():
            for unit in units.values() if of_model == model else ():
                if "" in unit.predicted and "" not in values:
                    raise ScoresError(
                        "The prediction is empty; write none for no answer.", file=file, line=unit.line
                    )
                given.update(unit.predicted)
        empty = () if scheme == "plain" else EMPTY
        tags, notices = respell_tags(given, values, scheme, model=model)
        times: Counter[str] = Counter()
        for answer, n in given.items():
            times[tags.get(answer, answer)] += n
        known = recognized(times, values, empty=empty, model=model, file=file)
        found[model] = Recognized(
            {answer: known.answer(tags.get(answer, answer)) for answer in given}, (*notices, *known.notices)
        )
        unknown |= dict.fromkeys(map(found[model].answer, given))
    strange = [answer for answer in unknown if answer not in set(values)]
    return replace(material, gold=(codes, (*values, *strange))), found


def _with_sets(
    material: Material, table: PredictionTable, file: str | None
) -> tuple[Material, dict[str, Recognized]]:
    """The same where answers are sets of labels, each of which is recognized by itself."""
    codes, values = material.gold
    labels = tuple(dict.fromkeys(label for value in values for label in labels_of(value)))
    own = {frozenset(labels_of(value)): value for value in values}
    found: dict[str, Recognized] = {}
    for model in table.models:
        given = {
            answer: set_of(answer)
            for (of_model, _, _), units in table.units.items()
            if of_model == model
            for unit in units.values()
            for answer in unit.predicted
        }
        times = Counter(label for parts in given.values() for label in parts)
        known = recognized(times, labels, model=model, file=file)
        sets = {answer: tuple(dict.fromkeys(map(known.answer, parts))) for answer, parts in given.items()}
        answers = {answer: own.get(frozenset(one), SEVERAL.join(sorted(one))) for answer, one in sets.items()}
        found[model] = Recognized(answers, known.notices)
    strange = dict.fromkeys(answer for one in found.values() for answer in one.answer_of.values())
    others = [answer for answer in strange if answer not in set(values)]
    return replace(material, gold=(codes, (*values, *others))), found


def _amounts(right: list[str], table: PredictionTable, file: str | None) -> list[str] | None:
    """Predictions that no right answer is written as, where answers are amounts; None of classes."""
    known, line_of = set(right), dict[str, int]()
    for units in table.units.values():
        for unit in units.values():
            for answer in unit.predicted:
                line_of.setdefault(answer, unit.line)
    if are_amounts(right):
        for answer, line in line_of.items():
            number_of(answer, "value", file, line)
    elif not are_amounts(right, list(line_of)):
        return None
    return [answer for answer in line_of if answer not in known]


def _result(
    table: PredictionTable, material: Material, known: Recognized, model: int, fold: int
) -> FoldResult:
    """One fold's predictions in the order of the corpus."""
    values = material.gold[1]
    units = table.units[table.models[model], fold // 2, fold % 2]
    code_of = {value: code for code, value in enumerate(values)}
    given = [code_of[known.answer(answer)] for unit in units.values() for answer in unit.predicted]
    unit_of_item = material.unit_of_item
    by_unit = np.argsort(unit_of_item, kind="stable")
    items = by_unit[np.isin(unit_of_item[by_unit], list(units))]  # of which `given` speaks, unit by unit
    predicted = np.array(given, dtype=np.min_scalar_type(len(values) - 1))[np.argsort(items)]
    log = dict.fromkeys(("seconds", "iterations", "model_bytes", "peak_memory_bytes"))
    scores = _class_scores(list(units.values()), values) if material.task in ("class", "tags") else None
    return FoldResult(model, fold, predicted, scores, log)


def _class_scores(units: list[UnitPrediction], values: Sequence[str]) -> NDArray[np.float32] | None:
    """Scores of all classes, where every unit is one text and has some; the least where one has none."""
    if any(len(unit.predicted) != 1 or not unit.scores for unit in units):
        return None
    names = Counter(name for unit in units for name in unit.scores)
    answer = recognized(names, values).answer
    rows = []
    for unit in units:
        of_class = {answer(name): score for name, score in unit.scores.items()}
        rows.append([of_class.get(value, min(of_class.values())) for value in values])
    return np.array(rows, dtype=np.float32)


def _text_scores(
    right: list[list[str]], units: Iterable[UnitPrediction], tokenize: str | None
) -> dict[str, float]:
    """Scores of one fold's texts: right ones and predicted ones, unit by unit."""
    predicted = [text for unit in units for text in unit.predicted]
    return text_scores([text for texts in right for text in texts], predicted, tokenize=tokenize)


def _number_scores(
    kind: Kind,
    right: list[list[str]],
    units: list[UnitPrediction],
    metrics: Sequence[str] | None,
    n_relevant: list[int] | None,
    names: list[str],
    file: str | None,
) -> dict[str, float]:
    """Scores of one fold's numbers or rankings: right values and predictions, unit by unit."""
    gold = [
        np.array([number_of(value, "value", file, unit.line) for value in texts])
        for texts, unit in zip(right, units, strict=True)
    ]
    estimates = [
        np.array([number_of(value, "value", file, unit.line) for value in unit.predicted]) for unit in units
    ]
    if kind == "ranking":
        return ranking_scores(
            gold,
            estimates,
            metrics=RANKING if metrics is None else metrics,
            n_relevant=n_relevant,
            names=names,
        )
    wanted = REGRESSION if metrics is None else metrics
    return regression_scores(np.concatenate(gold), np.concatenate(estimates), metrics=wanted)


def _common(field: Sequence[str], texts: NDArray[np.int64], query: str) -> int:
    """The number of relevant documents that all texts of a query state."""
    stated = {field[text] for text in texts.tolist()}
    if len(stated) != 1 or not (value := next(iter(stated))).isdecimal():
        raise ScoresError(
            "Query {query} needs one whole number of relevant documents, the same in each row.", query=query
        )
    return int(value)
