"""The queue of a server: comparisons run one after the other, and users take turns."""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock, Thread

from dashboard.server.read_only import refuse
from dashboard.server.running import logs
from dashboard.server.visits import owners
from dashboard.server.visits.limits import Limits, check
from dashboard.server.visits.owners import NOBODY, Owner
from mx2core.errors import LimitError, Notice
from mx2core.training import ExperimentJob

UNDER_WAY = ("waiting", "running")
REMEMBERED = 20  # jobs that ended; what they found is in the store


@dataclass(frozen=True, slots=True)
class _Entry:
    job: ExperimentJob
    by: str  # whose turn it takes
    owner: Owner


@dataclass(eq=False)
class Jobs:
    """Experiments, and designs kept like them, that run or wait for their turn.

    Of those that wait, the next is of the user with the fewest running, and among
    these of the one whose last turn is longest ago; a user's own come in order. With
    `limits.running` 0 this server trains nothing: what it is given is left to another.
    """

    limits: Limits
    take: Callable[[str], bool] = lambda id: True  # whether this server may run it, or another one does
    ended: Callable[[ExperimentJob], None] = lambda job: None  # told of a job that has ended
    owner: Callable[[], Owner] = owners.current_owner  # whose browser and address ask for a job
    _jobs: dict[str, _Entry] = field(default_factory=dict, init=False)  # in the order in which they came
    _waiting: list[_Entry] = field(default_factory=list, init=False)
    _running: Counter[str] = field(default_factory=Counter, init=False)  # by user
    _served: dict[str, int] = field(default_factory=dict, init=False)  # number of a user's last turn
    _turns: int = field(default=0, init=False)
    _lock: Lock = field(default_factory=Lock, init=False)

    def get(self, id: str | None) -> ExperimentJob | None:
        """A job while it waits or runs, or that ended lately; None if this server has none of that id."""
        entry = self._jobs.get(id or "")
        return None if entry is None else entry.job

    def counts(self) -> dict[str, int]:
        """How many run and wait."""
        with self._lock:
            return {"running": self._running.total(), "waiting": len(self._waiting)}

    def admit(self, by: str) -> None:
        """Ask for room for one more job of a user; LimitError if browser, address or server have as many as they may."""
        owner, most = self.owner(), self.limits.per_user
        with self._lock:
            under_way = [entry for entry in self._jobs.values() if entry.job.state in UNDER_WAY]
            mine = sum(
                entry.by == by or (owner.visitor is not None and entry.owner.visitor == owner.visitor)
                for entry in under_way
            )
            if mine >= most:
                raise LimitError("You have {limit} comparisons, the most allowed.", limit=most)
            full = Notice("{limit} comparisons are waiting already. Try later.")
            owners.check_share(owner, (one.owner for one in self._waiting), self.limits.waiting, full)

    def submit(self, job: ExperimentJob, by: str = "", *, admitted: bool = False) -> str:
        """Have a job run when its turn comes; its id. One that is under way already is not begun again.

        `by` is a digest of the user or project that asks; with `admitted` it was admitted before, as when a server goes
        on with what it was doing. LimitError if it is too large, or there are too many.
        """
        refuse()
        if self.running(job.id):
            return job.id
        if not admitted:
            progress = job.progress
            check("trainings", progress.total - progress.done)
            self.admit(by)
        if not self.limits.running or not self.take(job.id):
            return job.id  # the store has it, and another server runs it
        with self._lock:
            before = self._jobs.get(job.id)
            if before is not None and before.job.state in UNDER_WAY:
                return job.id
            self._jobs.pop(job.id, None)
            entry = self._jobs[job.id] = _Entry(job, by, NOBODY if admitted else self.owner())
            self._waiting.append(entry)
        logs.event("job waits", job=job.id, folds=job.progress.total)
        self._advance()
        return job.id

    def cancel(self, id: str) -> None:
        """End a job, whether it runs or waits; nothing happens where this server has none of that id."""
        refuse()
        with self._lock:
            entry = self._jobs.get(id)
            waited = entry is not None and entry in self._waiting
            if entry is not None and waited:
                self._waiting.remove(entry)
        if entry is None:
            return
        entry.job.cancel()
        if waited:
            logs.event("job cancelled before its turn", job=id)
            self.ended(entry.job)

    def running(self, id: str) -> bool:
        """Whether a job trains or waits for its turn."""
        entry = self._jobs.get(id)
        return entry is not None and entry.job.state in UNDER_WAY

    def before(self, id: str) -> tuple[int, float | None]:
        """How many trainings run beside a job or come before it, if nobody else comes; seconds until a place is free.

        None as long as nobody knows: what waits before it is not begun, so it can take longer, too.
        """
        with self._lock:
            order = [entry.job for entry in self._order()]
            running = [one.job for one in self._jobs.values() if one.job.state == "running"]
        place = next((place for place, job in enumerate(order) if job.id == id), 0)
        others = [job.progress for job in (*running, *order[:place]) if job.id != id]
        left = [one.seconds_left for one in others[: len(others) - place]]
        known = [seconds for seconds in left if seconds is not None]
        seconds = None if len(known) < len(left) else min(known, default=None)
        return sum(one.total - one.done for one in others), seconds

    def _order(self) -> list[_Entry]:
        """Those that wait, in the order of their turns."""
        waiting, running, served = list(self._waiting), self._running.copy(), dict(self._served)
        order = []
        while waiting:
            entry = min(waiting, key=lambda entry: (running[entry.by], served.get(entry.by, 0)))
            waiting.remove(entry)
            order.append(entry)
            served[entry.by] = self._turns + len(order)
            running.clear()  # by the turn after, those that run now have ended
        return order

    def _advance(self) -> None:
        with self._lock:
            while self._waiting and self._running.total() < self.limits.running:
                entry = self._order()[0]
                self._waiting.remove(entry)
                if entry.job.state != "waiting":  # cancelled at this very moment
                    continue
                self._turns += 1
                self._served[entry.by] = self._turns
                self._running[entry.by] += 1
                entry.job.start()
                Thread(target=self._follow, args=(entry,), name="mx2core-queue", daemon=True).start()

    def _follow(self, entry: _Entry) -> None:
        began = time.monotonic()
        logs.event("job began", job=entry.job.id)
        entry.job.join()
        seconds, progress = round(time.monotonic() - began, 1), entry.job.progress
        logs.event(
            "job ended", job=entry.job.id, state=entry.job.state, folds=progress.done, seconds=seconds,
            error=entry.job.error,
        )  # fmt: skip
        self.ended(entry.job)
        with self._lock:
            self._running[entry.by] -= 1
            self._running += Counter()  # drop users who have none
            ended = [id for id, one in self._jobs.items() if one.job.state not in UNDER_WAY]
            for id in ended[: max(len(ended) - REMEMBERED, 0)]:  # each holds every fold it has found
                del self._jobs[id]
        self._advance()
