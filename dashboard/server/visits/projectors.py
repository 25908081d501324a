"""What each project shows to a class at this moment, so that the teacher's notes can follow."""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

MOST = 500  # projects that are remembered, those that showed something last


@dataclass(frozen=True, slots=True)
class Place:
    """A step, from 1, one more than there are for the end; and what of it: question, answer or figure."""

    step: int
    stage: str


class Projectors:
    """The places of all projects, in memory: after a restart each says anew where it is."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._places: OrderedDict[str, Place] = OrderedDict()

    def show(self, project: str, place: Place) -> None:
        """Note what a project shows now."""
        with self._lock:
            self._places[project] = place
            self._places.move_to_end(project)
            while len(self._places) > MOST:
                self._places.popitem(last=False)

    def hide(self, project: str) -> None:
        """Note that a project shows nothing any more."""
        with self._lock:
            self._places.pop(project, None)

    def place(self, project: str) -> Place | None:
        """What a project shows; None where it showed nothing."""
        with self._lock:
            return self._places.get(project)
