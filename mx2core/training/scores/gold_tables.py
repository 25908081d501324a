"""Tables that hold the right answer beside the predicted ones: a corpus and its predictions in one."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from ...corpus.model import Corpus
from ...corpus.read import read_corpus
from ...errors import ScoresError
from ...exchange.scores.answer_table import MAX_BYTES, NAMES, read_answer_table
from ...exchange.scores.item_archives import item_files
from ...exchange.scores.item_scores import first_names, is_gold_table
from ...exchange.scores.predictions import SECOND
from ...exchange.spreadsheet import csv_bytes
from ...exchange.unit_names import id_column
from ...files import Readable, name_of, read_limited, sources_of, way_in
from .evaluation import Evaluation
from .predictions import read_fixed_predictions


def needs_no_corpus(source: Readable) -> bool:
    """Whether predictions include the right answers and name no unit of a corpus."""
    names = first_names(next(_files(source, None))[1])
    return is_gold_table(names) and id_column(names) is None and names.isdisjoint(NAMES["unit"])


def _files(source: Readable, name: str | None) -> Iterator[tuple[str | None, bytes]]:
    """The files that were given, or those of an archive, each with its name."""
    for one in sources_of(source):
        file = name_of(one, name if one is source else None)
        data = read_limited(one, MAX_BYTES, file, ScoresError)
        for member, content in item_files(data, MAX_BYTES, file):
            yield member or file, content


@way_in(ScoresError)
def read_gold_table(source: Readable, name: str | None = None) -> tuple[Corpus, Evaluation]:
    r"""Predictions of models that no split changes, from `gold` and `predicted` without a corpus.

    A second model is in `predicted_b`, or in rows or files of its own: `model`, or else the name of its file.
    Items have ids, as units have, or are counted in each file.

    >>> corpus, found = mx.io.read_gold_table(b"gold,predicted,predicted_b\nx,x,y\ny,y,y\n")
    >>> len(corpus), found.models
    (2, ('predicted', 'predicted_b'))
    """
    name = name_of(source, name)
    gold: dict[str, str] = {}
    rows = []
    for file, data in _files(source, name):
        table = read_answer_table(data, name=file)
        columns, counted = table.columns, Counter[str]()
        if not {"gold", "predicted"} <= set(columns):
            raise ScoresError(
                "The header needs {columns}, once each; it has {header}.",
                file=file,
                line=1,
                columns=["gold", "predicted"],
                header=list(columns),
            )
        by = "unit" if "unit" in columns else id_column(columns)
        for row, line in enumerate(table.lines):
            answers = {name: columns[name][row] for name in ("predicted", SECOND) if name in columns}
            if SECOND not in columns:
                model = columns["model"][row] if "model" in columns else Path(file or "predicted").stem
                answers = {model: answers["predicted"]}
            for model, predicted in answers.items():
                counted[model] += 1
                unit = str(counted[model]) if by is None else columns[by][row]
                right = gold.setdefault(unit, columns["gold"][row])
                if right != columns["gold"][row]:
                    raise ScoresError(
                        "Gold of {unit}: {right}, here {value}.",
                        file=file,
                        line=line,
                        unit=unit,
                        right=right,
                        value=columns["gold"][row],
                    )
                rows.append({"model": model, "unit_id": unit, "predicted": predicted})
    texts = csv_bytes([["unit_id", "text", "label"], *([unit, unit, right] for unit, right in gold.items())])
    corpus = read_corpus(texts, name=name)
    document = "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    return corpus, read_fixed_predictions(document.encode(), corpus, gold="label", name=name)
