"""Which scores are ranked over several corpora: of this project's experiments, or of a table."""

from collections import ChainMap, Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import streamlit as st

from dashboard.server.project import Project
from dashboard.server.result_cache import remembered
from dashboard.server.running import experiments
from dashboard.server.running.experiments import ShownRun
from dashboard.session import flash, state
from dashboard.ui import components
from dashboard.ui.answers.margins import ask_direction
from dashboard.ui.widgets import Options, distinct, pick, pick_several
from dashboard.words import problems, text
from dashboard.words.escaping import visible
from dashboard.words.metrics import metric_names, not_known
from dashboard.words.text import _, inert
from mx2core.errors import InputError
from mx2core.exchange import CorpusScores, read_corpus_scores, write_corpus_scores
from mx2core.metrics import default_metric
from mx2core.metrics.mean_and_sd import mean_and_sd
from mx2core.models import specification
from mx2core.store.records import ExperimentRecord

LIMIT = 1  # MB a table may have
MOST_KEPT = 200_000  # characters of a table that goes with the project
MOST_MODELS = 20
TABLE, NAME = "corpora_table", "corpora_table_name"


@dataclass(frozen=True, slots=True, eq=False)
class Ranked:
    """Scores to be ranked."""

    scores: CorpusScores
    smaller_is_better: bool
    source: str  # in words
    flattering: bool  # some scores come from partitions chosen for low divergence
    records: dict[str, list[ExperimentRecord]] | None = None  # with predictions, newest first, by corpus
    specifications: Mapping[str, str] = field(default_factory=dict)  # of the models of experiments, by name

    @property
    def values(self) -> np.ndarray:
        """Higher is better, (n_models, n_corpora)."""
        return self.scores.oriented(self.smaller_is_better)


def enough(project: Project) -> bool:
    """Whether there is anything to choose from; where there is not, it says so."""
    by_corpus = _corpus_experiments(project)
    if state.chosen(TABLE) or len(by_corpus) > 1:
        return True
    _too_little(_("Ranking needs two corpora. Compare on another, or import a table."))
    return False


def choose(project: Project, more: Options) -> Ranked | None:
    """The widgets that choose what is ranked; None, with a message, where too little is chosen."""
    by_corpus = _corpus_experiments(project)
    sources = {}
    if len(by_corpus) > 1:
        sources["experiments"] = _("experiments of this project")
    if state.chosen(TABLE):
        sources["table"] = _("table: {name}").format(name=state.chosen(NAME, ""))
    source = next(reversed(sources))
    if len(sources) > 1:
        source = pick(_("Scores"), sources, "corpora_source", source)
    return _table_scores() if source == "table" else _experiment_scores(by_corpus, more)


def _table_scores() -> Ranked | None:
    scores = read_corpus_scores(str(state.chosen(TABLE)).encode(), name=state.chosen(NAME))
    smaller: bool | None
    if scores.metric is None and scores.stated is None:
        smaller = st.toggle(_("Smaller scores are better"), key=state.choice("corpora_smaller", False))
    else:
        metric = scores.metric or _("score")
        smaller = ask_direction(metric, scores.known_direction(), st.container())
        if smaller is None:
            st.info(not_known(inert(metric)), icon=":material/help:")
            return None
    return Ranked(scores, smaller, state.chosen(NAME), flattering=False)


def _experiment_scores(by_corpus: dict[str, list[ExperimentRecord]], more: Options) -> Ranked | None:
    """Corpora, models and metric; a model that was not run on every corpus cannot be ranked."""
    row = st.container(horizontal=True, gap="medium")

    def several(label: str, names: dict[str, str], key: str, changed: str, **options: Any) -> list[str]:
        values = list(names)
        chosen = pick_several(label, names, state.selection(key, values, values), **{"place": row} | options)
        if len(chosen) < len(values):
            more.changed.append(changed.format(n=len(chosen)))
        return chosen

    names = {name: name for name in by_corpus}
    corpora = several(_("Corpora"), names, "corpora_chosen", _("corpora: {n}"))
    # An older experiment fills in what newer ones lack.
    means = {
        name: dict(ChainMap(*(_means(one.id, one.n_finished, one.n_failed) for one in by_corpus[name])))
        for name in corpora
    }
    known = [{metric for _model, metric in one} for one in means.values()]
    metrics = {name: word for name, word in metric_names().items() if all(name in one for one in known)}
    if len(corpora) < 2:
        _too_little(_("Ranking needs two corpora: select another."))
        return None
    if not metrics:
        _too_little(_("These corpora share no metric: select others."))
        return None
    models_place = row.container(width="content")  # left of the metric, which says which models there are
    usual = default_metric(list(metrics))
    asked = pick(_("Metric"), metrics, "corpora_metric", usual, place=row, width=160)
    if asked != usual:
        more.changed.append(metrics[asked])
    every = dict.fromkeys(model for one in means.values() for model, name in one if name == asked)
    common = [model for model in every if all((model, asked) in one for one in means.values())]
    called = distinct({model: means[corpora[0]][model, asked].name for model in common})
    label, at = _("Models run on all"), {"most": MOST_MODELS, "place": models_place}
    models = several(label, called, "corpora_models", _("models: {n}"), **at)
    if len(models) < 2:
        there = inert(_(", ").join(called.values())) or components.NOTHING
        words = _("Ranking needs two models run on all corpora; found: {models}.")
        _too_little(words.format(models=there))
        return None
    cells = [[means[corpus][model, asked] for corpus in corpora] for model in models]
    ranked = tuple(called[model] for model in models)
    values = np.array([[cell.value for cell in line] for line in cells])
    table = CorpusScores(ranked, tuple(corpora), values, metric=asked)
    return Ranked(
        table,
        table.smaller_is_better(),
        _("{metric}, mean of the newest experiment").format(metric=metrics[asked]),
        flattering=any(cell.flattering for line in cells for cell in line),
        records={corpus: by_corpus[corpus] for corpus in corpora},
        specifications=dict(zip(ranked, models, strict=True)),
    )


