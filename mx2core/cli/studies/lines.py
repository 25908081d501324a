"""Leave out each line of a CRF++ template in turn: which of them matters?"""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from ...errors import UsageError
from ...exchange import read_partitions
from ...exchange.canonical import plain
from ...files import write_whole
from ...inference.checks import check_alpha
from ...models import CRF
from ...plot import template_lines
from ...studies import leave_one_out, line_effects
from ...training.run.plan import plan
from ..options import corpus_options, models, stores
from ..options.declared import ending, option
from ..text import Report

PICTURES = (".svg", ".png", ".pdf")
OPTIONS = (
    *corpus_options.CORPUS,
    corpus_options.PARTITIONS,
    *models.MODELS,
    option("--alpha", "shared by all lines", float, default=0.05),
    *models.TRAINING,
    option("--picture", "write the figure: .svg, .png or .pdf", value="FILE"),
    option("--selected", "write the template with the lines that are needed alone", value="FILE"),
    stores.KEEPING,
)
FORM = """
{model}: {metric} {score:.4f} with all {n} lines; intervals hold together at {level:.0%}.

[rows] line adds_to_{metric}=test.mean:+.4f from=test.lower:+.4f to=test.upper:+.4f p=test.pvalue!v |=word!t

{sentences}
*written Wrote {it}.
"""


def run(options: Namespace) -> Report:
    check_alpha(options.alpha)
    if options.picture is not None:
        ending(options.picture, PICTURES)
    corpus = corpus_options.read(options)
    judged = read_partitions(options.partitions, corpus)
    chosen = models.chosen_models(options, corpus)
    model = chosen[0]
    if not isinstance(model, CRF) or (options.models and len(chosen) > 1):
        raise UsageError("Give one CRF, such as --models A.")
    every = leave_one_out(model)
    metric = None if options.metric is None else options.metric[0]
    scorer = plan(corpus, every, judged.partitions, gold=options.gold).scorer
    if metric is not None:
        scorer.check_metric(metric)
    comparison, _ = stores.compare_kept(options, corpus, every, judged.partitions)
    comparison = comparison.reading(strict=options.strict)
    found = line_effects(comparison, model, partitions=judged.partitions, metric=metric, alpha=options.alpha)
    if options.selected is not None:
        write_whole(options.selected, found.template.encode())
    if options.picture is not None:
        figure: Any = template_lines(found).figure
        figure.set_size_inches(7, 1.2 + 0.28 * len(found.rows))
        figure.savefig(options.picture)
    outputs = tuple(one for one in (options.selected, options.picture) if one is not None)
    return Report(
        FORM,
        found,
        words={"n": len(found.rows), "level": 1 - found.alpha},
        **plain(found),
        written=outputs,
        warnings=(*corpus.notices, *judged.notices, *comparison.notices),
    )
