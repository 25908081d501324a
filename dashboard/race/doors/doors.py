"""Doors under an answer, all closed at first: where the models differ, scores, other tests, what would decide."""

from collections.abc import Callable
from functools import partial
from typing import cast

import streamlit as st

from dashboard.figures.comparisons import out_of_fold as figures
from dashboard.race.answer.out_of_fold_view import Answer
from dashboard.race.doors import model_scores, other_tests, views, where_they_differ
from dashboard.ui import components, menu
from dashboard.ui.widgets import show_one
from dashboard.words import problems
from dashboard.words.text import _, prose
from mx2core.training import Comparison


def show(answer: Answer) -> None:
    """The view behind a door is made when it is opened."""
    compared, views = answer.tested.results, dict[str, tuple[str, Callable[[], None]]]()
    scored = answer.tested.partitions is not None and isinstance(compared, Comparison)
    if not scored or answer.decision.sequential is None:
        views["where"] = _("Where they differ"), partial(_where, answer)
    if scored:
        views["scores"] = _("Scores"), partial(_scores, answer, cast(Comparison, compared))
    views["tests"] = _("Other tests"), partial(_tests, answer)
    views["decide"] = _last_door(answer), partial(_uncertainty, answer)
    show_one(_("View"), views, "door", closed=True)


def _last_door(answer: Answer) -> str:
    """Where the question is decided, nothing has to decide it any more."""
    verdict, sequential = answer.decision.verdict, answer.decision.sequential
    if verdict is not None and verdict.answer != "undecided":
        return _("What the uncertainty comes from")
    if sequential is not None and sequential.rejected:
        return _("Had you stopped elsewhere")
    return _("What would decide")


def _where(answer: Answer) -> None:
    tested = answer.tested
    if tested.partitions is None or not isinstance(tested.results, Comparison):
        st.info(_("This needs predictions on splits."), icon=":material/info:")
        return
    shown: dict[str, tuple[str, Callable[[], None]]] = {
        "groups": (_("Groups of units"), lambda: where_they_differ.group_differences(answer)),
        "units": (_("Single units"), lambda: where_they_differ.one_by_one(answer)),
    }
    show_one(_("View"), shown, "where_view")


def _scores(answer: Answer, compared: Comparison) -> None:
    shown = {"scores": (_("Scores"), lambda: model_scores.show(answer.tested, compared, answer.metric))}
    if compared.task != "numbers":
        shown["labels"] = _("Label by label"), lambda: model_scores.label_scores(compared)
    show_one(_("View"), shown, "scores_view")


def _tests(answer: Answer) -> None:
    tested, values = answer.tested, answer.differences.values
    several = values.ndim == 2 and len(values) > 1 and answer.decision.fixed is None
    shown: dict[str, tuple[str, Callable[[], None]]] = {}
    if several:
        shown["others"] = _("Usual tests"), lambda: other_tests.others(views.both_rules(answer))
    if answer.decision.fixed is not None and (found := other_tests.side_tests(answer).mcnemar):
        shown["others"] = _("Usual tests"), lambda: other_tests.mcnemar(answer, found)
    if tested.run is not None and len(tested.models) > 2:
        shown["pairs"] = _("All pairs of models"), lambda: other_tests.pairs(tested)
    if not shown:
        st.info(_("Scores need two splits."), icon=":material/hourglass:")
        return
    show_one(_("View"), shown, "more_view")


def _uncertainty(answer: Answer) -> None:
    """What would decide, and what the uncertainty comes from; of scores, other stops."""
    if answer.decision.sequential is not None:
        views.would_decide(views.both_rules(answer))
        return
    verdict = answer.decision.verdict
    if verdict is not None and verdict.answer == "undecided":
        st.markdown(prose(map(problems.problem_text, answer.decision.meaning())))
    _parts(answer)
    for known in answer.decision.promised:
        st.caption(problems.problem_text(known))
    if answer.decision.fixed is not None:
        return
    menu.lead("calibration", _("Where it errs, and what it finds"), "adjust")


def _parts(answer: Answer) -> None:
    test = answer.decision.test or (answer.split_tests[-1] if answer.split_tests else None)
    if test is None or not test.variance:
        return
    parts = {problems.notice_text(name): part for name, part in test.parts}
    seeds = answer.seeds
    if seeds is not None:  # what seeds add is a part of what splits differ by
        of_seeds = min(seeds.added.variance, test.splits)
        if test.m > 1:
            parts[list(parts)[-1]] -= of_seeds
        parts[_("these seeds")] = of_seeds
    shares = [part / test.variance for part in parts.values()]
    if answer.decision.verdict is None or answer.decision.verdict.answer == "undecided":
        st.markdown("**" + _("What the uncertainty comes from") + "**")
    each = _(", ").join(f"{name} {share:.0%}" for name, share in zip(parts, shares, strict=True))
    alt = _("Parts of the variance: {parts}.").format(parts=each)
    components.chart(figures.variance_parts(list(parts), shares), "variance_parts", alt=alt)
    if seeds is not None:
        st.caption(prose(map(problems.problem_text, seeds.sentences)))
