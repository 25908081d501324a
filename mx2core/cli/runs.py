"""What a store keeps: list, show, export, import, rename, delete, restore, clean."""

from __future__ import annotations

import argparse
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from pathlib import Path

from ..errors import Mx2Error, Notice
from ..extras import needed
from ..files import read_limited, write_whole
from ..models.training_failures import failure_reason
from .comparisons.mean_scores import MEANS, MeanScore, mean_scores
from .options.declared import Action, Actions, option
from .options.stores import PLACE, open_store
from .options.values import at_least
from .tables import Paragraphs, Report, Said, columns, lines, listed, listing, said, table, term

with needed():
    from ..store import CleanPolicy, ExperimentRecord, Imported, Store
    from ..training.run.experiment import comparisons_so_far, open_experiment

MAX_BYTES = 2 << 30  # of a file to be imported
GRACE = timedelta(days=1)  # nothing of the pages that is younger goes
KINDS = ("corpora", "partition_sets", "folds", "score_tables", "projects")
EXPERIMENTS = columns(
    "id=experiment.id changed state folds failed=experiment.n_failed corpus=experiment.corpus_name models "
    "name=experiment.name"
)
CHANGES = {
    "rename": said("It has a new name."),
    "delete": said("It is deleted. `restore` brings it back until the store is cleaned."),
    "restore": said("It is back."),
}
NAMES = {  # of what a store keeps
    "corpora": said("corpora"),
    "partition_sets": said("partition sets"),
    "folds": said("folds"),
    "score_tables": said("score tables"),
    "projects": said("projects"),
    "experiments": said("experiments"),
}


def run(options: argparse.Namespace) -> Report:
    with open_store(options.store, new=options.action == "import") as store:
        report: Report = ACTIONS[options.action].run(store, options)
        return report


def _list(store: Store, options: argparse.Namespace) -> Report:
    kept = store.experiments.list(deleted=None if getattr(options, "all", False) else False)
    return Report(_listed, experiments=kept)


def _show(store: Store, options: argparse.Namespace) -> Report:
    record = store.experiments.find(options.experiment)
    scores, warnings = list[MeanScore](), tuple[Notice, ...]()
    try:
        _, experiment = open_experiment(store, record.id)
        for comparison in comparisons_so_far(store, record.id, experiment):
            scores += mean_scores(comparison, experiment.metrics)
    except Mx2Error as error:  # a corpus that was not kept, a model made by code: the record can be shown
        scores, warnings = [], (Notice(error.message, error.values),)
    places = store.experiments.folds(record.id)
    logs = store.folds.logs(places.values())
    return Report(
        _shown,
        experiment=record,
        asked=store.experiments.question_record(record.id),
        failures=store.experiments.failures(record.id),
        log=[
            {"set": place.set + 1, "model": record.models[place.model]["name"], "fold": place.fold + 1}
            | logs[key]
            for place, key in places.items()
            if key in logs
        ],
        scores=scores,
        warnings=warnings,
    )


def _done(
    record: ExperimentRecord,
    done: Said,
    imported: Imported | None = None,
    output: str | None = None,
    n_bytes: int | None = None,
) -> Report:
    """What was done to one experiment."""
    about = {"imported": imported, "output": output, "bytes": n_bytes}
    return Report(_said, experiment=record, done=done, **about)


def _export(store: Store, options: argparse.Namespace) -> Report:
    record = store.experiments.find(options.experiment)
    data = store.export(record.id)
    write_whole(options.output, data)
    return _done(record, said("Wrote {output}.", options), output=options.output, n_bytes=len(data))


def _import(store: Store, options: argparse.Namespace) -> Report:
    name = Path(options.input).name
    imported = store.take_in(read_limited(options.input, MAX_BYTES, name), file=name)
    counts = {"new": imported.folds, "known": imported.known, "differing": imported.differing}
    done = said("{new} folds are new, {known} were here already.", **counts)
    if imported.differing:
        done = said(
            "{new} folds are new, {known} were here already, {differing} of them with other predictions, "
            "which stay.",
            **counts,
        )
    return _done(store.experiments.get(imported.id), done, imported)


def _change(store: Store, options: argparse.Namespace) -> Report:
    """Rename, delete or restore."""
    id = store.experiments.find(options.experiment).id
    new_name = [options.new_name] if options.action == "rename" else []
    getattr(store.experiments, options.action)(id, *new_name)
    return _done(store.experiments.get(id), CHANGES[options.action])


def _usage(store: Store, options: argparse.Namespace) -> Report:
    return Report(_space, usage=store.usage(), cleaned=None)


