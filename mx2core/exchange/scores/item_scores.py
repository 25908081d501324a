"""Scores of models on single items: a table, or the logs that programs for evaluating language models write.

A table (CSV or JSON lines) has one row for an item and model: `item`, `model`, `score` and, where
known, `cluster`, `epoch` (or `seed`), `task` and `smaller_is_better`. Read as they are: `samples_*.jsonl` of
lm-evaluation-harness, logs of Inspect (JSON, `.eval`), results of promptfoo (JSON), and a ZIP of such files.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...brief import frozen
from ...errors import Notice, ScoresError
from ...files import Readable, name_of, read_limited, sources_of, way_in
from ...metrics import known_direction
from ..json_text import json_value
from ..table import StatedDirections, check_complete, finite, table_rows
from .answer_table import NAMES
from .item_archives import beginning, inspect_log, item_files

MAX_BYTES = 500_000_000
ITEM = ("item", "item_id", "unit_id", "doc_id", "sample_id", "question_id", "id")
SCORE = ("score", "value", "correct")
EPOCH = ("epoch", "seed", "run")
PER_CENT = 20  # a score of a model from which another's of at most 1 may be a share of the same
INSPECT = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}  # correct, partial, incorrect, no answer
BY_RUN = Notice("Logs without folders: models named by run.", plain=True)
_SAMPLES = re.compile(  # with the model before it where the files of several were renamed into one folder
    r"(?:(?P<model>.+?)[_.-])?samples_(?P<task>.+?)"
    r"(_(?P<run>\d{4}-\d\d-\d\dT[\d.-]+?))?(?P<again> \(\d+\))?\.jsonl"
)


@frozen
class ItemScore:
    task: str
    item: str
    model: str
    epoch: str
    score: float
    cluster: str | None
    version: str | None  # digest of the item's content, where the log has one


@frozen(eq=False)
class ItemScores:
    """Scores of one file or several, for `compare_items`."""

    rows: tuple[ItemScore, ...]
    notices: tuple[Notice, ...]
    metrics: tuple[str, ...] = ()  # scores that a log has, of which one was taken
    metric: str = SCORE[0]  # the one that was taken
    stated: bool | None = None  # whether a table says that smaller is better

    def smaller_is_better(self, stated: bool | None = None) -> bool:
        """By the metric, this table or what is `stated`; where nothing tells, larger scores are better."""
        return bool(known_direction(self.metric, self.stated, stated))

    @property
    def models(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(row.model for row in self.rows))

    @property
    def tasks(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(row.task for row in self.rows))

    def pair(
        self, a: str, b: str, task: str
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], tuple[str, ...] | None]:
        """Scores of two models on the items of a task, shape (n_items, n_epochs), and their clusters."""
        of: dict[str, dict[str, list[float]]] = {a: {}, b: {}}
        cluster_of: dict[str, str | None] = {}
        version_of: dict[str, str | None] = {}
        for row in self.rows:
            if row.task != task or row.model not in of:
                continue
            of[row.model].setdefault(row.item, []).append(row.score)
            known = cluster_of.setdefault(row.item, row.cluster)
            if known is None:
                cluster_of[row.item] = row.cluster
            elif row.cluster not in (None, known):
                raise ScoresError("Item {item} has two clusters.", item=row.item)
            if version_of.setdefault(row.item, row.version) != row.version:
                raise ScoresError(
                    "Item {item} differs between the logs. Compare runs of one task and version.",
                    item=row.item,
                )
        alone = [
            (name, item) for name, other in ((a, b), (b, a)) for item in of[name] if item not in of[other]
        ]
        if alone:
            model, item = alone[0]
            raise ScoresError(
                "Items scored for one model only: {count}, e.g. {item} for {model}.",
                count=len(alone),
                item=item,
                model=model,
            )
        items = list(of[a])
        clusters = [cluster_of[item] for item in items]
        missing = clusters.count(None)
        if 0 < missing < len(clusters):
            raise ScoresError("{count} items have no cluster, others have one.", count=missing)
        given = None if missing else tuple(str(one) for one in clusters)
        return _padded(of[a], items), _padded(of[b], items), given

    def run_means(self, model: str, task: str) -> NDArray[np.float64]:
        """Mean score of each epoch (or seed) that has every item of the task, shape (n_epochs,)."""
        by_epoch: dict[str, list[float]] = {}
        for row in self.rows:
            if row.task == task and row.model == model:
                by_epoch.setdefault(row.epoch, []).append(row.score)
        whole = max(map(len, by_epoch.values()), default=0)
        return np.array([np.mean(one) for one in by_epoch.values() if len(one) == whole])


def _padded(scores: Mapping[str, list[float]], items: list[str]) -> NDArray[np.float64]:
    width = max((len(scores[item]) for item in items), default=0)
    table = np.full((len(items), width), np.nan)
    for row, item in enumerate(items):
        table[row, : len(scores[item])] = scores[item]
    return table


@way_in(ScoresError)
def read_item_scores(
    source: Readable | Iterable[Readable], *, metric: str | None = None, name: str | None = None
) -> ItemScores:
    """Scores per item, of one file or of one file a model.

    Parameters
    ----------
    source : str, Path, bytes or DataFrame, or a list of such
        A ZIP is read file by file, with folders as names of models.
    metric : str, optional
        The score to take, where a log has several; by default its first.

    Raises
    ------
    ScoresError
        With the line: a score that is no number, an item that stands twice, a log without scores.

    Examples
    --------
    >>> data = b"item,model,score\\nq1,A,1\\nq1,B,0\\nq2,A,1\\nq2,B,1\\n"
    >>> read_item_scores(data).models
    ('A', 'B')
    """
    sources = sources_of(source)
    rows: list[ItemScore] = []
    notices: dict[str, Notice] = {}
    metrics: dict[str, None] = {}
    taken: list[str] = []
    directions = StatedDirections(name)
    for one in sources:
        file = name_of(one, name)
        data = read_limited(one, MAX_BYTES, file)
        path = Path(one) if isinstance(one, str | Path) else None
        for member, content in item_files(data, MAX_BYTES, file):
            inside = path if member is None else Path(member)
            reader = _Reader(file if inside is None else inside.name, inside, metric, directions)
            rows += reader.read(content)
            notices.update({str(notice): notice for notice in reader.notices})
            metrics.update(dict.fromkeys(reader.metrics))
            taken.append(reader.score_name)
    if not rows:
        raise ScoresError("The file has no scores.", file=name_of(sources[0], name) if sources else name)
    _check_once(rows)
    stated = next(iter(directions.by_metric.values()), None)
    return ItemScores(tuple(rows), (*notices.values(), *_scales(rows)), tuple(metrics), taken[0], stated)


def _scales(rows: list[ItemScore]) -> Iterator[Notice]:
    """Of each task where one model's scores are shares, and another's are perhaps in per cent."""
    reach: dict[str, dict[str, float]] = {}
    for row in rows:
        of_task = reach.setdefault(row.task, {})
        of_task[row.model] = max(of_task.get(row.model, 0.0), abs(row.score))
    for of_task in reach.values():
        a, b = (least_or_most(of_task, key=of_task.__getitem__) for least_or_most in (min, max))
        if of_task[a] <= 1 and of_task[b] >= PER_CENT:
            yield Notice(
                "Scores of {a} reach {low:g}, of {b} {high:g}: is it the same scale?",
                {"a": a, "low": of_task[a], "b": b, "high": of_task[b]},
            )


def has_item_scores(source: Readable) -> bool:
    """Whether a file looks like scores per item rather than a table of scores of splits."""
    if isinstance(source, str | Path) and not Path(source).is_file():
        return False
    data = read_limited(source, MAX_BYTES)
    if data.startswith(b"PK"):
        return True
    head = data.lstrip(b"\xef\xbb\xbf \t\r\n")[:100_000]
    if not head.startswith((b"{", b"[")):
        cells = _header(head)
        return bool(cells & {one.encode() for one in ITEM}) and b"partition" not in cells
    start = head.partition(b"\n")[0]
    words = (b'"doc_id"', b'"samples"', b'"eval"', b'"testIdx"', b'"item"', b'"item_id"', b'"sample_id"')
    return b'"partition"' not in start and any(word in head for word in words)


def first_names(data: bytes) -> set[str]:
    """The columns of a table, in small letters, or the names in its first line of JSON.

    Of an archive those of its first file.
    """
    head = beginning(data).lstrip(b"\xef\xbb\xbf \t\r\n")
    line = head.partition(b"\n")[0]
    found = set(re.findall(rb'"(\w+)"\s*:', line)) if head.startswith(b"{") else _header(head)
    return {name.decode(errors="replace") for name in found}


def has_predictions(names: set[str]) -> bool:
    """Whether `first_names` are of predictions: what was predicted, and no score of it."""
    return "predicted" in names and names.isdisjoint(SCORE)


def has_scores(names: set[str]) -> bool:
    """Whether `first_names` are of scores, and of no predictions beside them."""
    return names.isdisjoint(NAMES["predicted"]) and not names.isdisjoint(SCORE)


def is_gold_table(names: set[str]) -> bool:
    """Whether `first_names` are of predictions beside the right answers, by models that no split changes.

    >>> is_gold_table({"gold", "predicted", "predicted_b"}), is_gold_table({"unit_id", "predicted"})
    (True, False)
    """
    both = not any(names.isdisjoint(NAMES[column]) for column in ("gold", "predicted"))
    return both and "fold" not in names and ("model" not in names or names.isdisjoint(SCORE))


def _header(head: bytes) -> set[bytes]:
    """The columns of a table, in small letters."""
    return {cell.strip(b' "\r').lower() for cell in re.split(rb"[,;\t]", head.partition(b"\n")[0])}


def _check_once(rows: list[ItemScore]) -> None:
    seen = set()
    for row in rows:
        key = (row.task, row.item, row.model, row.epoch)
        if key in seen:
            raise ScoresError(
                "Item {item} of {model} has two scores. Number repeats in a column epoch.",
                item=row.item,
                model=row.model,
            )
        seen.add(key)


class _Reader:
    """One file; `notices` name its choices among several possibilities."""

    def __init__(
        self, file: str | None, path: Path | None, metric: str | None, directions: StatedDirections
    ) -> None:
        self.file = file
        self.path = path
        self.metric = metric
        self.score_name = metric or SCORE[0]
        self.directions = directions
        self.notices: list[Notice] = []
        self.metrics: list[str] = []

    def read(self, data: bytes) -> Iterator[ItemScore]:
        if data.startswith(b"PK"):
            return self._inspect(inspect_log(data, MAX_BYTES, self.file))
        whole = _whole(data)
        if isinstance(whole, dict) and "samples" in whole:
            return self._inspect(whole)
        if isinstance(whole, dict) and "results" in whole:
            return self._promptfoo(whole)
        if isinstance(whole, list):
            data = b"\n".join(json.dumps(one).encode() for one in whole)
        first = next(iter(table_rows(data, self.file, (), guarded=())), (1, {}))[1]
        if "doc_id" in first and ("filtered_resps" in first or "doc_hash" in first or "resps" in first):
            return self._harness(data)
        return self._table(data)

    def _table(self, data: bytes) -> Iterator[ItemScore]:
        column: str | None = None  # one for all rows
        for line, row in table_rows(data, self.file, (), guarded=("item", "model", "cluster", "task")):
            cells = {str(key).strip().lower(): value for key, value in row.items()}
            item, model = _first(cells, ITEM), cells.get("model")
            if column is None:
                known = [name for name in SCORE if name in cells]
                column = self.metric.lower() if self.metric else next(iter(known), SCORE[0])
                if len(known) > 1:
                    self.metrics, self.score_name = known, column
                    if not self.metric:
                        self._note_choice(column, known)
            score = _first(cells, [column])
            if item is None or model is None or score is None:
                needed = {"item": item, "model": model, "score": score}
                missing = [name for name, value in needed.items() if value is None]
                check_complete(missing, list(needed), self.file, line)
            self.directions.note(self.score_name, cells, line)
            yield ItemScore(
                str(cells.get("task") or ""),
                str(item),
                str(model),
                str(_first(cells, EPOCH) or ""),
                self._number(score, item, line),
                None if cells.get("cluster") in (None, "") else str(cells["cluster"]),
                None,
            )

    def _harness(self, data: bytes) -> Iterator[ItemScore]:
        """`samples_TASK_DATE.jsonl` in a folder named for the model, or after its name and `_`.

        Without both the date of the run names it, which all tasks of the run share.
        """
        named = _SAMPLES.fullmatch(self.path.name) if self.path else None
        task = named["task"] if named else ""
        folder = self.path.parent.name if self.path and named else ""
        model = (named["model"] if named else "") or folder
        if not model and named and named["run"]:
            model = named["run"] + (named["again"] or "")
            self.notices.append(BY_RUN)
        model = model or self.file or ""
        taken = self.metric
        filtered: Any = None
        for line, row in table_rows(data, self.file, ("doc_id",), guarded=()):
            if filtered is None:
                listed = [*row.get("metrics", ()), *(name for name in ("acc", "exact_match") if name in row)]
                self.metrics = [str(one) for one in dict.fromkeys(listed) if one in row]
            if taken is None:
                taken = next(iter(self.metrics), None)
                if taken is None:
                    raise ScoresError("The log has no score; name it.", file=self.file, line=line)
                self._note_choice(taken, self.metrics)
                self.score_name = taken
            if filtered is None:
                filtered = row.get("filter", "")
            if row.get("filter", "") != filtered:
                self._note_choice(filtered, [filtered, row["filter"]], metric=False)
                continue
            yield ItemScore(
                task,
                str(row["doc_id"]),
                str(row.get("model", model)),
                "",
                self._number(row.get(taken), row["doc_id"], line),
                None,
                None if row.get("doc_hash") is None else str(row["doc_hash"]),
            )

    def _inspect(self, log: Mapping[str, Any]) -> Iterator[ItemScore]:
        about = log.get("eval") or {}
        for number, sample in enumerate(log.get("samples") or (), start=1):
            scores = sample.get("scores") or {}
            taken = self.metric or next(iter(scores), None)
            self.metrics = self.metrics or list(map(str, scores))
            if taken not in scores:
                raise ScoresError("Sample {number} has no score {metric}.", number=number, metric=taken or "")
            if not self.metric:
                self._note_choice(str(taken), list(scores))
                self.score_name = str(taken)
            value = scores[taken].get("value") if isinstance(scores[taken], dict) else scores[taken]
            metadata = sample.get("metadata") or {}
            yield ItemScore(
                str(about.get("task", "")),
                str(sample.get("id")),
                str(about.get("model", self.file or "")),
                str(sample.get("epoch", "")),
                self._number(
                    INSPECT.get(value, value) if isinstance(value, str) else value, sample.get("id")
                ),
                None if metadata.get("cluster") is None else str(metadata["cluster"]),
                None if about.get("task_version") is None else str(about["task_version"]),
            )

    def _promptfoo(self, document: Mapping[str, Any]) -> Iterator[ItemScore]:
        results = document["results"]
        listed = results.get("results") if isinstance(results, dict) else results
        rows = [row for row in listed or () if isinstance(row, dict)]
        several = len({row.get("promptIdx") for row in rows}) > len(set(map(_provider, rows)))
        runs: dict[tuple[str, str], int] = {}
        for number, row in enumerate(rows, start=1):
            model = _provider(row) + (f", prompt {row.get('promptIdx')}" if several else "")
            item = str(row.get("testIdx", json.dumps(row.get("vars"), sort_keys=True)))
            runs[model, item] = runs.get((model, item), 0) + 1
            score = row.get(self.metric) if self.metric else row.get("score", row.get("success"))
            value = self._number(score, item, number)
            yield ItemScore("", item, model, str(runs[model, item]), value, None, None)

    def _note_choice(self, name: str, listed: list[Any], *, metric: bool = True) -> None:
        values = {"taken": name, "known": [str(one) for one in dict.fromkeys(listed)]}
        if len(values["known"]) > 1 and not any(name in one.values.values() for one in self.notices):
            notice = Notice("Scores used: {taken}, of {known}.", values)
            if metric:
                notice = Notice("Scores used: {taken}, of {known}; choose by metric.", values)
            self.notices.append(notice)

    def _number(self, value: Any, item: Any, line: int | None = None) -> float:
        number = float(value) if isinstance(value, bool) else finite(value)
        words = {"true": 1.0, "false": 0.0}
        if number is None and isinstance(value, str):
            number = words.get(value.strip().lower())
        if number is None:
            raise ScoresError(
                "The score of {label} is {value}; give a number.",
                file=self.file,
                line=line,
                label=str(item),
                value=repr(value),
            )
        return number


def _first(cells: Mapping[str, Any], names: Iterable[str]) -> Any:
    return next((cells[name] for name in names if cells.get(name) not in (None, "")), None)


def _provider(row: Mapping[str, Any]) -> str:
    """The model of a result of promptfoo."""
    provider = row.get("provider")
    return str(provider.get("label") or provider.get("id")) if isinstance(provider, dict) else str(provider)


def _whole(data: bytes) -> Any:
    """The document, if the file is one; None of JSON lines and of other tables."""
    if not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"{", b"[")):
        return None
    try:
        return json_value(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None
