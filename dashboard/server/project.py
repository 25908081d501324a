"""What a user has open: a corpus with the choices, partitions and experiments made on it."""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import threading
import unicodedata
import zipfile
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, Self

import mx2core as mx
from dashboard.server import stored_choices
from dashboard.server.turns import reading_turn, watched
from dashboard.server.visits.limits import check, read_in_time
from mx2core.corpus import Corpus, ReadOptions
from mx2core.corpus.files.source import Report, silent
from mx2core.corpus.files.split_names import joined_name
from mx2core.errors import StoreError
from mx2core.exchange import ScoreTable
from mx2core.exchange.scores.item_archives import file_names
from mx2core.files import project_path
from mx2core.partition import PartitionSet
from mx2core.store import PartitionSetRecord
from mx2core.training import Comparison, Evaluation
from mx2core.training.run.aside import run_in_process
from mx2core.training.run.documents import partition_record
from mx2core.training.scores.gold_tables import needs_no_corpus

State = dict[str, Any]  # plain values


SAMPLES = project_path("sample_data")
SAMPLE_NAMES = tuple(mx.corpus.SAMPLES.values())
VERSION = 1  # of what is kept of a project
LONGEST_NAME = 120
MOST_PAST = 5  # corpora that were open before; the oldest go first
LARGE = 2_000_000  # bytes of a corpus that a process of its own reads: pages are quick meanwhile
TABLE = -1  # choice "source": scores from elsewhere, not those of a set of partitions by its number
Files = tuple[tuple[str, bytes], ...]  # names and contents


def sample_file(name: str) -> bytes:
    """Of what comes with the program; StoreError where it is missing."""
    try:
        return (SAMPLES / name).read_bytes()
    except OSError as error:
        raise StoreError("The example {name} is missing. Install the program again.", name=name) from error


@dataclass(frozen=True, slots=True)
class CorpusSource(ReadOptions):
    """Where a corpus comes from and how it is to be read."""

    name: str
    data: bytes | None = field(default=None, repr=False)  # None: the sample of that name

    @property
    def paths(self) -> str | list[str]:
        """Its file, or those that were dropped together, as `read_corpus` takes them."""
        if self.data is None or not zipfile.is_zipfile(file := io.BytesIO(self.data)):
            return self.name
        with zipfile.ZipFile(file) as packed:
            names = packed.namelist()
        return names if len(names) > 1 and joined_name(names) == self.name else self.name

    def content(self) -> bytes:
        return self.data if self.data is not None else (SAMPLES / self.name).read_bytes()

    def read(self, report: Callable[[int, int], Any] | None = None, admit: Report = silent) -> Corpus:
        """The corpus; its reading ends with the visit that asks for it, or after the time there is."""
        work = partial(
            read_in_time, self.content(), ReadOptions(**self.frozen(self.keywords)), self.name, admit
        )
        with nullcontext() if self.data is None else reading_turn(report):  # a sample is small, and known
            look = watched(report)
            return work(report=look) if len(self.data or b"") < LARGE else run_in_process(work, look)

    @classmethod
    def from_file(cls, name: str, data: bytes, options: Mapping[str, Any]) -> CorpusSource:
        """What is read so; `options` are its `keywords`."""
        sample = name in SAMPLE_NAMES and (SAMPLES / name).read_bytes() == data
        return cls(name, None if sample else data, **cls.frozen(options))


FIRST = {
    "en": CorpusSource("intents_en.jsonl"),
    "zh": CorpusSource("statement_zh.conll"),
}  # by language of the reader


def first_source(language: str) -> CorpusSource:
    """What a new project opens with; MX2_SAMPLE names one sample for all readers, as for a class."""
    asked = os.environ.get("MX2_SAMPLE")
    return CorpusSource(asked) if asked in SAMPLE_NAMES else FIRST.get(language, FIRST["en"])


@dataclass(frozen=True, eq=False)
class KeptPartitions:
    """Partitions that were made or brought, to be compared on."""

    partitions: PartitionSet
    file: str = ""  # the file they were brought in

    @cached_property
    def record(self) -> PartitionSetRecord:
        """The same for the store."""
        return partition_record(self.partitions)


def given_files(data: bytes, name: str) -> str | list[str]:
    """The file that was brought, or the several that `name` names together, as a program reads them."""
    files = file_names(data)
    return files if ", ".join(files)[:LONGEST_NAME] == name[:LONGEST_NAME] else name


@dataclass(frozen=True, eq=False)
class Predictions:
    """What models predicted that were trained elsewhere."""

    results: Comparison | Evaluation  # an evaluation where no partitions were given: models that none changes
    partitions: PartitionSet | None
    key: str  # of the file, in the store
    corpus: Corpus  # the open one, or the right answers that stood beside the predictions
    files: str | list[str]

    @classmethod
    def read(cls, data: bytes, corpus: Corpus, partitions: PartitionSet | None, name: str) -> Self:
        """Of models trained on the partitions, or that no split changes; without the key of the file."""
        results: Comparison | Evaluation
        if needs_no_corpus(data):
            partitions = None
            corpus, results = mx.io.read_gold_table(data, name)
        elif partitions is None:
            results = mx.io.read_fixed_predictions(data, corpus, name=name)
        else:
            results = mx.io.read_predictions(data, corpus, partitions=partitions, name=name)
        return cls(results, partitions, "", corpus, given_files(data, name))


