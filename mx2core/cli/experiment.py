"""Run a named experiment on a corpus and write its table."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from . import corpus_options, designs, experiment_parts, models
from .tables import interval, table, value

if TYPE_CHECKING:
    from ..studies import Design

HELP = "Repeat an experiment of the paper on a corpus: means, spreads, signal-to-noise ratios, shifts."
NAMES = ("split_ratio", "good_bad", "block", "filtered", "constructed")
LEAST = 100
FORMATS = (".json", ".md", ".csv")


def add(command: argparse.ArgumentParser) -> None:
    corpus_options.add_corpus(command)
    corpus_options.add_attributes(command)
    command.add_argument(
        "--design",
        choices=NAMES,
        required=True,
        help="split_ratio: hold-out from 5:5 to 9:1; good_bad: the best and the worst 5%% of random halves; "
        "block: random against block sets; filtered: the worst random against the best block sets; "
        "constructed: random, block, balanced, centered and floor sets",
    )
    command.add_argument(
        "--repetitions",
        type=corpus_options.at_least(2),
        default=100,
        metavar="R",
        help="splits, or sets of splits, of every scheme; default: 100",
    )
    command.add_argument("-m", type=corpus_options.at_least(1), default=3, help="splits in a set; default: 3")
    command.add_argument("--seed", type=corpus_options.at_least(0), default=0)
    command.add_argument(
        "--each",
        metavar="COLUMN",
        help="run it on every part of the corpus that has one value of this field or column, such as frame: "
        "the paper's Table 6",
    )
    command.add_argument(
        "--least",
        type=corpus_options.at_least(10),
        default=LEAST,
        metavar="N",
        help=f"units that a part must have with --each; default: {LEAST}",
    )
    models.add_models(command, elsewhere=False)
    command.add_argument(
        "--baseline", metavar="SCHEME", help="scheme that ratios refer to; default: random, or 5:5"
    )
    designs.add_training(command, ".json, .md or .csv")


def run(options: argparse.Namespace) -> dict[str, Any]:
    from ..studies import table_csv, table_document, table_json, table_markdown, tabulate

    designs.check_outputs(options.output, FORMATS)
    if options.each is not None:
        return experiment_parts.run(options)
    corpus = corpus_options.read(options)
    chosen = models.chosen_models(options, corpus)
    planned = designs.laid_out(options, corpus)
    cost = _cost(planned, len(chosen)) | {
        "warnings": corpus_options.warnings((*corpus.notices, *models.notices(options, corpus)))
    }
    if options.cost:
        return cost
    if options.baseline is not None:
        planned.scheme(options.baseline)
    evaluation = designs.evaluate(options, planned, corpus, chosen, _cost_text(cost))
    table = tabulate(planned, evaluation, metrics=options.metric, baseline=options.baseline)
    document = table_document(table) | {"warnings": cost["warnings"]}
    writers = {".json": table_json, ".md": lambda one: table_markdown(one).encode(), ".csv": table_csv}
    return designs.written(options, document, table, writers)


def _cost(planned: Design, n_models: int) -> dict[str, Any]:
    return {
        "design": planned.name,
        "question": str(planned.question),
        "folds": planned.cost(1),
        "models": n_models,
        "trainings": planned.cost(n_models),
        "schemes": [
            {
                "label": scheme.label,
                "repetitions": scheme.shape[0],
                "splits": scheme.shape[1],
                "folds": scheme.folds,
            }
            for scheme in planned.schemes
        ],
    }


def _cost_text(cost: dict[str, Any]) -> str:
    schemes = ", ".join(scheme["label"] for scheme in cost["schemes"])
    return (
        f"{cost['design']} ({schemes}): {cost['folds']:,} folds, {cost['models']} models, "
        f"{cost['trainings']:,} trainings."
    )


def text(result: dict[str, Any]) -> str:
    from ..metrics import default_metric

    if "each" in result:
        return experiment_parts.text(result)
    if "rows" not in result:
        return "\n".join([result["question"], _cost_text(result)])
    metric = default_metric(result["metrics"])
    level = 100 * result["intervals"]["level"]
    lines = [
        result["question"],
        "",
        f"{metric} on {result['corpus']['name']}: mean, and standard deviation of one score across splits of "
        f"this corpus, with {level:g}% intervals. SNR is mean / sd; its ratio is to {result['baseline']}.",
        "",
        table(
            ("of", "scheme", "mean", "sd", "", "SNR", "", "ratio", "", "shift", ""),
            [(scores["of"], row["scheme"], *_values(scores)) for row, scores in _by_score(result, metric)],
        ),
        "",
        *(
            f"{row['scheme']}, {scores['of']}: {scores['shift_said']}"
            for row, scores in _by_score(result, metric)
            if scores.get("shift_said")
        ),
        *(one["said"] for one in result["directions"] if one["metric"] == metric),
        *(f"note: {notice}" for notice in result["notices"]),
        *(f"Wrote {output}." for output in result["output"]),
    ]
    return "\n".join(lines)


def _by_score(result: dict[str, Any], metric: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Rows and their scores in one metric, model by model."""
    rows = [(row, scores) for row in result["rows"] for scores in row["scores"] if scores["metric"] == metric]
    order = {scores["of"]: number for number, (_, scores) in reversed(list(enumerate(rows)))}
    return sorted(rows, key=lambda pair: order[pair[1]["of"]])


def _values(scores: dict[str, Any]) -> list[str]:
    forms = {"sd_one_score": ".4f", "snr_one_score": ".1f", "snr_ratio_one_score": ".2f", "shift": "+.4f"}
    values = [value(scores["mean"], ".4f")]
    for name, form in forms.items():
        values += [value(scores.get(name), form), interval(scores.get(name), form)]
    return values
