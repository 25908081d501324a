"""Where two models differ: by groups of units, and on units that one model always answers better."""

import math

import pandas as pd
import streamlit as st

from dashboard.figures.comparisons import out_of_fold as figures
from dashboard.race.answer.out_of_fold_view import Answer
from dashboard.race.doors import model_scores
from dashboard.server.result_cache import Remembered
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.widgets import pick
from dashboard.words import problems, text
from dashboard.words.numbers import PValue, number
from dashboard.words.text import _, inert, prose
from mx2core.inference import GroupDifference
from mx2core.training import Comparison, SteadyUnit, side_by_side
from mx2core.training.beside.where_they_differ import WhereTheyDiffer, where_they_differ
from mx2core.training.decisions.by_group import has_groups
from mx2core.training.decisions.methods_words import ONE_SPLIT
from mx2core.training.decisions.unit_attributes import is_unseen

Steady = tuple[tuple["SteadyUnit", ...], tuple["SteadyUnit", ...]]
MOST_GROUPS = 20  # in the picture; the table has all
SHOWN, MOST_SHOWN = 5, 50  # units of each kind, at first and when more are asked for
LONGEST = 400  # characters of a unit

_groups: Remembered[WhereTheyDiffer] = Remembered(60)
_steady: Remembered[Steady] = Remembered(20)


def group_differences(answer: Answer) -> None:
    """Groups of units with their differences."""
    decision, corpus, differences = answer.decision, state.project().corpus, answer.differences
    if decision.masks is None or len(decision.masks) == 1:
        st.info(problems.notice_text(ONE_SPLIT), icon=":material/info:")
        return
    m = len(decision.masks)
    if answer.decision.test is not None and answer.decision.test.m < m:
        st.caption(_("On all {m} splits; tested after {k}.").format(m=m, k=answer.decision.test.m))
    there = corpus.attributes
    offered = [name for name in (*there.several_valued, *there.widths) if name != "word"]
    names = {name: text.attribute(name) for name in offered if has_groups(corpus, name)}
    names |= model_scores.ways_of_seeing(corpus)
    by = pick(_("Groups of units by"), names, "where_by", next(iter(names)), buttons=True)
    found = _groups.get((*answer.key, by, answer.decision.question), lambda: _differences(answer, by))
    rows = found.groups[by]
    # Without entities F1 has nothing to count but what is added, so no difference there says nothing.
    if is_unseen(by):
        empty = [row.group.startswith("no ") and row.mean == 0 and row.pvalue is None for row in rows]
        rows = tuple(row for row, nothing in zip(rows, empty, strict=True) if not nothing)
    if there.is_ranged(by):  # in their own order, not the largest group first
        place = {label: k for k, label in enumerate(corpus.attribute(by).labels)}
        rows = tuple(sorted(rows, key=lambda row: place.get(row.group, len(place))))
    called = {
        row.group: name if isinstance(name, str) else problems.notice_text(name)
        for row, name in zip(found.groups[by], found.names[by], strict=True)
    }
    # Those that differ most surely, and these on top.
    surely = sorted(rows, key=lambda row: math.inf if row.pvalue is None else row.pvalue)
    drawn = surely[:MOST_GROUPS] if len(rows) > MOST_GROUPS else rows
    if not rows:
        st.info(_("No group shows a difference by itself."), icon=":material/info:")
        return
    _say(answer, rows, [called[row.group] for row in rows])
    components.chart(
        figures.differences(
            [
                (text.bracketed(called[one.group], f"{one.n_units:,}"), one.mean, one.lower, one.upper)
                for one in drawn
            ],
            differences.metric,
            differences.terms,
        ),
        "where",
        alt=_("Mean difference of {a} and {b} with its intervals.").format(a=differences.a, b=differences.b),
    )
    table = pd.DataFrame(
        {
            _("group"): [called[row.group] for row in rows],
            _("units"): [row.n_units for row in rows],
            _("difference"): [number(row.mean, "+.4f") for row in rows],
            _("lower"): [number(row.lower, "+.4f") for row in rows],
            _("upper"): [number(row.upper, "+.4f") for row in rows],
            _("p, adjusted"): [PValue(row.pvalue) for row in rows],
        }
    )
    if by in found.memory:
        st.markdown("#### " + _("How much of the difference is memory?"))
        st.markdown(prose(map(problems.problem_text, found.memory[by].sentences)))
        model_scores.seen_table(found.memory[by].scores, differences.metric, "where_seen")
    components.table(table, "where_groups")


