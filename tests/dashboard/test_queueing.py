"""Comparisons take turns: nobody waits for all of another's, and nobody fills the queue."""

from threading import Event

import pytest

from dashboard.server.running.job_queue import REMEMBERED, Jobs
from dashboard.server.visits.limits import Limits
from mx2core.errors import LimitError
from mx2core.training.run.jobs import Progress
from tests.waiting import PATIENCE, wait_until


class Job:
    """Runs until it is let go."""

    def __init__(self, id, folds=4):
        self.id, self.state, self.error = id, "waiting", None
        self.progress = Progress(0, folds, None)
        self.go = Event()

    def start(self):
        self.state = "running"

    def join(self):
        self.go.wait(PATIENCE)
        self.state = "cancelled" if self.state == "stopping" else "done"

    def cancel(self):
        self.state = "cancelled" if self.state == "waiting" else "stopping"
        self.go.set()


def order_of(jobs, submitted):
    """Ids in the order in which they ran, one at a time."""
    ran = []
    while len(ran) < len(submitted):
        wait_until(lambda: any(job.state == "running" for job in submitted))
        [running] = [job for job in submitted if job.state == "running"]
        ran.append(running.id)
        running.go.set()
        wait_until(lambda running=running: running.state == "done")
    return ran


def test_users_take_turns():
    jobs = Jobs(Limits(per_user=5))
    submitted = [Job(id) for id in ("a1", "a2", "a3", "b1", "b2", "c1")]
    for job in submitted:
        jobs.submit(job, job.id[0])
    assert [jobs.before(id) for id in ("b1", "c1", "a2", "b2", "a3")] == [
        (trainings, None) for trainings in (4, 8, 12, 16, 20)
    ]
    submitted[0].progress = Progress(1, 4, 90.0)
    assert [jobs.before(id) for id in ("a1", "b1", "c1")] == [(0, None), (3, 90.0), (7, 90.0)]
    assert order_of(jobs, submitted) == ["a1", "b1", "c1", "a2", "b2", "a3"]
    assert jobs.counts() == {"running": 0, "waiting": 0}


def test_a_user_has_so_many_and_a_server_too():
    jobs = Jobs(Limits(per_user=2, waiting=3))
    mine = [Job("a1"), Job("a2")]
    for job in mine:
        jobs.submit(job, "a")
    with pytest.raises(LimitError, match="You have 2 comparisons"):
        jobs.submit(Job("a3"), "a")
    with pytest.raises(LimitError, match="You have 2 comparisons"):
        jobs.admit("a")
    assert jobs.submit(mine[0], "a") == "a1"  # under way already: not begun again, not counted
    jobs.submit(Job("b1"), "b")
    jobs.submit(Job("c1"), "c")
    with pytest.raises(LimitError, match="3 comparisons are waiting"):
        jobs.submit(Job("d1"), "d")
    jobs.submit(Job("d2"), "d", admitted=True)  # it was admitted when the server ran before
    assert jobs.counts() == {"running": 1, "waiting": 4}
    for job in list(jobs._jobs):
        jobs.cancel(job)


def test_a_job_of_too_many_trainings_is_refused(monkeypatch):
    monkeypatch.setenv("MX2_TRAININGS", "10")
    with pytest.raises(LimitError, match="11 trainings"):
        Jobs(Limits()).submit(Job("a", folds=11), "a")


def test_one_that_is_cancelled_while_it_waits_never_runs_and_is_told():
    told = []
    jobs = Jobs(Limits(), ended=lambda job: told.append((job.id, job.state)))
    first, second, third = Job("1"), Job("2"), Job("3")
    for job in (first, second, third):
        jobs.submit(job, "a")
    jobs.cancel("2")
    jobs.cancel("nobody's")
    assert told == [("2", "cancelled")]
    first.go.set()
    wait_until(lambda: third.state == "running")
    jobs.cancel("3")
    wait_until(lambda: told == [("2", "cancelled"), ("1", "done"), ("3", "cancelled")])
    assert not any(jobs.running(id) for id in "123")


def test_jobs_that_ended_are_let_go():
    jobs = Jobs(Limits(per_user=100))
    for number in range(REMEMBERED + 5):
        job = Job(str(number))
        jobs.submit(job, "a")
        job.go.set()
        wait_until(lambda job=job: not jobs.counts()["running"] and job.state == "done")
    assert len(jobs._jobs) == REMEMBERED
    assert jobs.get("0") is None
    assert jobs.get(str(REMEMBERED + 4)).state == "done"


def test_several_run_where_several_may_each_of_another_user_first():
    jobs = Jobs(Limits(running=2, per_user=5))
    submitted = {id: Job(id) for id in ("a1", "a2", "b1")}
    jobs.submit(submitted["a1"], "a")
    jobs.submit(submitted["b1"], "b")
    jobs.submit(submitted["a2"], "a")
    assert [job.state for job in submitted.values()] == ["running", "waiting", "running"]
    for job in submitted.values():
        job.go.set()
