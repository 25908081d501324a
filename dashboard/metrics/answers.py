"""How good are these predictions? Which group of metrics, and whose answers: an example, a table, a comparison."""

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.metrics import complexity, hand_tests, sampling
from dashboard.metrics.groups import classes, outputs, thresholds, trainings
from dashboard.server.result_cache import remembered
from dashboard.server.running import experiments
from dashboard.server.turns import MANY, make_table
from dashboard.server.visits.limits import Limits
from dashboard.session import state
from dashboard.session.fragments import fragment
from dashboard.ui import components
from dashboard.ui.answers import tested
from dashboard.ui.widgets import Options, options, pick, show_one
from dashboard.words import problems, text
from dashboard.words.escaping import visible
from dashboard.words.text import _, inert
from mx2core.exchange import read_answer_table, write_answer_table
from mx2core.exchange.scores.answer_table import MAX_BYTES
from mx2core.metrics import METRIC_GROUPS, AnswerTable, sample_table
from mx2core.training import Comparison, answer_table

# Groups that a comparison has no answers for, or (the cost of models) whose answers a command counts.
TYPED = ("ranking", "text", "segmentation", "model_cost")
TABLE, NAME = "metrics_table", "metrics_table_name"
MOST_KEPT = 200_000  # characters of a table that goes with the project
AREA = "metrics_area"  # choice
_taking = remembered(8)(AnswerTable.taking)


def views() -> dict[str, tuple[str, Callable[[AnswerTable, Options], None]]]:
    """By group of metrics what it is called, and what draws it."""
    return {
        "classification": (_("Classes"), classes.show),
        "labels": (_("Label sets"), classes.show_sets),
        "threshold": (_("Score thresholds"), thresholds.show),
        "costs": (_("Costs"), thresholds.show_costs),
        "ranking": (_("Rankings"), outputs.show_rankings),
        "regression": (_("Numbers"), outputs.show_numbers),
        "text": (_("Texts"), outputs.show_texts),
        "segmentation": (_("Words"), outputs.show_words),
        "bias_variance": (_("Bias and variance"), trainings.show_spread),
        "model_cost": (_("Cost of a model"), trainings.show_cost),
    }


def column_names() -> dict[str, str]:
    return {
        "unit": _("unit"),
        "gold": _("right answer"),
        "predicted": _("predicted answer"),
        "score": _("score"),
        "reference": _("reference"),
        "text": _("predicted text"),
        "words": _("right words"),
        "segmented": _("predicted words"),
        "query": _("query"),
        "relevance": _("relevance"),
        "n_relevant": _("relevant in all"),
        "weight": _("weight"),
        "predicted_b": _("second model's answer"),
        "cluster": _("cluster"),
        "part": _("part of the model"),
        "operations": _("multiply-adds"),
        "weights": _("weights"),
        "outputs": _("outputs"),
        "touched": _("weights read"),
    }


def choose(group: str, more: Options, whose: DeltaGenerator) -> AnswerTable | None:
    """The answers that are scored, and in `whose` where they come from; None while not all were brought.

    Those of a comparison of the project come first, then an example.
    """
    sources = {"sample": _("example"), "table": _("own table")}
    if group not in TYPED and any(run.n_finished for run in experiments.experiment_list(state.project())):
        sources["run"] = _("comparison of this project")
    where, what = st.columns([2, 3], gap="medium", vertical_alignment="bottom")
    # A choice of its own: what was shown before anything was compared was not chosen.
    usual, key = ("run", "metrics_of") if "run" in sources else ("sample", "metrics_source")
    source = more.pick(_("Answers"), sources, key, usual, buttons=True, place=where)
    if source == "sample":
        table = sample_table(group, "zh" if text.language() == "zh" else "en")
        look: dict[str, Any] = {"type": "tertiary", "icon": "table_view", "place": what}
        written = partial(write_answer_table, table)
        components.download(_("Download the example"), written, f"{group}.csv", "metrics_sample", **look)
        whose.caption(_("An invented example, not your corpus."))
        return table
    if source == "run":
        with what:
            return _run_answers(group, whose)
    _bring(group)
    # What was brought last: in this session, or small enough to stay with the project.
    data = st.session_state.get(f"{TABLE}_here") or str(state.chosen(TABLE) or "").encode()
    return _with_columns(group, _read(str(state.chosen(NAME, "")), data)) if data else None


