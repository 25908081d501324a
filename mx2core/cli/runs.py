"""What a store keeps: list, show, export, import, rename, delete, restore, clean."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import fields
from pathlib import Path
from typing import Any

from ..errors import Mx2Error, Notice
from ..extras import needed
from ..files import read_limited, write_whole
from ..models.training_failures import failure_reason
from .options.declared import Action, at_least, command, one_of, option
from .options.trainings import PLACE, open_store
from .text import Report, Text, comma_list, prose, sentence, term

with needed():
    from ..store import CleanPolicy, ExperimentRecord, FoldIndex, Store
    from ..training.beside.mean_scores import MeanScore, mean_scores
    from ..training.run.experiment import comparisons_so_far, open_experiment

MAX_BYTES = 2 << 30  # of a file to be imported
UNUSED = {"unused_folds": "folds that no experiment names"}
EXPERIMENTS = """
[rows] id=experiment.id changed=experiment.changed:%Y-%m-%dT%H:%M state!t folds failed=experiment.n_failed \
corpus=experiment.corpus_name models name=experiment.name
{none}
"""
CHANGES = {
    "rename": term("It has a new name."),
    "delete": term("It is deleted. `restore` can undo this until the store is cleaned."),
    "restore": term("It is back."),
}
SHOWN = """
{id}  {name}
{state!t}: {n_finished} of {n_folds} folds finished, {n_failed} failed
corpus {corpus_name}, predicted: {gold}
*signatures partitions {it}
{seconds:,.1f} s of training, {megabytes:,.0f} MB of memory in one worker at most

[scores] partitions=signature metric model folds mean sd

*failed failed: model {model}, fold {fold} of set {set}: {why}
"""
SPACE = """
{removed}

[parts] kept!t number|how_many=n bytes
{on_disk:,} bytes on disk
"""
IMPORTED = "{folds} folds are new, {known} were here already."
DIFFERING = "Of these {differing} have other predictions, which stay."


def _list(store: Store, options: Namespace) -> Report:
    kept = store.experiments.list(deleted=None if getattr(options, "all", False) else False)
    rows = [
        {
            "experiment": record,
            "folds": f"{record.n_finished}/{record.n_folds}",
            "state": "deleted" if record.deleted else record.state,
            "models": [model["name"] for model in record.models],
        }
        for record in kept
    ]
    none = None if rows else term("There is no experiment in this store.")
    return Report(EXPERIMENTS, names=locals(), json="experiments=kept")


def _show(store: Store, options: Namespace) -> Report:
    record = store.experiments.find(options.experiment)
    scores, warnings = list[MeanScore](), tuple[Notice, ...]()
    try:
        _, experiment = open_experiment(store, record.id)
        for comparison in comparisons_so_far(store, record.id, experiment):
            scores += mean_scores(comparison, experiment.metrics)
    except Mx2Error as error:  # a corpus that was not kept, a model made by code: the record can be shown
        scores, warnings = [], (error.notice,)
    places = store.experiments.folds(record.id)
    logs = store.folds.logs(places.values())
    log = [_place(record, place) | logs[key] for place, key in places.items() if key in logs]
    failures = store.experiments.failures(record.id)
    seconds = sum(fold["seconds"] for fold in log) if log else None
    megabytes = max((fold["peak_memory_bytes"] or 0 for fold in log), default=0) / 2**20
    failed = [_place(record, one.place) | {"why": failure_reason(one.cause, one.detail)} for one in failures]
    asked = store.experiments.question_record(record.id)
    return Report(SHOWN, record, names=locals(), json="experiment=record asked failures log scores warnings")


def _place(record: ExperimentRecord, place: FoldIndex) -> dict[str, Any]:
    return {"set": place.set + 1, "model": record.models[place.model]["name"], "fold": place.fold + 1}


def _done(record: ExperimentRecord, done: Text, **more: Any) -> Report:
    """What was done to one experiment."""
    about = {"imported": None, "output": None, "bytes": None} | more
    return Report("{id}  {name}\n{done}", record, experiment=record, done=done, **about)


def _export(store: Store, options: Namespace) -> Report:
    record = store.experiments.find(options.experiment)
    data = store.export(record.id)
    write_whole(options.output, data)
    wrote = sentence("Wrote {output}.", options)
    return _done(record, wrote, output=options.output, bytes=len(data))


def _import(store: Store, options: Namespace) -> Report:
    name = Path(options.input).name
    imported = store.take_in(read_limited(options.input, MAX_BYTES, name), file=name)
    done = prose(sentence(IMPORTED, imported), sentence(DIFFERING, differing=imported.differing or None))
    return _done(store.experiments.get(imported.id), done, imported=imported)


def _change(store: Store, options: Namespace) -> Report:
    """Rename, delete or restore."""
    id = store.experiments.find(options.experiment).id
    new_name = [options.new_name] if options.action == "rename" else []
    getattr(store.experiments, options.action)(id, *new_name)
    return _done(store.experiments.get(id), CHANGES[options.action])


def _clean(store: Store, options: Namespace) -> Report:
    most = None if options.most is None else options.most << 20
    policy = CleanPolicy.from_days(options.days, projects=options.projects, most_bytes=most)
    cleaned = store.clean(policy)
    counts = {field.name.replace("_", " "): getattr(cleaned, field.name) for field in fields(cleaned)}
    removed = comma_list(sentence("{n} {kind!t}", n=n, kind=kind) for kind, n in counts.items() if n)
    deleted = sentence("Deleted: {removed}.", removed=removed) if removed else term("Nothing deleted.")
    return _space(store, removed=deleted, cleaned=cleaned)


def _space(store: Store, removed: Text | None = None, cleaned: object = None) -> Report:
    usage = store.usage()
    parts = [
        {"kept": UNUSED.get(kind, kind.replace("_", " ")), "n": n, "bytes": getattr(usage, kind)}
        for kind in (field.name for field in fields(usage))
        if (n := getattr(usage, f"n_{kind}", None)) is not None
    ]
    return Report(SPACE, usage, names=locals(), json="usage cleaned")


NAMED = option("experiment", "its name, or its id or the beginning of it", value="EXPERIMENT")
WRITTEN = option("-o/--output", "file to write", value="FILE.zip", required=True)
CLEANING = (
    option("--days", "only what was deleted or made more than N days ago", at_least(0), "N", default=30),
    option("--projects", "also dashboard projects untouched for N days", at_least(1), "N"),
    option("--most", "also those opened longest ago, until at most this many MB remain", at_least(0), "MB"),
)
ALL = option("--all", "also those that were deleted", bool)
ACTIONS = {
    "list": Action("experiments, the one changed last first", _list, (ALL,)),
    "show": Action("one experiment, with its scores so far", _show, (NAMED,)),
    "export": Action(
        "export an experiment to a file that another store can import", _export, (NAMED, WRITTEN)
    ),
    "import": Action("import an exported experiment", _import, (option("input", value="FILE.zip"),)),
    "rename": Action("rename an experiment", _change, (NAMED, option("new_name", value="NAME"))),
    "delete": Action("delete an experiment; `restore` can undo this until cleaned", _change, (NAMED,)),
    "restore": Action("restore a deleted experiment", _change, (NAMED,)),
    "usage": Action("how much space each part uses", lambda store, _options: _space(store)),
    "clean": Action("remove what was deleted, and folds that no experiment uses", _clean, CLEANING),
}


@command(option("--store", PLACE, value="FILE", required=True), one_of(ACTIONS))
def runs(options: Namespace) -> Report:
    with open_store(options.store, new=options.action == "import") as store:
        report: Report = ACTIONS[options.action].run(store, options)
        return report
