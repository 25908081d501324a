"""What a store keeps: list, show, export, import, rename, delete, restore, clean."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import InputError
from .corpus_options import at_least
from .stores import PLACE, open_store
from .tables import table

if TYPE_CHECKING:
    from ..store import ExperimentRecord, Store
    from ..training import Comparison

HELP = "List, show, export, import, rename, delete and restore the experiments of a store."
MAX_BYTES = 2 << 30  # of a file to be imported
DAYS = 30
GRACE = timedelta(days=1)  # nothing of the pages that is younger goes


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


def run(options: argparse.Namespace) -> dict[str, Any]:
    if not Path(options.store).exists() and "://" not in options.store and options.action != "import":
        raise InputError("There is no store {store}.", store=options.store)
    with open_store(options.store) as store:
        result = _ACTIONS[options.action](store, options)
        return {"action": options.action, "store": store.name, **result}


def _list(store: Store, options: argparse.Namespace) -> dict[str, Any]:
    listed = store.experiments.list(deleted=None if options.all else False)
    return {"experiments": [_record(record) for record in listed]}


def _show(store: Store, options: argparse.Namespace) -> dict[str, Any]:
    from ..training.experiment import comparisons_so_far, open_experiment

    record = store.experiments.find(options.experiment)
    report: dict[str, Any] = {
        "experiment": _record(record),
        "settings": record.settings,
        "models": record.models,
        "asked": store.experiments.asked(record.id),
        "failures": [
            {"set": one.place.set + 1, "model": record.models[one.place.model]["name"]}
            | {"fold": one.place.fold + 1, "cause": one.cause, "detail": one.detail}
            for one in store.experiments.failures(record.id)
        ],
        "log": _log(store, record),
        "scores": [],
        "warnings": [],
    }
    try:
        _, experiment = open_experiment(store, record.id)
        comparisons = comparisons_so_far(store, record.id, experiment)
    except InputError as error:  # a corpus that was not kept, a model made by code: the record can be shown
        report["warnings"].append({"text": str(error), "lines": []})
    else:
        report["scores"] = [row for one in comparisons for row in _scores(one, experiment.metrics)]
    return report


def _log(store: Store, record: ExperimentRecord) -> list[dict[str, Any]]:
    """What each finished fold took."""
    places = store.experiments.folds(record.id)
    logs = store.folds.logs(places.values())
    return [
        {"set": place.set + 1, "model": record.models[place.model]["name"], "fold": place.fold + 1}
        | logs[key]
        for place, key in places.items()
        if key in logs
    ]


def _scores(comparison: Comparison, metrics: tuple[str, ...]) -> list[dict[str, Any]]:
    from ..metrics.mean_and_sd import mean_and_sd

    rows = []
    for metric in metrics or comparison.main_metrics:
        for model, values in zip(comparison.models, comparison.scores(metric), strict=True):
            found = mean_and_sd(values)
            of = {"partitions": comparison.signature, "metric": metric, "model": model}
            rows.append({**of, "folds": found.n, "mean": found.mean, "sd": found.sd})
    return rows


def _export(store: Store, options: argparse.Namespace) -> dict[str, Any]:
    from ..files import write_whole

    record = store.experiments.find(options.experiment)
    data = store.export(record.id)
    write_whole(options.output, data)
    return {"experiment": _record(record), "output": options.output, "bytes": len(data)}


def _import(store: Store, options: argparse.Namespace) -> dict[str, Any]:
    from ..files import read_limited

    name = Path(options.input).name
    brought = store.take_in(read_limited(options.input, MAX_BYTES, name), file=name)
    return {"imported": brought, "experiment": _record(store.experiments.get(brought.id))}


def _change(store: Store, options: argparse.Namespace) -> dict[str, Any]:
    """Rename, delete or restore."""
    id = store.experiments.find(options.experiment).id
    if options.action == "rename":
        store.experiments.rename(id, options.new_name)
    elif options.action == "delete":
        store.experiments.delete(id)
    else:
        store.experiments.restore(id)
    return {"experiment": _record(store.experiments.get(id))}


def _usage(store: Store, options: argparse.Namespace) -> dict[str, Any]:
    return {"usage": store.usage()}


def _clean(store: Store, options: argparse.Namespace) -> dict[str, Any]:
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
    return {"cleaned": cleaned, "usage": store.usage()}


_ACTIONS = {
    "list": _list,
    "show": _show,
    "export": _export,
    "import": _import,
    "rename": _change,
    "delete": _change,
    "restore": _change,
    "usage": _usage,
    "clean": _clean,
}


def _record(record: ExperimentRecord) -> dict[str, Any]:
    return {
        "id": record.id,
        "name": record.name,
        "state": record.state,
        "corpus": record.corpus_name,
        "answers": record.gold,
        "models": [model["name"] for model in record.models],
        "signatures": record.signatures,
        "n_folds": record.n_folds,
        "n_finished": record.n_finished,
        "n_failed": record.n_failed,
        "created": record.created.isoformat(),
        "changed": record.changed.isoformat(),
        "deleted": None if record.deleted is None else record.deleted.isoformat(),
    }


def text(result: dict[str, Any]) -> str:
    action = result["action"]
    if action == "list":
        return _listed(result["experiments"])
    if action == "show":
        return _shown(result)
    if action in ("usage", "clean"):
        return _used(result)
    return f"{result['experiment']['id']}  {result['experiment']['name']}\n{_said(result)}"


def _said(result: dict[str, Any]) -> str:
    """What was done to one experiment."""
    action = result["action"]
    if action == "import":
        brought = result["imported"]
        other = f", {brought['differing']} of them with other predictions, which stay"
        return (
            f"{brought['folds']} folds are new, {brought['known']} were here already"
            f"{other if brought['differing'] else ''}."
        )
    if action == "export":
        return f"Wrote {result['output']}."
    return {
        "rename": "It has a new name.",
        "delete": "It is deleted. `restore` brings it back until the store is cleaned.",
        "restore": "It is back.",
    }[action]


def _listed(experiments: list[dict[str, Any]]) -> str:
    if not experiments:
        return "There is no experiment in this store."
    return table(
        ("id", "changed", "state", "folds", "failed", "corpus", "models", "name"),
        [
            (
                experiment["id"],
                experiment["changed"][:16],
                "deleted" if experiment["deleted"] else experiment["state"],
                f"{experiment['n_finished']}/{experiment['n_folds']}",
                experiment["n_failed"],
                experiment["corpus"],
                ", ".join(experiment["models"]),
                experiment["name"],
            )
            for experiment in experiments
        ],
    )


def _shown(result: dict[str, Any]) -> str:
    run = result["experiment"]
    lines = [
        f"{run['id']}  {run['name']}",
        f"{run['state']}: {run['n_finished']} of {run['n_folds']} folds finished, {run['n_failed']} failed",
        f"corpus {run['corpus']}, predicted: {run['answers']}",
        *(f"partitions {signature}" for signature in run["signatures"]),
    ]
    if result["log"]:
        seconds = sum(fold["seconds"] for fold in result["log"])
        memory = max(fold["peak_memory_bytes"] or 0 for fold in result["log"])
        lines.append(
            f"{seconds:,.1f} s of training, {memory / 2**20:,.0f} MB of memory in one worker at most"
        )
    if result["scores"]:
        names = ("partitions", "metric", "model", "folds", "mean", "sd")
        lines += ["", table(names, [[row[name] for name in names] for row in result["scores"]])]
    lines += [
        f"failed: model {failure['model']}, fold {failure['fold']} of set {failure['set']}: "
        f"{failure['cause']} {failure['detail']}"
        for failure in result["failures"]
    ]
    return "\n".join(lines)


def _used(result: dict[str, Any]) -> str:
    usage = result["usage"]
    kinds = ("corpora", "partition_sets", "folds", "score_tables", "projects")
    rows = [(kind.replace("_", " "), usage[f"n_{kind}"], usage[kind]) for kind in kinds]
    rows.append(("folds that no experiment names", usage["n_unused_folds"], usage["unused_folds"]))
    lines = [table(("kept", "number", "bytes"), rows)]
    if usage["on_disk"] is not None:
        lines.append(f"{usage['on_disk']:,} bytes on disk")
    if "cleaned" in result:
        deleted = ", ".join(
            f"{count} {kind.replace('_', ' ')}" for kind, count in result["cleaned"].items() if count
        )
        lines.insert(0, f"Went: {deleted or 'nothing'}.\n")
    return "\n".join(lines)
