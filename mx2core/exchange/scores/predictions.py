"""What models trained elsewhere predicted for the units of a corpus, as a table in a file.

One row a unit: `partition` (1 to m), `fold` (1 trains on the first half and predicts
the second, 2 the other way round), `model` (a file without it is named for its model), `unit_id` as
the exported partitions have it (a column may have another of the names in `IDS`; where no id is a
number, `index` counts units from 0, and `row` rows of its file from 1), and `predicted`: the class of
a text, or the tags of a unit's tokens, as a list or with spaces between. A unit of several sentences or
texts has a row for each where `row` says which. Optionally `partitions`,
their signature, `predicted_b` of a second model in the place of `model`, and
scores of classes: columns called `score:CLASS` in CSV, an object `scores` in JSON lines; without
`predicted`, the class with the largest is taken. With a
`seed` a model may stand there several times, trained with other seeds on the same halves. Models
that were not trained on this corpus have neither `partition` nor `fold`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ...brief import frozen
from ...corpus.columns.cell_lists import cell_list
from ...corpus.columns.column_names import IDS
from ...corpus.model import Corpus
from ...corpus.units.grouping import NEAR
from ...errors import InputError, Notice, ScoresError
from ...files import Readable, is_frame, name_of, read_limited, sources_of, way_in
from ...metrics import as_text
from ...partition import PartitionSet
from ..spreadsheet import as_utf8
from ..table import SEED, SeedRuns, finite, name_in, table_rows, unit_in, whole_in
from ..unit_names import PLACES, Find, finders, id_column, join_notices, no_unit, unit_finder
from ..unit_rows import unit_of_rows
from .answer_table import NAMES
from .item_archives import beginning, item_files
from .item_scores import first_names
from .score_table import CHINESE, SPLIT

MAX_BYTES = 500_000_000
FIXED_COLUMNS = ("model", "predicted")
COLUMNS = ("partition", "fold", *FIXED_COLUMNS)
MODEL = {"model", "模型"}
SECOND = "predicted_b"  # of a table with two models in its columns
SCORE = "score:"
LARGEST = 1e38  # of a score, which is kept with 32 bits
_AROUND = re.compile(r"(?:array\()?\[(.*?)\](?:,\s*dtype=[^\]]*)?\)?|\((.*)\)|\{(.*)\}", re.DOTALL)
RunIndex = tuple[str, int, int]  # model, partition and fold, both from 0
Piece = tuple[int, int]  # a unit, and the place of one of its rows
WHOLE = -1  # in the place of a row: all of the unit


@frozen
class UnitPrediction:
    predicted: tuple[str, ...]  # one for each item of the unit
    scores: Mapping[str, float]  # of the classes of a text; empty where there are none
    line: int
    file: str | None = None


@frozen(eq=False)
class PredictionTable:
    """Complete predictions: each model, on both folds of every partition, for every unit."""

    models: tuple[str, ...]  # in order of first appearance; with seeds each run by itself
    folds: tuple[tuple[NDArray[np.int64], NDArray[np.int64]], ...]  # units to train on, units predicted
    units: Mapping[RunIndex, Mapping[int, UnitPrediction]]  # unit numbers, ascending
    seeds: Mapping[str, tuple[str, ...]]  # model -> its runs, where there are seeds
    notices: tuple[Notice, ...]  # how rows were joined with units


@way_in(ScoresError)
def read_prediction_table(
    source: Readable,
    corpus: Corpus,
    sizes: NDArray[np.int64],
    partitions: PartitionSet | None,
    *,
    tokens: bool,
    column: str | None = None,
    name: str | None = None,
) -> PredictionTable:
    """Predictions from CSV, or from JSON lines with the same names, for sentences of so many items.

    `source`: one file, a list of them, or a ZIP of them; their rows are put together.
    `partitions`: None where models were not trained on this corpus, and each unit is predicted once.
    `tokens`: `predicted` is split at spaces, as tags are. `column`: of unit ids, where it is none of
    `IDS`.
    """
    name = name_of(source, name)
    by, find = "", None  # the column of ids, known from the first row
    pieces_of: dict[RunIndex, dict[Piece, UnitPrediction]] = {}
    pieces = _Pieces(corpus, sizes)
    repeated = corpus.unit.partition(":")[0] in ("text", NEAR)  # texts of a unit are copies of one
    runs = SeedRuns(name)
    aliases = CHINESE if partitions is None else SPLIT
    columns = FIXED_COLUMNS if partitions is None else COLUMNS
    for file, line, row in _rows(source, name, columns, aliases, column, tokens=tokens):
        if id_column(row, column) != by or find is None:
            by, find = _joining(row, column, corpus, file)
        partition = fold = 0
        if partitions is not None:
            partition = whole_in(row, "partition", partitions.m, file, line) - 1
            fold = whole_in(row, "fold", 2, file, line) - 1
        model = runs.run_of(name_in(row, "model", file, line), row, line)
        unit_id = unit_in(row, by, file, line)
        where: dict[str, Any] = {"file": file, "line": line, "unit": unit_id}
        if partitions is not None and row.get("partitions") not in (None, "", partitions.signature):
            raise ScoresError(
                "They belong to partitions {found}, not {expected}.",
                file=file,
                line=line,
                found=row["partitions"],
                expected=partitions.signature,
            )
        unit = find(unit_id)
        if unit is None:
            notice = no_unit(corpus, unit_id, by)
            raise ScoresError(notice.message, file=file, line=line, **notice.values)
        if partitions is not None and partitions.masks[partition, unit] == (fold == 0):
            raise ScoresError(
                "Unit {unit} trains in partition {partition}, fold {fold}; predict the other half.",
                **where,
                partition=partition + 1,
                fold=fold + 1,
            )
        given, piece = pieces_of.setdefault((model, partition, fold), {}), pieces.find(unit, row.get("row"))
        if (earlier := given.get(piece)) and earlier.file != file:
            raise ScoresError(
                "{model} predicts {unit} in {other} too, line {earlier}. Keep one.",
                **where,
                model=model,
                other=earlier.file,
                earlier=earlier.line,
            )
        if earlier and partitions is None:
            raise ScoresError(
                "This repeats line {earlier}. Trained models need partitions.", **where, earlier=earlier.line
            )
        if earlier:
            raise ScoresError("This repeats line {earlier}. Keep one.", **where, earlier=earlier.line)
        scores = _scores(row, where)
        predicted = row["predicted"] if "predicted" in row else _largest(scores, where)
        answers = _answers(predicted, tokens, pieces.size(piece), where, repeated=repeated)
        given[piece] = UnitPrediction(answers, scores, line, file)
    if not pieces_of:
        raise ScoresError("The file has no predictions.", file=name)
    units_of = {run: pieces.joined(given, repeated=repeated) for run, given in pieces_of.items()}
    models = tuple(dict.fromkeys(model for model, _, _ in units_of))
    part, notices = _covered(corpus, set().union(*units_of.values()))
    folds = ((part, part),) if partitions is None else tuple(partitions.folds())
    complete = _complete(units_of, models, corpus.unit_ids, folds, partitions, name)
    notices = (*join_notices(by, corpus), *(notices if partitions is None else ()))
    return PredictionTable(models, folds, complete, runs.by_model, notices)


class _Pieces:
    """What a prediction is of: a unit, or one of its several rows in the corpus file."""

    def __init__(self, corpus: Corpus, sizes: NDArray[np.int64]) -> None:
        place = np.unique(corpus.sentences.rows, return_inverse=True)[1]
        self._ids, self._unit, self._find = corpus.unit_ids, unit_of_rows(corpus), finders(corpus)["rows"]
        self._row_size, self._size = np.bincount(place, sizes), np.bincount(corpus.units, sizes)
        self._several = np.bincount(self._unit) > 1

    def find(self, unit: int, row: object) -> Piece:
        place = self._find(str(row)) if self._several[unit] and row not in (None, "") else None
        return unit, WHOLE if place is None or self._unit[place] != unit else place

    def size(self, piece: Piece) -> int:
        unit, place = piece
        return int(self._size[unit] if place == WHOLE else self._row_size[place])

    def joined(self, given: Mapping[Piece, UnitPrediction], *, repeated: bool) -> dict[int, UnitPrediction]:
        """By unit: the answers of its rows one after the other."""
        rows: dict[int, list[UnitPrediction]] = {}
        for unit, place in sorted(given):
            rows.setdefault(unit, []).append(given[unit, place])
        units = {}
        for unit, (first, *others) in rows.items():
            answers = (*first.predicted, *(answer for one in others for answer in one.predicted))
            size = self.size((unit, WHOLE))
            if repeated and len(answers) == 1:
                answers *= size
            if len(answers) != size:
                where = {"file": first.file, "line": first.line, "unit": self._ids[unit]}
                raise _wrong_number(len(answers), size, where)
            units[unit] = UnitPrediction(answers, {} if others else first.scores, first.line, first.file)
        return units


def _rows(
    source: Readable,
    name: str | None,
    columns: Sequence[str],
    aliases: Mapping[str, str],
    ids: str | None,
    *,
    tokens: bool,
) -> Iterator[tuple[str | None, int, dict[str, Any]]]:
    """Rows of one file or several with their file and line, each of one model."""
    for one in sources_of(source):
        whole = name_of(one, name if one is source else None)
        for member, data in item_files(read_limited(one, MAX_BYTES, whole), MAX_BYTES, whole):
            file, names = member or whole, first_names(as_utf8(data))
            model = None if is_frame(one) or file is None else PurePath(file).stem
            pair = SECOND in names
            given = {"predicted"} if not tokens and _has_scores(data) else set()
            given |= {"model"} if pair or (model and names.isdisjoint(MODEL)) else set()
            for line, row in table_rows(
                data,
                file,
                [name for name in columns if name not in given],
                guarded=("model", *IDS, ids or ""),
                optional=(SEED, *IDS, *PLACES, *given, SECOND),
                aliases=aliases,
            ):
                if not pair:
                    yield file, line, {"model": model} | row
                    continue
                for which in ("predicted", SECOND):
                    yield file, line, row | {"model": which, "predicted": row.get(which)}


def _covered(corpus: Corpus, predicted: set[int]) -> tuple[NDArray[np.int64], tuple[Notice, ...]]:
    """The units that fixed models should predict: all, or those of the one part that they did predict."""
    for key in ("split", "file") if len(predicted) < len(corpus) else ():
        values = np.array(corpus.sentences.fields.get(key, ()))
        for part in np.unique(values):
            units = np.unique(corpus.units[values == part])
            if predicted == set(units.tolist()):
                notice = Notice("Compared on {part} alone.", {"part": str(part)}, plain=True)
                return units, (notice,)
    return np.arange(len(corpus)), ()


def _joining(
    row: Mapping[str, Any], column: str | None, corpus: Corpus, file: str | None
) -> tuple[str, Find]:
    """The column that identifies units, and how it does."""
    by = id_column(row, column)
    if by is None:
        raise ScoresError(
            "No column identifies units: give unit_id, or another of {ids}. There are {found}.",
            file=file,
            ids=[*IDS, *PLACES],
            found=list(row),
        )
    try:
        return by, unit_finder(corpus, by)
    except InputError as refused:
        raise ScoresError(refused.message, file=file, **refused.values) from None


def _answers(
    value: Any, tokens: bool, size: int, where: Mapping[str, Any], *, repeated: bool
) -> tuple[str, ...]:
    """What was predicted of the tokens or texts of a unit; of `repeated` texts one class is that of all."""
    listed = _listed(value, tokens) if isinstance(value, str) else value
    if isinstance(listed, str):
        listed = listed.split() if tokens else [listed]
    if isinstance(listed, int | float):
        listed = [listed]
    if isinstance(listed, list) and not tokens and size == 1 and len(listed) != 1:
        listed = [listed]  # several labels of one text
    if not isinstance(listed, list):
        raise ScoresError(
            "The prediction is {value}; give a class or list of tags.", **where, value=repr(value)
        )
    if repeated and not tokens and len(listed) == 1:
        listed = listed * size
    if len(listed) != size:
        raise _wrong_number(len(listed), size, where)
    return tuple(map(as_text, listed))


def _wrong_number(found: int, expected: int, where: Mapping[str, Any]) -> ScoresError:
    return ScoresError(
        "Unit {unit}: {found} predictions for {expected} tokens or texts; a column row tells texts apart.",
        **where,
        expected=expected,
        found=found,
    )


def _listed(cell: str, tokens: bool) -> str | list[Any]:
    """A cell that holds a list, as JSON, Python, NumPy or pandas write it; others as they are."""
    around = _AROUND.fullmatch(cell.strip())
    if around is None:
        return cell
    square, *others = around.groups()
    quotes = "'" in cell or '"' in cell
    if square is None and not quotes:  # (a) is a class
        return cell
    inside = next(part for part in (square, *others) if part is not None)
    if tokens and "," in inside and not quotes:  # [O, B-PER]
        return [part.strip() for part in inside.split(",")]
    listed = cell_list(f"[{inside}]")
    return cell if listed is None else listed


def _scores(row: Mapping[str, Any], where: Mapping[str, Any]) -> dict[str, float]:
    given = row.get("scores")
    named = given if isinstance(given, dict) else {}
    columns = {key.removeprefix(SCORE): cell for key, cell in row.items() if key.startswith(SCORE)}
    scores = {}
    for label, value in {**columns, **named}.items():
        number = finite(value)
        if number is None or not abs(number) < LARGEST:
            raise ScoresError(
                "The score of {label} is {value}; give a number.", **where, label=label, value=repr(value)
            )
        scores[str(label)] = number
    return scores


def results_in(data: bytes) -> Literal["scores", "predictions"] | None:
    r"""What a table of results holds, by its columns; None of any other file, such as a corpus.

    >>> results_in(b"partition,fold,model,metric,value\n"), results_in(b"unit_id,predicted\n")
    ('scores', 'predictions')
    >>> results_in(b"text,label\n"), results_in(b"text,label,predicted\n")
    (None, None)
    """
    names = {SPLIT.get(name, name) for name in first_names(data)}
    by_fold = {"partition", "fold"} <= names
    if "predicted" in names or (by_fold and _has_scores(data)):
        of_units = id_column(dict.fromkeys(names)) is not None and names.isdisjoint({"text", *NAMES["gold"]})
        return "predictions" if by_fold or of_units else None
    scored = not names.isdisjoint({"value", "score", "得分", "分数"})
    return "scores" if by_fold and "model" in names and scored else None


def _has_scores(data: bytes) -> bool:
    """Whether the first row has scores of classes."""
    head = beginning(data).lstrip(b"\xef\xbb\xbf \t\r\n").partition(b"\n")[0].lower()
    return SCORE.encode() in head or b'"scores"' in head


def _largest(scores: Mapping[str, float], where: Mapping[str, Any]) -> str:
    best = [label for label, score in scores.items() if score == max(scores.values())]
    if len(best) != 1:
        raise ScoresError(
            "Largest scores of unit {unit}: {labels}. Give one, or the column predicted.",
            **where,
            labels=best or "–",
        )
    return best[0]


def _complete(
    units_of: Mapping[RunIndex, Mapping[int, UnitPrediction]],
    models: Sequence[str],
    unit_ids: Sequence[str],
    folds: Sequence[tuple[NDArray[np.int64], NDArray[np.int64]]],
    partitions: PartitionSet | None,
    file: str | None,
) -> dict[RunIndex, dict[int, UnitPrediction]]:
    complete = {}
    for model in models:
        for number, (_, validation) in enumerate(folds):
            place = (model, number // 2, number % 2)
            units = units_of.get(place, {})
            missing = np.array([unit not in units for unit in validation.tolist()])
            if missing.any() and partitions is None:
                raise ScoresError(
                    "Predictions of {model} missing: {n}, such as {unit}. Predict all, or one part.",
                    file=file,
                    model=model,
                    n=int(missing.sum()),
                    unit=unit_ids[validation[missing][0]],
                )
            if missing.any():
                raise ScoresError(
                    "Predictions of {model} missing in partition {partition}, fold {fold}: {n}, "
                    "such as {unit}.",
                    file=file,
                    model=model,
                    unit=unit_ids[validation[missing][0]],
                    partition=place[1] + 1,
                    fold=place[2] + 1,
                    n=int(missing.sum()),
                )
            complete[place] = {unit: units[unit] for unit in validation.tolist()}
    return complete
