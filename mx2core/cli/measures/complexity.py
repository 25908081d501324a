"""Bias, variance and noise of models of growing complexity, where the truth is known or on a corpus."""

from __future__ import annotations

from argparse import Namespace

from ...simulation import ComplexityCurve
from ...studies import COMPLEXITY_TASKS, complexity_curve
from ...studies.calculators.corpus_complexity import corpus_complexity, corpus_tasks
from ..options import corpus_options, progress
from ..options.declared import clash, needs, option
from ..text import Text, heading, listing, printed, sentence, term, words

TASKS = tuple(COMPLEXITY_TASKS)
NOT_IN_JSON = ("points", "truth", "fits", "mean_fit")
OPTIONS = (
    option("task", f"{', '.join(TASKS)}; default: the first possible", value="TASK", nargs="?"),
    corpus_options.beside("draw training sets from it, not from a known truth; may be repeated"),
    option("--gold", "column to predict, with --corpus", value="COLUMN"),
    option("--train", "units to train on; default: 30, of a corpus 60", int, "N"),
    option("--trainings", "training sets drawn; default: 100, of crf or a corpus 6", int, "R"),
    option("--noise", "standard deviation, or share of answers flipped", float, "S"),
    corpus_options.SEED,
    corpus_options.READING,
)
FORM = """
{task}: {measure}; {n_trainings:,} training sets of {n_train:,} units, {about}, seed {seed}

{levels}

{whole} = {parts}. Least at {of} = {least:g}.
"""


def run(options: Namespace) -> ComplexityCurve:
    of_corpus = options.corpus is not None
    n_train = options.train if options.train is not None else 60 if of_corpus else 30
    if not of_corpus:
        if options.gold is not None:
            raise needs("--gold", "--corpus FILE")
        drawn = {"n_train": n_train, "n_trainings": options.trainings, "noise": options.noise}
        return complexity_curve(options.task or TASKS[0], **drawn, seed=options.seed)
    if options.noise is not None:
        raise clash("--noise", "--corpus")
    corpus = corpus_options.read(options, options.corpus)
    return corpus_complexity(
        corpus,
        options.task or next(iter(corpus_tasks(corpus, options.gold))),
        gold=options.gold,
        n_train=n_train,
        n_trainings=6 if options.trainings is None else options.trainings,
        seed=options.seed,
        report=progress.trainings(quiet=options.quiet),
    )


@words.register
def _(found: ComplexityCurve) -> Text:
    squared = found.loss == "squared"
    sums = {"expected": "expected", "bias": "bias²" if squared else "bias"}
    sums |= {"variance": "variance", "noise": "noise"}
    about = sentence("noise {noise:g}", found)
    if found.n_asked is not None:  # each unit has one right answer, and its noise is part of what is bias
        about = sentence("{n_asked:,} units asked", found)
        sums["expected"] = "validation"
        del sums["noise"]
    named = sums | {"training": "training error"}
    if not squared:
        named |= {"variance_adds": "variance adds", "variance_takes": "takes away"}
    columns = {found.parameter: "{level:g}"} | {title: f"{{{name}}}" for name, title in named.items()}
    whole, *parts = map(heading, sums.values())
    return printed(
        FORM,
        found,
        measure=term("squared loss" if squared else "0/1 loss, as Domingos decomposes it"),
        about=about,
        levels=listing(found.rows, columns),
        whole=whole,
        parts=" + ".join(parts),
        of=heading(found.parameter),
        least=found.rows[found.best].level,
    )
