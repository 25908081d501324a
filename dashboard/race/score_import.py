"""Scores and predictions from the user's own training code."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Literal

import streamlit as st

import mx2core as mx
from dashboard.server.project import LONGEST_NAME, Files, KeptPartitions, Predictions, Project
from dashboard.server.running import resources
from dashboard.server.visits.limits import Limits
from dashboard.session import flash, state
from dashboard.ui import components, menu, upload
from dashboard.ui.widgets import pick
from dashboard.words import problems
from dashboard.words.escaping import visible
from dashboard.words.text import _
from mx2core.errors import ScoresError
from mx2core.exchange import results_in
from mx2core.exchange.partitions.part_files import holds_parts
from mx2core.exchange.scores.item_archives import pack_item_files
from mx2core.exchange.scores.item_scores import first_names, has_item_scores, has_predictions, is_gold_table
from mx2core.training import Comparison

OF_SPLITS = {"partition", "fold", "切分", "折"}  # columns of models that were trained on splits


def importer(project: Project) -> None:
    """Take a file, check it against the partitions it was made on, and test it with the rest."""
    label, asked = _("Trained elsewhere? Import scores or predictions"), state.chosen(upload.IMPORTING, False)
    with st.expander(label, icon=":material/upload_file:", expanded=asked):
        st.caption("\n".join(f"- {form}" for form in _forms()))
        made_on = _choose_partitions(project)
        if made_on is not None:
            form = partial(mx.io.score_template, made_on.partitions)
            components.download(_("Download template (CSV)"), form, "scores.csv", "score_template")
        most, endings = Limits.read().upload_mb, ["csv", "tsv", "jsonl", "json", "eval", "zip"]
        files = st.file_uploader(
            _("File"), endings, accept_multiple_files=True, key="scores", max_upload_size=most
        )
        handed = st.session_state.get(upload.HANDED, ())  # dropped on another page
        named = [*handed, *((visible(file.name), file.getvalue()) for file in files)]
        now = [file.file_id for file in files]
        if not named or (not handed and st.session_state.get("scores_taken") == now):
            return
        upload.lead_to_test(named[-1][1])
        state.choose(upload.IMPORTING, True)  # until it is taken, also after another page was shown
        with problems.problem_box():
            upload.take_in(*named[-1])
            results, made_on = _without_partitions(named, project, made_on)
            if results:
                last = sum(one in results for one in named[-_came_last(now) :])
                _take(results, last or len(results), project, made_on)
                flash.clear()  # the results of the sample are no longer what is shown
                state.choose_next("source", components.TABLE)
                state.forget(upload.IMPORTING)
                st.session_state.pop(upload.HANDED, None)
                menu.to_top()
            st.session_state["scores_taken"] = now
            st.rerun()


def _without_partitions(
    files: Sequence[tuple[str, bytes]], project: Project, made_on: KeptPartitions | None
) -> tuple[Files, KeptPartitions | None]:
    """The results among files, and the splits they were made on: those of a file among them, which are kept."""
    results = []
    for name, data in files:
        if results_in(data) is not None or not holds_parts(data, name):
            results.append((name, data))
            continue
        imported = mx.io.read_partitions(data, project.corpus, name=name)
        key = project.keep(imported.partitions, name)
        made_on = project.partitions[key]
        for notice in imported.notices:
            st.toast(problems.problem_text(notice), icon=":material/info:")
    return tuple(results), made_on


def _came_last(ids: list[str]) -> int:
    """How many files came last: those before may have been refused, and are still listed."""
    count: int
    seen, count = st.session_state.get("scores_seen", ([], 0))
    if ids != seen:
        count = len(set(ids) - set(seen))
        st.session_state["scores_seen"] = ids, count
    return count


def _take(files: Files, together: int, project: Project, made_on: KeptPartitions | None) -> None:
    """The last file says by its columns what is meant; files of another kind may still be listed."""
    kind = _kind(files[-1][1])
    alike = tuple(one for one in files if _kind(one[1]) == kind)
    together = sum(one in alike for one in files[-together:])
    if kind == "predictions":
        _take_predictions(alike, together, project, made_on)
    elif kind == "items":
        alone = len(mx.io.read_item_scores(pack_item_files(files[-1:])).models) > 1
        _take_items(files[-1:] if alone else alike, project)
    elif together > 1:
        raise ScoresError("Only predictions or scores per item may be several files.")
    else:
        (name, data), partitions = files[-1], None if made_on is None else made_on.partitions
        table = mx.io.read_scores(data, name=name, partitions=partitions)
        _two(table.models, name)  # refused before it takes the place of one that can be tested
        key = resources.store().score_tables.put(data, name=name, signature=table.signature)
        project.take_scores(table, name, key)


def _kind(data: bytes) -> Literal["predictions", "items", "scores"]:
    names = first_names(data)
    if has_predictions(names) or is_gold_table(names) or results_in(data) == "predictions":
        return "predictions"
    return "items" if has_item_scores(data) else "scores"


def _take_items(files: Files, project: Project) -> None:
    name, data = ", ".join(name for name, _data in files), pack_item_files(files)
    scores = mx.io.read_item_scores(data)
    _two(scores.models, several=True)
    mx.compare_items(scores, *scores.models[:2])  # refused before it is kept
    name = name[:LONGEST_NAME]
    key = resources.store().score_tables.put(data, name=name)
    project.take_scores(None, name, key, items=data)


def _take_predictions(files: Files, together: int, project: Project, made_on: KeptPartitions | None) -> None:
    """Predictions, and their scores as a table for what knows no predictions.

    Of the files that came last, or of all where these have one model: others are of the other.
    """
    on_splits = not first_names(files[-1][1]).isdisjoint(OF_SPLITS)
    if on_splits and made_on is None:
        raise ScoresError("These predictions name partitions: add their file here, too.")
    partitions = made_on.partitions if made_on is not None and on_splits else None
    store = resources.store().score_tables
    for some in (files[-together:], files):
        name = ", ".join(name for name, _data in some)
        data = some[0][1] if len(some) == 1 else pack_item_files(some)
        brought = Predictions.read(data, project.corpus, partitions, name)
        found, partitions = brought.results, brought.partitions
        if len(found.names) > 1:
            break
    _two(found.names, name, several=True)
    for notice in found.notices:
        icon = "info" if notice.plain else "warning"
        st.toast(problems.problem_text(notice), icon=f":material/{icon}:")
    name = name[:LONGEST_NAME]
    key = store.put(data, name=name, signature=None if partitions is None else partitions.signature)
    brought, table, table_key = replace(brought, key=key), None, None
    if partitions is not None and isinstance(found, Comparison):
        scores = mx.io.write_scores(found, metrics=found.metrics)
        table = mx.io.read_scores(scores, name=name, partitions=partitions)
        table_key = store.put(scores, name=name)
    project.take_scores(table, name, table_key, brought)


def _two(models: Sequence[str], name: str | None = None, *, several: bool = False) -> None:
    """Refuse one model alone; `several`: files of the other may come beside it."""
    if len(models) < 2:
        if several:
            raise ScoresError("There is one model so far: add the files of another.", file=name)
        raise ScoresError("The table has one model; a test needs two.", file=name)


def _forms() -> tuple[str, ...]:
    """What a file may hold; its columns say which."""
    return (
        _(
            "One row a score: partition, fold (1 trains on the first half), model, metric, value; optional smaller_is_better."
        ),
        _("Or scores per item: item, model, score; logs of lm-evaluation-harness, Inspect, promptfoo."),
        _(
            "One row a unit and fold: partition, fold, model (or its file), unit_id (or index, row), predicted (class or spaced tags); partitions.json beside it. Prompted models: one row a unit, no partition or fold."
        ),
    )


def _choose_partitions(project: Project) -> KeptPartitions | None:
    names = {key: components.partitions_name(project.partitions[key]) for key in reversed(project.partitions)}
    names[""] = _("any (not checked)")
    # The newest is proposed, also where others were before it came.
    made_on = pick(_("Splits used"), names, f"brought_on_{len(names)}", next(iter(names)), kept=False)
    return project.partitions.get(made_on)
