"""Spread and bias on texts: multinomial naive Bayes, six ways to split, four numbers of splits.

    python -m benchmarks.price.text [--corpora 100] [--texts train.csv test.csv] [--csv figures.csv]

Model A sees all words, model B the 150 most frequent ones. Corpora are drawn from
generated texts or, with --texts, from files with the columns text and category.
Splits are chosen by the classes.
"""

import argparse
from functools import partial

import numpy as np

from benchmarks.trials.known_truth import METHODS
from benchmarks.trials.tasks import CORPORA, TRUTH, true_scores
from benchmarks.trials.texts import GeneratedTexts, naive_bayes
from mx2core.simulation.numbers import zipf_weights

from .measure import designs, found, set_scores, with_difference
from .populations import read_texts
from .tables import Results, short

N_CLASSES, N_UNITS, N_SETS = 20, 240, 4
SIZES = (3, 5, 10, 20)
MODELS = {
    "A": partial(naive_bayes, n_classes=N_CLASSES),
    "B": partial(naive_bayes, n_classes=N_CLASSES, words=slice(150)),
}
COLUMNS = [
    (score, quantity)
    for score in ("A", "A−B")
    for quantity in ("spread", "spread ratio", "shift", "bias", "error ratio")
]


def generated():
    return GeneratedTexts(zipf_weights(N_CLASSES), tilt=1.3)


def measured(samples, method, m, n_sets=N_SETS):
    """Set scores of A, B and the difference, each of shape (n_corpora, n_sets)."""
    masks = designs(np.array([sample.y for sample in samples]), method, m, n_sets)
    return with_difference(set_scores(samples, masks, MODELS))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=int, default=100)
    parser.add_argument("--texts", nargs="+", help="files instead of generated texts")
    parser.add_argument("--csv", help="where to keep the figures")
    options = parser.parse_args()
    population = read_texts(options.texts, N_CLASSES) if options.texts else generated()
    samples = [population.draw(N_UNITS, (CORPORA, c)) for c in range(options.corpora)]
    runs = true_scores(population, MODELS, N_UNITS // 2, n_runs=2000, stream=TRUTH)
    truth = with_difference(runs)
    results = Results()
    for m in SIZES:
        scores = {method: measured(samples, method, m) for method in METHODS}
        for method, of_method in scores.items():
            for score, values in of_method.items():
                base = scores["random"][score]
                results.add(f"m = {m}", method, score, found(values, base, truth[score]))
    if options.csv:
        results.save(options.csv)
    print(
        f"{options.corpora} corpora of {N_UNITS} {'real' if options.texts else 'generated'} texts in "
        f"{N_CLASSES} classes; {N_SETS} sets of m splits of each corpus\n"
        f"truth: {', '.join(f'{name} {short(values.mean())}' for name, values in truth.items())}\n"
    )
    print(results.table(COLUMNS))


if __name__ == "__main__":
    main()
