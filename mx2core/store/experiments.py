"""Experiments: what was asked, which folds answer it, and which of them failed."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, Select, Text, Update, func, select, type_coerce

from ..errors import StoreError
from ..seeds import run_name
from .database.connection import StoreTable, insert_new, record_of
from .database.tables import (
    experiment_folds,
    experiment_sets,
    experiments,
    failures,
    folds,
    looks,
    partition_sets,
    questions,
)
from .database.types import check_name, json_text, now, plain
from .partition_sets import put
from .records import AskedRecord, ExperimentRecord, FailureRecord, FoldIndex, NewExperiment, State

OWN = "@"  # in the key of a training that was brought for one experiment alone: no digest has it
ID_BYTES = 6  # as 12 hexadecimal digits: an id that begins with a dash could not be typed


class Experiments(StoreTable):
    def begin(self, new: NewExperiment) -> str:
        """Keep an experiment before its first fold; its id.

        One of the same name and content is continued instead, with the question it had.
        """
        with self._database.writing() as connection:
            id = _equal_experiment(connection, new)
            if id is not None:
                connection.execute(_changed(id, state="running"))
                return id
            return _insert(connection, new, "running")

    def find_equal(self, new: NewExperiment) -> str | None:
        """Id of the experiment of this name and content, if there is one."""
        with self._database.reading() as connection:
            return _equal_experiment(connection, new)

    def add(self, new: NewExperiment, state: State) -> str:
        """Keep an experiment that came from elsewhere; its new id."""
        with self._database.writing() as connection:
            return _insert(connection, new, state)

    def get(self, id: str) -> ExperimentRecord:
        with self._database.reading() as connection:
            records = _records(connection, select(experiments).where(experiments.c.id == id))
        if not records:
            raise self._absent(id)
        return records[0]

    def names(self, ids: Sequence[str], units_sha256: str) -> dict[str, str]:
        """What those of `ids` are called that are on a corpus and were not taken away, in the order given."""
        statement = select(experiments.c.id, experiments.c.name).where(
            experiments.c.id.in_(ids),
            experiments.c.units_sha256 == units_sha256,
            experiments.c.deleted.is_(None),
        )
        named = {row.id: row.name for row in self._rows(statement)}
        return {id: named[id] for id in ids if id in named}

    def existing(self, ids: Sequence[str]) -> tuple[ExperimentRecord, ...]:
        """Those of `ids` that were not taken away, in the order given."""
        statement = select(experiments).where(experiments.c.id.in_(ids), experiments.c.deleted.is_(None))
        with self._database.reading() as connection:
            records = {one.id: one for one in _records(connection, statement)}
        return tuple(records[id] for id in ids if id in records)

    def find(self, name: str) -> ExperimentRecord:
        """An experiment by its id, the beginning of its id, or its name."""
        listed = self.list(deleted=None)
        for fits in (
            [one for one in listed if one.id == name],
            [one for one in listed if one.name == name and one.deleted is None],
            [one for one in listed if one.name == name],
            [one for one in listed if name and one.id.startswith(name)],
        ):
            if len(fits) > 1:
                raise StoreError(
                    "Several experiments in {store} are called {wanted}. Name one by id: {ids}.",
                    store=self._database.name,
                    wanted=name,
                    ids=[one.id for one in fits],
                )
            if fits:
                return fits[0]
        raise self._absent(name)

    def list(self, *, deleted: bool | None = False) -> tuple[ExperimentRecord, ...]:
        """Experiments, the one changed last first; `deleted=None` lists those taken away as well."""
        statement = select(experiments).order_by(experiments.c.changed.desc(), experiments.c.id)
        if deleted is not None:
            statement = statement.where(
                experiments.c.deleted.is_not(None) if deleted else experiments.c.deleted.is_(None)
            )
        with self._database.reading() as connection:
            return tuple(_records(connection, statement))

    def running(self) -> tuple[str, ...]:
        """Ids of the experiments that somebody trains, or should; the one begun first comes first."""
        statement = select(experiments.c.id).where(
            experiments.c.state == "running", experiments.c.deleted.is_(None)
        )
        return tuple(row.id for row in self._rows(statement.order_by(experiments.c.created)))

    def folds(self, id: str) -> dict[FoldIndex, str]:
        """Key of every fold of an experiment, finished or not."""
        rows = self._rows(
            select(experiment_folds)
            .where(experiment_folds.c.experiment == id)
            .order_by(*(experiment_folds.c[name] for name in ("place", "model", "fold")))
        )
        return {_place(row): row.key for row in rows}

    def trained(
        self, units_sha256: str, most: int = 500
    ) -> tuple[tuple[Mapping[str, Any], Mapping[str, Any]], ...]:
        """Settings of the model and log of the latest trainings on a corpus, whoever did them."""
        statement = (
            select(experiments.c.models, experiment_folds.c.model, folds.c.log)
            .join(experiment_folds, experiment_folds.c.experiment == experiments.c.id)
            .join(folds, folds.c.key == experiment_folds.c.key)
            .where(experiments.c.units_sha256 == units_sha256)
            .order_by(folds.c.created.desc())
            .limit(most)
        )
        return tuple((row.models[row.model], row.log) for row in self._rows(statement))

    def failures(self, id: str) -> tuple[FailureRecord, ...]:
        rows = self._rows(select(failures).where(failures.c.experiment == id))
        found = [FailureRecord(_place(row), row.cause, row.detail, row.created) for row in rows]
        return tuple(sorted(found, key=lambda failure: failure.place))

    def fail(self, id: str, place: FoldIndex, cause: str, detail: str) -> None:
        with self._database.writing() as connection:
            _forget_failure(connection, id, place)
            insert_new(
                connection,
                failures,
                experiment=id,
                **_columns(place),
                cause=cause,
                detail=plain(detail),
                created=now(),
            )
            connection.execute(_changed(id))

    def look(self, id: str, look: Mapping[str, Any]) -> None:
        """Note that an answer was shown; `look` names its question, models `a` and `b`, and splits."""
        with self._database.writing() as connection:
            insert_new(connection, looks, experiment=id, look=dict(look), first=now())

    def question_record(self, id: str) -> AskedRecord:
        """What was asked before the trainings of an experiment, and which answers were shown of them.

        Experiments of one owner that share trainings of two models are one here: adding splits, or
        asking anew, begins another experiment but not another question. The first of them counts.
        """
        of_this = select(experiment_folds.c.key).where(experiment_folds.c.experiment == id)
        sharing = select(experiment_folds.c.experiment).where(experiment_folds.c.key.in_(of_this))
        with self._database.reading() as connection:
            here = connection.execute(select(experiments).where(experiments.c.id == id)).one_or_none()
            if here is None:
                raise self._absent(id)
            # Of the same owner, as `_common` requires: every visitor has a copy of an example.
            owner = {"owner": here.settings["owner"]} if "owner" in here.settings else {}
            settings = type_coerce(experiments.c.settings, Text)
            rows = connection.execute(
                select(experiments)
                .where((experiments.c.id == id) | experiments.c.id.in_(sharing))
                .where(settings.contains(json_text(owner)[1:-1]))
                .order_by(experiments.c.created, experiments.c.id)
            ).all()
            related = {row.id: row for row in rows if row.id == id or len(_common(row, here)) > 1}
            first = next(iter(related))
            question = connection.execute(
                select(questions.c.question).where(questions.c.experiment == first)
            ).scalar()
            shown = connection.execute(
                select(looks).where(looks.c.experiment.in_(related)).order_by(looks.c.first)
            ).all()
        return AskedRecord(
            question,
            tuple(
                one.look
                for one in shown
                if one.experiment == id
                or {one.look["a"], one.look["b"]} <= _common(related[one.experiment], here)
            ),
        )

    def retry(self, id: str) -> None:
        """Forget the failures of an experiment, so that its folds are tried again."""
        self._write(failures.delete().where(failures.c.experiment == id))

    def enter(self, id: str, state: State) -> None:
        self._write(_changed(id, state=state))

    def rename(self, id: str, name: str) -> None:
        """Call an experiment something else."""
        self._write(_changed(id, name=check_name(name)))

    def delete(self, id: str) -> None:
        """Delete an experiment; `restore` can undo this until the store is cleaned."""
        self._write(_changed(id, deleted=now()))

    def restore(self, id: str) -> None:
        """Restore a deleted experiment."""
        self._write(_changed(id, deleted=None))

    def _absent(self, name: str) -> StoreError:
        return StoreError(
            "There is no experiment {wanted} in {store}.", wanted=name, store=self._database.name
        )


def _digest(new: NewExperiment) -> str:
    """Of what an experiment asks, its name apart."""
    content = [
        new.units_sha256,
        new.gold,
        [dict(model) for model in new.models],
        dict(new.settings),
        [one.key for one in new.partition_sets],
    ]
    return hashlib.sha256(json_text(content).encode()).hexdigest()


def _equal_experiment(connection: Connection, new: NewExperiment) -> str | None:
    """The keys of the folds name the versions of what trains them: those have to agree as well."""
    candidates = connection.execute(
        select(experiments.c.id)
        .where(
            experiments.c.digest == _digest(new),
            experiments.c.name == check_name(new.name),
            experiments.c.deleted.is_(None),
        )
        .order_by(experiments.c.changed.desc())
    ).scalars()
    wanted = sorted(new.folds.values())
    for candidate in candidates.all():
        keys = connection.execute(
            select(experiment_folds.c.key).where(experiment_folds.c.experiment == candidate)
        ).scalars()
        if sorted(key.partition(OWN)[0] for key in keys) == wanted:
            return str(candidate)
    return None


def _insert(connection: Connection, new: NewExperiment, state: State) -> str:
    id, moment = secrets.token_hex(ID_BYTES), now()
    for partition_set in new.partition_sets:
        put(connection, partition_set)
    connection.execute(
        experiments.insert().values(
            id=id,
            digest=_digest(new),
            name=check_name(new.name),
            state=state,
            corpus_name=plain(new.corpus_name),
            units_sha256=new.units_sha256,
            corpus=new.corpus,
            answers=plain(new.gold),
            models=[dict(model) for model in new.models],
            settings=dict(new.settings),
            n_folds=len(new.folds),
            created=moment,
            changed=moment,
        )
    )
    if new.question is not None:
        connection.execute(questions.insert().values(experiment=id, question=dict(new.question)))
    if new.partition_sets:  # a design has folds of other kinds
        connection.execute(
            experiment_sets.insert(),
            [
                {"experiment": id, "place": place, "partition_set": one.key}
                for place, one in enumerate(new.partition_sets)
            ],
        )
    connection.execute(
        experiment_folds.insert(),
        [{"experiment": id, **_columns(place), "key": key} for place, key in sorted(new.folds.items())],
    )
    return id


def _changed(id: str, **values: Any) -> Update:
    return experiments.update().where(experiments.c.id == id).values(changed=now(), **values)


def _forget_failure(connection: Connection, id: str, place: FoldIndex) -> None:
    here = [failures.c[name] == value for name, value in _columns(place).items()]
    connection.execute(failures.delete().where(failures.c.experiment == id, *here))


def _common(one: Row[Any], other: Row[Any]) -> set[str]:
    """Names of models, also of those with several seeds, that two experiments of one owner have in common."""
    if one.settings.get("owner") != other.settings.get("owner"):
        return set()
    apart = {
        model["name"]
        for models, others in ((one.models, other.models), (other.models, one.models))
        for model in models
        if model not in others
    }
    common = {model["name"] for model in one.models} - apart
    return common | {name.rpartition(run_name("", ""))[0] for name in common} - {""}


def _columns(place: FoldIndex) -> dict[str, int]:
    return {"place": place.set, "model": place.model, "fold": place.fold}


def _place(row: Row[Any]) -> FoldIndex:
    return FoldIndex(row.place, row.model, row.fold)


def _records(connection: Connection, statement: Select[Any]) -> list[ExperimentRecord]:
    rows = connection.execute(statement).all()
    # Of these alone: pages ask for one at a time, and a server may keep thousands of others.
    chosen = statement.with_only_columns(experiments.c.id).order_by(None)
    finished = _counts(
        connection,
        select(experiment_folds.c.experiment, func.count())
        .join(folds, folds.c.key == experiment_folds.c.key)
        .where(experiment_folds.c.experiment.in_(chosen))
        .group_by(experiment_folds.c.experiment),
    )
    failed = _counts(
        connection,
        select(failures.c.experiment, func.count())
        .where(failures.c.experiment.in_(chosen))
        .group_by(failures.c.experiment),
    )
    sets: dict[str, list[tuple[str, str]]] = {row.id: [] for row in rows}
    named = connection.execute(
        select(experiment_sets.c.experiment, partition_sets.c.key, partition_sets.c.signature)
        .join(partition_sets, partition_sets.c.key == experiment_sets.c.partition_set)
        .where(experiment_sets.c.experiment.in_(chosen))
        .order_by(experiment_sets.c.experiment, experiment_sets.c.place)
    )
    for id, key, signature in named:
        if id in sets:  # not of one that was begun since
            sets[id].append((key, signature))
    return [_record(row, sets[row.id], finished.get(row.id, 0), failed.get(row.id, 0)) for row in rows]


def _counts(connection: Connection, statement: Select[Any]) -> Mapping[str, int]:
    return {row[0]: row[1] for row in connection.execute(statement)}


def _record(row: Row[Any], sets: Sequence[tuple[str, str]], finished: int, failed: int) -> ExperimentRecord:
    return record_of(
        ExperimentRecord,
        row,
        gold=row.answers,
        models=tuple(row.models),
        partition_sets=tuple(key for key, _ in sets),
        signatures=tuple(signature for _, signature in sets),
        n_finished=finished,
        n_failed=failed,
    )
