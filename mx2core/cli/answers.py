"""What is asked of two models, and what `test` says beside the test: pairs, other tests, groups, units."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from .. import inference, training
from ..arguments import check_range
from ..errors import ScoresError, UsageError
from ..exchange import ScoreTable
from ..exchange.canonical import plain
from ..inference.classical.rules import OUT_OF_FOLD
from ..metrics import default_metric
from ..models.presets import model_names
from ..training import Comparison, Evaluation, PairAnswer, Question, Rule
from ..training.beside.where_they_differ import WhereTheyDiffer
from ..training.decisions.pairs import error_words
from ..training.decisions.question import STOPS
from .options.declared import PROPOSED, Declared, clash, either, given, given_options, option
from .text import Report, Text, lines, printed, prose, sentence, term


def _better(word: str) -> Declared:
    about = f"for a metric whose name does not tell: {word} values are better"
    stored: dict[str, Any] = {"action": "store_const", "const": word == "smaller"}
    return option(f"--{word}-is-better", about, bool, dest="smaller_is_better", **stored)


Results: TypeAlias = Evaluation | ScoreTable


class Predicted(NamedTuple):
    """What predictions are of; of a table of scores nothing is known."""

    corpus: Any = None
    partitions: Any = None
    clusters: tuple[str, ...] | None = None


WHEN = "test once more would not help, after every split at a level for all looks, or on all"
STOP = option("--stop", WHEN, STOPS, default=STOPS[0])
CONSERVATIVE = option("--conservative", "variance that is proved not to be too small, with less power", bool)
DIRECTION = either(_better("smaller"), _better("larger"))  # without either, None


def decision_settings(
    options: Namespace, results: object, margin: float | None, on: Predicted
) -> dict[str, Any]:
    """What `decide` and its siblings take: of predictions the out-of-fold test, else a sequential one."""
    question = Question(margin=margin, clusters=on.clusters, **given(options, "alpha alternative"))
    if not isinstance(results, ScoreTable):
        rule = Rule(OUT_OF_FOLD, **given(options, "stop conservative"))
    else:
        bounds = inference.CorrelationBounds(options.max_rho1, options.max_rho2, options.equal_rho)
        rule = Rule(options.mode, bounds=bounds, **given(options, "looks comparisons"))
    of = {"partitions": on.partitions, "question": question, "rule": rule}
    return of | given(options, "smaller_is_better")


def chosen_margin(options: Namespace, results: Results, models: Sequence[str], metric: str) -> float | None:
    """The margin of some models; None of scores for which none was asked."""
    if isinstance(results, ScoreTable):
        return None if options.margin is None else float(options.margin)
    proposed = training.margin_for(results, *models, metric=metric)
    if options.margin in (None, PROPOSED):
        return proposed.value
    if proposed.scale == "proportion":  # a point typed as 1 makes any two models equivalent
        check_range("--margin", float(options.margin), "(0, 1)")
    return float(options.margin)


def asked_about(options: Namespace, models: Sequence[str]) -> tuple[str, ...]:
    """The models named, or those in the file: two of them, or one.

    Raises ScoresError if the file has more of them and none is named, or as `model_names` does.
    """
    if options.models is None and len(models) > 2:
        raise ScoresError(
            "Of {n_models} models ({models}), name two by --models A B.",
            file=options.files[0],
            n_models=len(models),
            models=list(models),
        )
    return tuple(models if options.models is None else model_names(options.models, models))


def direction(smaller: bool | None) -> Text:
    return term("lower is better" if smaller else "higher is better")


def other_metrics(known: Sequence[str], chosen: str | None) -> Text:
    """Metrics of a table, if none to test was named."""
    several = list(known) if chosen is None and len(known) > 1 else None
    return sentence("The file has {metrics}; choose by --metric.", metrics=several)


OTHERWISE = "rope others require by examples"  # of one answer only
COLUMNS = (
    "is=a better_than=b ahead_by=mean:+.4f lower:+.4f upper:+.4f level_%=interval_level!p:.4g decision "
    "at_m=m p=pvalue!v of_all=adjusted!v"
)
PAIRS = f"""
Every pair by {{test}} ({{way}}):
{{known}}

[shown] metric {COLUMNS}

