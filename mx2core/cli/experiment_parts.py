"""`experiment --each`: the same design on every part of a corpus, as the paper's Table 6 has its frames."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from . import corpus_options, designs, models
from .tables import interval, table, value

if TYPE_CHECKING:
    from ..corpus.model import Corpus
    from ..errors import InputError
    from ..studies.designs import Design
    from ..studies.part_designs import PartDesign
    from ..training.evaluation import Evaluation


def run(options: argparse.Namespace) -> dict[str, Any]:
    from ..corpus import read_corpus
    from ..studies.part_designs import part_designs
    from ..studies.part_tables import (
        parts_csv,
        parts_document,
        parts_json,
        parts_markdown,
        tabulate_parts,
        without_result,
    )
    from ..training.plan import gold_of, plan_folds

    whole = corpus_options.read(options)
    said = (*whole.notices, *models.notices(options, whole))
    options.models = list(models.chosen_names(options, whole))  # the same ones in every part
    reading = corpus_options.reading(options)
    asked = models.chosen_models(options, whole)

    def check(part: Corpus, made: Design) -> None:
        scorer = plan_folds(part, models.chosen_models(options, part), made.folds, gold=options.gold).scorer
        for metric in options.metric or ():
            scorer.check_metric(metric)

    planned = part_designs(
        options.design,
        whole,
        lambda where: read_corpus(options.file, **{**reading, "where": where}),
        each=options.each,
        least=options.least,
        gold=gold_of(whole, asked, asked[0].task, options.gold),
        check=check,
        repetitions=options.repetitions,
        m=options.m,
        seed=options.seed,
        attributes=options.attributes,
    )
    if options.cost:
        costs = [
            {
                "part": one.part,
                "n_units": len(one.corpus),
                "trainings": one.design.cost(len(models.chosen_models(options, one.corpus))),
            }
            for one in planned.parts
        ]
        return {
            "each": planned.key,
            "costs": costs,
            **without_result(planned),
        }
    evaluations = [
        _evaluate(options, one, f"{number} of {len(planned.parts)}: {planned.key} = {one.part}")
        for number, one in enumerate(planned.parts, start=1)
    ]
    tables = tabulate_parts(planned, evaluations, metrics=options.metric, baseline=options.baseline)
    writers = {
        ".json": parts_json,
        ".md": lambda one: parts_markdown(one).encode(),
        ".csv": parts_csv,
    }
    document = parts_document(tables) | {"warnings": corpus_options.warnings(said)}
    return designs.written(options, document, tables, writers)


def _evaluate(options: argparse.Namespace, part: PartDesign, said: str) -> Evaluation | InputError:
    """Scores of a part, or why none of its models could be trained."""
    from ..errors import DesignError, ScoresError, TemplateError

    chosen = models.chosen_models(options, part.corpus)
    try:
        return designs.evaluate(options, part.design, part.corpus, chosen, said)
    except (DesignError, ScoresError, TemplateError) as error:
        return error


def text(result: dict[str, Any]) -> str:
    from ..metrics import default_metric

    lines: list[str] = []
    if "costs" in result:
        rows = [(one["part"], one["n_units"], one["trainings"]) for one in result["costs"]]
        lines.append(table((result["each"], "units", "trainings"), rows))
        lines.append(f"{sum(row[2] for row in rows):,} trainings in all.")
    else:
        first = result["parts"][0]
        metric = default_metric(first["metrics"])
        lines.append(
            f"{first['design']}, each {result['each']}: SNR of one score in {metric}; ratio of the |SNR| "
            "that the paper finds larger to the other one, with its interval."
        )
        for of in dict.fromkeys(cell["of"] for cell in first["rows"][0]["scores"]):
            lines += ["", of, _table(result, of, metric)]
    if result["failed"]:
        lines += [""]
    lines += [f"No result for {one['part']} ({one['n_units']}): {one['reason']}" for one in result["failed"]]
    if result["left_out"]:
        names = ", ".join(f"{one['part']} ({one['n_units']})" for one in result["left_out"])
        lines += ["", f"Too few units: {names}."]
    lines += [f"Wrote {output}." for output in result.get("output", ())]
    return "\n".join(lines)


def _table(result: dict[str, Any], of: str, metric: str) -> str:
    first, rows = result["parts"][0], []
    for part in result["parts"]:
        snrs = [
            next(
                (cell.get("snr_one_score") or {}).get("value")
                for cell in row["scores"]
                if (cell["of"], cell["metric"]) == (of, metric)
            )
            for row in part["rows"]
        ]
        said = [one for one in part["directions"] if (one["of"], one["metric"]) == (of, metric)]
        ratio = said[0]["ratio"] if said else None
        rows.append(
            (
                part["part"],
                part["n_units"],
                *part["n_labels"].values(),
                *("–" if one is None else f"{one:.1f}" for one in snrs),
                value(ratio, ".2f"),
                interval(ratio, ".2f"),
            )
        )
    schemes = [row["scheme"] for row in first["rows"]]
    without = ["–"] * (len(first["n_labels"]) + len(schemes) + 1)
    rows += [(part["part"], part["n_units"], *without, "no result, see below") for part in result["failed"]]
    return table((result["each"], "units", *first["n_labels"], *schemes, "ratio", ""), rows)
