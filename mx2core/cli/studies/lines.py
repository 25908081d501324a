"""Leave out each line of a CRF++ template in turn: which of them matters?"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...errors import UsageError
from ..options import corpus_options, models, progress, stores
from ..tables import listing, shown

if TYPE_CHECKING:
    from ...errors import Notice
    from ...studies import TemplateLines

HELP = "Leave out each line of a CRF template in turn and test all on the same folds, each at alpha/k."


def add(command: argparse.ArgumentParser) -> None:
    corpus_options.add_corpus(command)
    corpus_options.add_partitions(command)
    models.add_models(command, elsewhere=False)
    command.add_argument("--alpha", type=float, default=0.05, help="shared by all lines; default: 0.05")
    command.add_argument(
        "--workers", type=corpus_options.at_least(0), metavar="N", help="worker processes; 0: none"
    )
    command.add_argument("--picture", metavar="FILE", help="write the figure: .svg, .png or .pdf")
    command.add_argument(
        "--selected", metavar="FILE", help="write the template with the lines that are needed alone"
    )
    stores.add_store(command)


@dataclass(frozen=True, slots=True)
class Lines:
    """What each line adds, and the files that were written."""

    result: TemplateLines
    written: tuple[str, ...]
    warnings: tuple[Notice, ...]

    @property
    def document(self) -> dict[str, Any]:
        found = self.result
        tests = ("mean", "lower", "upper", "pvalue")
        return {
            "model": found.model,
            "metric": found.metric,
            "alpha": found.alpha,
            "alpha_each": found.alpha / len(found.rows),
            "score": found.score,
            "lines": [
                {
                    "identifier": row.identifier,
                    "line": row.line,
                    "needed": row.needed,
                    "better_without": row.better_without,
                    **{name: getattr(row.test, name) for name in tests},
                }
                for row in found.rows
            ],
            "written": self.written,
            "warnings": corpus_options.warnings(self.warnings),
        }


def run(options: argparse.Namespace) -> Lines:
    from ...exchange import read_partitions
    from ...files import write_whole
    from ...inference.checks import check_alpha
    from ...models import CRF
    from ...studies import leave_one_out, line_effects
    from ...training.run.plan import plan

    check_alpha(options.alpha)
    corpus = corpus_options.read(options)
    judged = read_partitions(options.partitions, corpus)
    chosen = models.chosen_models(options, corpus)
    model = chosen[0]
    if not isinstance(model, CRF) or (options.models and len(chosen) > 1):
        raise UsageError("One CRF is needed, such as --models A.")
    every = leave_one_out(model)
    metric = None if options.metric is None else options.metric[0]
    scorer = plan(corpus, every, judged.partitions, gold=options.gold).scorer
    if metric is not None:
        scorer.check_metric(metric)
    report = progress.silent if options.quiet else _progress
    comparison, _ = stores.compare_kept(options, corpus, list(every), judged.partitions, report, None)
    comparison = comparison.reading(strict=options.strict)
    found = line_effects(comparison, model, partitions=judged.partitions, metric=metric, alpha=options.alpha)
    if options.selected is not None:
        write_whole(options.selected, found.template.encode())
    if options.picture is not None:
        _draw(found, options.picture)
    outputs = tuple(one for one in (options.selected, options.picture) if one is not None)
    return Lines(found, outputs, (*corpus.notices, *judged.notices, *comparison.notices))


def _draw(found: TemplateLines, path: str) -> None:
    from ...extras import needed
    from ...plot import template_lines

    with needed():
        from matplotlib.figure import Figure
    figure = Figure(layout="constrained", figsize=(7, 1.2 + 0.28 * len(found.rows)))
    template_lines(found, axes=figure.subplots())
    figure.savefig(path)


def _progress(done: int, total: int) -> None:
    end = "\n" if done == total or not sys.stderr.isatty() else "\r"
    print(f"fold {done} of {total}", end=end, file=sys.stderr, flush=True)


def text(result: Lines) -> str:
    found = result.result
    rows = [
        {
            "row": row,
            "lower": shown(row.test.lower, "+.4f"),
            "upper": shown(row.test.upper, "+.4f"),
            "p": shown(row.test.pvalue, ".2g"),
            "says": "needed" if row.needed else "better without" if row.better_without else "",
        }
        for row in found.rows
    ]
    columns = {"line": "{row.line}", f"adds to {found.metric}": "{row.test.mean:+.4f}"}
    columns |= {"from": "{lower}", "to": "{upper}", "p": "{p}", "": "{says}"}
    return "\n".join(
        [
            f"{found.model}: {found.metric} {found.score:.4f} with all {len(found.rows)} lines; "
            f"intervals hold together at {1 - found.alpha:.0%}.",
            "",
            listing(rows, columns),
            "",
            *map(str, found.said),
            *(f"Wrote {name}." for name in result.written),
        ]
    )
