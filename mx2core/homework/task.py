"""What a student is asked to do, from the number alone."""

from __future__ import annotations

import re
import unicodedata
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Literal, get_args

from ..brief import frozen
from ..corpus.files.encodings import decodes
from ..corpus.model import Corpus
from ..errors import InputError
from ..files import read_limited
from ..partition import PartitionSet, random_partitions, regularized_partitions, screened_partitions

Method = Literal["balanced", "centered", "screened"]
METHODS: tuple[Method, ...] = get_args(Method)  # on which models may be tested
M = 5
MOST_NUMBERS = 2000
MOST_BYTES = 1 << 20  # of a file of numbers
LEAST_SEED, SEEDS = 100_000, 900_000  # six digits, to be typed


@frozen(eq=False, slots=False)
class Task:
    """One number, one seed: other students have other splits."""

    number: str
    course: str
    corpus: Corpus

    @cached_property
    def _word(self) -> int:
        key = f"{letters_of(self.course)}\0{letters_of(self.number)}"
        return int.from_bytes(sha256(key.encode()).digest()[:8])

    @property
    def seed(self) -> int:
        return LEAST_SEED + self._word % SEEDS

    @property
    def method(self) -> Method:
        """How the set is made: built to a condition, or screened as the paper does."""
        return METHODS[self._word // SEEDS % len(METHODS)]

    @property
    def attributes(self) -> tuple[str, ...]:
        return tuple(self.corpus.suggested)

    @property
    def judged_split(self) -> PartitionSet:
        return random_partitions(len(self.corpus), 1, self.seed)

    def partitions(self) -> PartitionSet:
        counts = [self.corpus.attribute(name).counts for name in self.attributes]
        if self.method == "screened":
            return screened_partitions(counts, M, seed=self.seed, attributes=self.attributes).partitions
        return regularized_partitions(counts, M, self.seed, self.method)


def letters_of(typed: str) -> str:
    """What a text is compared by: spaces, width and case do not count, as forty people type them differently.

    >>> letters_of("NLP 2026 秋") == letters_of("nlp２０２６秋")
    True
    """
    return "".join(unicodedata.normalize("NFKC", typed).casefold().split())


def task(number: str, corpus: Corpus, course: str = "") -> Task:
    """The task of a student: spaces, width and case of the number do not count.

    Another course gives the same number another task. Raises InputError if there is no number, or the corpus
    has no labels.
    """
    if not number.strip():
        raise InputError("The student's number is missing.")
    if not corpus.suggested:
        raise InputError("Homework needs labels; {corpus} has none.", corpus=corpus.name)
    return Task(number.strip(), course.strip(), corpus)


# A number behind blanks and commas, and a name; in one line, since a list may have many empty ones.
_STUDENT = re.compile(r"^(?:[^\S\n]|[,，])*([^\s,，]+)[^\S\n]*[,，]?([^,，\t\n]*)", re.MULTILINE)


def students_in(listed: str) -> dict[str, str]:
    """From the list of a class, a line each: the number, its first word, and the name behind it."""
    students: dict[str, str] = {}
    for number, name in _STUDENT.findall(listed):
        students.setdefault(number, name.strip())
    return students


def students_of(text: str) -> dict[str, str]:
    """Numbers and names from a file, or numbers as they were typed."""
    if Path(text).is_file():
        data = read_limited(text, MOST_BYTES, Path(text).name)
        codec = "utf-8-sig" if decodes(data, "utf-8") else "gb18030"
        students = students_in(data.decode(codec, "replace"))
    else:
        students = {one.strip(): "" for one in text.split(",") if one.strip()}
    if not students:
        raise InputError("The student's number is missing.")
    if len(students) > MOST_NUMBERS:
        raise InputError(
            "{name} has {n} entries; the most are {most}.", name=text, n=len(students), most=MOST_NUMBERS
        )
    return students
