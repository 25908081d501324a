"""What a server does beside answering: it beats, takes over what a dead server left, and cleans up."""

import logging
import os
import platform
import secrets
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from threading import Event
from typing import Any

from dashboard.server.running import logs
from dashboard.server.running.job_queue import Jobs
from dashboard.server.visits.limits import MB, Limits
from mx2core.errors import Mx2Error, StoreError
from mx2core.store import CleanPolicy, Store
from mx2core.store.records import Lease
from mx2core.studies.kept_study import open_kept
from mx2core.training import ExperimentJob

BEAT = 10.0  # seconds between two beats
SILENT = 6  # looks at it, a beat apart, without a beat after which a server is taken for dead
CLEAN_EVERY = 24 * 3600.0


def keeper_name() -> str:
    """This process among all servers of a store: machine, process, and a mark of its own."""
    return f"{platform.node()}:{os.getpid()}:{secrets.token_hex(4)}"


def is_gone(owner: str, me: str) -> bool:
    """Whether a server is known to have ended: it ran on this machine, and its process is no more."""
    try:
        (node, pid, _), (here, mine, _) = owner.rsplit(":", 2), me.rsplit(":", 2)
        if node != here or owner == me:
            return False
        if pid == mine:  # two processes of one number cannot be alive
            return True
        if os.name != "posix":  # elsewhere the call below would end the process
            return False
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except (OSError, ValueError):
        return False
    return False


@dataclass(eq=False)
class Keeper:
    """The background of one server."""

    store: Callable[[], Store]  # which may not be there yet
    jobs: Jobs
    me: str  # what `keeper_name` gave
    in_use: Callable[[], Collection[str]] = tuple  # ids of the projects that are open in a browser
    cleaned: Callable[[], None] = lambda: None  # called after projects went
    trainers: Callable[[], Mapping[str, Any]] = dict  # who trains, as arguments of a job
    # The round in which a lease was first seen with that beat.
    _first_seen: dict[str, tuple[Lease, int]] = field(default_factory=dict, init=False)
    # Experiments without a lease in the round before.
    _free: set[str] = field(default_factory=set, init=False)
    _rounds: int = field(default=0, init=False)
    _next_clean: float = field(default=0.0, init=False)
    _end: Event = field(default_factory=Event, init=False)

    def run(self) -> None:
        """Go round until `end`; a store that is away for a while is asked again."""
        while not self._end.is_set():
            try:
                self.round()
            except StoreError as error:
                logs.event("store does not answer", level=logging.ERROR, error=error)
            except Exception as error:  # whatever it is, the next round may do better
                logs.event("keeper failed", level=logging.ERROR, error=error)
            self._end.wait(BEAT)

    def end(self) -> None:
        """Stop, and let other servers take over the runs of this one."""
        self._end.set()
        with suppress(StoreError):
            for lease in self.store().leases.list():
                if lease.owner == self.me:
                    self.store().leases.release(lease.key, self.me)

    def round(self) -> None:
        """Beat, hear requests to end, take over, clean."""
        self._rounds += 1
        self.store().leases.beat(self.me)
        leases = {lease.key: lease for lease in self.store().leases.list()}
        for lease in leases.values():
            if lease.owner == self.me and lease.stop:
                self.jobs.cancel(lease.key)
        if self.jobs.limits.running:
            for id in self.store().experiments.running():
                if not self._end.is_set() and not self.jobs.running(id) and self._take(id, leases.get(id)):
                    self._go_on(id)
        if time.monotonic() >= self._next_clean:
            self._next_clean = time.monotonic() + CLEAN_EVERY
            self.clean()

    def clean(self) -> None:
        """What the policy lets go, if there is one."""
        policy = policy_of(Limits.read(), frozenset(self.in_use()))
        if policy is None:
            return
        self.store().projects.touch(policy.in_use)  # for the other servers
        began = time.monotonic()
        gone = asdict(self.store().clean(policy))
        logs.event("store cleaned", seconds=round(time.monotonic() - began, 1), **gone)
        if gone["projects"]:
            self.cleaned()

    def _take(self, id: str, lease: Lease | None) -> bool:
        """Get the lease of an experiment that runs nowhere."""
        if lease is None:
            if self._rounds > 1 and id not in self._free:  # its server may be about to take it
                self._free.add(id)
                return False
            self._free.discard(id)
            return self.store().leases.take(id, self.me)
        if lease.owner == self.me:
            return True
        if not is_gone(lease.owner, self.me):
            seen, since = self._first_seen.get(id, (None, 0))
            if seen is None or (seen.owner, seen.beat) != (lease.owner, lease.beat):
                self._first_seen[id] = (lease, self._rounds)
                return False
            if self._rounds - since < SILENT:  # rounds and no clock: one runs on while a machine sleeps
                return False
        self._first_seen.pop(id, None)
        return self.store().leases.seize(lease, self.me)

    def _go_on(self, id: str) -> None:
        try:
            experiment = open_kept(self.store(), id)
            job = ExperimentJob(self.store(), experiment, **self.trainers())
            self.jobs.submit(job, experiment.owner, admitted=True)
        except Mx2Error as error:
            logs.event("experiment cannot be resumed", level=logging.ERROR, job=id, error=error)
            self.store().experiments.enter(id, "failed")
            self.store().leases.release(id, self.me)


def policy_of(limits: Limits, in_use: frozenset[str] = frozenset()) -> CleanPolicy | None:
    """What a server may clean away by itself; None if it was not told to."""
    if limits.keep_days is None and limits.keep_mb is None:
        return None
    days, most = limits.keep_days, None if limits.keep_mb is None else limits.keep_mb * MB
    return replace(CleanPolicy.from_days(days, projects=days, most_bytes=most), in_use=in_use)


def finished(store: Store, me: str, job: ExperimentJob) -> None:
    """When a job has ended: give its lease back, and note one that was cancelled in the queue."""
    with suppress(StoreError):  # the lease runs out by itself
        if job.state == "cancelled":
            store.experiments.enter(job.id, "cancelled")
        store.leases.release(job.id, me)
