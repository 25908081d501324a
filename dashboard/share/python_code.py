"""The same in Python: a program that gives the answer of the page."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dashboard.server.project import Source
    from dashboard.ui.documents.decided import Decided
    from mx2core.models.model import Model
    from mx2core.partition import PartitionSet


def _corpus(source: Source) -> list[str]:
    """How the open corpus is read, with what was chosen of it."""
    chosen = {
        name: getattr(source, name)
        for name in ("format", "encoding", "unit", "columns", "where")
        if getattr(source, name)
    }
    if "where" in chosen:
        chosen["where"] = dict(chosen["where"])
    if "columns" in chosen:
        chosen["columns"] = list(chosen["columns"])
    given = "".join(f", {name}={value!r}" for name, value in chosen.items())
    return ["import mx2core as mx", "", f"corpus = mx.read_corpus({source.name!r}{given})"]


def of_answer(
    source: Source, partitions: PartitionSet | None, made: Decided, models: Sequence[Model], gold: str | None
) -> str:
    """From `models` of this program, trained again, or from scores or predictions of others."""
    decision = made.decision
    lines, on = _corpus(source), ""
    if partitions is not None:
        lines.append(_read(partitions))
        on = ", partitions=partitions"
    if models:
        lines += _models(models)
        predicts = "" if gold is None else f", gold={gold!r}"
        lines.append(f"results = mx.compare(corpus, models{on}{predicts})")
    elif decision.masks is not None:
        lines.append(f'results = mx.io.read_predictions("predictions.csv", corpus{on})')
    elif decision.fixed is not None:
        lines.append('results = mx.io.read_fixed_predictions("predictions.csv", corpus)')
    else:
        lines.append('results = mx.io.read_scores("scores.csv")')
    question = decision.question
    asked = [f"alpha={question.alpha:g}"]
    asked += [] if question.margin is None else [f"margin={question.margin:g}"]
    asked += [] if question.two_sided else ['alternative="greater"']
    lines += [
        "decision = mx.training.decide(",
        f"    results, {decision.a!r}, {decision.b!r}{on}, metric={made.metric!r},",
        f"    question=mx.training.Question({', '.join(asked)}),",
        ")",
        "print(decision.headline, decision.mean, decision.interval)",
    ]
    return "\n".join(lines)


def _models(models: Sequence[Model]) -> list[str]:
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
    return [*made, "]"]


def _value(value: object) -> str:
    """A setting as Python reads it; a template by its text."""
    return f"mx.models.FeatureTemplate.parse({value.text!r})" if hasattr(value, "text") else repr(value)


def of_partitions(source: Source, partitions: PartitionSet) -> str:
    return "\n".join(
        [
            *_corpus(source),
            _read(partitions),
            f"print(partitions.signature)  # {partitions.signature}",
            "for half, other in partitions.folds():",
            "    ...  # train on one, validate on the other",
        ]
    )


def of_split(source: Source) -> str:
    """Of a split in a file, as Check reads it."""
    return "\n".join(
        [
            *_corpus(source),
            'parts = mx.io.read_parts("split.csv", corpus)',
            "card = mx.io.split_card(corpus, parts)",
            "print(card.verdict.headline)",
            "print(card.verdict.badge_markdown)",
        ]
    )


def _read(partitions: PartitionSet) -> str:
    name = f"partitions-{partitions.method}-m{len(partitions)}-{partitions.id}.json"
    return f'partitions = mx.io.read_partitions("{name}", corpus).partitions'
