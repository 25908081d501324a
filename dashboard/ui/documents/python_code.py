"""The same in Python: a program that gives the answer of the page."""

from collections.abc import Sequence
from dataclasses import fields
from textwrap import dedent

import mx2core as mx
from dashboard.server.project import CorpusSource
from dashboard.ui.answers.tested import Tested
from dashboard.ui.documents.decided import Decided
from mx2core.models.model import Model
from mx2core.partition import PartitionSet
from mx2core.training import Decision, Rule


def _program(*parts: str) -> str:
    """The parts one below the other, without the indentation that they have here."""
    return "\n".join(dedent(part).removeprefix("\n") for part in parts)


def _figure(*parts: str) -> str:
    """A program that draws `figure` with Plotly, and shows it."""
    return _program("import plotly.graph_objects as go", *parts, "figure.show()")


def corpus_code(source: CorpusSource) -> str:
    """How the open corpus is read, with what was chosen of it."""
    return f"import mx2core as mx\n\ncorpus = {read_code(source)}"


def read_code(source: CorpusSource) -> str:
    options = source.keywords
    if source.data is None and not options:
        sample = next(name for name, file in mx.corpus.SAMPLES.items() if file == source.name)
        return f"mx.sample({sample!r})"
    given = "".join(f", {name}={value!r}" for name, value in options.items())
    return f"mx.read_corpus({source.paths!r}{given})"


def answer_code(source: CorpusSource, tested: Tested, decided: Decided, models: Sequence[Model]) -> str:
    """From `models` of this program, trained again, or from scores or predictions of others."""
    decision, question, partitions = decided.decision, decided.decision.question, tested.partitions
    gold = None if tested.run is None else tested.run.experiment.gold
    on = "" if partitions is None else ", partitions=partitions"
    parts = [corpus_code(source), *([] if partitions is None else [_read(partitions)])]
    if models:
        predicts = "" if gold is None else f", gold={gold!r}"
        trained = on
        if partitions is not None and tested.done < len(partitions):
            trained = f"{on}[:{tested.done}]"  # of a run that ended before the last split
        parts += [_models(models), f"results = mx.compare(corpus, models{trained}{predicts})"]
    elif decision.masks is not None:
        parts.append(f"results = mx.io.read_predictions({tested.files!r}, corpus{on})")
    elif tested.has_gold:
        parts = [f"import mx2core as mx\n\ncorpus, results = mx.io.read_gold_table({tested.files!r})"]
    elif decision.fixed is not None:
        parts.append(f"results = mx.io.read_fixed_predictions({tested.files!r}, corpus)")
    else:
        parts.append(f"results = mx.io.read_scores({tested.files!r})")
    asked = f"alpha={question.alpha:g}"
    asked += "" if question.margin is None else f", margin={question.margin:g}"
    asked += "" if question.two_sided else ', alternative="greater"'
    asked += f", clusters=mx.training.unit_clusters(corpus, {decided.clusters!r})" if decided.clusters else ""
    rule, known = _rule(decision), tested.results.known_direction(decided.metric)
    parts += [
        "decision = mx.training.decide(",
        f"    results, {decision.a!r}, {decision.b!r}{on}, metric={decided.metric!r},",
        f"    question=mx.training.Question({asked}),",
        *([f"    rule=mx.training.Rule({rule}),"] if rule else []),
        *([f"    smaller_is_better={decided.differences.smaller_is_better},"] if known is None else []),
        ")",
        "print(decision.headline, decision.mean, decision.interval)",
    ]
    return "\n".join(parts)


def _rule(decision: Decision) -> str:
    """The arguments of the rule that decided: a sequential one in full, of another what is not as usual."""
    rule, usual, names = decision.rule, Rule(), ("stop", "conservative", "comparisons")
    chosen = {name: getattr(rule, name) for name in names if getattr(rule, name) != getattr(usual, name)}
    if decision.sequential is not None:
        chosen = {"test": rule.test, "looks": rule.schedule} | chosen
    return ", ".join(f"{name}={value!r}" for name, value in chosen.items())


