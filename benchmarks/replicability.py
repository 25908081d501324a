"""How far laboratories agree that divide the same corpus with other seeds, method by method.

    python -m benchmarks.replicability intents                  the sample of English questions
    python -m benchmarks.replicability texts test.csv           Banking77, its file of 3,080 test questions
    python -m benchmarks.replicability names                    the sample of Chinese names, CRFs
    python -m benchmarks.replicability truth                    fresh questions of the sample's generator

Without a word: the sample of questions with two laboratories. `--csv` writes the table; with
`--store` nothing is trained twice.
Results stand in docs/results/replicability-*.csv, what they say in docs/replicability.md.
"""

import argparse
import json
import sys
from contextlib import nullcontext
from pathlib import Path

import numpy as np
from scipy.special import stdtrit

from mx2core import read_corpus
from mx2core.cli.options import progress
from mx2core.cli.studies import method_words
from mx2core.models import CRF, TextClassifier, all_presets
from mx2core.studies import run_study, table_bytes
from mx2core.studies.methods import study, tabulate_methods
from mx2core.training import Run, evaluate

SAMPLES = Path(__file__).resolve().parent.parent / "sample_data"
EVERYWHERE = ("hold_out:80", "kfold:10", "5x2_t", "random:5", "block:3", "balanced:5")
TEXTS = (
    *("stratified_hold_out:80", "stratified_kfold:10", "rlt:90x10"),
    *("5x2_f", "balanced:3", "floor:5"),
)
INTENTS = ("hold_out:50", "bootstrap:20", "block:5", "centered:5", "sequential:10")


def bayes():
    """Naive Bayes on words and pairs of words (A), and on words alone (B)."""
    return [TextClassifier("A", "bayes", alpha=0.1), TextClassifier("B", "bayes", alpha=0.1, ngrams=(1, 1))]


def names(corpus):
    """CRFs: words two to either side (A), one to either side (B)."""
    presets: dict[str, CRF] = {preset.model.name: preset.model for preset in all_presets(corpus)}
    return [presets["A"], presets["near"]]


def setting(options):
    """Corpus, models, methods and number of laboratories."""
    match options.what:
        case "intents":
            corpus = read_corpus(SAMPLES / "intents_en.jsonl")
            return corpus, bayes(), (*EVERYWHERE, *TEXTS, *INTENTS), 16, ["label"]
        case "texts":
            corpus = read_corpus(options.file)
            return corpus, bayes()[::-1], (*EVERYWHERE, *TEXTS), 12, ["label"]
        case _:
            corpus = read_corpus(SAMPLES / "ner_zh.bio")
            return corpus, names(corpus), EVERYWHERE, 10, ["label"]


def truth(n_corpora=40):
    """Accuracy of A minus B on fresh questions, when trained on half and on nine tenths of fresh ones.

    Each of the corpora is made by the script that made the sample, with another seed, and so is
    the one that is predicted.
    """
    sys.path.insert(0, str(SAMPLES))
    from en_intents import texts

    found = {0.5: [], 0.9: []}
    for number in range(n_corpora):
        drawn = [texts(seed=1000 + 2 * number), texts(seed=1001 + 2 * number)]
        lines = [json.dumps({"text": text, "label": label}) for part in drawn for text, label in part]
        corpus = read_corpus("\n".join(lines).encode(), name="fresh.jsonl")
        n = len(drawn[0])
        order = np.random.default_rng(number).permutation(n)
        folds = [(order[: round(share * n)], np.arange(n, len(lines))) for share in found]
        differences = evaluate(corpus, bayes(), folds=folds, n_workers=0).differences("A", "B", "accuracy")
        for share, difference in zip(found, differences.tolist(), strict=True):
            found[share].append(difference)
    for share, values in found.items():
        half = stdtrit(n_corpora - 1, 0.975) * np.std(values, ddof=1) / n_corpora**0.5
        print(
            f"trained on {share:.0%}: A - B = {np.mean(values):+.4f} ±{half:.4f}, sd between corpora "
            f"{np.std(values, ddof=1):.4f} ({n_corpora} corpora)"
        )


def main():
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    # Without a word the sample of questions with few laboratories, so that all benchmarks run through.
    arguments.add_argument("what", nargs="?", choices=("intents", "texts", "names", "truth"))
    arguments.add_argument("file", nargs="?")
    arguments.add_argument("--laboratories", type=int)
    arguments.add_argument("--store")
    arguments.add_argument("--csv")
    options = arguments.parse_args()
    if options.what is None:
        options.what, options.laboratories = "intents", options.laboratories or 2
    if options.what == "texts" and options.file is None:
        arguments.error("texts needs the file of Banking77's test questions")
    if options.what == "truth":
        truth()
        return
    corpus, models, methods, laboratories, attributes = setting(options)
    laid_out = study(
        corpus, methods, laboratories=options.laboratories or laboratories, attributes=attributes
    )
    print(f"{corpus.name}: {laid_out.cost(2):,} trainings", file=sys.stderr, flush=True)
    if options.store:
        from mx2core.store import Store
    with Store(options.store) if options.store else nullcontext() as store:
        evaluation = run_study(
            laid_out, corpus, models=models, run=Run(store=store, report=progress.trainings())
        )
    table = tabulate_methods(laid_out, evaluation)
    if options.csv:
        Path(options.csv).write_bytes(table_bytes(table, "csv"))
    print(method_words(table))


if __name__ == "__main__":
    main()
