"""Where an existing split stands among random splits of the same sizes."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

from ..corpus.columns.column_names import meaning
from ..corpus.model import Corpus
from ..corpus.units.near_duplicates import BOUND, DIGITS, near_duplicates
from ..errors import InputError, UsageError, Whole
from ..exchange import NamedParts, parts_by_column, parts_of_files, read_every_parts, read_parts
from ..exchange.partitions.unit_list import RowNumbers
from ..judge import copies, split_card
from ..judge.card import CHI2, EXAMPLES
from ..judge.reference import REFERENCES
from ..judge.rows import read_condition, unusual_first
from .options import corpus_options, progress
from .options.declared import at_least, command, either, given, group, needs, option
from .text import Report, Text, comma_list, paragraphs, printed, sentence, size_list, table, term

LABELS = 5  # labels shown of each attribute, those that add most
DIGIT_CHOICES = [name for name in DIGITS if name]
GATES = "exit status 3 if so: texts>0 (leaked), near>0.05, labels.percentile>0.95"
WHERE = (
    "a field or column that names the part of each unit, such as split or fold; or a file: the training "
    "units one a line, a table with unit_id and fold or part, parts or partitions in JSON, or their ZIP"
)
VALIDATE = "FILE is the training part, these validate"
SPLIT = (
    option("--split", WHERE, value="WHERE"),
    option("--with", VALIDATE, value="PART", nargs="+", action="extend", dest="others"),
)


FORM = """
{gates}
{verdict.headline}
{verdict.advice}
{name}, {n_units:,} units: {sizes}. {measured}
{parts.untrained}
{which}

{of_parts}

{of_labels}

Leaked texts: {n_leaked:,}.
*examples row {row}: {text!r}; training row {training_row}: {training_text!r}
{near.notice} --digits {other} changes that.

[ordered] card=what of=name value random=standing.mean percentile=percent verdict=word!t

*unusual {of}: {row.meaning}

