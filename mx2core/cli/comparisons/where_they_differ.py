"""`test --by label,length --examples 5`: groups of units, and units that one model always answers better."""

from __future__ import annotations

from collections.abc import Iterator

from ... import training
from ...errors import Whole
from ...training.beside.where_they_differ import WhereTheyDiffer
from ...training.decisions.unit_attributes import OTHERS, UNSEEN, is_unseen
from ..text import Paragraphs, Text, columns, lines, listing, printed, sentence, term, words

GROUPS = """
[rows:30] by_{by}=group units=row.n_units {a}_ahead_by=row.mean:+.4f from=row.lower:+.4f to=row.upper:+.4f \
p,_adjusted=row.pvalue!v
"""
CHUNKS = {"F1 of known chunks": "{chunks_seen:.4f}", "F1 of new chunks": "{chunks_unseen:.4f}"}
BETTER = "{unit_id}: {model} is better in every split. {text}"


@words.register
def _(found: WhereTheyDiffer) -> Paragraphs:
    a, b = found.models
    for by, rows in found.groups.items():
        named = [{"row": row, "group": _group(by, row.group)} for row in rows]
        yield from printed(GROUPS, rows=named, by=by, a=a)
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
    items = list(zip(unit.words, unit.gold, unit.a, unit.b, strict=True))
    for word, right, of_a, of_b in items:
        row = {"word": word, "right": right, "of_a": of_a, "of_b": of_b, "a": a, "b": b}
        if len(items) == 1:
            yield sentence("  right {right}, {a} {of_a}, {b} {of_b}", row)
        elif len({right, of_a, of_b}) > 1:
            yield sentence("  {word}: right {right}, {a} {of_a}, {b} {of_b}", row)