def _models(models: Sequence[Model]) -> str:
    """How the models are made again: by their settings, whose defaults are left out."""
    made = ["models = ["]
    for model in models:
        settings = {
            one.name: getattr(model, one.name)
            for one in fields(model)  # type: ignore[arg-type]
            if one.init and getattr(model, one.name) != one.default
        }
        given = ", ".join(f"{name}={_value(value)}" for name, value in settings.items())
        made.append(f"    mx.models.{type(model).__name__}({given}),")
    return "\n".join([*made, "]"])


def _value(value: object) -> str:
    """A setting as Python reads it; a template by its text."""
    return f"mx.models.FeatureTemplate.parse({value.text!r})" if hasattr(value, "text") else repr(value)


def partitions_code(source: CorpusSource, partitions: PartitionSet) -> str:
    return _program(
        corpus_code(source),
        _read(partitions),
        f"""
        print(partitions.signature)  # {partitions.signature}
        for half, other in partitions.folds():
            ids = [corpus.unit_ids[unit] for unit in other]  # the column unit_id of predictions
            ...  # train on one, validate on the other""",
    )


def split_code(card: str) -> str:
    """Of a split as Check was given it: `card` reads it and makes its `card`."""
    return f"{card}\nprint(card.verdict.headline)\nprint(card.verdict.badge_markdown)"


def _read(partitions: PartitionSet) -> str:
    name = f"partitions-{partitions.method}-m{len(partitions)}-{partitions.id}.json"
    return f'partitions = mx.io.read_partitions("{name}", corpus).partitions'


def map_figure(
    source: CorpusSource,
    attributes: Sequence[str],
    n: int,
    seed: int,
    bounds: Sequence[tuple[float, float]] = (),
) -> str:
    """χ²/J of random halves in one attribute or two, by their code, with the bounds of each."""
    counts = ", ".join(f"{attribute}.counts" for attribute in attributes[:2])
    axes = ", ".join(f"{axis}=phi[:, {k}]" for k, axis in enumerate("xy"[: len(attributes)]))
    kind = "Histogram" if len(attributes) == 1 else "Histogram2d"
    draw = ("add_vrect(x0", "x1"), ("add_hrect(y0", "y1")
    areas = [
        f"figure.{first}={low:.6g}, {second}={high:.6g}, opacity=0.2)"
        for (first, second), (low, high) in zip(draw, bounds, strict=False)
    ]
    halves = f"phi = mx.random_divergences([{counts}], {n}, seed={seed})"
    return _figure(corpus_code(source), halves, f"figure = go.Figure(go.{kind}({axes}))", *areas)


def split_figure(card: str, what: str, name: str | None) -> str:
    """A row of the `card` of a split: where it stands among random splits of its sizes."""
    return _figure(
        card,
        f"""
        row = next(row for row in card.rows if (row.what, row.name) == ({what!r}, {name!r}))
        figure = go.Figure(go.Histogram(x=row.standing.random))
        figure.add_vline(row.value)""",
    )


def answer_figure(program: str) -> str:
    """The difference with its interval, after the `program` that gives the answer."""
    return _figure(
        program,
        """
        lower, upper = decision.interval
        error = dict(array=[upper - decision.mean], arrayminus=[decision.mean - lower])
        figure = go.Figure(go.Scatter(x=[decision.mean], y=[0], error_x=error))
        figure.add_vline(0)""",
    )


def plot_code(key: str, plotted: str) -> str:
    """A figure from the `numbers` under it, `plotted` by a call of Plotly Express."""
    return _program(f"""
        import pandas as pd
        import plotly.express as px

        numbers = pd.read_csv("{key}.csv")
        figure = px.{plotted}
        figure.show()""")
