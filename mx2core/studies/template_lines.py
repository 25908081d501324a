"""Which line of a template matters: each is left out in turn, and all are tested on the same folds.

The paper selects features so: a line stays where a model without it is worse. Of k lines each is tested
at alpha / k, so the chance that any line is called needed, or harmful, by mistake is at most alpha
where each test keeps its level.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..brief import frozen
from ..corpus.model import Corpus
from ..errors import Notice, ScoresError
from ..exchange.canonical import plain
from ..inference import OutOfFoldTTest
from ..inference.checks import check_alpha
from ..inference.classical.rules import OUT_OF_FOLD
from ..metrics import default_metric
from ..models import CRF, FeatureTemplate
from ..models.template import Feature
from ..partition import PartitionSet
from ..training import Comparison, Question, Rule, Run, decide_differences, unit_differences
from ..training.run.plan import plan
from ..training.run.runner import run_all

LEAST = 2  # lines of a template of which one can be left out


@frozen
class LineEffect:
    """How much worse a model is without one line."""

    identifier: str
    line: str  # as the template writes it
    test: OutOfFoldTTest  # two-sided at alpha / k; the difference is with the line minus without it
    needed: bool  # the model is worse without it
    better_without: bool

    @property
    def word(self) -> str:
        return "needed" if self.needed else "better without" if self.better_without else ""


@frozen(eq=False)
class TemplateLines:
    model: str
    metric: str
    alpha: float  # that all lines share
    score: float  # mean of the model with all lines
    rows: tuple[LineEffect, ...]
    template: str  # with the lines that are needed alone; all where none is
    comparison: Comparison

    @property
    def document(self) -> dict[str, Any]:
        """What JSON has of it: of each line the difference and its interval."""
        tests = ("mean", "lower", "upper", "pvalue")
        lines = [
            plain(row, but=("test",)) | {name: getattr(row.test, name) for name in tests} for row in self.rows
        ]
        about = {name: getattr(self, name) for name in ("model", "metric", "alpha", "score")}
        return {**about, "alpha_each": self.alpha / len(lines), "lines": lines}

    @property
    def sentences(self) -> tuple[Notice, ...]:
        needed = [row.identifier for row in self.rows if row.needed]
        worse = [row.identifier for row in self.rows if row.better_without]
        each = {"alpha": self.alpha, "k": len(self.rows)}
        notices = [
            Notice("Needed at α/k = {alpha:g}/{k}: {lines}.", {**each, "lines": needed})
            if needed
            else Notice("No line is needed at α/k = {alpha:g}/{k}.", each)
        ]
        if worse:
            notices.append(Notice("Better without: {lines}.", {"lines": worse}))
        notices.append(Notice("Lines that say the same hide each other."))
        return tuple(notices)


def leave_one_out(model: CRF) -> tuple[CRF, ...]:
    r"""The model, and for each line of its template the model without it.

    Raises ScoresError if the template has fewer than two U lines.

    >>> template = mx.models.FeatureTemplate.parse("U0:%x[0,0]\nU1:%x[-1,0]\nB\n")
    >>> [model.name for model in mx.studies.leave_one_out(mx.models.CRF("mine", template, ("word",)))]
    ['mine', 'mine without U0', 'mine without U1']
    """
    template = model.template
    if len(template.features) < LEAST:
        raise ScoresError("The template of {model} has one line; two are needed.", model=model.name)
    lines = template.text.split("\n")
    others = [
        replace(
            model,
            name=_drop_feature(model.name, feature),
            template=FeatureTemplate.parse("\n".join([*lines[: feature.line - 1], *lines[feature.line :]])),
        )
        for feature in template.features
    ]
    return (model, *others)


def line_effects(
    comparison: Comparison,
    model: CRF,
    *,
    partitions: PartitionSet,
    metric: str | None = None,
    alpha: float = 0.05,
) -> TemplateLines:
    """What each line of a model adds, from a finished comparison of the models of `leave_one_out`.

    `alpha` is what all lines share; errors as of `unit_differences` and `decide_differences`.
    """
    check_alpha(alpha)
    metric = metric or default_metric(comparison.main_metrics)
    features = model.template.features
    lines, whole = model.template.text.split("\n"), comparison.select(model.name)
    question = Question(alpha / len(features))
    rows = []
    for feature in features:
        other = comparison.select(_drop_feature(model.name, feature))
        ahead = unit_differences(whole, other, partitions=partitions, metric=metric)
        decided = decide_differences(
            ahead, partitions.masks, question=question, rule=Rule(OUT_OF_FOLD, "all")
        )
        assert decided.test is not None, "units were tested"
        line, answer = lines[feature.line - 1].strip(), decided.answer
        rows.append(
            LineEffect(feature.identifier, line, decided.test, answer == "A better", answer == "B better")
        )
    left_out = {row.line for row in rows if not row.needed} if any(row.needed for row in rows) else set()
    return TemplateLines(
        model=model.name,
        metric=metric,
        alpha=alpha,
        score=float(whole.scores(metric).mean()),
        rows=tuple(rows),
        template="\n".join(line for line in lines if line.strip() not in left_out),
        comparison=comparison,
    )


def template_lines(
    corpus: Corpus,
    model: CRF,
    *,
    partitions: PartitionSet,
    metric: str | None = None,
    alpha: float = 0.05,
    gold: str | None = None,
    run: Run | None = None,
) -> TemplateLines:
    r"""Leave out each line of a template in turn, and test all on the same folds at alpha / k.

    Parameters
    ----------
    model : CRF
        With k lines: k + 1 models are trained on each of the 2m folds.
    metric : str, optional
        By default F1, or accuracy where that is usual.
    alpha : float
        That all lines share.
    gold
        As in `compare`.

    Raises
    ------
    InputError
        As `compare`, `leave_one_out` and `line_effects` do.

    Examples
    --------
    >>> corpus = mx.read_corpus(b"cat\tN\nsits\tV\n\ndog\tN\nran\tV\n\n" * 6, columns=["word", "pos"])
    >>> template = mx.models.FeatureTemplate.parse("U0:%x[0,0]\nU1:%x[-1,0]\n")
    >>> found = mx.studies.template_lines(
    ...     corpus,
    ...     mx.models.CRF("mine", template, ("word",)),
    ...     partitions=mx.random_partitions(len(corpus), 2),
    ...     run=mx.training.Run(n_workers=0),
    ... )
    >>> [row.identifier for row in found.rows]
    ['U0', 'U1']
    """
    check_alpha(alpha)
    planned = plan(corpus, leave_one_out(model), partitions, gold=gold)
    (results,) = run_all([planned], run or Run())
    return line_effects(planned.comparison(results), model, partitions=partitions, metric=metric, alpha=alpha)


def _drop_feature(model: str, feature: Feature) -> str:
    return f"{model} without {feature.identifier}"
