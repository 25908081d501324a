"""What is simulated: errors of rules, bias and variance of models, and estimates beside the truth."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from .. import studies
from ..errors import Notice, Whole
from ..exchange.canonical import plain
from ..inference import RULES, USUAL_LOOKS, HoldOut, rated_rules, rejection_rate
from ..inference.checks import mode_of
from ..inference.mx2.promise import KNOWN_ERRORS
from ..studies import COMPLEXITY_TASKS, complexity_curve
from ..studies.calculators.corpus_complexity import corpus_complexity, corpus_tasks
from ..studies.calculators.sampling import SAMPLING_SCHEMES
from ..training.decisions.methods_words import schedule_words
from .options import corpus_options, declared, progress
from .options.declared import at_least, clash, command, given, group, needs, option
from .text import Report, Text, lines, listing, paragraphs, printed, sentence

TENTHS = tuple(tenth / 10 for tenth in range(10))
RATES = """
{what!t}, one-sided tests at {alpha:g}, looks at m = {span}; {runs:,} simulated experiments with normal \
scores (seed {seed}).

{tables}

fixed: one look, at m = {last}.
"""
KINDS = {  # of scores, which do not share their correlations; and the columns before those of rules
    "half splits": ("Half splits:", ("rho1", "rho2", "effect")),
    "tenths": (
        "{folds} test sets of equal size, any two scores correlated by a number of their own, which is not "
        "that of half splits; computed:",
        ("rho2", "effect"),
    ),
    "one test set": (
        "One test set of {n_units} units, models that disagree on {differ:g}%, {share:g}% of the variance "
        "from the training set; computed. Correlations play no role:",
        ("effect",),
    ),
    "units": ("Single units of half splits:", ("rho2", "effect")),
}
BENCHMARK = """
Measured on populations whose truth is known: wrong answers at the one-sided level .05, power at the \
two-sided:

[rows] rule test=measured.method!t populations=measured.n_populations mean_error=measured.mean:.3f \
largest=measured.highest_level:.3f power=measured.power:.3f weakest=measured.weakest.population!t
"""
ASSUMED = f"""{BENCHMARK}
*assumed {{rule}}: {{about}}
{{limits}}
"""


@command(
    option(
        "what", "decisions, or what the benchmark found", ("rules", "measured"), nargs="?", default="rules"
    ),
    option("--rho", "correlations that all scores have", declared.decimals, "R,R,…", usual="0, 0.1, … 0.9"),
    option("--rho1", "correlation of the two scores of a split", float, "R"),
    option("--rho2", "correlation of scores of two splits", float, "R"),
    option(
        "--effects", "in sd of a hold-out difference", declared.decimals, "E,E,…", default=[0.0], usual="0"
    ),
    corpus_options.ALPHA,
    option("--looks", "looks of the sequential rules", declared.whole_numbers, "M,M,…", usual="3 to 20"),
    option("--rules", "", declared.names, "NAME,…", usual="all of the table"),
    option("--runs", "", at_least(2), "N", default=100_000),
    corpus_options.SEED,
    option("--folds", "scores of the K-fold and the corrected resampled test", int, "K", default=10),
    group(
        "McNemar's test",
        "one test set, where correlations play no role; see docs/method.md",
        option("--test-units", "", int, "N", default=500),
        option("--disagreement", "share of units that just one has right", float, default=0.2),
        option("--training-share", "of the variance of a difference", float, default=0.5),
    ),
)
def calibrate(options: Namespace) -> Report:
    if options.what == "measured":  # docs/inference-benchmark.md says on what
        rows = _measured(RULES)
        measured = [RULES[row["rule"]] for row in rows]
        assumed = [{"rule": one.key, "about": Notice(one.description.message, {"k": 10})} for one in measured]
        return Report(ASSUMED, {"assumed": assumed, "limits": KNOWN_ERRORS}, rows=rows)
    looks = tuple(options.looks or USUAL_LOOKS)
    hold_out = HoldOut(options.test_units, options.disagreement, options.training_share)
    asked = {**given(options, "alpha folds seed"), "looks": looks}
    settings: dict[str, Any] = {**asked, "hold_out": hold_out, "n_runs": options.runs}
    rules = [mode_of(rule) for rule in options.rules or rated_rules()]
    apart = [rho for rho in (options.rho1, options.rho2) if rho is not None]  # one of them alone is both
    if apart and options.rho:
        raise clash("--rho", ["--rho1", "--rho2"])
    points = [(apart[0], apart[-1])] if apart else [(rho, rho) for rho in options.rho or TENTHS]
    rows = []
    for rho1, rho2 in points:
        for effect in options.effects:
            at: dict[str, Any] = {"rho1": rho1, "rho2": rho2}
            rates = {rule: rejection_rate(rule, effect, **at, **settings) for rule in rules}
            rows.append({**at, "effect": effect, "rules": rates})
    what = "Share of cases in which A is accepted" if any(options.effects) else "Type I error"
    span, last = schedule_words(looks), looks[-1] if "fixed" in rules else None
    tables = paragraphs(*_tables(rows, rules, hold_out, options.folds))
    return Report(RATES, names=locals(), json="runs=options.runs hold_out rows", **asked)


def _measured(rules: Iterable[str]) -> list[dict[str, Any]]:
    """What the benchmark found of rules, as far as it has them."""
    found = {key: RULES[key].measured for key in rules}
    return [{"rule": key, "measured": one} for key, one in found.items() if one is not None]


def _tables(
    rows: Sequence[dict[str, Any]], rules: Sequence[str], hold_out: HoldOut, folds: int
) -> Iterator[Text]:
    """For each kind of scores its title, its rates with their largest standard error, and what is known."""
    about = {"differ": 100 * hold_out.disagreement, "share": 100 * hold_out.training_share, "folds": folds}
    for seen, (title, at) in KINDS.items():
        if not (of_kind := [rule for rule in rules if rated_rules()[rule].sees == seen]):
            continue
        columns = dict[object, str]({name: f"{{{name}:g}}" for name in at})
        columns |= {Whole(one): f"{{rules.{one}.rate}}" for one in of_kind}
        shown = list({tuple(row[name] for name in at): row for row in rows}.values())
        worst = max(row["rules"][rule].standard_error for row in shown for rule in of_kind)
        yield sentence(title, about, hold_out)
        yield lines(listing(shown, columns), sentence("s.e. up to {worst:.5f}", worst=worst or None))
        if seen == "tenths" and (measured := _measured(of_kind)):
            yield printed(BENCHMARK, rows=measured)


TASKS = tuple(COMPLEXITY_TASKS)
CURVE = """
{task}: {measure!t}; {n_trainings:,} training sets of {n_train:,} units, noise {noise:g}, seed {seed}
{n_asked:,} units asked; the noise of their answers is part of the bias.