{chi2}
{means}
Percentile P: mid-percentile among random splits.
{whole.sentences}
{whole.plain}
{tails}
"""
LABEL = """
[rows] labels_of_{attribute}=label in_training expected=expected_in_training:,.1f in_{part}=in_part \
part_of_χ²/J=contribution
"""


@command(
    *corpus_options.MEASURED,
    group("the split", "one of these; default: the field split of files given together", either(*SPLIT)),
    option("--train-value", "a part that is trained on", value="V", action="append"),
    option("--numbers", "what numbers in a list of units are", ("rows", "rows-from-0", "units", "names")),
    option("--index", "judge only this one of several partitions in the file of --split", at_least(1), "K"),
    option("--candidates", "random splits", at_least(100), "N", usual="by the size of the corpus"),
    *corpus_options.SEEDED,
    option("--near", "Jaccard similarity of near-duplicates, from 0 to 1", float, "J", default=BOUND),
    option("--digits", "of near-duplicates: alike, or telling tokens apart", DIGIT_CHOICES, default="auto"),
    option("--reference", "what random splits keep whole, too", REFERENCES, default="auto"),
    option("--fail-if", GATES, value="CONDITION", action="append", default=[]),
)
def judge(options: Namespace) -> Report:
    for condition in options.fail_if:
        read_condition(condition)
    corpus, every = _splits(options)
    attributes = corpus_options.attributes(corpus, options.attributes)
    chosen = every if options.fail_if else every[:1]
    each = sum(progress.SECONDS_SPLIT if len(of.sizes) == 2 else progress.SECONDS for of in chosen)
    told = progress.Comparing(each=each, quiet=options.quiet)
    near = near_duplicates(corpus, options.near, digits=DIGITS[options.digits], begins=told.begins)
    asked: dict[str, Any] = {"n_random": options.candidates, **given(options, "seed reference")}
    asked |= {"attributes": attributes, "near": near, "report": told.report}
    cards = [split_card(corpus, parts, **asked) for parts in chosen]
    first = options.index or 1
    fail_if, gates, failed = list[dict[str, Any]](), list[Text](), list[int]()
    for condition in options.fail_if:  # what meets it, and in which of the partitions
        met = [(k, row) for k, card in enumerate(cards, start=first) for row in card.failing(condition)]
        failed += [k for k, _row in met]
        gates.append(_gate_words(condition, met, len(every)))
        fail_if.append({"condition": condition, "rows": [{"partition": k, **row.document} for k, row in met]})
    card = cards[min(failed, default=first) - first]
    holds = not failed if fail_if else None
    labels, copied = card.label_rows(attributes, LABELS), copies(corpus, card.parts, card.near)
    leaked = tuple(corpus.unit_ids[unit] for unit in card.leaked.tolist())
    parts, partitions, ordered = card.parts, len(every), unusual_first(card.rows)
    n_units, sizes = len(parts.of_unit), size_list(dict(zip(parts.names, parts.sizes, strict=True)))
    measured = term("Each part is measured against all others.")
    if parts.training is not None:
        measured = sentence("Each part is measured against {part}.", part=parts.names[parts.training])
    which = sentence("{notice} --index K judges another.", parts) if partitions > 1 else parts.notice
    names = [parts.names[k] for k in parts.validated]
    values = list(zip(names, *(one.values.tolist() for one in card.judged), strict=True))
    header = ("χ²/J of", *(Whole(row.name) for row in card.rows if row.what == "labels"))
    of_parts = table(header, values) if len(names) > 1 else None
    of_each = ([row for row in labels if row["attribute"] == one.name] for one in attributes)
    of_labels = paragraphs(*(printed(LABEL, rows[0], rows=rows) for rows in of_each if rows))
    n_leaked, other, chi2 = len(leaked), "one" if card.near.digits else "apart", CHI2
    examples = [one for one in copied[:EXAMPLES] if one["leaked"]]
    unusual = [{"row": row, "of": _name(row.what, row.name)} for row in ordered if row.word != "typical"]
    found = "card seed=options.seed labels leaked copies=copied fail_if holds partitions"
    json = f"{found} read_as=parts.notice digits=card.near.notice warnings=corpus.notices"
    return Report(FORM, card, names=locals(), json=json)


def _splits(options: Namespace) -> tuple[Corpus, tuple[NamedParts, ...]]:
    """The corpus and its parts, of each partition."""
    corpus = corpus_options.read(options)
    if options.others is not None:
        if options.train_value is not None or len(options.others) > 2:
            raise UsageError(
                "--with takes one or two files, no --train-value, found {n}.", n=len(options.others)
            )
        others = [corpus_options.read(options, [file]) for file in options.others]
        corpus, parts = parts_of_files(corpus, *others)
        return corpus, (parts,)
    columns_known = [*dict.fromkeys([*corpus.sentences.fields, *corpus.sentences.columns])]
    where = meaning(options.split or "split", columns_known)
    is_file = options.split is not None and where not in columns_known and Path(where).exists()
    if not is_file and (options.index is not None or options.numbers is not None):
        raise needs(["--index", "--numbers"], "--split FILE")
    if not is_file and where not in columns_known:
        raise InputError(
            "No column or file {where}: name a split by --split or --with. Columns: {known}.",
            where=where,
            known=columns_known,
        )
    numbers: RowNumbers = options.numbers or "auto"
    if not is_file:
        every: tuple[NamedParts, ...] = (parts_by_column(corpus, where),)
    elif options.index is not None:
        every = (read_parts(where, corpus, index=options.index, numbers=numbers),)
    else:
        every = read_every_parts(where, corpus, numbers=numbers)
    if options.train_value:
        every = tuple(parts.trained_on_values(options.train_value, where) for parts in every)
    return corpus, every


def _gate_words(condition: str, rows: list[tuple[int, Any]], partitions: int) -> Text:
    if not rows:
        passed = "{condition}: passed in all {n:,} partitions." if partitions > 1 else "{condition}: passed."
        return sentence(passed, condition=condition, n=partitions)
    met = []
    for partition, row in rows:
        of = {"name": _name(row.what, row.name), "percent": getattr(row, "percent", None)}
        line = sentence("{name} is {value:.4g} (percentile {percent})", of, row)
        line = line or sentence("{name} is {value:.4g}", of, row)
        met.append(sentence("partition {k}: {met}", k=partition, met=line) if partitions > 1 else line)
    return sentence("{condition}: fails: {met}.", condition=condition, met=comma_list(met))


def _name(what: str, name: str | None) -> str:
    return f"{what}:{name}" if name else what
