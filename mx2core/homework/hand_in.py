"""What a student hands in: a project file, in which number, name and answers stand among the choices."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, field, replace
from typing import Any, get_args

from ..brief import frozen
from ..errors import StoreError
from ..inference.verdict import Answer
from ..store.files.bounded_zip import unpack
from ..store.files.project_file import MANIFEST, MEMBERS, ProjectFile, pack_project, unpack_project

CHOICE = "homework"  # its key among the choices of a project
NUMBERS = ("expected", "divergence", "percentile", "difference", "lower", "upper")
VERDICTS = get_args(Answer)
LONGEST = 20_000  # characters of the paragraph


@frozen
class HandIn:
    """Who hands in, and what was answered; nothing of it is believed."""

    number: str = ""
    name: str = ""
    course: str = ""
    numbers: Mapping[str, float | None] = field(default_factory=dict)  # by `NUMBERS`
    verdict: str = ""
    paragraph: str = ""


def filled_in(project: ProjectFile, hand_in: HandIn) -> bytes:
    """The file that is handed in."""
    choices = {
        **project.choices,
        CHOICE: {"dict": {**asdict(hand_in), "numbers": {"dict": dict(hand_in.numbers)}}},
    }
    return pack_project(replace(project, choices=choices))


def read_hand_in(data: bytes, file: str) -> tuple[ProjectFile, HandIn | None]:
    """A project file and the homework in it; None without any."""
    project = unpack_project(data, file=file)
    return project, _hand_in(_plain(project.choices.get(CHOICE)))


def sentence_of(data: bytes) -> tuple[str, str]:
    """The number and the name that stand in a file, although it was changed; empty where none do."""
    try:
        manifest = unpack(data, None, MEMBERS)[MANIFEST]  # as bounded as a file that is right
        choices = json.loads(manifest)["choices"]
        found = _hand_in(_plain(choices.get(CHOICE)))
    except (StoreError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return "", ""
    return ("", "") if found is None else (found.number, found.name)


def _plain(value: Any) -> Any:
    """Mappings as projects keep them are marked."""
    if isinstance(value, dict):
        inner = value.get("dict", value) if len(value) == 1 else value
        return {str(key): _plain(one) for key, one in inner.items()} if isinstance(inner, dict) else inner
    return value


def _hand_in(values: Any) -> HandIn | None:
    if not isinstance(values, dict):
        return None
    given = values.get("numbers")
    numbers = {key: _number(given.get(key)) for key in NUMBERS} if isinstance(given, dict) else {}
    words = {key: _words(values.get(key)) for key in ("number", "name", "course", "verdict", "paragraph")}
    return HandIn(numbers=numbers, **words)


def _number(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return float(value)


def _words(value: Any) -> str:
    return value.strip()[:LONGEST] if isinstance(value, str) else ""
