"""What an analyst puts into a paper: how partitions were made, what a test said, what to cite."""

from collections.abc import Mapping

import mx2core as mx
from dashboard.session.analysis import Chosen
from dashboard.ui import components, kept_together, menu
from dashboard.ui.answers import verdict_words
from dashboard.ui.answers.rule_choice import Differences, schedule_words
from dashboard.words import measures, problems, text
from dashboard.words.metrics import how_scored
from dashboard.words.text import _
from mx2core.corpus import Attribute, Corpus
from mx2core.corpus.units.attributes import LENGTHS
from mx2core.inference import OutOfFoldTTest, SequentialTTest
from mx2core.inference.mx2 import promise
from mx2core.judge.card import CHI2, span
from mx2core.partition import PartitionSet, Thresholds
from mx2core.training import Comparison, Decision
from mx2core.training.decisions.decision import whether_it_matters
from mx2core.training.scores.result import LITTLE

BIBTEX = """@misc{{wang-mx2,
  title  = {{Regularized cross-validation method for text data sets}},
  author = {{Wang, Ruibo and Wang, Yu and Li, Jihong}},
  note   = {{In Chinese: 面向文本数据的正则化交叉验证方法. School of Software, Shanxi University}}
}}
@software{{mx2core,
  title   = {{mx2core: quality of train/validation partitions of annotated text}},
  version = {{{version}}}
}}
"""
GB_T_7714 = """[1] 王瑞波, 王钰, 李济洪. 面向文本数据的正则化交叉验证方法[Z]. 太原: 山西大学软件学院.
[2] The mx2core maintainers. mx2core: quality of train/validation partitions of annotated text: {version}[CP/OL].
https://github.com/mx2core/mx2core.
"""
DIGITS = 16  # of a digest: enough to tell two corpora apart


def references() -> tuple[str, str]:
    """As BibTeX, and as Chinese journals print them."""
    return BIBTEX.format(version=mx.__version__), GB_T_7714.format(version=mx.__version__)


def _how_made(partitions: PartitionSet, file: str) -> str:
    selection = partitions.selection
    asked: tuple[str, ...] = ()
    values: dict[str, object] = {"seed": partitions.seed, "file": file or _("a file")}
    if selection is not None:
        asked = tuple(condition(one) for one in selection.thresholds if one.bounded)
        values |= {"n": selection.candidates, "k": selection.survivors}
    values["bounds"] = _("; ").join(asked) or _("the given bounds")
    sentences = {
        "screened": _("Of {n:,} block-regularized candidates (seed {seed}), {k:,} met {bounds}."),
        "random": _("The halves are random (seed {seed})."),
        "block": _("The splits are block-regularized (seed {seed})."),
        "stratified_block": _("The splits are block-regularized within each label (seed {seed})."),
        "balanced": _("The set is balanced (seed {seed}): mean χ²/J is near its expected value."),
        "centered": _("The splits are centered (seed {seed}): χ²/J of each is near its expected value."),
        "floor": _(
            "The splits are at the floor (seed {seed}): χ²/J is minimal, which tends to raise scores."
        ),
        "thresholds": _("The splits were constructed to meet {bounds} (seed {seed})."),
    }
    made = sentences.get(partitions.method, _("The partitions are as given by {file}."))
    if selection is not None and selection.candidates and partitions.method != "screened":
        made = _("Of {n:,} random halvings (seed {seed}), {k:,} met {bounds}; one was taken.")
        if len(partitions) > 1:
            made = _(
                "Of {n:,} random halvings (seed {seed}), {k:,} met {bounds}; those sharing units most evenly "
                "were taken."
            )
    return made.format(**values)


def condition(thresholds: Thresholds) -> str:
    """`0.80 ≤ χ²/J(target word) ≤ 1.10`, by the measure that was in force."""
    low, high = thresholds.bounds
    symbol = measures.symbol(thresholds.measure)
    return (
        f"{'' if low is None else f'{measures.written(low, 2)} ≤ '}{symbol}({text.attribute(thresholds.attribute)})"
        f"{'' if high is None else f' ≤ {measures.written(high, 2)}'}"
    )