{{error}} What is not shown is not shown to be equal.
"""


def several_answers(
    options: Namespace, results: Results, pair: tuple[str, ...] | None, on: Predicted
) -> Report:
    """Every pair of models, in both directions; of one `pair` several metrics."""
    others = "metric" if pair else "alternative metrics comparisons"
    scores = results if isinstance(results, ScoreTable) else None
    if refused := given_options(options, f"{others} {OTHERWISE}"):
        raise clash("--metrics" if pair else "--pairs", refused)
    if pair and options.margin == PROPOSED:
        raise UsageError("Several metrics need --margin with a number.")
    metric = options.metric or default_metric(results.main_metrics)
    models = getattr(results, "names", results.models)
    margin = options.margin if pair else chosen_margin(options, results, models, metric)
    settings = decision_settings(options, results, margin, on)
    answers: Sequence[PairAnswer]
    if pair:
        metrics = None if options.metrics == ["all"] else options.metrics
        a, b = pair
        answers = training.decide_metrics(results, a, b, metrics=metrics, **settings)
        for one in answers:
            chosen_margin(options, results, pair, one.decision.metric)  # refuses a point typed as 1
    else:
        assert isinstance(results, Comparison | ScoreTable), "pairs are of trained models"
        named = options.models and model_names(options.models, models)
        answers = training.decide_pairs(results, models=named, metric=metric, **settings)
    question, tested = answers[0].decision.question, answers[0].decision.sequential
    smaller = bool(results.known_direction(metric, options.smaller_is_better))
    rows = [plain(one) | {"metric": one.decision.metric} for one in answers]
    shown = [row | {"decision": one.table_entry} for row, one in zip(rows, answers, strict=True)]
    way = None if pair else direction(smaller)
    test = term("the scores of splits" if tested else "the out-of-fold test")
    known = None if pair or scores is None else other_metrics(scores.metrics, options.metric)
    error, rule = prose(*error_words(answers)), answers[0].decision.rule
    of = {"metrics": rows} if pair else {"pairs": rows, "metric": metric, "smaller_is_better": smaller}
    of |= {"signature": getattr(scores or on.partitions, "signature", None)}
    of |= given(question, "alpha margin alternative")
    return Report(PAIRS, names=locals(), json="rule corpus=on.corpus.name", **of)


GROUPS = """
[rows:30] by_{by}=group units=row.n_units {a}_ahead_by=row.mean:+.4f from=row.lower:+.4f to=row.upper:+.4f \
p,_adjusted=row.pvalue!v
"""
CHUNKS = " F1_of_known_chunks=chunks_seen:.4f F1_of_new_chunks=chunks_unseen:.4f"
BETTER = "{unit_id}: {model} is better in every split. {text}"


def where_words(found: WhereTheyDiffer) -> Iterator[Text]:
    """Paragraphs on groups of units and on single ones."""
    a, b = found.models
    of_seen = "{metric},_nothing_new=on_seen:.4f {metric},_something_new=on_unseen:.4f"
    for by, rows in found.groups.items():
        named = [{"row": row, "group": name} for row, name in zip(rows, found.names[by], strict=True)]
        yield printed(GROUPS, rows=named, by=by, a=a)
        if memory := found.memory.get(by):
            of_chunks = any(row.chunks_seen is not None for row in memory.scores)
            columns = f"{{metric}}=whole:.4f {of_seen}{CHUNKS if of_chunks else ''}"
            yield printed(f"[scores] model {columns}\n{{sentences}}", memory)
    yield sentence(
        "The {level:g}% intervals of one table hold together; where few units differ there is none.",
        level=next((100 * row.level for rows in found.groups.values() for row in rows), None),
    )
    for unit in found.examples or ():
        name, text = a if unit.better == "A" else b, " ".join(unit.words)
        form = "  {word}: right {right}, {a} {of_a}, {b} {of_b}"
        if whole := len(unit.words) == 1:
            form = "  right {right}, {a} {of_a}, {b} {of_b}"
        shown = (  # the items at which the three do not agree
            sentence(form, word=word, right=right, of_a=of_a, of_b=of_b, a=a, b=b)
            for word, right, of_a, of_b in zip(unit.words, unit.gold, unit.a, unit.b, strict=True)
            if whole or len({right, of_a, of_b}) > 1
        )
        yield lines(sentence(BETTER, unit, model=name, text=text), *shown)
    if found.examples == ():
        yield term("No unit is answered better by the same model in every split.")
