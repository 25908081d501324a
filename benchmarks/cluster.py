"""When a Dask cluster pays: seconds here and on two workers, for each kind of long work.

    python -m benchmarks.cluster [trainings] [scoring] [near] [--times 3] [--units N] [--halves N] [--texts N]

A scheduler and two workers of one thread are started on this computer. Each work is done here one at a
time, here two at a time (worker processes for trainings, threads for near-duplicates, a pool of two processes
for random halves) and on the cluster, in turn; the least time of some turns is shown. Connecting counts,
loading the program in the workers does not. "Sent, MB" is what each worker is given.
"""

import argparse
import os
import pickle
import time
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from unittest.mock import patch

import numpy as np
from distributed import Client, LocalCluster
from scipy.sparse import csr_array

from benchmarks.folds import corpus as labelled
from benchmarks.large import near_texts
from mx2core import read_corpus, studies
from mx2core.corpus.samples import sample
from mx2core.corpus.units import near_duplicates, set_join
from mx2core.executors.pieces import on_executor
from mx2core.models import presets
from mx2core.partition import random_divergences
from mx2core.partition.attribute_measure import attribute_measures
from mx2core.partition.halves import candidates
from mx2core.text_table import table
from mx2core.training import Run
from mx2core.training.run.plan import plan_folds
from mx2core.training.run.worker_task import WorkerTask

WORKERS = 2
# As deploy/team.yaml has it: what Dask sets for its workers makes large arrays dear.
MALLOC = {"MALLOC_TRIM_THRESHOLD_": str(2**28), "MALLOC_MMAP_THRESHOLD_": str(2**25)}


@dataclass(frozen=True)
class Work:
    """Something that takes long, in three ways that end in the same bytes."""

    name: str
    ways: tuple[Callable[[], bytes], ...]
    sent: int  # bytes each worker is given


def trained(name: str, corpus, design: str, repetitions: int, address: str) -> Work:
    models, laid_out = presets(corpus), studies.design(design, corpus, repetitions=repetitions, m=3)

    def way(run: Run):
        return lambda: studies.run_study(laid_out, corpus, models=models, run=run).scores().tobytes()

    task = WorkerTask.from_plan(plan_folds(corpus, models, laid_out.folds))
    runs = (Run(1), Run(WORKERS), Run(executor=f"dask:{address}"))
    return Work(f"{laid_out.cost():,} trainings, {name}", tuple(map(way, runs)), len(task.pickled))


def scored(n_units: int, n_labels: int, n_halves: int, address: str) -> Work:
    counts = csr_array(labelled(n_units, n_labels, per_unit=1, group=1)[0])

    def way(executor: Executor | str | None):
        def score() -> bytes:
            with on_executor(executor):
                return random_divergences(counts, n_halves).tobytes()

        return score

    scoring = candidates._Scoring(attribute_measures([counts]), n_units, None, 0)
    ways = (way(None), way(ProcessPoolExecutor(WORKERS)), way(f"dask:{address}"))
    return Work(f"{n_halves:,} halves of {n_units:,} units scored", ways, len(pickle.dumps(scoring)))


def near(n_texts: int, address: str) -> Work:
    text = "text,label\n" + "".join(f"{text},x\n" for text in near_texts("templates", n_texts))
    corpus = read_corpus(text.encode())

    def way(n_threads: int, executor: str | None = None):
        def search() -> bytes:
            with on_executor(executor), patch.object(set_join, "_processors", lambda: n_threads):
                return _pairs(near_duplicates.near_duplicates(corpus))

        return search

    began = time.perf_counter()
    sets = near_duplicates.distinct_sets(corpus.sentences, corpus.units, len(corpus), None)[0]
    counted = time.perf_counter() - began
    join = set_join.SetJoin(sets, near_duplicates.BOUND)
    joined, n_pieces = time.perf_counter() - began - counted, len(list(join.lists.pieces()))
    print(
        f"Features counted in {counted:.1f} s, once; put in order in {joined:.1f} s, by each worker; "
        f"compared in {n_pieces} pieces"
    )
    ways = (way(1), way(WORKERS), way(1, f"dask:{address}"))
    return Work(f"near-duplicates of {n_texts:,} texts of templates", ways, len(pickle.dumps(join)))


def _pairs(found: near_duplicates.NearDuplicates) -> bytes:
    return found.pairs.tobytes() + found.similarity.tobytes() + found.groups.tobytes()


def measured(work: Work, times: int) -> tuple[object, ...]:
    seconds, results = np.full((times, len(work.ways)), np.inf), set()
    for turn in range(times):
        for k, way in enumerate(work.ways):
            began = time.perf_counter()
            results.add(way())
            seconds[turn, k] = time.perf_counter() - began
    least = seconds.min(axis=0)
    same = "yes" if len(results) == 1 else "NO"
    return (work.name, *(f"{each:.1f}" for each in least), f"{work.sent / 1e6:.1f}", same)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("works", nargs="*", help="trainings, scoring, near; all by default")
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--units", type=int, default=300_000)
    parser.add_argument("--halves", type=int, default=100_000)
    parser.add_argument("--texts", type=int, default=300_000)
    options = parser.parse_args()
    os.environ.update(MALLOC)
    with LocalCluster(n_workers=WORKERS, threads_per_worker=1, dashboard_address=None) as cluster:
        address = cluster.scheduler_address
        with Client(address, set_as_default=False) as client:  # each worker loads the program
            client.run(random_divergences, [[1, 0], [0, 1]] * 2, 64)
        makers = {
            "trainings": [
                lambda: trained("small CRFs", sample("ner_zh"), "split_ratio", 2, address),
                lambda: trained("small CRFs", sample("ner_zh"), "block", 2, address),
            ],
            "scoring": [
                lambda: scored(6_700, 84, 10_000, address),
                lambda: scored(options.units, 84, options.halves, address),
            ],
            "near": [lambda: near(options.texts, address)],
        }
        rows = []
        for make in [make for key in options.works or makers for make in makers[key]]:
            rows.append(measured(make(), options.times))
            print(*rows[-1], flush=True)
    print(table(("work", "one at a time, s", "two, s", "cluster, s", "sent, MB", "same bytes"), rows))


if __name__ == "__main__":
    main()