def methods_paragraph(
    corpus: Corpus, partitions: PartitionSet, chosen: Chosen, *, used: int | None = None, file: str = ""
) -> str:
    """The partitions, brought in `file`, in the words of a methods section; an answer has `used` the first ones.

    It says nothing of trainings: a set of splits may have none.
    """
    m, name = len(partitions), corpus.name
    if subset := text.subset(corpus.where):
        name = _("the subset of {corpus} with {subset}").format(corpus=name, subset=subset)
    split = _(
        "We split {corpus} ({units}; SHA-256 of the units {digest}…) into halves (m = {m}; mx2core {version}), each for training and validation."
    )
    digest, version = corpus.units_sha256[:DIGITS], mx.__version__
    units = menu.units(corpus, len(corpus))
    if corpus.unit not in ("sentence", "document"):
        of_sentences = menu.sentences(corpus, len(corpus.sentences.lengths))
        units = _("{units} of {sentences}").format(units=units, sentences=of_sentences)
    sentences = [
        split.format(corpus=name, units=units, digest=digest, m=m, version=version),
        _how_made(partitions, file),
        problems.notice_text(CHI2),
    ]
    of_answer = partitions if used is None else partitions[:used]
    sentences += kept_together.in_both_halves(corpus, of_answer)
    if len(of_answer) < m:
        were_used = _("{m} splits were made; the first {used} were used.")
        sentences.append(were_used.format(m=m, used=len(of_answer)))
    reached = _("χ²/J of the {name}: {low:.3f} (random halves: mean {expected:.3f}; J = {J}).")
    if len(of_answer) > 1:
        reached = _(
            "χ²/J of the {name}: {low:.3f} to {high:.3f}, mean {mean:.3f} (random halves: {expected:.3f}; J = {J})."
        )
    for attribute, expected in zip(chosen.attributes, chosen.expected, strict=True):
        values = of_answer.divergence(attribute.counts)
        about = {"low": values.min(), "high": values.max(), "mean": values.mean(), "expected": expected}
        sentences.append(reached.format(name=_with_ranges(attribute), J=len(attribute.labels), **about))
    if len(of_answer) > 1:
        sentences.append(shared(of_answer))
    if components.flatters(partitions, chosen):
        sentences.append(components.tends_to_raise_scores())
    sentences.append(_("Signature: {signature}.").format(signature=partitions.signature))
    return text.prose(sentences)


def shared(partitions: PartitionSet) -> str:
    """How many units the training sets of two splits have in common."""
    words, quarter = (
        _("Two training sets share {shared} units (n/4 = {quarter:,.2f})."),
        partitions.n_units / 4,
    )
    return words.format(shared=span(partitions.overlap_range()), quarter=quarter)


def _with_ranges(attribute: Attribute) -> str:
    """What an attribute is called; of lengths with the ranges that are counted, which nobody could guess."""
    name = text.attribute(attribute.name)
    if attribute.name not in LENGTHS:
        return name
    return _("{name} (in the ranges {ranges})").format(name=name, ranges=_(", ").join(attribute.labels))


def _names(tested: Differences) -> dict[str, str]:
    first, second = tested.terms
    return {"metric": tested.metric, "a": tested.a, "b": tested.b, "first": first, "second": second}


def _lower_is_better(tested: Differences) -> list[str]:
    if not tested.smaller_is_better:
        return []
    return [_("Lower is better; differences are {first} minus {second}: positive ones favour {a}.")]


def decision_paragraph(tested: Differences, test: SequentialTTest) -> str:
    """The sequential test in the words of a methods section."""
    assert test.m is not None
    last = test.table[-1]
    winner, loser = (tested.b, tested.a) if test.better == "B" else (tested.a, tested.b)
    directions = test.comparisons * (2 if test.alternative == "two-sided" else 1)
    shared = [_("{k} comparisons, each direction counted, share the error α = {alpha:.1%}.")]
    answer = _("After {m} splits it is undecided whether {a} is better than {b}.")
    if test.rejected:
        answer = _("After {m} splits {winner} was better than {loser}.")
    elif test.alternative == "two-sided":
        answer = _("After {m} splits it is undecided which of {a} and {b} is better.")
    mean = _("All differences were {mean:+.4f}, so there is no interval.")
    if last.lower is not None:
        mean = _(
            "The mean difference was {mean:+.4f}; its {wide:.3g}% interval, by the level of one look, is {lower:+.4f} to {upper:+.4f}."
        )
    sentences = (
        _("We compared the {metric} of {a} and {b} by the sequential m×2 t-test at m = {looks}."),
        *_lower_is_better(tested),
        *(shared if directions > 1 else []),
        *map(problems.notice_text, promise.error(test)),
        answer,
        mean,
    )
    return text.prose(sentences).format(
        **_names(tested),
        winner=winner,
        loser=loser,
        looks=schedule_words(test.looks),
        k=directions,
        alpha=test.alpha,
        m=test.m,
        mean=last.mean,
        wide=100 * last.interval_level,
        lower=last.lower,
        upper=last.upper,
    )


