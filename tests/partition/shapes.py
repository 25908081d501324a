"""Corpora of given shapes, as the paper's Table 6 has them, and small ones."""

import numpy as np

# n units, labels one per unit ("words"), labels several per unit ("roles")
TABLE_6 = [
    (1603, 84, 10),
    (569, 61, 4),
    (499, 27, 12),
    (345, 36, 5),
    (298, 17, 9),
    (170, 15, 3),
    (6692, 84, 25),
]


def half_masks(generator, m, n):
    masks = np.zeros((m, n), dtype=bool)
    for mask in masks:
        mask[generator.permutation(n)[: n // 2]] = True
    return masks


def words(n, n_labels, seed=0, exponent=1.0):
    """Zipf-like labels, one per unit, every label at least once: counts (n, n_labels)."""
    rng = np.random.default_rng(seed)
    p = 1 / np.arange(1, n_labels + 1) ** exponent
    labels = np.concatenate([np.arange(n_labels), rng.choice(n_labels, n - n_labels, p=p / p.sum())])
    return np.eye(n_labels, dtype=np.int64)[rng.permutation(labels)]


def roles(n, n_labels, seed=0):
    """Labels that occur at most twice in a unit, mostly together with others: counts (n, n_labels)."""
    rng = np.random.default_rng(seed + 1)
    p = np.minimum(0.8, 1.2 / np.arange(1, n_labels + 1))
    counts = (rng.random((n, n_labels)) < p).astype(np.int64)
    counts += counts * (rng.random((n, n_labels)) < 0.03)
    counts[rng.choice(n, n_labels, replace=False), np.arange(n_labels)] += 1
    return counts