def _too_little(sentence: str) -> None:
    st.info(sentence, icon=":material/info:")


def _corpus_experiments(project: Project) -> dict[str, list[ExperimentRecord]]:
    """Experiments with results, newest first, by corpus and by what was predicted there."""
    records_of: dict[tuple[str, str, str], list[ExperimentRecord]] = {}
    for record in experiments.experiment_list(project):
        if record.n_finished:
            key = (record.corpus_name, record.gold, record.units_sha256)
            records_of.setdefault(key, []).append(record)
    title = _("{corpus}: {answers}")
    names = {key: title.format(corpus=key[0], answers=text.attribute(key[1])) for key in records_of}
    count = Counter(names.values())
    # Two files of one name are told apart by what they hold.
    return {
        name if count[name] == 1 else f"{name} ({key[2][:6]})": records_of[key] for key, name in names.items()
    }


@dataclass(frozen=True, slots=True)
class Mean:
    """Of one model, one metric, on one corpus."""

    name: str  # of the model there
    value: float
    flattering: bool


@remembered(200)
def _means(id: str, n_finished: int, n_failed: int) -> dict[tuple[str, str], Mean]:
    """Means of one experiment; over partitions that do not flatter models, if it has such."""
    run = experiments.run(id)
    sets = list(zip(run.experiment.partitions, run.comparisons, strict=True))
    fair = [pair for pair in sets if not components.flatters(pair[0])]
    means = {}
    for metric in sets[0][1].main_metrics:
        scores = [comparison.seed_means(metric) for _partitions, comparison in fair or sets]
        for model, name in names_by_specification(run).items():
            row = sets[0][1].names.index(name)
            mean = mean_and_sd(np.concatenate([one[row].ravel() for one in scores])).mean
            if mean is not None:
                means[model, metric] = Mean(name, mean, flattering=not fair)
    return means


def names_by_specification(run: ShownRun) -> dict[str, str]:
    """What the models of an experiment are called there, by what they are."""
    comparison = run.comparisons[0]
    models = run.experiment.models
    return {specification(models[comparison.runs(name)[0]]): name for name in comparison.names}


def importer() -> None:
    """A table from elsewhere, checked and kept with the project."""
    with st.expander(_("Import scores (CSV or JSONL)")):
        st.caption(
            _(
                "Columns: corpus, model, score; a row for every model and corpus. Optional: metric, smaller_is_better."
            )
        )
        kinds = ["csv", "tsv", "jsonl"]
        file = st.file_uploader(_("File"), type=kinds, key="corpora_file", max_upload_size=LIMIT)
        if file is None or st.session_state.get("corpora_taken") == file.file_id:
            return
        with problems.problem_box():
            name = visible(file.name)
            scores = read_corpus_scores(file.getvalue(), name=name)
            written = write_corpus_scores(scores).decode()
            found, most = len(scores.models), MOST_MODELS
            if found > most:
                raise InputError("The table has {found} models; {most} can be shown.", found=found, most=most)
            found, most = len(written), MOST_KEPT
            if found > most:
                raise InputError(
                    "{found:,} characters, over {most:,}. Use `mx2 ranks`.", found=found, most=most
                )
            for choice, value in ((TABLE, written), (NAME, name), ("corpora_source", "table")):
                state.choose(choice, value)
            st.session_state["corpora_taken"] = file.file_id
            flash.clear()  # the results of the sample are no longer what is shown
            st.rerun()
