"""A corpus that two quick models can be told apart on, and partitions of it."""

import os
import random
import signal
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from threading import Event
from typing import ClassVar

import numpy as np
import psutil

from mx2core.errors import ClusterError
from mx2core.models import CRF, FeatureTemplate
from mx2core.partition import PartitionSet
from mx2core.training.run.worker_task import Workers, do_task
from mx2core.training.run.workers import _finished_future
from tests.models.small import corpus_of
from tests.partition.shapes import half_masks

WORDS = {"N": ["dog", "cat", "tree"], "V": ["sees", "likes"], "D": ["the", "a"], "P": ["Ann", "Bob", "Kim"]}


def sentences(n=60, seed=1):
    """Chunks of names and of some nouns; the part of speech alone does not tell which."""
    draw = random.Random(seed).random

    def one(kind):
        return WORDS[kind][int(draw() * len(WORDS[kind]))]

    for _ in range(n):
        rows = [(one("P"), "P", "B-PER")]
        if draw() < 0.5:
            rows.append((one("P"), "P", "I-PER"))
        rows.append((one("V"), "V", "O"))
        noun = one("N")
        chunk = ("O", "O") if noun == "tree" else ("B-PET", "I-PET")
        rows += [(one("D"), "D", chunk[0]), (noun, "N", chunk[1])]
        if draw() < 0.3:
            place = int(draw() * len(rows))
            rows[place] = (*rows[place][:2], "O")
        yield rows


def tagged(n=60, seed=1):
    return corpus_of(list(sentences(n, seed)), ("word", "pos", "label"), schemes={"label": "IOB2"})


def grouped(corpus, units):
    """The same sentences, in these units."""
    columns, starts = corpus.sentences.columns, corpus.sentences.starts
    rows = list(zip(*(columns[name][slice(None)] for name in columns), strict=True))
    sentences = [rows[a:b] for a, b in pairwise(starts)]
    return corpus_of(sentences, tuple(columns), schemes={"label": "IOB2"}, units=units)


def halves(n, m=2, seed=0):
    return PartitionSet(half_masks(np.random.default_rng(seed), m, n), "imported", None)


def folds_of(values, comparison):
    """Mean of the values of the units that each run validated, (m, 2)."""
    means = [values[i // 2, units].mean() for i, (_, units) in enumerate(comparison.evaluation.folds)]
    return np.reshape(means, (-1, 2))


def models(max_iterations=100):
    """A sees a window of words, B the part of speech alone."""
    a = FeatureTemplate.parse("U0:%x[-1,0]\nU1:%x[0,0]\nU2:%x[1,0]\nU3:%x[0,0]/%x[1,0]\nB")
    b = FeatureTemplate.parse("U0:%x[0,1]\nB")
    columns = ("word", "pos")
    return [
        CRF("A", a, columns, max_iterations=max_iterations),
        CRF("B", b, columns, max_iterations=max_iterations),
    ]


class FakeModel:
    """A model of tags for one test, which says what happens when it is trained: `prepare` or `predict`."""

    task, gold, libraries, notices, used_columns = "tags", None, ("numpy",), (), ()
    settings: ClassVar = {"kind": "made"}

    def check_corpus(self, corpus, gold):
        """Any corpus will do."""

    def prepare(self, material, folder):
        self.material = material
        return self


def noise(n, n_tags=60, seed=3):
    """Words and tags that have nothing to do with each other: training takes long over it."""
    draw = random.Random(seed).random
    sentences = [[(f"w{int(500 * draw())}", f"T{int(n_tags * draw())}") for _ in range(20)] for _ in range(n)]
    return corpus_of(sentences, ("word", "label"), schemes={"label": "plain"})


def slow_and_quick():
    """On `noise(400)` a fold of the first model lasts a second or two, one of the second no time."""
    template = FeatureTemplate.parse("\n".join(f"U{i}:%x[{i - 2},0]" for i in range(5)) + "\nB")
    return [
        CRF("slow", template, ("word",), c2=1e-4, max_iterations=3000),
        CRF("quick", template, ("word",), max_iterations=1),
    ]


@dataclass(frozen=True)
class Endless(CRF):
    """A model whose training says that it has begun, in a folder, and lasts until its process is killed."""

    place: str = ""

    def prepare(self, material, folder):
        Path(self.place, str(os.getpid())).touch()
        Event().wait()


@dataclass(frozen=True)
class Fatal(CRF):
    """A model in whose first training its process is killed, so many times."""

    place: str = ""
    times: int = 1

    def prepare(self, material, folder):
        if len(list(Path(self.place).iterdir())) < self.times:
            Path(self.place, str(os.getpid())).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().prepare(material, folder)


def workers_of(pid=None):
    """Processes that train for a process, this one by default."""
    found = []
    with suppress(psutil.NoSuchProcess):
        for child in psutil.Process(pid).children():
            with suppress(psutil.NoSuchProcess, psutil.ZombieProcess):
                if any("mx2core.training.run.process" in part for part in child.cmdline()):
                    found.append(child)
    return found


def held_cluster(monkeypatch, held):
    """A cluster of this process that has no worker as long as `held()` says so."""

    @contextmanager
    def cluster(address, task):
        missing = ClusterError(
            "The Dask scheduler at {address} has no worker; run `dask worker {address}`.", address=address
        )

        def width():
            time.sleep(0.01)
            return 0 if held() else 1

        yield Workers(
            lambda fold: _finished_future(do_task(task, fold)), width, lambda: missing if held() else None
        )

    monkeypatch.setattr("mx2core.training.run.cluster.cluster", cluster)