def _run_answers(group: str, whose: DeltaGenerator) -> AnswerTable | None:
    """What a model of a finished comparison predicted over its folds."""
    known = tested.experiment_names(state.project())
    if not known:
        return None
    run = experiments.run(pick(_("Comparison"), known, "run", next(iter(known))))
    comparison = run.comparisons[0]
    models = list(comparison.models)
    model = pick(_("Model"), models, "metrics_model", models[0])
    sentence = _("{model}: {n:,} units, once in each of {m} splits")
    n, m = len(state.project().corpus), comparison.splits_done
    whose.caption(sentence.format(model=inert(model), n=n, m=m))
    id, finished, number = state.chosen("run"), len(comparison.results), models.index(model)
    return _answered(id, finished, number, group in ("threshold", "costs"), comparison)


@remembered(4)
def _answered(run: str, finished: int, model: int, scores: bool, _comparison: Comparison) -> AnswerTable:
    return answer_table(_comparison, model, scores=scores)


def _bring(group: str) -> None:
    """Take a table, read it once before it takes the place of another one."""
    needed = [f"{name} ({column_names()[name]})" for name in METRIC_GROUPS[group].columns]
    label = _("Table with columns {columns} (CSV, JSONL)").format(columns=_(", ").join(needed))
    most = min(Limits.read().upload_mb, MAX_BYTES // 1_000_000)
    file = st.file_uploader(label, ["csv", "tsv", "jsonl"], key="metrics_file", max_upload_size=most)
    if file is None or st.session_state.get("metrics_taken") == file.file_id:
        return
    with problems.problem_box():
        data, name = file.getvalue(), visible(file.name)
        table = _read(name, data)
        written = write_answer_table(table).decode() if table.size <= MOST_KEPT else ""
        st.session_state["metrics_taken"] = file.file_id
        st.session_state[f"{TABLE}_here"] = data
        state.choose(TABLE, written if len(written) <= MOST_KEPT else "")
        state.choose(NAME, name)
        for known in METRIC_GROUPS.values():  # which column is which was asked of another table
            state.forget(*(f"metrics_{known.name}_{one}" for one in (*known.columns, *known.optional)))


@remembered(8)
def _read(name: str, data: bytes) -> AnswerTable:
    return make_table(partial(read_answer_table, data, name=name or None), data.count(b"\n") >= MANY)


def _with_columns(group: str, table: AnswerTable) -> AnswerTable | None:
    """Ask which column is which; those with usual names are known."""
    st.caption(_("{name}: {n:,} rows").format(name=inert(table.name or _("own table")), n=len(table)))
    known, words = METRIC_GROUPS[group], column_names()
    names = [*known.columns, *known.optional]
    columns, chosen = list(table.columns), {}
    more: dict[str, Any] = {"index": None, "placeholder": _("choose a column")}
    for name, place in zip(names, st.columns(max(len(names), 3)), strict=False):
        usual, key = name if name in columns else None, f"metrics_{group}_{name}"
        asked = pick(words[name].capitalize(), columns, key, usual, place=place, **more)
        if asked is not None:
            chosen[name] = asked
    if any(name not in chosen for name in known.columns):
        st.info(_("Choose the columns under Options."), icon=":material/info:")
        return None
    return _taking(table, chosen)


def areas() -> dict[str, tuple[str, Callable[[], None], str]]:
    """What each is called, what draws it, and its question."""
    return {
        "scores": (_("Scores of answers"), _scores, _("How good are these predictions?")),
        "sampling": (_("Sampling"), sampling.show, _("Who trains, and who validates?")),
        "complexity": (_("Complexity"), complexity.show, _("How complex should a model be?")),
        "tests": (_("Tests by hand"), hand_tests.show, _("Could this be chance?")),
    }


def question() -> str:
    """That of the area that was chosen last."""
    known = areas()
    return known.get(str(state.chosen(AREA)), known["scores"])[2]


def show() -> None:
    """The area that is chosen, and nothing of the others."""
    show_one(_("What to look at"), {area: each[:2] for area, each in areas().items()}, AREA)


@fragment()
def _scores() -> None:
    names = {group: name for group, (name, _draw) in views().items()}
    group = pick(_("Metrics of"), names, "metrics_group", "classification", hide_label=True, width=260)
    above, shown = st.container(), st.container()  # a picture of many classes reaches beyond the first view
    with options(above) as more:
        table = choose(group, more, shown)
        with shown:
            if table is not None:
                views()[group][1](table, more)
