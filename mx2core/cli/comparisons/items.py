"""`test ITEMS`: two models on the same items, with what more items and epochs would buy."""

from __future__ import annotations

from argparse import Namespace

from ...errors import UsageError
from ...exchange.canonical import plain
from ...exchange.scores.item_scores import read_item_scores
from ...training import compare_items
from ...training.decisions.methods_words import items_words, task_words
from ..options.declared import given_options
from ..options.values import PROPOSED
from ..text import Report, lines, paragraphs, prose, sentence
from .question_options import direction, gate

FORM = """
A: {a}, B: {b}; {metric}, {direction}. Intervals are of level {level!p:g}%.

[tasks] task items=test.n_items:, clusters=test.n_clusters:, A=mean_a:.4f B=mean_b:.4f \
{a}_ahead_by=test.mean:+.4f error|standard=test.standard_error:.4f lower=test.lower:+.4f \
upper=test.upper:+.4f p_(Holm)=holm!v p_(FDR)=discovery:.2g answer!t

{summary}

{answers}
"""


def run(options: Namespace, files: list[str]) -> Report:
    if others := given_options(options, "pairs metrics mode"):
        raise UsageError(
            "Scores per item have no splits and two models at a time: use --models, not {options}.",
            options=others,
        )
    if options.margin == PROPOSED:
        raise UsageError("Scores per item need --margin with a number.")
    scores = read_item_scores(files, metric=options.metric)
    found = compare_items(
        scores,
        *(options.models or (None, None)),
        alpha=options.alpha,
        alternative=options.alternative or "two-sided",
        margin=options.margin,
        smaller_is_better=options.smaller_is_better,
    )
    tasks = [
        {**plain(one), "answer": one.answer, "detectable": found.planned(one).detectable()}
        for one in found.tasks
    ]
    tasks_found = (
        sentence("{name}: {answer}", name=one.task, answer=told) if one.task else told
        for one in found.tasks
        for told in [prose(*task_words(found, one))]
    )
    answers = []
    for one in found.tasks:
        answer = sentence("{answer}.", answer=found.headline(one))
        named = sentence("{name}: {answer}", name=one.task or None, answer=answer)
        answers.append(lines(named or answer, *found.meaning(one)))
    several = len(found.tasks) > 1
    required = {"better": "A better", "equivalent": "equivalent"}.get(options.require or "")
    holds = None if required is None else all(one.answer == required for one in found.tasks)
    return Report(
        FORM if holds is None else "{gate}",
        found,
        words={
            "gate": gate(options.require, holds),
            "summary": sentence("{answer}.", answer=found.summary()) if several else None,
            "answers": paragraphs(*answers),
            "direction": direction(found.smaller_is_better),
        },
        sentence=sentence("{answer}.", answer=found.summary()),
        paragraph=prose(*items_words(found, scores.metric), *tasks_found),
        models=[found.a, found.b],
        metric=scores.metric,
        level=found.tasks[0].test.level,
        margin=found.margin,
        tasks=tasks,
        holds=holds,
        warnings=found.notices,
    )
