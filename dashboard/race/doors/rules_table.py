"""What the out-of-fold test and both sequential rules say of the same splits, in one table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from dashboard.ui import components
from dashboard.ui.answers.rule_choice import modes, other, sequential, sequential_rule
from dashboard.words import problems
from dashboard.words.text import _
from mx2core.inference.mx2.t_test import correction, upper_point

if TYPE_CHECKING:
    from dashboard.race.answer.out_of_fold_view import Answer
    from mx2core.inference import SequentialTTest


def _at(decision: str, m: int | None) -> str:
    return decision if m is None else _("{decision}, m = {m}").format(decision=decision, m=m)


def show(answer: Answer) -> None:
    """What the out-of-fold test and both sequential rules say of the splits seen."""
    rule = sequential_rule()
    test, names = answer.test, modes()
    rows = [(_("out-of-fold"), _at(_said(answer), None if test is None else test.m))]
    disagree, decided = False, _winner(answer)
    for mode in names:
        by = rule if mode == "overall" else other(rule)
        if len(answer.differences.values) < by.schedule[0]:
            said = _("first look at m = {m}").format(m=by.schedule[0])
        else:
            tested = sequential(answer.differences.values, answer.question, by)
            winner = answer.differences.b if tested.ahead == "B" else answer.differences.a
            decision = {
                "rejected": _("{model} better").format(model=winner),
                "not rejected": _("not shown"),
                "continue": _("not yet"),
            }[tested.state]
            said = f"{_at(decision, tested.m)} · {last_look(tested)}"
            disagree |= tested.rejected and winner != decided
        rows.append((names[mode], said))
    components.wrapping_table(pd.DataFrame(rows, columns=[_("test"), _("decision")]))
    if disagree and answer.verdict is not None:
        st.markdown(_("**The rules disagree.** The one chosen beforehand counts."))
    st.caption(_("The out-of-fold test decides: it sees every unit."))


def last_look(tested: SequentialTTest) -> str:
    """The last look in the paper's terms: statistic, what it has to exceed, and what both are made of."""
    look = tested.table[-1]
    if look.statistic is None:
        return f"σ̂ = {look.sigma:.4g}"
    df, level = 2 * look.m - 1, tested.level_per_look
    return (
        f"T = {look.statistic:.4g}, t_{level:.3g}({df}) = {upper_point(level, df):.4g}, "
        f"C_{look.m} = {correction(look.m):.4f}, σ̂ = {look.sigma:.4g}"
    )


def _winner(answer: Answer) -> str | None:
    """The model that the out-of-fold test calls better."""
    said = None if answer.verdict is None else answer.verdict.answer
    return {"A better": answer.differences.a, "B better": answer.differences.b}.get(said or "")


def _said(answer: Answer) -> str:
    verdict = answer.verdict
    if answer.decision.one_split:
        return problems.worded(answer.decision.headline)
    if verdict is None:
        return _("not yet")
    differences = answer.differences
    return {
        "A better": _("{model} better").format(model=differences.a),
        "B better": _("{model} better").format(model=differences.b),
        "equivalent": _("equivalent"),
        "undecided": _("undecided"),
    }[verdict.answer]
