"""Homework on one corpus: a task of its own for each student, and what was handed in, checked against it."""

from .collect import HandedIn, collected
from .grade import Grade, graded
from .hand_in import NUMBERS, HandIn, filled_in
from .marks import marks_csv
from .parts import StudentParts, assigned
from .sheet import sheets
from .task import Task, students_in, students_of, task

__all__ = [
    "NUMBERS",
    "Grade",
    "HandIn",
    "HandedIn",
    "StudentParts",
    "Task",
    "assigned",
    "collected",
    "filled_in",
    "graded",
    "marks_csv",
    "sheets",
    "students_in",
    "students_of",
    "task",
]
