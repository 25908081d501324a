"""What `test` gives beside the test: other tests, and groups and single units where models differ."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from ... import inference, training
from ...errors import Whole
from ...training.beside.side_tests import SideTests
from ...training.beside.where_they_differ import WhereTheyDiffer
from ...training.decisions.unit_attributes import OTHERS, UNSEEN, is_unseen
from ..text import Text, columns, lines, listing, paragraphs, printed, prose, semicolon_list, sentence, term

DECISIONS = {True: "yes", False: "not shown", None: "nothing"}
FORM = """
{posterior}

Each look by itself: {looks}. The test guards against choosing the look one likes.

[others] other_tests=test.name p=test.pvalue!v sides=test.alternative!t at_level=test.level:g decision!t

{hold_outs}

{spread}
"""
SPREAD = "R, the spread between splits over the spread within: {value}; by chance {lower:.3g} to {upper:.3g}."
POSTERIOR = (
    "Bayesian correlated t-test, rho = {rho:g}, differences up to {rope:g} of no matter: {a} better "
    "{p_better:.1%}, no matter {p_equivalent:.1%}, {b} better {p_worse:.1%}. It does not account for how "
    "often one looked."
)
GROUPS = """
[rows:30] by_{by}=group units=row.n_units {a}_ahead_by=row.mean:+.4f from=row.lower:+.4f to=row.upper:+.4f \
p,_adjusted=row.pvalue!v
"""
CHUNKS = {"F1 of known chunks": "{chunks_seen:.4f}", "F1 of new chunks": "{chunks_unseen:.4f}"}
BETTER = "{unit_id}: {model} is better in every split. {text}"


def side_settings(options: Namespace) -> dict[str, Any]:
    """What the options ask for beside a decision."""
    return {name: getattr(options, name) for name in ("rope", "rho", "others", "smaller_is_better")}


def side_words(beside: SideTests, made: training.Decision) -> Text:
    """Of what was asked for; McNemar's test on one hold-out stands for those on all."""
    posterior = looks = hold_outs = spread = None
    if (bayes := beside.bayesian) is not None:
        posterior = sentence(POSTERIOR, bayes, made)
        if bayes.p_better is None:
            posterior = sentence("Bayesian correlated t-test: {notice}", bayes)
    if beside.looks_by_themselves is not None:
        yes = [look.m for look in beside.looks_by_themselves if look.rejected]
        no = [look.m for look in beside.looks_by_themselves if not look.rejected]
        rejected = sentence("H₀ rejected at m = {looks}", looks=yes)
        looks = semicolon_list((rejected, sentence("not at m = {looks}", looks=no)))
    if beside.mcnemar is not None:
        found = inference.hold_out_sentences(beside.mcnemar, made.a, made.b, alpha=made.question.alpha)
        hold_outs = prose(*found)
    if (ratio := beside.pair_ratio) is not None:
        value = "–" if ratio.ratio is None else f"{ratio.ratio:.3g}"
        spread = prose(sentence(SPREAD, ratio, value=value), *ratio.sentences)
    others = [{"test": test, "decision": DECISIONS[test.rejected]} for test in beside.others or ()]
    shown = {"posterior": posterior, "looks": looks, "others": others, "hold_outs": hold_outs}
    return printed(FORM, shown, spread=spread)


def where_words(found: WhereTheyDiffer | None) -> Text:
    return paragraphs(*(() if found is None else _where(found)))


def _where(found: WhereTheyDiffer) -> Iterator[Text]:
    a, b = found.models
    for by, rows in found.groups.items():
        named = [{"row": row, "group": _group(by, row.group)} for row in rows]
        yield printed(GROUPS, rows=named, by=by, a=a)
        if memory := found.memory.get(by):
            of_chunks = any(row.chunks_seen is not None for row in memory.scores)
            seen = columns("{metric},_nothing_new=on_seen:.4f {metric},_something_new=on_unseen:.4f", memory)
            kinds = {"model": "{model}", Whole(memory.metric): "{whole:.4f}", **seen}
            yield lines(listing(memory.scores, kinds | (CHUNKS if of_chunks else {})), *memory.sentences)
    levels = [100 * row.level for rows in found.groups.values() for row in rows]
    yield sentence(
        "The {level:g}% intervals of one table hold together; where few units differ there is none.",
        level=next(iter(levels), None),
    )
    for unit in found.examples or ():
        name, text = a if unit.better == "A" else b, " ".join(unit.words)
        yield lines(sentence(BETTER, unit, model=name, text=text), *_answers(unit, a, b))
    if found.examples == ():
        yield term("No unit is answered better by the same model in every split.")


def _group(by: str, name: str) -> object:
    """What a group is called: a label, or whether something was seen in training."""
    if not is_unseen(by):
        return term("others") if name == OTHERS else name
    what = by.removeprefix(f"{UNSEEN}:")
    for kind in ("unseen {what}", "seen {what} only", "no {what}"):
        if name == kind.format(what=what):
            return sentence(kind, what=what)
    return term(name)


def _answers(unit: training.SteadyUnit, a: str, b: str) -> Iterator[Text]:
    """The items at which the three do not agree."""
    form = "  {word}: right {right}, {a} {of_a}, {b} {of_b}"
    if len(unit.words) == 1:
        form = "  right {right}, {a} {of_a}, {b} {of_b}"
    for word, right, of_a, of_b in zip(unit.words, unit.gold, unit.a, unit.b, strict=True):
        if len(unit.words) == 1 or len({right, of_a, of_b}) > 1:
            yield sentence(form, word=word, right=right, of_a=of_a, of_b=of_b, a=a, b=b)