def units_paragraph(tested: Differences, decision: Decision) -> str:
    """The out-of-fold test, or that of models which no split changes, in the words of a methods section."""
    question, verdict = decision.question, decision.verdict
    test = decision.test or decision.fixed
    if test is None or verdict is None:
        return _("The out-of-fold test of {a} and {b} awaits more splits.").format(a=tested.a, b=tested.b)
    m, runs, mean = 0, 0, 0.0
    if isinstance(test, OutOfFoldTTest):
        m, runs, mean = test.m, 2 * test.m, test.mean
        sentences = [
            _(
                "We compared the {metric} of {a} and {b} by the out-of-fold test (mx2core {version}; m = {m} half splits, {runs} folds, {n:,} units)."
            ),
            verdict_words.out_of_fold(),
        ]
    else:
        runs, mean = test.n_runs, test.difference
        sentences = [
            _(
                "We compared the {metric} of {a} and {b}, which no split changes, by approximate randomization "
                "(Noreen, 1989; {runs:,} exchanges, {n:,} units; paired bootstrap interval)."
            )
        ]
    if decision.one_split:  # no test is made of it, so there is nothing to be promised
        sentences = [
            _(
                "On one half split ({n:,} units) the {metric} of {first} minus {second} was {mean:+.4f}; no test was "
                "made."
            ),
            verdict_words.one_split(),
            _("The result is for models trained on half the corpus."),
        ]
        return text.prose(sentences).format(**_names(tested), n=test.n_units, mean=mean)
    if decision.stop is not None and decision.m < decision.last:
        sentences.append(
            _("It stopped at m = {m} of {last}: more splits could remove at most 10% of the variance.")
        )
    if test.n_clusters < test.n_units:
        sentences.append(_("Units of the same cluster were kept together ({clusters:,} clusters)."))
    sentences += _lower_is_better(tested)
    if test.pvalue is None:
        sentences.append(_("The models differed on no unit: nothing was tested."))
    else:
        found = _("The test found {winner} better.")
        if verdict.equivalent:
            found = _("The test found {winner} better, by less than {margin:g}.")
        sentences.append(verdict_words.difference(test, mean, test.pvalue, question.alpha))
        said = {
            "equivalent": _(
                "The models were equivalent within {margin:g}, by two one-sided tests: the {inner:.3g}% interval, "
                "{inner_lower:+.4f} to {inner_upper:+.4f}, lies within it."
            ),
            "undecided": _(
                "The answer is undecided: neither a difference nor equivalence within {margin:g} was shown."
            ),
        }
        sentences.append(said.get(verdict.answer, found))
        if "better" in verdict.answer and not verdict.equivalent:
            sentences += map(problems.notice_text, whether_it_matters(decision))
    if isinstance(test, OutOfFoldTTest):
        sentences.append(_("The result is for models trained on half the corpus."))
        known = promise.out_of_fold(
            test.m,
            stopped=decision.stop is not None,
            conservative=test.conservative,
            every_look=test.looks is not None,
        )
        sentences.append(problems.notice_text(known))
    else:
        sentences.append(_("The result is for these two finished models."))
        sentences.append(problems.notice_text(promise.FIXED_MODELS))
    inner_lower, inner_upper = verdict.equivalence_interval or (None, None)
    return text.prose(sentences).format(
        **_names(tested),
        winner=tested.b if verdict.answer == "B better" else tested.a,
        version=mx.__version__,
        m=m,
        runs=runs,
        last=decision.last,
        n=test.n_units,
        clusters=test.n_clusters,
        margin=question.margin,
        inner=100 * verdict.equivalence_level,
        inner_lower=inner_lower,
        inner_upper=inner_upper,
    )


def models_sentences(kinds: Mapping[str, str], tested: Differences) -> list[str]:
    """What the two models are, where it is known."""
    a, b = tested.a, tested.b
    if a not in kinds or b not in kinds:
        return []
    words = _("The models are {a} ({kind_a}) and {b} ({kind_b}).")
    return [words.format(a=a, kind_a=kinds[a], b=b, kind_b=kinds[b])]


def scores_sentences(comparison: Comparison, tested: Differences, metric: str, m: int) -> list[str]:
    """The mean scores of both on the first m splits, and which of them hardly learned anything."""
    scores, pair = comparison.seed_means(metric), (tested.a, tested.b)
    mean_a, mean_b = (scores[comparison.names.index(name)][:m].mean() for name in pair)
    means = _("Mean {metric} (m = {m}): {mean_a:.4f} of {a}, {mean_b:.4f} of {b}.")
    said = [
        how_scored(comparison),
        means.format(m=m, metric=tested.metric, a=tested.a, b=tested.b, mean_a=mean_a, mean_b=mean_b),
    ]
    if little := comparison.first(m).only(*pair).learned_little(metric):
        words = _("No score of {models} reached {least}.")
        said.append(words.format(models=_(", ").join(little), least=LITTLE))
    return said
