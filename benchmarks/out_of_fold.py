"""What laboratories conclude by the out-of-fold test and by its neighbours on real corpora.

    python -m benchmarks.out_of_fold                            the sample of English questions
    python -m benchmarks.out_of_fold texts train.csv test.csv   Banking77, its 20 most frequent classes
    python -m benchmarks.out_of_fold tags FILE                  any tagged corpus, two CRFs

Laboratories divide one corpus with seeds of their own. `--units` draws so many units first; `--csv`
writes the table; with `--store` finished trainings are kept, and an interrupted run goes on. What they
concluded stands in docs/results/out-of-fold.md.
"""

import argparse
import csv
import io
import sys
from collections import Counter
from contextlib import nullcontext
from pathlib import Path

import numpy as np

from mx2core import read_corpus, sequential_t_test
from mx2core.cli.options import progress
from mx2core.exchange.spreadsheet import csv_bytes
from mx2core.inference import corrected_resampled_t_test
from mx2core.inference.mx2.one_look import upper_point
from mx2core.models import CRF, TextClassifier, all_presets
from mx2core.store import Store
from mx2core.studies.methods import replicability, study, tabulate_methods
from mx2core.text_table import table as text_table
from mx2core.training import evaluate

SAMPLES = Path(__file__).resolve().parent.parent / "sample_data"
METHODS = (
    *("hold_out:80", "kfold:10", "5x2_t", "random:3", "random:5"),
    *("out_of_fold:1", "out_of_fold:3", "out_of_fold:5"),
)
LOOKS = (3, 4, 5)
ALPHA = 0.05
CLASSES = 20


def questions(files, n_units, seed):
    """Questions of the most frequent classes, or some of them drawn at random."""
    rows = [row for file in files for row in csv.DictReader(io.StringIO(Path(file).read_text("utf-8")))]
    frequent = {name for name, _ in Counter(row["category"] for row in rows).most_common(CLASSES)}
    rows = [row for row in rows if row["category"] in frequent]
    if n_units:
        rows = [rows[k] for k in np.sort(np.random.default_rng(seed).permutation(len(rows))[:n_units])]
    lines = [["text", "label"], *([row["text"], row["category"]] for row in rows)]
    return read_corpus(csv_bytes(lines), name="questions.csv")


def bayes():
    """Naive Bayes on words and pairs of words, and on words alone."""
    return [
        TextClassifier("pairs", "bayes", alpha=0.1),
        TextClassifier("words", "bayes", alpha=0.1, ngrams=(1, 1)),
    ]


def setting(options):
    """Corpus and models."""
    match options.what:
        case "texts":
            return questions(options.files, options.units, options.seed), bayes()
        case "tags":
            corpus = read_corpus(
                options.files[0], where=dict([options.where.split("=")]) if options.where else None
            )
            presets: dict[str, CRF] = {preset.model.name: preset.model for preset in all_presets(corpus)}
            return corpus, [presets[name] for name in options.models]
        case _:
            return read_corpus(SAMPLES / "intents_en.jsonl"), bayes()


def rows_of(laid_out, evaluation, metric):
    """A line for each test: conclusions, disagreement, half length, trainings of a model."""
    table = tabulate_methods(laid_out, evaluation, metric=metric, alpha=ALPHA)
    found = [
        (str(row.method.name), row.method.test, list(row.decisions), row.estimates, row.half_length)
        for row in table.rows
    ]
    differences = evaluation.differences(0, 1, table.metric)
    schemes = {scheme.label: scheme.places for scheme in laid_out.schemes}
    for key, of in (("kfold:10", corrected), ("random:5", overall)):
        if key not in schemes:
            continue
        laboratories = schemes[key].reshape(len(schemes[key]), -1)
        decided = [of(differences[folds]) for folds in laboratories]
        found.append(
            (
                key,
                "corrected resampled t" if of is corrected else "overall, looks 3 to 5",
                [conclusion for conclusion, _, _ in decided],
                np.array([differences[folds].mean() for folds in laboratories]),
                None if of is overall else float(np.mean([half for _, half, _ in decided])),
                float(np.mean([n for *_, n in decided])),
            )
        )
    lines = []
    for name, test, decisions, estimates, half, *n in found:
        answers = [one if isinstance(one, str) else one.conclusion for one in decisions]
        used = n[0] if n else float(np.mean([one.n_folds for one in decisions]))
        agreed = replicability(answers, estimates)
        lines.append(
            {
                "splits": name,
                "test": test,
                "trainings": round(used, 1),
                "a_better": agreed.rates["A"].value,
                "b_better": agreed.rates["B"].value,
                "undecided": agreed.rates["none"].value,
                "differ": round(agreed.different.value, 3),
                "half_length": None if half is None else round(half, 5),
                "estimate": round(float(np.mean(estimates)), 5),
                "sd": round(float(np.std(estimates, ddof=1)), 5),
            }
        )
    return table.metric, lines


def corrected(values):
    """The corrected resampled t-test of ten folds: conclusion, half length, folds."""
    test = corrected_resampled_t_test(values, 1 / (len(values) - 1))
    half = abs(test.mean / test.statistic) * upper_point(ALPHA / 2, test.df)
    return answer(test.pvalue < ALPHA, test.mean), half, len(values)


def overall(values):
    """The overall-level rule with looks at 3, 4 and 5 splits."""
    found = sequential_t_test(
        values.reshape(-1, 2), ALPHA, mode="overall", looks=LOOKS, alternative="two-sided"
    )
    return found.better or "none", None, 2 * found.table[-1].m


def answer(shown, mean):
    return "none" if not shown else "A" if mean > 0 else "B"


def main():
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("what", nargs="?", choices=("sample", "texts", "tags"), default="sample")
    arguments.add_argument("files", nargs="*")
    arguments.add_argument("--laboratories", type=int, default=8)
    arguments.add_argument("--units", type=int)
    arguments.add_argument("--where", metavar="KEY=VALUE", help="keep the sentences with this value")
    arguments.add_argument("--most", type=int, default=10, help="splits at which stopping by precision ends")
    arguments.add_argument("--metric")
    arguments.add_argument("--models", nargs=2, default=["A", "near"], metavar=("A", "B"))
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument("--workers", type=int)
    arguments.add_argument("--csv")
    arguments.add_argument("--store", metavar="FILE", help="keep trainings here and do none again")
    arguments.add_argument("--no-ten-folds", action="store_true", help="leave out what takes most trainings")
    options = arguments.parse_args()
    corpus, models = setting(options)
    methods = (*METHODS, f"out_of_fold_stopped:{options.most}")
    if options.no_ten_folds:
        methods = tuple(method for method in methods if method != "kfold:10")
    laid_out = study(corpus, methods, laboratories=options.laboratories, seed=options.seed)
    print(
        f"{corpus.name}: {len(corpus):,} units, {laid_out.cost(2):,} trainings", file=sys.stderr, flush=True
    )
    with Store(options.store) if options.store else nullcontext() as store:
        evaluation = evaluate(
            corpus,
            models,
            folds=laid_out.folds,
            n_workers=options.workers,
            store=store,
            report=progress.trainings(),
        )
    metric, lines = rows_of(laid_out, evaluation, options.metric)
    a, b = evaluation.models
    print(f"{corpus.name}, {len(corpus):,} units, {metric}: {a} against {b}")
    print(text_table(tuple(lines[0]), [["–" if v is None else v for v in line.values()] for line in lines]))
    if options.csv:
        Path(options.csv).write_bytes(csv_bytes([list(lines[0]), *(list(line.values()) for line in lines)]))


if __name__ == "__main__":
    main()