def _clean(store: Store, options: argparse.Namespace) -> Report:
    now = datetime.now(UTC)
    before = now - timedelta(days=options.days)
    policy = CleanPolicy(
        deleted_before=before,
        unused_folds_before=before,
        projects_before=None if options.projects is None else now - timedelta(days=options.projects),
        put_before=now - GRACE,  # a server may be at work
        most_bytes=None if options.most is None else options.most << 20,
        spare_since=now - GRACE,
    )
    cleaned = store.clean(policy)
    return Report(_space, usage=store.usage(), cleaned=cleaned)


NAMED = option("experiment", "its name, or its id or the beginning of it", value="EXPERIMENT")
CLEANING = (
    option("--days", "only what was deleted or made more than N days ago", at_least(0), "N", default=30),
    option("--projects", "also projects of the pages untouched for N days", at_least(1), "N"),
    option("--most", "also those opened longest ago, until at most so many MB are kept", at_least(0), "MB"),
)
ACTIONS = {
    "list": Action(
        "experiments, the one changed last first",
        _list,
        (option("--all", "also those that were deleted", bool),),
    ),
    "show": Action("one experiment, with its scores so far", _show, (NAMED,)),
    "export": Action(
        "export an experiment to a file that another store can import",
        _export,
        (NAMED, option("-o/--output", "file to write", value="FILE.zip", required=True)),
    ),
    "import": Action("import an exported experiment", _import, (option("input", value="FILE.zip"),)),
    "rename": Action("rename an experiment", _change, (NAMED, option("new_name", value="NAME"))),
    "delete": Action("delete an experiment; `restore` brings it back until cleaned", _change, (NAMED,)),
    "restore": Action("bring back an experiment that was deleted", _change, (NAMED,)),
    "usage": Action("how much space each part uses", _usage),
    "clean": Action("remove what was deleted, and folds that no experiment uses", _clean, CLEANING),
}
OPTIONS = (option("--store", PLACE, value="FILE", required=True), Actions(ACTIONS))


def _listed(found: Report) -> Paragraphs:
    rows = [
        {
            "experiment": record,
            "folds": f"{record.n_finished}/{record.n_folds}",
            "changed": record.changed.isoformat()[:16],
            "state": said("deleted") if record.deleted else term(record.state),
            "models": listed(model["name"] for model in record.models),
        }
        for record in found.experiments
    ]
    yield listing(rows, EXPERIMENTS) if rows else said("There is no experiment in this store.")


def _shown(found: Report) -> Paragraphs:
    run, spent = found.experiment, None
    if found.log:
        seconds = sum(fold["seconds"] for fold in found.log)
        memory = max(fold["peak_memory_bytes"] or 0 for fold in found.log)
        spent = said(
            "{seconds:,.1f} s of training, {megabytes:,.0f} MB of memory in one worker at most",
            seconds=seconds,
            megabytes=memory / 2**20,
        )
    yield lines(
        f"{run.id}  {run.name}",
        said(
            "{state}: {n_finished} of {n_folds} folds finished, {n_failed} failed",
            {"state": term(run.state)},
            run,
        ),
        said("corpus {corpus}, predicted: {gold}", run, corpus=run.corpus_name),
        *(said("partitions {signature}", signature=signature) for signature in run.signatures),
        spent,
    )
    yield found.scores and listing(found.scores, {"partitions": "{signature}", **MEANS})
    yield lines(
        *(
            said(
                "failed: model {model}, fold {fold} of set {set}: {reason}",
                model=run.models[one.place.model]["name"],
                fold=one.place.fold + 1,
                set=one.place.set + 1,
                reason=failure_reason(one.cause, one.detail),
            )
            for one in found.failures
        )
    )


def _said(found: Report) -> Paragraphs:
    yield lines(f"{found.experiment.id}  {found.experiment.name}", found.done)


def _space(found: Report) -> Paragraphs:
    usage = found.usage
    if found.cleaned is not None:
        counts = [(getattr(found.cleaned, field.name), field.name) for field in fields(found.cleaned)]
        removed = listed(
            said("{count} {kind}", count=count, kind=NAMES[kind]) for count, kind in counts if count
        )
        yield said("Deleted: {removed}.", removed=removed) if removed else said("Nothing deleted.")
    rows = [(NAMES[kind], getattr(usage, f"n_{kind}"), getattr(usage, kind)) for kind in KINDS]
    rows.append((said("folds that no experiment names"), usage.n_unused_folds, usage.unused_folds))
    yield lines(
        table(("kept", "number|how many", "bytes"), rows),
        usage.on_disk is not None and said("{n:,} bytes on disk", n=usage.on_disk),
    )
