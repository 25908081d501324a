"""What was handed in, checked: numbers are computed again from the task and the predictions in the file."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from tempfile import TemporaryDirectory
from typing import Literal

import numpy as np

from ..brief import frozen
from ..corpus.model import Corpus
from ..corpus.read import read_corpus
from ..errors import InputError, Mx2Error, Notice
from ..metrics import default_metric
from ..partition import PartitionSet, expected
from ..partition.parts.judgement import half_percentiles
from ..store import Store
from ..store.files.project_file import ProjectFile
from ..training import Comparison, PlannedTest
from ..training.decisions.decision import Decision
from ..training.decisions.decision_rule import decide, margin_for
from ..training.decisions.planned_tests import planned_test
from ..training.decisions.question import Question, Rule
from ..training.run.documents import model_of, partitions_of
from ..training.run.experiment import Experiment, comparisons_so_far
from .collect import HandedIn
from .hand_in import NUMBERS, HandIn, read_hand_in, sentence_of
from .parts import StudentParts, assigned
from .task import Task, letters_of

Signature = Literal["own", "none", "other", "neighbour"]
_AS_SHOWN = 0.0006  # four digits are shown
_NEAR: Mapping[str, float] = {
    "expected": 0.0055,  # two digits are shown
    "divergence": 0.0055,
    "percentile": 0.03,  # as a histogram or whole percents tell it
}
_CHINESE = "\u3400"  # the first of its characters
_SAME_FROM = 40  # characters: shorter paragraphs may be equal by chance


@frozen
class Grade:
    file: str
    number: str = ""
    name: str = ""
    corpus: str = ""
    seed: int | None = None
    signature: Signature = "none"
    signed: str = ""  # by which the set in the file is known, or the sets
    given: Mapping[str, float | None] = field(default_factory=dict)
    found: Mapping[str, float] = field(default_factory=dict)  # computed again
    verdict: str = ""
    decided: str = ""
    paragraph: str = ""
    remarks: tuple[Notice, ...] = ()

    @property
    def right(self) -> dict[str, bool]:
        """Each number, and whether it is what was computed again."""
        return {key: _is_close(key, self.given.get(key), self.found.get(key)) for key in NUMBERS}

    @property
    def computed(self) -> dict[str, float | None]:
        """What each number should be, as a student types it."""
        values = {key: self.found.get(key, math.nan) * (100 if key == "percentile" else 1) for key in NUMBERS}
        return {key: round(value, 4) if math.isfinite(value) else None for key, value in values.items()}

    @property
    def n_right(self) -> int:
        return sum(self.right.values())

    @property
    def consistent(self) -> bool:
        return bool(self.decided) and self.verdict == self.decided

    @property
    def words(self) -> int:
        """Length of the paragraph; a Chinese character counts as a word."""
        return n_words(self.paragraph)


def n_words(paragraph: str) -> int:
    return len("".join(f" {one} " if one >= _CHINESE else one for one in paragraph).split())


def asked_length(paragraph: str) -> tuple[int, int]:
    """Words of English that a sheet asks for, or characters of Chinese."""
    chinese = sum(one >= _CHINESE for one in paragraph)
    return (150, 300) if 2 * chinese > n_words(paragraph) else (80, 150)


def graded(
    handed_in: Sequence[HandedIn], corpus: Corpus, course: str = "", *, parts: StudentParts | None = None
) -> tuple[Grade, ...]:
    """All files checked: each by itself, then beside each other; one grade a file, in their order.

    A file that cannot be graded has its reason among its remarks.

    Raises InputError if no course is given and all hand-ins name the same one.
    """
    grader = _Grader(corpus, course.strip(), parts)
    grades = [grader.grade(one) for one in handed_in]
    if not grader.course and len(grader.courses) == 1 and "" not in grader.courses:
        raise InputError(
            "All hand-ins are of the course {course}: give it (--course {course}).",
            course=next(iter(grader.courses.values())),
        )
    return tuple(_compare_files(grades, [_digest(one.data) for one in handed_in]))


def checked_against(grades: Sequence[Grade], students: Mapping[str, str]) -> tuple[Grade, ...]:
    """The grades beside the list of a class, names by number; an empty list says nothing.

    Numbers and names that the list does not have are remarked. Who handed in nothing follows at the end,
    without a file.
    """
    listed = {letters_of(number): name for number, name in students.items()}
    checked = []
    for one in grades:
        name = listed.get(letters_of(one.number))
        if listed and one.number and name is None:
            one = _remarked(one, Notice("Not listed."))
        elif name and one.name and letters_of(one.name) != letters_of(name):
            one = _remarked(one, Notice("Listed as {name}.", {"name": name}))
        checked.append(one)
    came = {letters_of(one.number) for one in grades}
    absent = [(number, name) for number, name in students.items() if letters_of(number) not in came]
    missing = (Notice("Not handed in."),)
    return (*checked, *(Grade("", number, name, remarks=missing) for number, name in absent))


class _Grader:
    def __init__(self, corpus: Corpus, course: str, parts: StudentParts | None) -> None:
        self._corpus, self.course, self._parts = corpus, course, parts
        self.courses: dict[str, str] = {}  # that the files name, as they are compared and as they were typed
        self._read: dict[str, str] = {}  # units of the corpora in the files

    def grade(self, one: HandedIn) -> Grade:
        if one.data is None:
            return Grade(one.file, remarks=() if one.problem is None else (one.problem,))
        try:
            project, hand_in = read_hand_in(one.data, one.file)
        except Mx2Error as error:
            number, name = sentence_of(one.data)  # whose it may be, although the file was changed
            return Grade(one.file, number, name, remarks=(error.notice,))
        if hand_in is None:
            return Grade(one.file, remarks=(Notice("No homework in it."),))
        return self._checked(one.file, project, hand_in)

    def _checked(self, file: str, project: ProjectFile, hand_in: HandIn) -> Grade:
        self.courses.setdefault(letters_of(hand_in.course), hand_in.course)
        remarks = [] if hand_in.name else [Notice("The name is missing.")]
        if not hand_in.number:
            remarks.append(Notice("The student's number is missing."))
        least, most = asked_length(hand_in.paragraph)
        if hand_in.paragraph and not least <= (n := n_words(hand_in.paragraph)) <= most:
            length = {"n": n, "least": least, "most": most}
            remarks.append(Notice("Paragraph: {n} words or characters, not {least} to {most}.", length))
        made = Grade(
            file,
            hand_in.number,
            hand_in.name,
            project.corpus_name,
            given=hand_in.numbers,
            verdict=hand_in.verdict,
            paragraph=hand_in.paragraph,
            remarks=tuple(remarks),
        )
        if letters_of(hand_in.course) != letters_of(self.course):
            values = {"found": hand_in.course or "–", "course": self.course or "–"}
            return _remarked(made, Notice("Another task: {found}, not {course}.", values))
        if not hand_in.number:
            return made
        try:
            asked = assigned(hand_in.number, self._corpus, self.course, self._parts)
            made = replace(made, seed=asked.seed)
            return self._computed(made, asked, project)
        except Mx2Error as error:
            return _remarked(made, error.notice)

    def _computed(self, grade: Grade, task: Task, project: ProjectFile) -> Grade:
        corpus = task.corpus
        if self._units(project) != corpus.units_sha256:
            values = {"found": project.corpus_name, "corpus": corpus.name}
            if self._parts is None:
                return _remarked(
                    grade, Notice("Another corpus or part (--part N): {found}, not {corpus}.", values)
                )
            return _remarked(grade, Notice("Another corpus: {found}, not {corpus}.", values))
        sets = [partitions_of(document) for document, _file in project.partitions]
        own = task.partitions()
        mine = next((one for one in sets if np.array_equal(one.masks, own.masks)), None)
        signature: Signature = "own" if mine is not None else "other" if sets else "none"
        counts = corpus.attribute(task.attributes[0]).counts
        value = float(task.judged_split.divergence(counts)[0])
        share = float(half_percentiles([counts], [[value]])[0][0])
        grade = replace(
            grade,
            signature=signature,
            signed=mine.id if mine is not None else " ".join(one.id for one in sets),
            found={"expected": expected(counts), "divergence": value, "percentile": share},
        )
        if not sets:
            return _remarked(grade, Notice("No splits."))
        if mine is None:
            return grade
        decision = self._decision(project, corpus, own)
        if decision is None:
            return _remarked(grade, Notice("Not trained on this set."))
        lower, upper = decision.interval or (math.nan, math.nan)
        of_models = {"difference": decision.mean, "lower": lower, "upper": upper}
        return replace(grade, found={**grade.found, **of_models}, decided=decision.answer or "")

    def _units(self, project: ProjectFile) -> str:
        """Digest of the units of the corpus in a file; most files have the same one."""
        key = hashlib.sha256(project.corpus + repr(sorted(project.options.items())).encode()).hexdigest()
        if key not in self._read:
            corpus = read_corpus(project.corpus, name=project.corpus_name, **project.options)
            self._read[key] = corpus.units_sha256
        return self._read[key]

    def _decision(self, project: ProjectFile, corpus: Corpus, own: PartitionSet) -> Decision | None:
        """From the predictions of the first experiment on the student's own set."""
        for data in project.experiments:
            with TemporaryDirectory() as folder, Store(f"{folder}/hand-in.db") as store:
                id = store.take_in(data).id
                record = store.experiments.get(id)
                sets = [
                    partitions_of(store.partition_sets.get(key).document) for key in record.partition_sets
                ]
                where = next((k for k, one in enumerate(sets) if np.array_equal(one.masks, own.masks)), None)
                if where is None or record.units_sha256 != corpus.units_sha256 or len(record.models) < 2:
                    continue
                experiment = Experiment(
                    record.name,
                    corpus,
                    tuple(map(model_of, record.models)),
                    tuple(sets),
                    record.gold,
                    record.settings.get("strict", False),
                    tuple(record.settings.get("metrics", ())),
                )
                compared = comparisons_so_far(store, id, experiment)[where]
                kept = store.experiments.question_record(id).question
                return _decided(compared, sets[where], None if kept is None else planned_test(kept))
        return None


