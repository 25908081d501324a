"""`experiment --each`: the same design on every part of a corpus, as the paper's Table 6 has its frames."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ..errors import InputError
from . import corpus_options, designs, models
from .tables import table

if TYPE_CHECKING:
    from ..results.part_tables import PartTable


def run(options: argparse.Namespace) -> dict[str, Any]:
    from ..corpus import part_choices, read_corpus
    from ..corpus.column_names import meaning
    from ..results.part_tables import PartTables, parts_csv, parts_document, parts_json, parts_markdown

    whole = corpus_options.read(options)
    said = (*whole.notices, *models.notices(options, whole))
    options.models = list(models.chosen_names(options, whole))  # the same ones in every part
    choices = {choice.key: choice for choice in part_choices(whole)}
    key = meaning(options.each, list(choices))
    if key not in choices:
        raise InputError(
            "There are no parts by {key}; parts can be made by {known}.",
            key=options.each,
            known=list(choices),
        )
    reading = corpus_options.reading(options)
    parts, left_out, planned = [], [], []
    for value in choices[key].values:
        corpus = read_corpus(options.file, **{**reading, "where": {**dict(whole.where), key: value}})
        if len(corpus) < options.least:
            left_out.append((value, len(corpus)))
            continue
        planned.append((value, corpus))
    if options.cost:
        return _cost(options, key, planned, left_out)
    for number, (value, corpus) in enumerate(planned, start=1):
        parts.append(_of_part(options, value, corpus, f"{number} of {len(planned)}: {key} = {value}"))
    found = PartTables(key, tuple(parts), tuple(left_out))
    writers = {
        ".json": parts_json,
        ".md": lambda one: parts_markdown(one).encode(),
        ".csv": parts_csv,
    }
    document = parts_document(found) | {"warnings": corpus_options.warnings(said)}
    return designs.written(options, document, found, writers)


def _of_part(options: argparse.Namespace, value: str, corpus: Any, said: str) -> PartTable:
    from ..results import tabulate
    from ..results.part_tables import PartTable

    planned = designs.laid_out(options, corpus)
    evaluation = designs.evaluate(options, planned, corpus, models.chosen_models(options, corpus), said)
    made = tabulate(planned, evaluation, metrics=options.metric, baseline=options.baseline)
    n_labels = {one.name: len(one.labels) for one in planned.attributes}
    return PartTable(value, len(corpus), n_labels, made)


def _cost(
    options: argparse.Namespace, key: str, planned: list[tuple[str, Any]], left_out: list[tuple[str, int]]
) -> dict[str, Any]:
    if not planned:
        raise InputError("No value of {key} has enough units for this design.", key=key)
    costs = [
        {
            "part": value,
            "n_units": len(corpus),
            "trainings": designs.laid_out(options, corpus).cost(len(models.chosen_models(options, corpus))),
        }
        for value, corpus in planned
    ]
    return {"each": key, "costs": costs, "left_out": [{"part": part, "n_units": n} for part, n in left_out]}


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
        known = ratio is not None and ratio["lower"] is not None
        rows.append(
            (
                part["part"],
                part["n_units"],
                *part["n_labels"].values(),
                *("–" if one is None else f"{one:.1f}" for one in snrs),
                "–" if ratio is None else f"{ratio['value']:.2f}",
                f"{ratio['lower']:.2f} to {ratio['upper']:.2f}" if known and ratio else "",
            )
        )
    schemes = [row["scheme"] for row in first["rows"]]
    return table((result["each"], "units", *first["n_labels"], *schemes, "ratio", ""), rows)
