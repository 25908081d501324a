"""What would decide: the length of the interval with more units, and what its uncertainty comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from dashboard.figures.comparisons import out_of_fold as figures
from dashboard.ui import components, menu
from dashboard.words import problems
from dashboard.words.escaping import equations_whole
from dashboard.words.text import _, joined
from mx2core.inference.mx2 import promise

if TYPE_CHECKING:
    from dashboard.race.answer.out_of_fold_view import Answer
    from mx2core.inference import Verdict


def show(answer: Answer) -> None:
    verdict = answer.verdict
    words, picture = st.columns(2, gap="medium")
    with words:
        if verdict is not None and verdict.answer == "undecided":
            st.markdown(equations_whole(joined(map(problems.worded, answer.decision.meaning()))))
        _parts(answer)
    with picture:
        if verdict is not None and verdict.pvalue is not None and not answer.decision.one_split:
            _curve(answer, verdict)
    if answer.fixed is not None:
        st.caption(problems.worded(promise.FIXED_MODELS))
        return
    test, made = answer.test, answer.decision
    if test is not None:
        known = promise.out_of_fold(
            test.m,
            stopped=made.stop is not None,
            conservative=made.rule.conservative,
            every_look=test.looks is not None,
        )
        st.caption(problems.worded(known))
    menu.lead("calibration", _("Where it errs, and what it finds"), "adjust")


def _curve(answer: Answer, verdict: Verdict) -> None:
    # An estimate of the splits tested: those that came after them show it themselves.
    ended = answer.test is not None and answer.test.m == len(answer.by_split)
    limit = verdict.half_length_limit if ended else None
    components.chart(
        figures.half_lengths(verdict.curve, margin=verdict.margin, limit=limit),
        "would_decide",
        alt=_("Half-length against units, from {now:.4f} to {then:.4f}.").format(
            now=verdict.curve[0][1], then=verdict.curve[-1][1]
        ),
    )


def _parts(answer: Answer) -> None:
    """What the variance of the mean comes from, as one bar."""
    test = answer.test or (answer.by_split[-1] if answer.by_split else None)
    if test is None or not test.variance:
        return
    parts = {
        _("tested on these units"): test.units,
        _("tested and trained on them"): test.covariance,
        _("trained on these units"): test.training,
        _("these splits"): test.splits,
    }
    seeds = answer.seeds
    if seeds is not None:  # what seeds add is a part of what splits differ by
        of_seeds = min(seeds.variance, test.splits)
        parts |= {_("these splits"): test.splits - of_seeds, _("these seeds"): of_seeds}
    if test.m == 1:  # one split cannot show its own part
        del parts[_("these splits")]
    shares = [part / test.variance for part in parts.values()]
    if answer.verdict is None or answer.verdict.answer == "undecided":
        st.markdown("**" + _("What the uncertainty comes from") + "**")
    components.chart(
        figures.variance_parts(list(parts), shares),
        "variance_parts",
        alt=_("Parts of the variance: {parts}.").format(
            parts=_(", ").join(f"{name} {share:.0%}" for name, share in zip(parts, shares, strict=True))
        ),
    )
    st.caption(_("More splits remove what splits and seeds add; more units shrink all."))
    if seeds is not None:
        models = answer.differences.a, answer.differences.b
        st.caption(joined(map(problems.worded, seeds.sentences(models, test))))
