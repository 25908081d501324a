"""What a store keeps: list, show, export, import, rename, delete, restore, clean."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from ..errors import Mx2Error, Notice
from .comparisons.mean_scores import MEANS, MeanScore, mean_scores
from .options.corpus_options import at_least
from .options.stores import PLACE, open_store
from .tables import listing, table

if TYPE_CHECKING:
    from ..store import Cleaned, ExperimentRecord, FailureRecord, Imported, Store, Usage
    from ..store.records import AskedRecord

Result: TypeAlias = "Listed | Shown | Done | Space"

HELP = "List, show, export, import, rename, delete and restore the experiments of a store."
MAX_BYTES = 2 << 30  # of a file to be imported
DAYS = 30
GRACE = timedelta(days=1)  # nothing of the pages that is younger goes
EXPERIMENTS = {
    "id": "{experiment.id}",
    "changed": "{changed}",
    "state": "{state}",
    "folds": "{experiment.n_finished}/{experiment.n_folds}",
    "failed": "{experiment.n_failed}",
    "corpus": "{experiment.corpus_name}",
    "models": "{models}",
    "name": "{experiment.name}",
}
CHANGES = {
    "rename": "It has a new name.",
    "delete": "It is deleted. `restore` brings it back until the store is cleaned.",
    "restore": "It is back.",
}


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument("--store", metavar="FILE", required=True, help=PLACE)
    actions = command.add_subparsers(title="actions", metavar="ACTION", dest="action")
    command.set_defaults(action="list", all=False)
    listing = actions.add_parser("list", help="experiments, the one changed last first")
    listing.add_argument("--all", action="store_true", help="also those that were deleted")
    for name, says in (
        ("show", "one experiment, with its scores so far"),
        ("export", "export an experiment to a file that another store can import"),
        ("rename", "rename an experiment"),
        ("delete", "delete an experiment; `restore` brings it back until the store is cleaned"),
        ("restore", "bring back an experiment that was deleted"),
    ):
        action = actions.add_parser(name, help=says)
        action.add_argument(
            "experiment", metavar="EXPERIMENT", help="its name, or its id or the beginning of it"
        )
        if name == "rename":
            action.add_argument("new_name", metavar="NAME")
        if name == "export":
            action.add_argument("-o", "--output", metavar="FILE.zip", required=True, help="file to write")
    importing = actions.add_parser("import", help="import an exported experiment")
    importing.add_argument("input", metavar="FILE.zip")
    actions.add_parser("usage", help="how much space each part uses")
    cleaning = actions.add_parser(
        "clean", help="free space: remove what was deleted, and folds that no experiment uses"
    )
    cleaning.add_argument(
        "--days",
        type=at_least(0),
        default=DAYS,
        metavar="N",
        help=f"only what was deleted or made more than N days ago; default: {DAYS}",
    )
    cleaning.add_argument(
        "--projects",
        type=at_least(1),
        metavar="N",
        help="also projects of the pages that nobody opened or changed for N days, with their experiments",
    )
    cleaning.add_argument(
        "--most",
        type=at_least(0),
        metavar="MB",
        help="also those opened longest ago, until what is kept has at most so many MB",
    )


@dataclass(frozen=True, slots=True)
class Listed:
    """The experiments of a store."""

    experiments: Sequence[ExperimentRecord]

    def text(self) -> str:
        rows = [
            {
                "experiment": record,
                "changed": record.changed.isoformat()[:16],
                "state": "deleted" if record.deleted else record.state,
                "models": ", ".join(model["name"] for model in record.models),
            }
            for record in self.experiments
        ]
        return listing(rows, EXPERIMENTS) if rows else "There is no experiment in this store."


@dataclass(frozen=True, slots=True)
class Shown:
    """All that is known of one experiment."""

    experiment: ExperimentRecord
    asked: AskedRecord
    failures: Sequence[FailureRecord]
    log: list[dict[str, Any]]  # what each finished fold took
    scores: list[MeanScore]
    warnings: tuple[Notice, ...]

    def text(self) -> str:
        run = self.experiment
        lines = [
            f"{run.id}  {run.name}",
            f"{run.state}: {run.n_finished} of {run.n_folds} folds finished, {run.n_failed} failed",
            f"corpus {run.corpus_name}, predicted: {run.gold}",
            *(f"partitions {signature}" for signature in run.signatures),
        ]
        if self.log:
            seconds = sum(fold["seconds"] for fold in self.log)
            memory = max(fold["peak_memory_bytes"] or 0 for fold in self.log)
            lines.append(
                f"{seconds:,.1f} s of training, {memory / 2**20:,.0f} MB of memory in one worker at most"
            )
        if self.scores:
            lines += ["", listing(self.scores, {"partitions": "{signature}", **MEANS})]
        lines += [
            f"failed: model {run.models[failure.place.model]['name']}, fold {failure.place.fold + 1} of set "
            f"{failure.place.set + 1}: {failure.cause} {failure.detail}"
            for failure in self.failures
        ]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Done:
    """What was done to one experiment."""

    experiment: ExperimentRecord
    done: str
    imported: Imported | None = None
    output: str | None = None
    bytes: int | None = None

    def text(self) -> str:
        return f"{self.experiment.id}  {self.experiment.name}\n{self.done}"


@dataclass(frozen=True, slots=True)
class Space:
    """What a store uses, and what was removed before."""

    usage: Usage
    cleaned: Cleaned | None = None

    def text(self) -> str:
        usage, lines = self.usage, []
        if self.cleaned is not None:
            counts = [(getattr(self.cleaned, field.name), field.name) for field in fields(self.cleaned)]
            removed = ", ".join(f"{count} {kind.replace('_', ' ')}" for count, kind in counts if count)
            lines = [f"Went: {removed or 'nothing'}.", ""]
        kinds = ("corpora", "partition_sets", "folds", "score_tables", "projects")
        rows = [(kind.replace("_", " "), getattr(usage, f"n_{kind}"), getattr(usage, kind)) for kind in kinds]
        rows.append(("folds that no experiment names", usage.n_unused_folds, usage.unused_folds))
        lines.append(table(("kept", "number", "bytes"), rows))
        if usage.on_disk is not None:
            lines.append(f"{usage.on_disk:,} bytes on disk")
        return "\n".join(lines)


def run(options: argparse.Namespace) -> Result:
    with open_store(options.store, new=options.action == "import") as store:
        return _ACTIONS[options.action](store, options)


def text(result: Result) -> str:
    return result.text()


def _list(store: Store, options: argparse.Namespace) -> Listed:
    return Listed(store.experiments.list(deleted=None if options.all else False))


def _show(store: Store, options: argparse.Namespace) -> Shown:
    from ..training.run.experiment import comparisons_so_far, open_experiment

    record = store.experiments.find(options.experiment)
    scores: list[MeanScore] = []
    warnings: tuple[Notice, ...] = ()
    try:
        _, experiment = open_experiment(store, record.id)
        for comparison in comparisons_so_far(store, record.id, experiment):
            scores += mean_scores(comparison, experiment.metrics)
    except Mx2Error as error:  # a corpus that was not kept, a model made by code: the record can be shown
        scores, warnings = [], (Notice(error.message, error.values),)
    places = store.experiments.folds(record.id)
    logs = store.folds.logs(places.values())
    return Shown(
        experiment=record,
        asked=store.experiments.asked(record.id),
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


def _export(store: Store, options: argparse.Namespace) -> Done:
    from ..files import write_whole

    record = store.experiments.find(options.experiment)
    data = store.export(record.id)
    write_whole(options.output, data)
    return Done(record, f"Wrote {options.output}.", output=options.output, bytes=len(data))


def _import(store: Store, options: argparse.Namespace) -> Done:
    from ..files import read_limited

    name = Path(options.input).name
    imported = store.take_in(read_limited(options.input, MAX_BYTES, name), file=name)
    differing = f", {imported.differing} of them with other predictions, which stay"
    done = (
        f"{imported.folds} folds are new, {imported.known} were here already"
        f"{differing if imported.differing else ''}."
    )
    return Done(store.experiments.get(imported.id), done, imported)


def _change(store: Store, options: argparse.Namespace) -> Done:
    """Rename, delete or restore."""
    id = store.experiments.find(options.experiment).id
    if options.action == "rename":
        store.experiments.rename(id, options.new_name)
    elif options.action == "delete":
        store.experiments.delete(id)
    else:
        store.experiments.restore(id)
    return Done(store.experiments.get(id), CHANGES[options.action])


def _usage(store: Store, options: argparse.Namespace) -> Space:
    return Space(store.usage())


def _clean(store: Store, options: argparse.Namespace) -> Space:
    from ..store import CleanPolicy

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
    return Space(store.usage(), cleaned)


_ACTIONS: dict[str, Callable[[Store, argparse.Namespace], Result]] = {
    "list": _list,
    "show": _show,
    "export": _export,
    "import": _import,
    **dict.fromkeys(CHANGES, _change),
    "usage": _usage,
    "clean": _clean,
}
