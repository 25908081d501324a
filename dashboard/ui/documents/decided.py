"""What was decided between two models, from what a project keeps: the answer, and the words for a paper.

It needs no session: a report is made in a thread without one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from dashboard.ui.answers import all_pairs, unit_question
from dashboard.ui.answers.rule_choice import Differences
from dashboard.ui.answers.tested import Tested
from dashboard.ui.documents import citation
from dashboard.words import problems, text
from dashboard.words.metrics import not_known, stated
from dashboard.words.text import _
from mx2core.errors import Mx2Error
from mx2core.inference.classical.rules import OUT_OF_FOLD
from mx2core.training import Comparison, Decision
from mx2core.training.decisions.planned_tests import exploratory_level


@dataclass(frozen=True, slots=True, eq=False)
class Decided:
    """An answer, and how a paper tells it."""

    differences: Differences
    metric: str  # as the core calls it
    decision: Decision
    paragraphs: tuple[str, ...]  # the answer; then how it was scored, and where the test errs
    clusters: str = ""  # the field that the clusters of the question share


def decided(tested: Tested, choices: Mapping[str, Any]) -> Decided | str:
    """The models, metric and rule that were chosen, on all splits that are done; or why there is no answer."""
    scores, names = tested.results, tested.models
    metric = unit_question.metric_of(scores, choices)
    known = scores.known_direction(metric)
    smaller = stated(choices, metric) if known is None else known
    if smaller is None:
        return not_known(metric)
    pair = [choices.get("model_a"), choices.get("model_b")]
    if pair[0] == pair[1] or not set(pair) <= set(names):
        pair = list(names[:2])
    a, b = map(str, pair)
    try:
        differences = tested.differences(a, b, metric, smaller)
        question, rule, look = unit_question.put(tested, choices, metric, a, b)
        of_metrics = all_pairs.level_of(tested, differences, metric, question, rule)
        level = partial(exploratory_level, tested.plan, tested.looks, metric_level=of_metrics)
        asked = replace(question, alpha=level(look).alpha)
        by_units = look.plan.test == OUT_OF_FOLD
        if not by_units and tested.done < rule.schedule[0]:
            words = _("First look at m = {first}; finished: {m}.")
            return words.format(first=rule.schedule[0], m=tested.done)
        decision = tested.decision(differences, metric, asked, rule)
        standing = level(replace(look, m=decision.m)).notices
        paragraph = citation.decision_paragraph(differences, decision, tested.corpus, tested.made_on)
        notes = [text.prose((paragraph, *map(problems.notice_text, standing)))]
        if isinstance(scores, Comparison) and decision.test is not None:
            notes.append(problems.notice_text(scores.how_scored))
        if further := decision.promised_further:
            notes.append(text.prose(map(problems.notice_text, further)))
    except Mx2Error as problem:
        return problems.notice_text(problem.notice)
    clusters = "" if question.clusters is None else str(choices["unit_clusters"])
    return Decided(differences, metric, decision, tuple(notes), clusters)
