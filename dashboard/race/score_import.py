"""Scores and predictions from the user's own training code."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import streamlit as st

import mx2core as mx
from dashboard.server.project import LONGEST_NAME, KeptPartitions, Predictions, Project
from dashboard.server.running import resources
from dashboard.server.visits.limits import Limits
from dashboard.session import flash, state
from dashboard.ui import components, upload
from dashboard.ui.answers.item_answers import IMPORTING
from dashboard.ui.widgets import pick
from dashboard.words import problems
from dashboard.words.escaping import visible
from dashboard.words.text import _, prose
from mx2core.errors import Notice, ScoresError
from mx2core.exchange.scores.item_archives import pack_item_files
from mx2core.exchange.scores.item_scores import first_names, has_item_scores, has_predictions, is_gold_table
from mx2core.training import Comparison

ANY = ""  # among the sets of partitions: not checked, or none


def bring(project: Project) -> None:
    """Take a file, check it against the partitions it was made on, and test it with the rest."""
    label, asked = _("Trained elsewhere? Import scores or predictions"), state.chosen(IMPORTING, False)
    with st.expander(label, icon=":material/upload_file:", expanded=asked):
        kinds = {"scores": _("scores"), "predictions": _("predictions")}
        pick(_("What the file holds"), kinds, "brought", "scores", buttons=True)
        kind = state.chosen("brought")
        st.caption(_format(kind))
        made_on = _choose_partitions(project, kind)
        if kind == "scores" and made_on is not None:
            form = partial(mx.io.score_template, made_on.partitions)
            components.download(_("Download template (CSV)"), form, "scores.csv", "score_template")
        most, endings = Limits.read().upload_mb, ["csv", "tsv", "jsonl", "json", "eval", "zip"]
        files = st.file_uploader(
            _("File"), endings, accept_multiple_files=True, key="scores", max_upload_size=most
        )
        now = [file.file_id for file in files]
        if not files or st.session_state.get("scores_taken") == now:
            return
        if kind == "scores":
            upload.lead_to_test(files[-1].getvalue())
            names = first_names(files[-1].getvalue())
            if has_predictions(names) or is_gold_table(names):  # taken as such, though scores are chosen
                state.choose_next("brought", "predictions")
                if "partition" not in names:
                    state.choose_next("brought_on_predictions", ANY)
                st.rerun()
        with problems.problem_box():
            named = [(visible(file.name), file.getvalue()) for file in files]
            _take(kind, named, _came_last(now), project, made_on)
            st.session_state["scores_taken"] = now
            flash.clear()  # the results of the sample are no longer what is shown
            state.choose_next("source", components.TABLE)
            state.forget(IMPORTING)
            st.rerun()


def _came_last(ids: list[str]) -> int:
    """How many files came last: those before may have been refused, and are still listed."""
    count: int
    seen, count = st.session_state.get("scores_seen", ([], 0))
    if ids != seen:
        count = len(set(ids) - set(seen))
        st.session_state["scores_seen"] = ids, count
    return count


def _take(
    kind: str,
    files: Sequence[tuple[str, bytes]],
    together: int,
    project: Project,
    made_on: KeptPartitions | None,
) -> None:
    name, data = files[-1]
    if kind == "scores" and has_item_scores(data):
        alone = len(mx.io.read_item_scores(pack_item_files(files[-1:])).models) > 1
        _take_items(files[-1:] if alone else [one for one in files if has_item_scores(one[1])], project)
        return
    if kind == "predictions":
        _take_predictions(files, together, project, made_on)
        return
    if together > 1:
        raise ScoresError("Only predictions or scores per item may be several files.")
    _take_scores(data, name, project, made_on)


def _take_items(files: Sequence[tuple[str, bytes]], project: Project) -> None:
    name, data = ", ".join(name for name, _data in files), pack_item_files(files)
    scores = mx.io.read_item_scores(data)
    _two(scores.models)
    mx.compare_items(scores, *scores.models[:2])  # refused before it is kept
    name = name[:LONGEST_NAME]
    key = resources.store().score_tables.put(data, name=name)
    project.take_scores(None, name, key, items=data)


def _take_scores(data: bytes, name: str, project: Project, made_on: KeptPartitions | None) -> None:
    table = mx.io.read_scores(data, name=name, partitions=None if made_on is None else made_on.partitions)
    _two(table.models, name)  # refused before it takes the place of one that can be tested
    key = resources.store().score_tables.put(data, name=name, signature=table.signature)
    project.take_scores(table, name, key)


def _take_predictions(
    files: Sequence[tuple[str, bytes]], together: int, project: Project, made_on: KeptPartitions | None
) -> None:
    """Predictions, and their scores as a table for what knows no predictions.

    Of the files that came last, or of all where these have one model: others are of the other.
    """
    partitions, store = None if made_on is None else made_on.partitions, resources.store().score_tables
    for some in (files[-together:], files):
        name = ", ".join(name for name, _data in some)
        data = some[0][1] if len(some) == 1 else pack_item_files(some)
        brought = Predictions.read(data, project.corpus, partitions, name)
        found, partitions = brought.results, brought.partitions
        if len(found.names) > 1:
            break
    _two(found.names, name)
    _odd(found.notices)
    name = name[:LONGEST_NAME]
    key = store.put(data, name=name, signature=None if partitions is None else partitions.signature)
    if partitions is None or not isinstance(found, Comparison):
        project.take_scores(None, name, None, replace(brought, key=key))
        return
    scores = mx.io.write_scores(found, metrics=found.metrics)
    project.take_scores(
        mx.io.read_scores(scores, name=name, partitions=partitions),
        name,
        store.put(scores, name=name),
        replace(brought, key=key),
    )


def _two(models: Sequence[str], name: str | None = None) -> None:
    if len(models) < 2:
        raise ScoresError("The table has one model; a test needs two.", file=name)


def _odd(notices: Sequence[Notice]) -> None:
    for notice in notices:
        st.toast(problems.problem_text(notice), icon=f":material/{'info' if notice.plain else 'warning'}:")


def _format(kind: str) -> str:
    of_splits = _(
        "One row a score: partition, fold (1 trains on the first half), model, metric, value; optional smaller_is_better."
    )
    of_items = _("Or scores per item: item, model, score; logs of lm-evaluation-harness, Inspect, promptfoo.")
    predicted = _(
        "One row a unit and fold: partition, fold, model (or its file), unit_id (or index, row), predicted (class or spaced tags). Prompted models: one row a unit, no partition or fold."
    )
    return prose((of_splits, of_items)) if kind == "scores" else predicted


def _choose_partitions(project: Project, kind: str) -> KeptPartitions | None:
    names = {ANY: _("any (not checked)") if kind == "scores" else _("none: no split changes these models")}
    names |= {
        key: components.partitions_name(project.partitions[key]) for key in reversed(project.partitions)
    }
    start = list(names)[min(1, len(names) - 1)]  # the newest
    return project.partitions.get(pick(_("Splits used"), names, f"brought_on_{kind}", start))
