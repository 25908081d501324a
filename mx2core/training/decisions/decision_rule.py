"""From scores or predictions to an answer: which of two models is better, by the one road there is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...errors import ScoresError
from ...exchange import ScoreTable
from ...inference import (
    BootstrapScore,
    OutOfFoldTTest,
    out_of_fold_t_test,
    precision_stop,
    sequential_t_test,
    verdict,
)
from ...inference.checks import check_differences
from ...inference.classical.rules import OUT_OF_FOLD
from ...metrics import ProposedMargin, default_metric, oriented, proposed_margin
from ...partition import PartitionSet
from ..scores.evaluation import Evaluation
from ..scores.fixed_predictions import fixed_model_score, fixed_models_test, same_in_every_split
from ..scores.result import Comparison
from .decision import Decision, Floats
from .differences import unit_differences
from .question import Question, Rule


def decide(
    results: Comparison | Evaluation | ScoreTable,
    a: str,
    b: str,
    *,
    partitions: PartitionSet | None = None,
    metric: str | None = None,
    question: Question | None = None,
    rule: Rule | None = None,
    smaller_is_better: bool | None = None,
) -> Decision:
    """Answer whether A or B is better, from the splits that are done.

    Predictions that no split changes get the approximate randomization test, others the
    out-of-fold test: once, when more splits no longer help or all that were planned are done.
    Scores without predictions get a sequential rule, and so do others whose `rule` says so.

    Parameters
    ----------
    results : Comparison, Evaluation or ScoreTable
        The first splits of a comparison may be done and the others not. An evaluation is what
        `read_fixed_predictions` gives.
    partitions : PartitionSet, optional
        What the models of a comparison are trained on; their number is the number of splits planned.
    metric : str, optional
        `default_metric` of those that are usually reported, if not given.
    question : Question, optional
        If not given, predictions are asked with the margin that `margin_for` proposes.
    smaller_is_better : bool, optional
        As in `unit_differences`.

    Raises
    ------
    ScoresError, InputError
        As `unit_differences`, `fixed_models_test` and `decide_differences`; if no split is done, or a
        comparison comes without its partitions.

    Examples
    --------
    >>> decision = mx.training.decide(result, "A", "B", partitions=halves, metric="accuracy")
    >>> decision.verdict is not None
    True
    """
    rule = rule or Rule()
    if metric is None:
        metric = default_metric(results.main_metrics)
    asked = question or usual_question(results, a, b, metric=metric)
    if isinstance(results, ScoreTable):
        values = results.differences(a, b, metric, smaller_is_better)
        found = decide_differences(values, question=asked, rule=rule)
    elif not isinstance(results, Comparison):
        found = _decide_fixed_models(results, a, b, metric, asked, rule, np.empty((0, 0)))
    else:
        if partitions is None:
            raise ScoresError("A decision needs the partitions of the training.")
        done = results.splits_done
        if not done:
            raise ScoresError("No split is finished yet.")
        compared, halves = results.first(done), partitions[:done]
        if rule.test not in (None, OUT_OF_FOLD):
            values = compared.differences(a, b, metric, smaller_is_better)
            found = decide_differences(values, question=asked, rule=rule, planned=len(partitions))
        else:
            values = unit_differences(
                compared.select(a),
                compared.select(b),
                partitions=halves,
                metric=metric,
                smaller_is_better=smaller_is_better,
            )
            if same_in_every_split(compared, a, b):
                found = _decide_fixed_models(compared, a, b, metric, asked, rule, values, halves.masks)
            else:
                found = decide_differences(
                    values,
                    halves.masks,
                    question=asked,
                    rule=rule,
                    planned=len(partitions),
                    may_stop_early=partitions.may_stop_early,
                )
    return _with_scores(replace(found, a=a, b=b, metric=metric), results)


def _with_scores(found: Decision, results: Comparison | Evaluation | ScoreTable) -> Decision:
    """With what both models got where they were tested, and which of them hardly learned anything."""
    pair, m, little = (found.a, found.b), found.m or len(found.differences), tuple[str, ...]()
    if isinstance(results, Comparison):
        little = results.first(m).select(*pair).learned_little(found.metric)
    if found.fixed is not None:  # on all units, however they are split
        smaller = bool(results.known_direction(found.metric))
        a, b = oriented(np.array(found.fixed.scores), smaller).tolist()
    else:
        assert not isinstance(results, Evaluation) or isinstance(results, Comparison)
        a, b = (float(results.seed_scores(name, found.metric)[:, :m].mean()) for name in pair)
    return replace(found, means=(a, b), little=little)


def decide_differences(
    differences: ArrayLike,
    masks: NDArray[np.bool_] | None = None,
    *,
    question: Question | None = None,
    rule: Rule | None = None,
    planned: int | None = None,
    may_stop_early: bool = True,
) -> Decision:
    """The same from numbers: the lead of A over B.

    Parameters
    ----------
    differences : array_like of float, shape (m, n_units) or (m, 2)
        On each unit, with `masks`; without, on the two folds of each split.
    masks : ndarray of bool, shape (m, n_units), optional
        Units that train the first fold of each split.
    planned : int, optional
        Splits that there will be; those that are there, if not given.
    may_stop_early : bool
        Whether the first splits are a set of their own kind; else all are tested, whatever the rule says.

    Returns
    -------
    Decision
        Of models called A and B.

    Raises
    ------
    ScoresError, InputError
        As `out_of_fold_t_test`, `precision_stop`, `sequential_t_test` and `verdict`.

    Examples
    --------
    >>> scores = [[0.02, 0.03], [0.01, 0.03], [0.04, 0.01], [0.02, 0.02], [0.03, 0.01]]
    >>> rule = mx.training.Rule("overall", looks=(3, 5))
    >>> decided = mx.training.decide_differences(scores, rule=rule)
    >>> decided.answer, decided.m
    ('undecided', 5)
    """
    asked, rule = question or Question(), rule or Rule()
    if masks is None:
        scores = check_differences(differences)
        if rule.test in (None, OUT_OF_FOLD):  # which needs units
            rule = replace(rule, test="overall")
        elif rule.test == "fixed" and rule.looks is None:
            rule = replace(rule, looks=(len(scores) if planned is None else planned,))
        tested = sequential_t_test(scores, **rule.sequential(asked))
        return Decision("A", "B", "", asked, rule, scores, None, tested.looks[-1], sequential=tested)
    values = np.asarray(differences, dtype=np.float64)
    planned = len(values) if planned is None else planned
    rule = replace(rule, test=OUT_OF_FOLD)
    first, last = rule.schedule[0], rule.schedule[-1]
    stop = test = None
    # Fewer splits than the first look do not show how much they disagree.
    if rule.stop == "precision" and may_stop_early and planned >= first:
        last = min(planned, last)
        stop = precision_stop(values, masks, first=first, last=last, **rule.unit_options(asked))
        test = stop.test
    elif rule.stop == "every" and may_stop_early and planned >= first:
        last = min(planned, last)
        test = _first_decided(Decision("A", "B", "", asked, rule, values, masks, last))
    else:
        last = planned
        rule = rule if rule.stop == "precision" else replace(rule, stop="all")  # no look is any good before
        test = (
            out_of_fold_t_test(values, masks, **rule.unit_options(asked)) if len(values) == planned else None
        )
    answer = None if test is None else verdict(test, asked.margin)
    return Decision("A", "B", "", asked, rule, values, masks, last, stop, test, verdict=answer)


def _first_decided(looked: Decision) -> OutOfFoldTTest | None:
    """The first look that decides, or the last one that there will be; None while splits are awaited."""
    for m in range(looked.rule.schedule[0], min(len(looked.differences), looked.last) + 1):
        test = looked.so_far(m)
        if m == looked.last or verdict(test, looked.question.margin).answer != "undecided":
            return test
    return None


def _decide_fixed_models(
    predictions: Comparison | Evaluation,
    a: str,
    b: str,
    metric: str,
    question: Question,
    rule: Rule,
    differences: Floats,
    masks: NDArray[np.bool_] | None = None,
) -> Decision:
    test = fixed_models_test(predictions, a, b, metric=metric, **question.unit_options)
    answer = verdict(test, question.margin)
    return Decision(
        a, b, metric, question, rule, differences, masks, len(differences), fixed=test, verdict=answer
    )


def usual_question(
    results: Comparison | Evaluation | ScoreTable, *models: str, metric: str, margin: float | None = None
) -> Question:
    """What is asked where nothing else is; of predictions equivalence, too, which scores cannot show."""
    if margin is None and not isinstance(results, ScoreTable):
        margin = margin_for(results, *models, metric=metric).value
    return Question(margin=margin)


def margin_for(results: Comparison | Evaluation | ScoreTable, *models: str, metric: str) -> ProposedMargin:
    """What is proposed as too small to matter between models, from their scores on the splits that are done.

    Which of them is ahead has no part in it.
    """
    sizes = []
    if isinstance(results, ScoreTable):
        sizes = [results.scores(name, metric) for name in models]
    elif not isinstance(results, Comparison) or results.splits_done:
        scores = results.scores(metric)
        sizes = [scores[results.runs(name)].mean(axis=0) for name in models]
    if isinstance(results, Comparison):
        sizes = [size[: results.splits_done] for size in sizes]
    return proposed_margin(metric, [float(size.mean()) for size in sizes])


def score_of_model(
    predicted: Evaluation,
    model: str,
    *,
    metric: str,
    partitions: PartitionSet | None,
    question: Question,
    rule: Rule,
    smaller_is_better: bool | None = None,
) -> OutOfFoldTTest | BootstrapScore | None:
    """By the out-of-fold test where splits change its predictions, else by the bootstrap; None where the
    rule waits for more splits."""
    if not isinstance(predicted, Comparison) or partitions is None or same_in_every_split(predicted, model):
        level = 1 - question.alpha
        return fixed_model_score(predicted, model, metric=metric, level=level, clusters=question.clusters)
    values = unit_differences(
        predicted.select(model),
        None,
        partitions=partitions,
        metric=metric,
        smaller_is_better=smaller_is_better,
    )
    both = replace(question, alternative="two-sided")  # a score alone has no side
    return decide_differences(
        values, partitions.masks, question=both, rule=rule, may_stop_early=partitions.may_stop_early
    ).test
