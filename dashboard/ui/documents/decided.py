"""What was decided between two models, from what a project keeps: the answer, and the words for a paper.

It needs no session: a report is made in a thread without one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from dashboard.server.result_cache import Remembered
from dashboard.ui.answers import all_pairs, unit_question
from dashboard.ui.answers import rule_choice as test_rule
from dashboard.ui.answers.rule_choice import OUT_OF_FOLD, Differences
from dashboard.ui.answers.tested import Tested
from dashboard.ui.documents import citation
from dashboard.words import problems, text
from dashboard.words.metrics import metric_names, not_known, stated
from dashboard.words.text import _
from mx2core.errors import Mx2Error, Notice
from mx2core.exchange import ScoreTable
from mx2core.inference import MemoryShare
from mx2core.metrics import default_metric
from mx2core.training import (
    Comparison,
    Decision,
    Evaluation,
    decide,
    decide_differences,
    margin_for,
    memory_of,
)
from mx2core.training.decisions.planned_tests import ShownAnswer, exploratory_level

_decisions: Remembered[Decision] = Remembered(60)
_memories: Remembered[MemoryShare] = Remembered(60)


@dataclass(frozen=True, slots=True, eq=False)
class Decided:
    """An answer, and how a paper tells it."""

    differences: Differences
    metric: str  # as the core calls it
    decision: Decision
    paragraphs: tuple[str, ...]  # the answer; then the scores, and what else there is to tell
    clusters: str = ""  # the field that the clusters of the question share


def metric_of(results: Comparison | Evaluation | ScoreTable, choices: Mapping[str, Any]) -> str:
    """The metric that was chosen on the page of the test, or the usual one."""
    chosen = str(choices.get("tested"))
    return chosen if chosen in results.metrics else default_metric(results.main_metrics)


def decided(tested: Tested, choices: Mapping[str, Any]) -> Decided | str:
    """The models, metric and rule that were chosen, on all splits that are done; or why there is no answer."""
    scores, names = tested.results, tested.models
    metric = metric_of(scores, choices)
    known = scores.known_direction(metric)
    smaller = stated(choices, metric) if known is None else known
    if smaller is None:
        return not_known(metric)
    pair = [choices.get("model_a"), choices.get("model_b")]
    if pair[0] == pair[1] or not set(pair) <= set(names):
        pair = list(names[:2])
    a, b = map(str, pair)
    by_units = tested.partitions is not None and choices.get("decides", OUT_OF_FOLD) == OUT_OF_FOLD
    try:
        values = scores.differences(a, b, metric, smaller)
        differences = Differences(values, a, b, metric_names().get(metric, metric), smaller)
        if by_units or type(scores) is Evaluation:
            decision, said = _decide_units(tested, differences, metric, choices)
            of_splits = by_units and decision.m > 1
            memory = [_memory(tested, differences, metric, choices, decision.m)] if of_splits else []
            asked = decision.question.clusters is not None
            clusters = str(choices["unit_clusters"]) if asked else ""
            return Decided(differences, metric, decision, (*said, *memory), clusters)
    except Mx2Error as problem:
        return problems.notice_text(Notice(problem.message, problem.values))
    question, rule = test_rule.read(choices, units=tested.partitions is not None)
    look = unit_question.look(tested, choices, question, rule, metric, (a, b))
    question = replace(question, alpha=exploratory_level(tested.asked, tested.looks, look).alpha)
    first = rule.schedule[0]
    if tested.done < first:
        return _("First look at m = {first}; finished: {m}.").format(first=first, m=tested.done)
    differences = replace(differences, values=values[: tested.done])
    decision = replace(
        decide_differences(differences.values, question=question, rule=rule), a=a, b=b, metric=metric
    )
    test = decision.sequential
    assert test is not None
    standing = _standing(tested, replace(look, m=test.m or 0))
    return Decided(
        differences,
        metric,
        decision,
        (text.prose((citation.decision_paragraph(differences, test), standing)),),
    )


def _standing(tested: Tested, look: ShownAnswer, of_metrics: all_pairs.Level | None = None) -> str:
    """What was asked before the run, and what became of that."""
    standing = exploratory_level(tested.asked, tested.looks, look, of_metrics)
    return text.prose(map(problems.notice_text, unit_question.notices(standing)))


def _decide_units(
    tested: Tested, differences: Differences, metric: str, choices: Mapping[str, Any]
) -> tuple[Decision, list[str]]:
    assert tested.corpus is not None
    assert isinstance(tested.results, Evaluation)
    a, b = differences.a, differences.b
    question, rule, look = unit_question.put(tested, choices, metric, a, b)
    of_metrics = all_pairs.level_of(tested, differences, metric, question, rule)
    question = replace(question, alpha=exploratory_level(tested.asked, tested.looks, look, of_metrics).alpha)
    about: dict[str, Any] = {
        "metric": metric,
        "question": question,
        "smaller_is_better": differences.smaller_is_better,
    }
    compute = partial(decide, tested.results, a, b, partitions=tested.partitions, rule=rule, **about)
    of = (tested.key, tested.done, a, b, rule, *about.values())
    answer = _decisions.get(of, compute) if tested.key else compute()
    standing = _standing(tested, replace(look, m=answer.m), of_metrics)
    said = [text.prose((citation.units_paragraph(differences, answer), standing))]
    if answer.test is not None and isinstance(tested.results, Comparison):
        scores = citation.scores_sentences(tested.results, differences, metric, answer.test.m)
        said.append(text.prose(scores))
    return answer, said


def _memory(tested: Tested, differences: Differences, metric: str, choices: Mapping[str, Any], m: int) -> str:
    results, partitions = tested.results, tested.partitions
    a, b, smaller = differences.a, differences.b, differences.smaller_is_better
    assert tested.corpus is not None
    assert isinstance(results, Comparison)
    assert partitions is not None
    question, _rule = unit_question.read(choices, tested.corpus, margin_for(results, a, b, metric=metric))
    about: dict[str, Any] = {
        "a": a,
        "b": b,
        "metric": metric,
        "question": question,
        "smaller_is_better": smaller,
    }
    of_splits: dict[str, Any] = {"corpus": tested.corpus, "partitions": partitions[:m]}
    compute = partial(memory_of, results.first(m), **of_splits, **about)
    share = _memories.get((tested.key, m, *about.values()), compute) if tested.key else compute()
    unseen = _("By words unseen in training (m = {m}):").format(m=m)
    return text.prose((unseen, *map(problems.notice_text, share.sentences(a, b))))