def _differences(answer: Answer, by: str) -> WhereTheyDiffer:
    """On all splits that are done."""
    decision, comparison, partitions = answer.decision, answer.tested.results, answer.tested.partitions
    assert decision.masks is not None
    assert isinstance(comparison, Comparison)
    assert partitions is not None
    m, one = len(decision.masks), answer.differences
    return where_they_differ(
        comparison.select(one.a, one.b).first(m),
        decision,
        state.project().corpus,
        partitions[:m],
        by=[by],
        smaller_is_better=one.smaller_is_better,
    )


def _say(answer: Answer, rows: tuple[GroupDifference, ...], labels: list[str]) -> None:
    """Which groups differ beyond chance, and how to read the picture."""
    alpha = answer.decision.question.alpha
    surely = [
        (label, row.mean)
        for row, label in zip(rows, labels, strict=True)
        if row.pvalue is not None and row.pvalue < alpha
    ]
    for model, sign in ((answer.differences.a, 1), (answer.differences.b, -1)):
        groups = [label for label, mean in surely if sign * mean > 0]
        if groups:
            few = inert(_(", ").join(groups[:8])) + ("…" if len(groups) > 8 else "")
            form = _("**{model}** is ahead on units of: {groups}")
            st.markdown(form.format(model=inert(model), groups=few))
    if len(rows) > MOST_GROUPS:
        st.caption(_("Smallest p: {k} of {n:,}.").format(k=MOST_GROUPS, n=len(rows)))
    if not surely:
        st.markdown(_("No group shows a difference by itself."))
    form = _("Intervals hold together at {level:.3g}%; where few units differ, none.")
    st.caption("".join(form.format(level=100 * row.level) for row in rows[:1]))


def one_by_one(answer: Answer) -> None:
    """Units that one model answers better in every split: right answers and both predictions, side by side."""
    corpus, compared, partitions = state.project().corpus, answer.tested.results, answer.tested.partitions
    assert isinstance(compared, Comparison)
    assert partitions is not None
    m, a, b = len(answer.differences.values), answer.differences.a, answer.differences.b
    if compared.task == "tags":
        st.caption(_("A span with a wrong label is both missed and added."))
    wins, losses = _steady.get(
        answer.key, lambda: side_by_side(compared.first(m), a, b, corpus=corpus, partitions=partitions[:m])
    )
    shown = MOST_SHOWN if st.toggle(_("Show more"), key=state.choice("where_more", False)) else SHOWN
    heading = (
        _("**{model}** errs less: {n:,}") if m == 1 else _("**{model}** errs less in every split: {n:,}")
    )
    for place, model, units in zip(st.columns(2, gap="medium"), (a, b), (wins, losses), strict=True):
        with place:
            st.markdown(heading.format(model=inert(model), n=len(units)))
            for unit in units[:shown]:
                _unit(unit, a, b)
            if len(units) > shown:
                st.caption(_("Clearest: {k} of {n:,}.").format(k=shown, n=len(units)))


def _unit(unit: SteadyUnit, a: str, b: str) -> None:
    with st.container(border=True):
        words = " ".join(unit.words)[:LONGEST]
        st.text(words)
        rows = [
            (word, *(answer or "–" for answer in answers))
            for word, *answers in zip(unit.words, unit.gold, unit.a, unit.b, strict=True)
            if len(set(answers)) > 1
        ]
        columns = [_("word"), _("gold"), a, b if b != a else f"{b} (B)"]
        table = pd.DataFrame(rows, columns=columns)
        if len(unit.words) == 1:  # a whole text, which stands above
            table = table.drop(columns=columns[0])
        components.table(table, height="content")