def _decided(compared: Comparison, partitions: PartitionSet, plan: PlannedTest | None) -> Decision | None:
    """By the question that was kept from before the training, or the usual one."""
    if not compared.splits_done:
        return None
    a, b = compared.names[:2]
    metric = default_metric(compared.main_metrics) if plan is None else plan.metric
    margin = margin_for(compared, a, b, metric=metric).value
    question, rule = Question(margin=margin), Rule()
    if plan is not None:
        question = Question(plan.alpha, plan.alternative, plan.margin or margin)
        rule = Rule(plan.test, plan.stop, conservative=plan.conservative)
    return decide(compared, a, b, partitions=partitions, metric=metric, question=question, rule=rule)


def _compare_files(grades: Sequence[Grade], digests: Sequence[str]) -> Iterator[Grade]:
    """What shows only between files: the same one twice, a neighbour's set or words."""
    own = {one.signed: one.number for one in grades if one.signature == "own"}
    copies = {id: one.number for one in grades if one.signature == "other" for id in one.signed.split()}
    first: dict[str, str] = {}
    for k, (one, digest) in enumerate(zip(grades, digests, strict=True)):
        earlier = grades[:k]
        if digest and digest in first:
            yield _remarked(one, Notice("The same file as {other}.", {"other": first[digest]}))
            continue
        first[digest] = one.file
        twice = next((other.file for other in earlier if one.number and _same_number(one, other)), None)
        if twice is not None:
            one = _remarked(one, Notice("The number is also in {other}.", {"other": twice}))
        if one.signature == "other":
            neighbours = [own[id] for id in one.signed.split() if id in own]
            if neighbours:
                of = Notice("The set is that of {number}.", {"number": neighbours[0]})
                one = _remarked(replace(one, signature="neighbour"), of)
            else:
                one = _remarked(one, Notice("The set is not of seed {seed}.", {"seed": one.seed}))
        elif one.signature == "own" and (number := copies.get(one.signed)):
            one = _remarked(one, Notice("{number} has this set, too.", {"number": number}))
        alike = next((other.number for other in grades if _same_words(one, other)), None)
        if alike is not None:
            one = _remarked(one, Notice("The paragraph is that of {number}.", {"number": alike}))
        yield one


def _same_words(one: Grade, other: Grade) -> bool:
    words, others = letters_of(one.paragraph), letters_of(other.paragraph)
    return not _same_number(one, other) and len(words) >= _SAME_FROM and words == others


def _same_number(one: Grade, other: Grade) -> bool:
    return letters_of(one.number) == letters_of(other.number)


def _remarked(one: Grade, notice: Notice) -> Grade:
    return replace(one, remarks=(*one.remarks, notice))


def _digest(data: bytes | None) -> str:
    return "" if data is None else hashlib.sha256(data).hexdigest()


def _is_close(key: str, answer: float | None, computed: float | None) -> bool:
    """Whether a number is right as it is, or in per cent; chi-square is no share."""
    if answer is None or computed is None or not math.isfinite(computed):
        return False
    near = _NEAR.get(key, _AS_SHOWN)
    if abs(answer - computed) <= near or key in ("expected", "divergence"):
        return abs(answer - computed) <= near
    # Near 0 any fraction is right in per cent, unless small numbers have to be nearer.
    return abs(answer / 100 - computed) <= (near if abs(answer) >= 1 else min(near, abs(computed) / 4))