[rows] {parameter!t}=level:g expected bias variance noise training_error=training variance_adds \
takes_away=variance_takes

Least at {parameter!t} = {least:g}.
"""


@command(
    option("task", ", ".join(TASKS), value="TASK", nargs="?", usual="the first possible"),
    option("--corpus", "draw training sets from it, not from a known truth", value="FILE", action="append"),
    option("--gold", "column to predict, with --corpus", value="COLUMN"),
    option("--train", "units to train on", int, "N", usual="30, of a corpus 60"),
    option("--trainings", "training sets drawn", int, "R", usual="100, of crf or a corpus 6"),
    option("--noise", "standard deviation, or share of answers flipped", float, "S"),
    corpus_options.SEED,
    corpus_options.READING,
)
def complexity(options: Namespace) -> Report:
    stated = {"n_train": options.train, "n_trainings": options.trainings, **given(options, "noise gold seed")}
    drawn: dict[str, Any] = {name: value for name, value in stated.items() if value is not None}
    if options.corpus is None:
        if options.gold is not None:
            raise needs("--gold", "--corpus FILE")
        found = complexity_curve(options.task or TASKS[0], **drawn)
    elif options.noise is not None:
        raise clash("--noise", "--corpus")
    else:
        corpus = corpus_options.read(options, options.corpus)
        task = options.task or next(iter(corpus_tasks(corpus, options.gold)))
        found = corpus_complexity(corpus, task, report=progress.trainings(quiet=options.quiet), **drawn)
    measure = "squared loss" if found.loss == "squared" else "0/1 loss, as Domingos decomposes it"
    least = found.rows[found.best].level
    return Report(CURVE, found, names=locals(), **plain(found, but=("points", "truth", "fits", "mean_fit")))


ROUNDS = """
{scheme}
{counts}
{limits}
{final}

[rows:30] round=# trains=n_train distinct=n_distinct validates=n_validate k training_error=training \
error|rate=error

estimated error {estimate:.4f}; the final model (k = {k}, trained on all units) errs on {truth:.4f} of \
fresh units and {training:.4f} of its own.
sd of the rounds: {spread:.4f}
.632 estimate {estimate_632:.4f}; left out {left_out:.4f} of the units, expected (1 - 1/n)^n = \
{expected_left_out:.4f}
"""


@command(
    option("scheme", f"one of {', '.join(SAMPLING_SCHEMES)}", value="SCHEME", nargs="?", default="kfold"),
    option("--units", "", int, "N", default=40, dest="n_units"),
    option("--folds", "of kfold", int, "K", default=5),
    option("--share", "trained on, of hold_out", int, "PERCENT", default=70),
    option("--repeats", "", int, "R", usual="1; bags of bootstrap, default: 20"),
    option("--stratified", "classes in equal shares on both sides", bool),
    option("-k", "neighbours of the model", int, "K", default=5),
    option("--tune", "choose the neighbours by a grid inside the training units", bool),
    corpus_options.SEED,
)
def sampling(options: Namespace) -> Report:
    asked = given(options, "scheme n_units folds share repeats stratified seed")
    found = studies.sampling(k=None if options.tune else options.k, **asked)
    return Report(ROUNDS, found, **plain(found, but=("classes", "inner")))
