"""Which splits models are compared on: sets made before, fresh ones, and more of those compared on already."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.server.project import KeptPartitions, Project
from dashboard.server.running.experiments import ShownRun
from dashboard.session import analysis, flash, state
from dashboard.ui import components
from dashboard.ui.widgets import pick_several
from dashboard.words.text import _
from mx2core.partition import PartitionSet, default_target
from mx2core.partition.checks import USUAL_M
from mx2core.partition.construct.named import WAYS

MOST_M = 20  # of splits asked for here
PICKED = "compared_before"  # in the session: the sets that were picked when the page was last drawn
MOST_SETS = 4  # of partitions in one experiment


def choose(project: Project) -> list[KeptPartitions]:
    """Sets made before, or the first m splits of those that can be cut; and fresh ones."""
    names = {key: components.partitions_name(project.partitions[key]) for key in reversed(project.partitions)}
    new, default = _("new: {method}"), default_target(USUAL_M, prefix=True)
    fresh_ways = components.default_first(components.methods(), default)
    names |= {method: new.format(method=words) for method, words in fresh_ways.items()}
    which, count = st.columns([4, 1])
    scheme = state.chosen("scheme")  # on Splits; splits to thresholds are made only there
    fresh = scheme if scheme in fresh_ways else default
    usual = next(reversed(project.partitions), fresh)
    picked = pick_several(
        _("Splits, one set or more"),
        names,
        state.selection("compared_on", list(names), [usual]),
        most=MOST_SETS,
        place=which,
    )
    made = [project.partitions[key] for key in picked if key in project.partitions]
    whole = [kept for kept in made if components.is_whole_set(kept.partitions)]
    most = min([MOST_M, *(len(kept.partitions) for kept in made if kept not in whole)])
    m = _number(count, picked, whole, most)
    kept_sets = ((one, project.partitions.get(one)) for one in picked)
    for effect in dict.fromkeys(
        components.effect_of(kept.partitions, analysis.current()) if kept else components.effect(one)
        for one, kept in kept_sets
    ):
        if effect is not None:
            st.caption(effect)
    anew = [kept for kept in whole if len(kept.partitions) != m]
    if anew:
        st.caption(_("For another m, {m} new splits are made.").format(m=m))
    sets = []
    for signature in picked:
        chosen = project.partitions.get(signature)
        if chosen is None:
            sets.append(KeptPartitions(analysis.partitions(signature, m, state.chosen("seed", 0))))
        elif chosen in anew:
            sets.append(
                KeptPartitions(analysis.partitions(chosen.partitions.method, m, chosen.partitions.seed or 0))
            )
        else:
            sets.append(chosen if chosen in whole else KeptPartitions(chosen.partitions[:m], chosen.file))
    return sets


def _number(count: DeltaGenerator, picked: list[str], whole: list[KeptPartitions], most: int) -> int:
    """The field for m; where a set that was made as a whole is picked anew, it begins at the m of the set."""
    key = state.choice("m_compared", min(state.chosen("m", USUAL_M), most))
    if whole and st.session_state.get(PICKED) != picked:
        st.session_state[key] = len(whole[0].partitions)
    st.session_state[PICKED] = list(picked)
    most = max([most, *(len(one.partitions) for one in whole)])
    asked = st.query_params.get("m")  # of a link, as the page of the test had them once
    if asked is not None and not (asked.isdecimal() and len(asked) < 9 and 1 <= int(asked) <= most):
        flash.refuse("m", asked, f"1–{most}")
        st.rerun()
    st.session_state[key] = min(int(st.query_params.pop("m", st.session_state[key])), most)
    return int(count.number_input(_("Splits m"), 1, most, key=key))


def proposed(project: Project, run: ShownRun) -> KeptPartitions | None:
    """The set that another page proposed, as long as it is selected and not in the comparison that is shown."""
    key = state.chosen("proposed")
    kept = project.partitions.get(key) if key in (state.chosen("compared_on") or ()) else None
    if kept is None or any(_begins(kept, one) for one in run.experiment.partitions):
        return None
    return kept


def _begins(kept: KeptPartitions, compared: PartitionSet) -> bool:
    """Whether these splits, or the first of them, were compared; a set that is made anew for each m counts as one."""
    made = kept.partitions
    if components.is_whole_set(made) and components.is_whole_set(compared):
        return (made.method, made.seed) == (compared.method, compared.seed)
    return len(compared) <= len(made) and made[: len(compared)].id == compared.id


def m_after(project: Project, compared: PartitionSet, n: int) -> int:
    """How many splits there are with n more of them, or as many more as there are."""
    whole = components.is_whole_set(compared)
    kept = [] if whole else [len(one.partitions) for one in _kept_longer(project, compared)]
    made = MOST_M if compared.method in WAYS and compared.seed is not None else 0
    return min(len(compared) + n, max([made, *kept]))


def longer(project: Project, compared: PartitionSet, m: int) -> PartitionSet:
    """m splits in the place of those that models were compared on: the same and more, or of a set m new ones.

    DesignError if this corpus has no m splits of the kind.
    """
    for kept in _kept_longer(project, compared):
        if len(kept.partitions) >= m:
            return kept.partitions[:m]
    return analysis.partitions(compared.method, m, compared.seed or 0)


def _kept_longer(project: Project, compared: PartitionSet) -> list[KeptPartitions]:
    """Sets of the project that begin with these splits; those made as a whole are no beginning of others."""
    n, sets = len(compared), project.partitions.values()
    return [one for one in sets if len(one.partitions) > n and one.partitions[:n].id == compared.id]
