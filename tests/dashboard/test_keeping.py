"""A server goes on with what it, or a dead one, left; never with what another is doing."""

import json
import os
from concurrent.futures import CancelledError, Executor
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import cycle

import mx2core as mx
from dashboard.server.running import lease_keeper
from dashboard.server.running.job_queue import Jobs
from dashboard.server.running.lease_keeper import Keeper, finished, is_gone, policy_of
from dashboard.server.visits.limits import Limits
from mx2core.models import TextClassifier
from mx2core.training import ExperimentJob
from mx2core.training.run.experiment import CorpusFile, Experiment, begin

TEXTS = "\n".join(
    json.dumps({"text": f"{'buy a ticket' if i % 2 else 'return a book'} number {i}", "label": "ab"[i % 2]})
    for i in range(40)
).encode()


def left(store, name="left", owner="project"):
    """An experiment that nobody trains, as a dead server leaves it."""
    corpus = mx.read_corpus(TEXTS, name="texts.jsonl")
    experiment = Experiment(
        name=name,
        corpus=corpus,
        models=(TextClassifier("A"), TextClassifier("B", alpha=2.0)),
        partitions=(mx.random_partitions(len(corpus), 1),),
        file=CorpusFile(TEXTS),
        owner=owner,
    )
    return begin(store, experiment)


def server(store, name, **limits):
    jobs = Jobs(Limits(**limits), lambda id: store.leases.take(id, name), partial(finished, store, name))
    return Keeper(lambda: store, jobs, name, trainers=lambda: {"n_workers": 0}), jobs


def ended(jobs, id):
    job = jobs.get(id)
    assert job.join(60)
    return job


def test_what_was_left_running_is_gone_on_with(store):
    id = left(store)
    keeper, jobs = server(store, "here:1:a")
    keeper.round()
    assert ended(jobs, id).state == "done"
    assert store.experiments.get(id).state == "done"
    assert store.experiments.running() == ()


def test_one_that_another_server_is_about_to_begin_is_left_to_it(store):
    keeper, jobs = server(store, "here:1:a")
    keeper.round()
    id = left(store)
    keeper.round()
    assert jobs.get(id) is None
    keeper.round()  # nobody has
    assert ended(jobs, id).state == "done"


def test_of_two_servers_one_goes_on(store):
    id = left(store)
    (one, jobs), (two, others) = server(store, "here:1:a"), server(store, "there:2:b")
    one.round()
    two.round()
    assert jobs.get(id) is not None
    assert others.get(id) is None
    ended(jobs, id)


def test_a_server_that_no_longer_beats_is_taken_over_from_whatever_the_clock_says(store, monkeypatch):
    id = left(store)
    assert store.leases.take(id, "elsewhere:1:a")
    keeper, jobs = server(store, "here:2:b")
    clock = cycle((0.0, 9e4, -9e4))  # hours ahead and behind, as after a sleep
    monkeypatch.setattr(lease_keeper.time, "monotonic", lambda: next(clock))
    for _ in range(2):
        for _ in range(lease_keeper.SILENT):
            keeper.round()
        assert jobs.get(id) is None
        store.leases.beat("elsewhere:1:a")  # it lives
    for _ in range(lease_keeper.SILENT + 1):
        keeper.round()
    assert ended(jobs, id).state == "done"


def test_a_server_of_this_machine_is_known_to_have_ended():
    me = lease_keeper.keeper_name()
    node, pid, _ = me.rsplit(":", 2)
    assert is_gone(f"{node}:{pid}:00000000", me)  # its number is mine now
    assert not is_gone(me, me)
    assert not is_gone(f"{node}:{os.getppid()}:00000000", me)
    assert not is_gone("elsewhere:1:00000000", me)
    assert not is_gone("nonsense", me)


def test_an_end_leaves_the_rest_to_others(store):
    id = left(store)
    keeper, _ = server(store, "here:1:a")
    assert store.leases.take(id, "here:1:a")
    assert store.leases.take("theirs", "there:2:b")
    keeper.end()
    assert [lease.key for lease in store.leases.list()] == ["theirs"]
    other, jobs = server(store, "there:2:b")
    other.round()
    assert ended(jobs, id).state == "done"


def test_a_server_that_trains_nothing_leaves_it_to_others(store):
    id = left(store)
    keeper, jobs = server(store, "here:1:a", running=0)
    keeper.round()
    record = store.experiments.get(id)
    assert (jobs._jobs, record.state) == ({}, "running")


def test_anybody_may_ask_for_the_end(store):
    id = left(store)
    keeper, jobs = server(store, "here:1:a", running=1)
    jobs._running["somebody"] = 1  # its turn does not come
    keeper.round()
    assert jobs.get(id).state == "waiting"
    store.leases.ask_to_stop(id)
    keeper.round()
    assert store.experiments.get(id).state == "cancelled"
    assert store.leases.get(id) is None
    keeper.round()
    assert not jobs.running(id)


def test_one_that_cannot_be_opened_has_failed(store):
    id = left(store)
    with store._database.writing() as connection:
        connection.exec_driver_sql("UPDATE files SET data = x'00'")
    keeper, jobs = server(store, "here:1:a")
    keeper.round()
    assert store.experiments.get(id).state == "failed"
    assert jobs.get(id) is None


def test_what_is_open_is_never_cleaned(store, monkeypatch):
    for id in ("open", "closed"):
        store.projects.save({}, name="p", id=id)
    long_ago = datetime.now(UTC) - timedelta(days=400)
    with store._database.writing() as connection:
        connection.exec_driver_sql(
            "UPDATE projects SET changed = ?", (long_ago.strftime("%Y-%m-%dT%H:%M:%S.%fZ"),)
        )
    told = []
    cleaned = partial(told.append, True)
    keeper = Keeper(lambda: store, Jobs(Limits()), "me", lambda: frozenset({"open"}), cleaned)
    keeper.clean()
    assert store.projects.load("closed") is not None  # nobody asked for cleaning
    monkeypatch.setenv("MX2_KEEP_DAYS", "30")
    keeper.clean()
    assert store.projects.load("closed") is None
    assert store.projects.load("open").changed > long_ago  # so that no other server takes it for old
    assert told == [True]


def test_the_policy_says_what_the_environment_says():
    assert policy_of(Limits()) is None
    policy = policy_of(Limits(keep_mb=10))
    assert (policy.projects_before, policy.most_bytes) == (None, 10 << 20)
    policy = policy_of(Limits(keep_days=7))
    assert timedelta(days=6.9) < datetime.now(UTC) - policy.projects_before < timedelta(days=7.1)


class Ending(Executor):
    def submit(self, fn, /, *args, **kwargs):
        raise CancelledError("the workers have been told to end")


def test_a_job_whose_process_ends_is_left_as_running(store):
    """Workers that are told to end by a server that ends are no cancelled experiment."""
    id = left(store)
    job = ExperimentJob(store, mx.training.open_experiment(store, id)[1], executor=Ending())
    job.start()
    assert job.join(60)
    assert store.experiments.get(id).state == "running"
