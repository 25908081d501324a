"""Where K folds, or train, dev and test, stand among random ones: `judge --folds`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..corpus.model import Corpus
from ..corpus.sentences import Attribute
from . import build_parts, corpus_options, progress
from .card_text import card_lines, gate_lines, gates
from .tables import table

if TYPE_CHECKING:
    from ..exchange import NamedParts
    from ..exchange.parts_card import PartsCard


def run(options: argparse.Namespace) -> dict[str, Any]:
    from ..exchange.parts_card import parts_card

    if options.better:
        build_parts.form_of(options.better)
    corpus = corpus_options.read(options)
    parts = _parts(options.folds, corpus)
    attributes = corpus_options.attributes(corpus, options.attributes)
    card = parts_card(
        corpus,
        parts,
        attributes=attributes,
        n_random=options.candidates,
        seed=options.seed,
        near=options.near,
        reference=options.reference,
        report=progress.large(corpus, options.near, quiet=options.quiet),
    )
    return {
        "better": _better(options, corpus, attributes, card) if options.better else None,
        **gates(card, options.fail_if),
        "corpus": {"name": corpus.name, "n_units": len(corpus), "unit": corpus.unit},
        "training": None if parts.training is None else parts.names[parts.training],
        "seed": options.seed,
        "attributes": [one.name for one in attributes],
        "card": card.document(),
        "warnings": corpus_options.warnings(corpus.notices),
    }


def _parts(source: str, corpus: Corpus) -> NamedParts:
    """A column or field of the corpus, or a file."""
    from ..exchange import parts_by_column, read_parts

    known = source in corpus.sentences.fields or source in corpus.sentences.columns
    return (
        read_parts(source, corpus) if not known and Path(source).exists() else parts_by_column(corpus, source)
    )


def _better(
    options: argparse.Namespace, corpus: Corpus, attributes: list[Attribute], card: PartsCard
) -> dict[str, Any]:
    """Parts of the same sizes and names, written."""
    from ..exchange import NamedParts, better_parts
    from ..partition.fold_effect import fold_effect

    built = better_parts(corpus, card.parts.sizes, attributes=attributes, near=card.near, seed=options.seed)
    build_parts.write(
        options,
        options.better,
        NamedParts(built.of_unit, card.parts.names),
        corpus,
        attributes,
        kept_whole=["near-duplicates"],
        target="typical",
    )
    return {
        "output": options.better,
        "sizes": list(built.sizes),
        "missing": built.missing,
        "off": built.off and str(built.off),
        "effect": str(fold_effect(folds=card.parts.training is None)),
    }


def text(result: dict[str, Any]) -> str:
    corpus, card = result["corpus"], result["card"]
    sizes = ", ".join(f"{part['name']}: {part['n_units']:,}" for part in card["parts"])
    against = (
        "Each fold is measured against all others."
        if result["training"] is None
        else f"Each part is measured against {result['training']}."
    )
    lines = [*gate_lines(result), f"{corpus['name']}, {corpus['n_units']:,} units: {sizes}. {against}", ""]
    labels = [row for row in card["rows"] if row["what"] == "labels"]
    if labels:
        names = list(labels[0]["details"]["parts"])
        rows = [(name, *(float(row["details"]["parts"][name]) for row in labels)) for name in names]
        lines += [table(("χ²/J of", *(row["attribute"] for row in labels)), rows), ""]
    lines += card_lines(card)
    if result["better"]:
        made = result["better"]
        sizes = ", ".join(map(str, made["sizes"]))
        lines += ["", f"Wrote parts of {sizes} units to {made['output']}."]
        lines += [*filter(None, [made["off"]]), made["effect"]]
    return "\n".join(lines)
