"""Prints digests of what every method makes from fixed input; see test_same_bytes."""

import hashlib
import json

import numpy as np

from mx2core.partition import (
    block_partitions,
    random_divergences,
    random_masks,
    random_partitions,
    regularized_partitions,
    selected_partitions,
    stratified_block_partitions,
)


def corpus(n, n_words, n_roles):
    """Labels from whole-number arithmetic alone: the same whatever draws random numbers elsewhere."""
    unit = np.arange(n)
    word = np.minimum((unit * 7919 % 1009) % (1 + unit * 31 % n_words), n_words - 1)
    role = ((unit[:, None] + 1) * (2 * np.arange(n_roles) + 3) * 2654435761 >> 7) % (
        np.arange(n_roles) + 3
    ) == 0
    return [np.eye(n_words, dtype=int)[word], role.astype(int) + (role & (unit[:, None] % 11 == 0))]


def digest(array):
    array = np.ascontiguousarray(array)
    return hashlib.sha256(str((array.dtype.str, array.shape)).encode() + array.tobytes()).hexdigest()


def digests():
    found = {}
    for n, n_words, n_roles in [(97, 9, 4), (350, 30, 9), (801, 50, 10)]:
        counts = corpus(n, n_words, n_roles)
        sets = {
            "random": random_partitions(n, 5, seed=1),
            "block": block_partitions(n, 20, seed=2),
            "stratified": stratified_block_partitions(counts[0], 20, seed=3),
            "selected": selected_partitions(counts, 5, n_candidates=2000, seed=4),
            "thresholds": regularized_partitions(counts, 5, seed=5, target=[0.9, 0.8]),
        }
        for m, target in [
            (1, "centered"),
            (3, "balanced"),
            (20, "balanced"),
            (20, "centered"),
            (20, "floor"),
        ]:
            sets[f"{target}-{m}"] = regularized_partitions(counts, m, seed=m, target=target)
        found |= {f"{n}-{name}": digest(p.masks) for name, p in sets.items()}
        found[f"{n}-candidates"] = digest(random_masks(n, [0, 63, 64, 10**9], seed=2**63 - 1))
        found[f"{n}-divergences"] = digest(random_divergences(counts, 1000, seed=6))
    return found


if __name__ == "__main__":
    print(json.dumps(digests(), indent=1, sort_keys=True))
