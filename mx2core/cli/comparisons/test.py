"""The sequential test on a table of scores, or the out-of-fold test on predictions."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...errors import ScoresError, UsageError
from ...exchange.canonical import plain
from ...metrics import in_order
from ..options.corpus_options import at_least
from ..options.declared import Option, add_options
from ..options.numbers import span, whole_numbers
from ..tables import listing
from . import beside, items, out_of_fold, pairs
from .asked import add_direction, direction, given, of_one_metric, pair, question, rule

if TYPE_CHECKING:
    from ...errors import Notice
    from ...inference import OrderReplay, SequentialTTest
    from ...training import Decision

HELP = "Test from a table of scores, or from predictions, whether model A is better than model B."
RULE: tuple[Option, ...] = (
    ("--looks", whole_numbers, "M,M,…", "partitions after which to look, fixed beforehand; default: 3 to 20"),
    ("--comparisons", at_least(1), "K", "comparisons that share alpha; default: 1"),
    ("--orders", at_least(1), "N", "also say what N random orders of the same partitions would have given"),
)
ASSUMED: tuple[Option, ...] = (
    ("--max-rho1", float, "R", "within a split; default: 1/2"),
    ("--max-rho2", float, "R", "between splits; default: 1/2"),
    ("--equal-rho", bool, "", "both correlations are equal, whatever they are"),
)
LOOKS = {
    "look m": "{m}",
    "mean": "{mean}",
    "sigma": "{sigma}",
    "T": "{statistic}",
    "p": "{pvalue:.2g}",
    "lower": "{lower}",
    "upper": "{upper}",
    "bound": "{bound}",
    "accepted": "{rejected}",
}
OF_SCORES = ("mode", "looks", "comparisons", "max_rho1", "max_rho2", "equal_rho", "orders")
OF_PREDICTIONS = ("partitions", "gold", "strict", "margin", "stop", "clusters", "by", "examples")


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "files",
        nargs="+",
        metavar="SCORES.csv",
        help="columns partition, fold, model, metric, value; or predictions; or scores per item (item, "
        "model, score), also logs of lm-evaluation-harness, Inspect and promptfoo, one file a model",
    )
    command.add_argument(
        "--mode",
        type=_mode,
        choices=("overall", "paper", "fixed"),
        help="overall (default): the overall error is at most alpha for nearly normal scores with "
        "correlations of at most 1/2; paper: alpha at every look; fixed: one look, at all partitions",
    )
    command.add_argument("--alpha", type=float, default=0.05, help="default: 0.05")
    add_options(command, RULE)
    command.add_argument(
        "--alternative",
        choices=("greater", "less", "two-sided"),
        help="two-sided (default): is either of them better; it counts as two comparisons of scores; "
        "greater: is A better than B",
    )
    assumed = command.add_argument_group(
        "what mode overall assumes",
        "correlations of scores over corpora; one corpus cannot show rho1, and only given it rho2",
    )
    add_options(assumed, ASSUMED)
    further = command.add_argument_group("beside the test")
    further.add_argument(
        "--pairs",
        action="store_true",
        help="test every pair of the models in the file, in both directions, with an error that all share",
    )
    further.add_argument(
        "--rope",
        type=float,
        metavar="D",
        help="also the Bayesian correlated t-test, with differences up to D that do not matter; may be 0",
    )
    further.add_argument(
        "--rho", type=float, default=0.5, metavar="R", help="correlation that it assumes; default: 1/2"
    )
    further.add_argument(
        "--others",
        action="store_true",
        help="also other tests of the same scores, the diagnostic R, and every look by itself (scores) or "
        "McNemar's test on each hold-out (predictions)",
    )
    command.add_argument("--metric", help="default: f1, or the first metric of the table")
    add_direction(command)
    command.add_argument(
        "--models", nargs=2, metavar=("A", "B"), help="is A better than B; default: the two in the file"
    )
    out_of_fold.add(command)


@dataclass(frozen=True, slots=True)
class TestedScores:
    """The answer of a sequential rule, and what was asked for beside it."""

    __test__ = False  # not a test of the program

    decision: Decision
    smaller_is_better: bool
    means: dict[str, float]  # of each model over the splits looked at
    m_given: int
    signature: str | None
    seeds: beside.Seeds | None
    orders: OrderReplay | None
    beside: beside.Beside
    require: str | None
    warnings: tuple[Notice, ...]

    @property
    def tested(self) -> SequentialTTest:
        assert self.decision.sequential is not None
        return self.decision.sequential

    @property
    def holds(self) -> bool | None:
        return None if self.require is None else self.decision.answer == "A better"

    @property
    def document(self) -> dict[str, Any]:
        names = ("smaller_is_better", "means", "m_given", "signature", "seeds", "orders", "holds")
        a, b = self.decision.a, self.decision.b
        return {
            **plain(self.tested),
            **plain(self.beside),
            **{name: getattr(self, name) for name in names},
            "models": [a, b],
            "metric": self.decision.metric,
            "answer": self.decision.answer,
            "better": None if self.tested.better is None else {"A": a, "B": b}[self.tested.better],
        }

    def text(self) -> str:
        decision, tested = self.decision, self.tested
        if self.require is not None:
            return f"{self.require}: {'holds' if self.holds else 'does not hold'}. {decision.headline}."
        return "\n".join(
            [
                f"{decision.headline}.",
                *map(str, decision.meaning()),
                "",
                self._means(),
                "",
                listing(tested.table, LOOKS),
                "",
                _reading(tested),
                *([] if self.seeds is None else [self.seeds.line]),
                *([] if self.orders is None else [_replayed(self.orders)]),
                *self.beside.lines(decision.a, decision.b, tested.alpha),
            ]
        )

    def _means(self) -> str:
        """The scores as they are, and what is subtracted from what."""
        a, b = self.decision.a, self.decision.b
        first, second = in_order(a, b, smaller=self.smaller_is_better)
        means = ", ".join(f"{name} {value:.4f}" for name, value in self.means.items())
        return (
            f"{self.decision.metric}, {direction(self.smaller_is_better)}: {means} on average. "
            f"Differences are {first} − {second}, so above 0 {a} is better."
        )


def _mode(name: str) -> str:
    from ...inference.checks import mode_of

    return mode_of(name)


def run(
    options: argparse.Namespace,
) -> TestedScores | out_of_fold.Answered | pairs.Pairs | items.ItemAnswers:
    from ...exchange import read_scores
    from ...exchange.scores.item_scores import has_item_scores
    from ...inference import order_replay, seed_variance
    from ...metrics import default_metric
    from ...training import decide

    options.file = options.files[0]
    if options.corpus is None and has_item_scores(options.file):
        return items.run(options, options.files)
    if len(options.files) > 1:
        raise UsageError("Only scores per item may be several files.")
    if options.corpus is not None:
        if said := given(options, OF_SCORES):
            raise UsageError("{options} does not apply to predictions.", options=said)
        return out_of_fold.run(options)
    said = given(options, OF_PREDICTIONS)
    said += ["--require equivalent"] if options.require == "equivalent" else []
    if said:
        raise UsageError("{options} needs predictions: give --corpus and --partitions.", options=said)
    scores = read_scores(options.file)
    if len(scores.models) < 2:
        raise ScoresError(
            "A comparison needs at least two models, found {n}.", file=options.file, n=len(scores.models)
        )
    if options.pairs:
        return pairs.run(options, scores)
    a, b = pair(options, scores.models)
    assert b is not None
    metric = options.metric or default_metric(scores.metrics)
    decision = decide(
        scores,
        a,
        b,
        metric=metric,
        question=question(options),
        rule=rule(options),
        smaller_is_better=options.smaller_is_better,
    )
    tested, replay = decision.sequential, None
    assert tested is not None
    if options.orders:
        settings = decision.rule.sequential(decision.question)
        replay = order_replay(decision.differences, n_orders=options.orders, **settings)
    by_seed = (scores.seed_scores(name, metric)[:, : tested.m] for name in (a, b))
    return TestedScores(
        decision=decision,
        smaller_is_better=bool(scores.known_direction(metric, options.smaller_is_better)),
        means={name: float(scores.scores(name, metric)[: tested.m].mean()) for name in (a, b)},
        m_given=scores.m,
        signature=scores.signature,
        seeds=beside.seeds((a, b), seed_variance(*by_seed)),
        orders=replay,
        beside=beside.of_scores(options, decision, decision.differences),
        require=options.require,
        warnings=of_one_metric(scores, options.metric, metric),
    )


def text(result: TestedScores | out_of_fold.Answered | pairs.Pairs | items.ItemAnswers) -> str:
    return result.text()


def _reading(tested: SequentialTTest) -> str:
    """How the table is to be read, and which error the procedure has."""
    from ...inference.mx2 import promise

    looks = (
        f"Looks at m = {span(tested.looks)}; lower and upper are an interval of level "
        f"{100 * (1 - 2 * tested.level_per_look):.4g}% at each."
    )
    return " ".join([looks, *map(str, promise.error(tested))])


def _replayed(orders: OrderReplay) -> str:
    """How much the decision hangs on the order in which the partitions came."""
    return (
        f"In {orders.n_orders:,} random orders of the same partitions the test accepts in "
        f"{100 * orders.rejected:.3g}% and uses {orders.mean_m:.3g} partitions on average. "
        "Random partitions might have come in any order; those of a fixed design, such as block "
        "partitions, might not."
    )
