"""What an analyst puts into a paper: how partitions were made, what a test said, what to cite."""

from collections.abc import Mapping
from dataclasses import replace

import mx2core as mx
from dashboard.session.analysis import Chosen
from dashboard.ui import components, kept_together, menu
from dashboard.ui.answers.rule_choice import Differences
from dashboard.words import measures, problems, text
from dashboard.words.text import _
from mx2core.corpus import Corpus
from mx2core.corpus.units.attributes import LENGTHS
from mx2core.judge.card import CHI2, span
from mx2core.partition import PartitionSet, Thresholds
from mx2core.training import Decision
from mx2core.training.decisions.methods_words import decision_words

# As BibTeX, and as Chinese journals print them.
REFERENCES = (
    f"""@misc{{wang-mx2,
  title  = {{Regularized cross-validation method for text data sets}},
  author = {{Wang, Ruibo and Wang, Yu and Li, Jihong}},
  note   = {{In Chinese: 面向文本数据的正则化交叉验证方法. School of Software, Shanxi University}}
}}
@software{{mx2core,
  title   = {{mx2core: quality of train/validation partitions of annotated text}},
  version = {{{mx.__version__}}}
}}
""",
    f"""[1] 王瑞波, 王钰, 李济洪. 面向文本数据的正则化交叉验证方法[Z]. 太原: 山西大学软件学院.
[2] The mx2core maintainers. mx2core: quality of train/validation partitions of annotated text: {mx.__version__}[CP/OL].
https://github.com/mx2core/mx2core.
""",
)
DIGITS = 16  # of a digest: enough to tell two corpora apart


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
    made = sentences.get(partitions.method, _("The partitions come from {file}."))
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
        f"{'' if low is None else f'{measures.digits(low, 2)} ≤ '}{symbol}({text.attribute(thresholds.attribute)})"
        f"{'' if high is None else f' ≤ {measures.digits(high, 2)}'}"
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
    sentences += kept_together.leak_sentences(corpus, of_answer)
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
        name = text.attribute(attribute.name)
        if attribute.name in LENGTHS:  # nobody could guess the ranges that are counted
            name = _("{name} (in the ranges {ranges})").format(
                name=name, ranges=_(", ").join(attribute.labels)
            )
        sentences.append(reached.format(name=name, J=len(attribute.labels), **about))
    if len(of_answer) > 1:
        sentences.append(shared(of_answer))
    if components.flatters(partitions, chosen):
        sentences.append(components.effect("selected"))
    sentences.append(_("Signature: {signature}.").format(signature=partitions.signature))
    return text.prose(sentences)


def shared(partitions: PartitionSet) -> str:
    """How many units the training sets of two splits have in common."""
    words, quarter = (
        _("Two training sets share {shared} units (n/4 = {quarter:,.2f})."),
        partitions.n_units / 4,
    )
    return words.format(shared=span(partitions.overlap_range()), quarter=quarter)


def decision_paragraph(tested: Differences, decision: Decision, corpus: Corpus | None = None) -> str:
    """The test and what it found, in the words of a methods section."""
    named, called = replace(decision, a=tested.a, b=tested.b), "" if corpus is None else corpus.full_name
    words = decision_words(named, smaller=tested.smaller_is_better, corpus=called)
    return text.prose(map(problems.notice_text, words))


def models_sentences(kinds: Mapping[str, str], tested: Differences) -> list[str]:
    """What the two models are, where it is known."""
    a, b = tested.a, tested.b
    if a not in kinds or b not in kinds:
        return []
    words = _("The models are {a} ({kind_a}) and {b} ({kind_b}).")
    return [words.format(a=a, kind_a=kinds[a], b=b, kind_b=kinds[b])]