@dataclass
class Project:
    id: str  # a key; empty where a view shows the project, to those who do not have it
    source: CorpusSource
    corpus: Corpus
    name: str = ""  # given by its user; empty: what its corpus is called
    alias: str = ""  # tells it from other projects without giving away its id; never changes
    owner: str = ""  # digest of its user, where users log in
    choices: dict[str, Any] = field(default_factory=dict)  # widget key -> value
    partitions: dict[str, KeptPartitions] = field(default_factory=dict)  # newest last
    experiments: list[str] = field(default_factory=list)  # ids in the store, newest last
    table: ScoreTable | None = None  # scores brought from elsewhere
    table_name: str = ""
    table_key: str | None = None  # in the store
    predictions: Predictions | None = None  # that the scores come from, or of models that no split changes
    items: bytes | None = field(default=None, repr=False)  # files of scores per item, packed; no table then
    corpus_key: str | None = None  # in the store, once it is there
    uploads: dict[str, Files] = field(default_factory=dict)  # a split to be judged; in memory only
    projected: tuple[int, str] | None = None  # step and stage that a class is shown; in memory only
    past: list[State] = field(default_factory=list)  # corpora that were open before this one, the latest last
    future: list[State] = field(
        default_factory=list
    )  # those after it that were left for it, the next one last
    saved: str = ""  # what the store has of it
    stored_sets: set[str] = field(default_factory=set)  # keys of partitions that the store has
    saving: Any = field(default_factory=threading.RLock, repr=False, compare=False)  # one thread at a time

    def __post_init__(self) -> None:
        self.alias = self.alias or hashlib.sha256(self.id.encode()).hexdigest()[:16]

    @property
    def imported(self) -> str:
        """The file of the scores that are shown where the corpus is but a sample that they say nothing of."""
        shown = not self.experiments or self.choices.get("source") == TABLE
        on = "" if self.table is None else self.table.signature
        known = any(kept.partitions.signature == on for kept in self.partitions.values())
        if self.source.data is not None or not shown or self.predictions is not None or known:
            return ""
        return self.table_name

    @property
    def title(self) -> str:
        return self.name or self.imported or self.source.name

    @property
    def stem(self) -> str:
        """A file name from what it is called: letters and digits of any script."""
        words = re.sub(r"[^\w-]+", "-", self.title.rsplit(".", 1)[0]).strip("-_")
        return words[:60] or "project"

    @property
    def begun(self) -> bool:
        """Whether there is anything in it that could be lost."""
        made = self.name or self.choices or self.partitions or self.experiments
        return bool(made) or self.source not in FIRST.values()

    def keep(self, partitions: PartitionSet, file: str = "") -> str:
        """Keep partitions for the pages after; returns their key."""
        check("splits", len(partitions))
        key = f"{partitions.signature}|{file}"
        # A new one: a download keeps partitions from a thread of its own, while a page may go through them.
        others = {one: kept for one, kept in self.partitions.items() if one != key}
        self.partitions = others | {key: KeptPartitions(partitions, file)}
        return key

    def take_scores(
        self,
        table: ScoreTable | None,
        name: str,
        key: str | None,
        predictions: Predictions | None = None,
        items: bytes | None = None,
    ) -> None:
        """Scores from elsewhere, in place of those that were there."""
        self.table, self.table_name, self.table_key, self.predictions = table, name, key, predictions
        self.items = items

    def take_over(self, other: Project) -> None:
        """Corpus, choices, partitions and scores as another project has them."""
        self.source, self.corpus, self.corpus_key = other.source, other.corpus, other.corpus_key
        self.choices, self.partitions, self.uploads = dict(other.choices), dict(other.partitions), {}
        self.take_scores(other.table, other.table_name, other.table_key, other.predictions, other.items)

    def document(self, *, history: bool = True) -> dict[str, Any]:
        """All of it as plain values, apart from its corpus and the partitions themselves."""
        document = {
            "version": VERSION,
            "name": self.name,
            "source": self.source.name,
            "choices": stored_choices.plain(self.choices),
            "partitions": [
                {"key": key, "set": kept.record.key, "file": kept.file}
                for key, kept in self.partitions.items()
            ],
            "experiments": self.experiments,
            "table": self.table_key,
        }
        if self.predictions is not None:
            on = self.predictions.partitions
            signature = None if on is None else on.signature
            document["predictions"] = {"key": self.predictions.key, "on": signature}
        if history:
            document["alias"] = self.alias
            document["readings"] = [stored_choices.plain_value(some) for some in (self.past, self.future)]
        return document

    def snapshot(self, document: dict[str, Any]) -> str:
        """All that is kept of it as one text, which tells whether it has changed; `document` is that of now."""
        return json.dumps([document, self.source.name, self.source.keywords], sort_keys=True)

    def reading(self) -> State:
        """Its corpus and all that was chosen on it, to have them again when another took their place."""
        document = self.document(history=False)
        parts = ("choices", "partitions", "table", "predictions")
        return {name: document[name] for name in parts if name in document} | {
            "corpus": self.corpus_key,
            "source": self.source.name,
            "options": self.source.keywords,
        }

    def every_reading(self) -> list[State]:
        """That of each of its corpora, in the order in which they were opened; the open one is number `len(past)`."""
        return [*self.past, self.reading(), *reversed(self.future)]


def display_name(name: str) -> str:
    """A file name as the name of a project: on one line, and not too long."""
    line = "".join(" " if unicodedata.category(one) in ("Cc", "Cs") else one for one in name)
    return " ".join(line.split())[:LONGEST_NAME].strip() or "–"
