"""K folds, or train, dev and test, built and written: `build --folds` and `build --parts`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..corpus.model import Corpus
from ..corpus.sentences import Attribute
from ..errors import UsageError
from . import corpus_options, progress
from .tables import table

if TYPE_CHECKING:
    from ..exchange import NamedParts
    from ..partition.parts import Target

KEPT = ("near-duplicates", "document")
FORMS = (".csv", ".tsv", ".json", ".zip")


def add(command: argparse.ArgumentParser) -> None:
    group = command.add_argument_group("K folds, or train, dev and test", "in place of halves")
    group.add_argument("--folds", type=corpus_options.at_least(2), metavar="K", help="K folds of equal size")
    group.add_argument(
        "--parts", metavar="RATIO", type=ratio, help="parts in this ratio, such as 8:1:1 for train, dev, test"
    )
    group.add_argument(
        "--keep-whole",
        metavar="WHAT",
        type=corpus_options.names,
        default=[],
        help="groups that no part cuts: near-duplicates, document, or both with a comma",
    )
    group.add_argument(
        "--target",
        choices=("typical", "alike"),
        help="typical (default): labels and lengths differ no more than in random parts on average; alike: "
        "as little as exchanges can reach",
    )


def ratio(text: str) -> list[float]:
    """`8:1:1` as numbers."""
    try:
        shares = [float(part) for part in text.split(":")]
    except ValueError:
        shares = []
    if len(shares) < 2 or not all(0 < size < float("inf") for size in shares):
        raise argparse.ArgumentTypeError(f"expected sizes above 0 such as 8:1:1, got {text!r}")
    return shares


def wanted(options: argparse.Namespace) -> bool:
    """Whether parts are asked for, and only what goes with them."""
    asked = options.folds is not None or options.parts is not None
    if options.folds is not None and options.parts is not None:
        raise UsageError("Give --folds or --parts, not both.")
    if not asked and (options.keep_whole or options.target):
        raise UsageError("--keep-whole and --target go with --folds or --parts. Give one of these.")
    if asked and (options.method is not None or options.thresholds is not None):
        raise UsageError("--method and --thresholds are about halves; --folds and --parts take --target.")
    for name in options.keep_whole:
        if name not in KEPT:
            raise UsageError(
                "--keep-whole takes {known}, got {name}. Other groups: --unit COLUMN.",
                known=list(KEPT),
                name=name,
            )
    return asked


def run(options: argparse.Namespace) -> dict[str, Any]:
    from ..corpus.near_duplicates import BOUND, near_duplicates
    from ..exchange import NamedParts
    from ..judge import better_parts
    from ..partition.fold_effect import fold_effect

    form_of(options.output)
    corpus = corpus_options.read(options)
    attributes = corpus_options.attributes(corpus, options.attributes)
    target: Target = options.target or "typical"
    near = None
    if "near-duplicates" in options.keep_whole:
        told = progress.large(corpus, BOUND, quiet=options.quiet, then="parts are made")
        near = near_duplicates(corpus, report=told)
    built = better_parts(
        corpus,
        options.parts or (1,) * options.folds,
        attributes=attributes,
        near=near,
        whole_documents="document" in options.keep_whole,
        target=target,
        seed=options.seed,
    )
    parts = NamedParts.numbered(built.of_unit, folds=options.parts is None)
    write(
        options,
        options.output,
        parts,
        corpus,
        attributes,
        kept_whole=options.keep_whole,
        target=target,
    )
    names = [one.name for one in attributes]
    names += [] if "length" in names else ["length"]
    return {
        "output": options.output,
        "corpus": {"name": corpus.name, "n_units": len(corpus), "unit": corpus.unit},
        "parts": [{"name": n, "n_units": size} for n, size in zip(parts.names, parts.sizes, strict=True)],
        "design": {"target": target, "kept_whole": list(options.keep_whole), "seed": options.seed},
        "divergence": [
            {"attribute": name, "value": value, "expected": usual}
            for name, value, usual in zip(
                names, built.divergence.tolist(), built.expected.tolist(), strict=True
            )
        ],
        "missing": built.missing,
        "off": built.off and str(built.off),
        "effect": str(fold_effect(target, folds=options.parts is None)),
        "warnings": corpus_options.warnings(corpus.notices),
    }


def form_of(output: str) -> str:
    """The form that the name of a file says, one of `FORMS`."""
    form = next((end for end in FORMS if output.lower().endswith(end)), None)
    if form is None:
        raise UsageError(
            "{output} names no format. Let it end in .csv (one line a row), .json or .zip (files of the "
            "parts).",
            output=output,
        )
    return form


def write(
    options: argparse.Namespace,
    output: str,
    parts: NamedParts,
    corpus: Corpus,
    attributes: Sequence[Attribute],
    *,
    kept_whole: Sequence[str],
    target: str,
) -> None:
    """In the form that the name of the file says."""
    from ..exchange import parts_json, write_part_columns, write_part_files
    from ..files import write_whole, writing_whole

    form = form_of(output)
    if form == ".json":
        write_whole(
            output,
            parts_json(
                parts,
                corpus,
                attributes=attributes,
                target=target,
                kept_whole=kept_whole,
                seed=options.seed,
            ),
        )
    elif form == ".zip":
        with writing_whole(output) as file:
            write_part_files(file, parts, corpus=corpus, data=corpus_options.content(options))
    else:
        write_whole(output, write_part_columns(parts, corpus))


def text(result: dict[str, Any]) -> str:
    sizes = ", ".join(f"{part['name']}: {part['n_units']:,}" for part in result["parts"])
    rows = [(one["attribute"], float(one["value"]), float(one["expected"])) for one in result["divergence"]]
    return "\n".join(
        [
            f"Wrote {len(result['parts'])} parts of the {result['corpus']['n_units']:,} units of "
            f"{result['corpus']['name']} to {result['output']} (seed {result['design']['seed']}).",
            f"Units: {sizes}.",
            *filter(None, [result["off"]]),
            "",
            table(("labels", "χ²/J of all parts", "random parts"), rows),
            "",
            f"Labels that some part lacks: {result['missing']:,}.",
            result["effect"],
        ]
    )
