"""What is asked of two models, and when: by widgets before the run, as it was kept with an experiment, as changed since."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.server.running.experiments import Run
from dashboard.session import state
from dashboard.ui.answers import margins
from dashboard.ui.answers import rule_choice as test_rule
from dashboard.ui.answers.rule_choice import ALPHAS, OUT_OF_FOLD
from dashboard.ui.choice import pick
from dashboard.words import problems, text
from dashboard.words.metrics import metric_names
from dashboard.words.text import _
from mx2core.corpus import Corpus
from mx2core.errors import Notice, Whole
from mx2core.inference.mx2 import promise
from mx2core.metrics import ProposedMargin as Margin
from mx2core.metrics import default_metric, proposed_margin
from mx2core.partition import PartitionSet
from mx2core.training import Asked, Evaluation, Question, Rule, margin_for, unit_clusters
from mx2core.training.decisions.asked import ShownAnswer, Since
from mx2core.training.decisions.question import Stop

NO_CLUSTERS = frozenset({"text", "sent_id", "label"})  # fields that name no group of units that depend


STOPS: dict[Stop, str] = {"precision": "precise", "every": "every", "all": "all"}  # as projects keep them
KEPT = (
    "tested",
    "alpha",
    "sides",
    "unit_stop",
    "unit_variance",
    "unit_clusters",
    "decides",
)  # choices that are a question's


def key(name: str, of: str) -> str:
    """Of a choice that an experiment has for itself; `of` is its id, empty where there is none."""
    return f"{name}@{of}" if of else name


def choices_of(choices: Mapping[Any, Any], of: str, asked: Asked | None) -> dict[str, Any]:
    """Choices with the question of one experiment under its usual keys: as asked before it, or changed since."""
    if not of:
        return dict(choices)
    rest = {
        name: value for name, value in choices.items() if name not in KEPT and not name.startswith("margin")
    }
    changed = {
        name.removesuffix(f"@{of}"): value for name, value in choices.items() if name.endswith(f"@{of}")
    }
    return rest | _defaults(asked) | changed


def _defaults(asked: Asked | None) -> dict[str, Any]:
    if asked is None:
        return {}
    return {
        "tested": asked.metric,
        "alpha": asked.alpha,
        "sides": asked.alternative,
        "unit_stop": STOPS[asked.stop],
        "unit_variance": "conservative" if asked.conservative else "calibrated",
        "unit_clusters": asked.clusters,
        "decides": asked.test,
    }


def proposal(proposed: Margin, metric: str, asked: Asked | None) -> Margin:
    """The margin that was asked for before the run in place of the one that the core proposes."""
    if asked is None or asked.margin is None or asked.metric != metric:
        return proposed
    return replace(proposed, value=asked.margin)


def look(
    choices: Mapping[Any, Any],
    question: Question,
    rule: Rule,
    *,
    metric: str,
    pair: tuple[str, str],
    partitions: PartitionSet | None,
    m: int = 0,
    proposed: Margin | None = None,
    asked: Asked | None = None,
) -> ShownAnswer:
    """An answer that is shown, as an experiment keeps it; `choices` under the usual keys."""
    margin = question.margin
    if proposed is not None and margin == proposed.value:
        margin = asked.margin if asked is not None and asked.metric == metric else None
    clusters = str(choices.get("unit_clusters") or "") if question.clusters is not None else ""
    return ShownAnswer(
        Asked(
            metric,
            question.alpha,
            question.alternative,
            margin,
            clusters,
            rule.test or "out-of-fold",
            rule.stop,
            rule.conservative,
        ),
        *pair,
        m,
        "" if partitions is None else f"{partitions.method} {partitions.seed}",
    )


def metric_of(run: Run, choices: Mapping[Any, Any]) -> str:
    """The metric that an experiment is asked about."""
    of, metrics = run.record.id, run.comparisons[0].metrics
    metric = choices_of(choices, of, run.asked).get("tested")
    return str(metric) if metric in metrics else default_metric(run.comparisons[0].main_metrics)


def of_run(
    run: Run, which: int, choices: Mapping[Any, Any], metric: str, a: str, b: str
) -> tuple[Question, Rule, ShownAnswer]:
    """What the out-of-fold test of an experiment is asked, on the set of partitions of that number."""
    comparison, own = run.comparisons[which], choices_of(choices, run.record.id, run.asked)
    results, partitions = comparison.first(comparison.splits_done), run.experiment.partitions[which]
    return put(results, run.experiment.corpus, partitions, run.asked, own, metric, a, b)


def put(
    results: Evaluation,
    corpus: Corpus,
    partitions: PartitionSet | None,
    asked: Asked | None,
    choices: Mapping[Any, Any],
    metric: str,
    a: str,
    b: str,
) -> tuple[Question, Rule, ShownAnswer]:
    """The same of any results; `choices` under the usual keys."""
    proposed = proposal(margin_for(results, a, b, metric=metric), metric, asked)
    question, rule = read(choices, corpus, proposed)
    shown = look(
        choices,
        question,
        rule,
        metric=metric,
        pair=(a, b),
        partitions=partitions,
        proposed=proposed,
        asked=asked,
    )
    return question, rule, shown


def notices(standing: Since) -> list[Notice]:
    """What `since` found, with metrics by the names that pages give them."""
    return [_with_names(one, metric_names()) for one in standing.notices]


def _with_names(notice: Notice, names: Mapping[str, str]) -> Notice:
    values = {}
    for name, value in notice.values.items():
        if isinstance(value, Notice):
            value = _with_names(value, names)
        elif name == "metric":
            value = names.get(value, value)
        elif name == "metrics":
            value = Whole(_(", ").join(names.get(metric, metric) for metric in value.split(", ")))
        values[name] = value
    return Notice(notice.message, values)


def ask_before(place: DeltaGenerator, corpus: Corpus, metrics: Sequence[str], usual: str) -> Asked:
    """The question, asked before models are trained; folded away under what is chosen in it."""
    names = {name: metric_names().get(name, name) for name in metrics}
    hold(state.among("tested", list(names), usual), state.choice("margin_asked", None))
    hold_all(corpus)
    margin, metric = st.session_state["margin_asked"], st.session_state["tested"]
    words = line(names[metric], margin or _usual_margin(metric))
    with place.popover(words, icon=":material/help:"):
        st.caption(_("Kept with the run; changes are named."))
        pick(_("Metric"), names, "tested", usual)
        st.number_input(
            _("δ, a difference too small to matter"),
            min_value=1e-6,
            value=None,
            format="%g",
            placeholder=_("proposed"),
            key="margin_asked",
        )
        _widgets(corpus, "", early=True)
    chosen = st.session_state
    return Asked(
        chosen["tested"],
        chosen["alpha"],
        chosen["sides"],
        margin,
        chosen["unit_clusters"],
        stop=_stop(chosen["unit_stop"]),
        conservative=chosen["unit_variance"] == "conservative",
    )


def keep(of: str, asked: Asked) -> None:
    """Have an experiment show what was asked of it last."""
    for name, value in _defaults(asked).items():
        state.choose(key(name, of), value)


def carry(of: str, to: str) -> None:
    """Have another experiment asked what one was asked last, changes included."""
    for name, value in list(state.project().choices.items()):
        if name.endswith(f"@{of}"):
            state.choose(key(name.removesuffix(f"@{of}"), to), value)


def line(metric: str, margin: float | None, of: str = "", *beside: str) -> str:
    """What is chosen, on one line; the widgets stand behind it."""
    sides = _("two-sided") if st.session_state[key("sides", of)] == "two-sided" else _("one-sided")
    parts = [metric, sides, f"α = {st.session_state[key('alpha', of)]:g}"]
    return _(" · ").join((*parts, *(() if margin is None else (f"δ = {margin:g}",)), *beside))


def _usual_margin(metric: str) -> float | None:
    """What is proposed whatever the scores; None where they tell the scale."""
    proposed = proposed_margin(metric, (0.5,))
    return proposed.value if proposed.scale == "proportion" else None


def hold(*keys: str) -> None:
    """Keep what widgets were told: in a closed popover they forget what they were told only once."""
    for name in keys:
        st.session_state[name] = st.session_state[name]


def hold_all(corpus: Corpus, of: str = "", asked: Asked | None = None) -> None:
    """Have the choices that `_widgets` shows."""
    usual = _defaults(asked or Asked(""))
    for name, options in (
        ("alpha", list(ALPHAS)),
        ("sides", ["two-sided", "greater"]),
        ("unit_stop", list(STOPS.values())),
        ("unit_variance", ["calibrated", "conservative"]),
        ("unit_clusters", ["", *_fields(corpus)]),
    ):
        usually = usual[name] if usual[name] in options else options[0]
        hold(state.among(key(name, of), options, usually))


def ask(
    place: DeltaGenerator,
    corpus: Corpus,
    tests: Mapping[str, str],
    metrics: Mapping[str, str],
    *,
    usual_metric: str,
    margin_of: Callable[[str], Margin],
    early: bool,
    units: bool,
    of: str = "",
    asked: Asked | None = None,
    scored: bool = True,
    first: Callable[[], None] = lambda: None,
) -> tuple[str, Margin | None, Question, Rule]:
    """Metric, test and question on one line, and what changes them behind it.

    Parameters
    ----------
    place : DeltaGenerator
    corpus : Corpus
    tests, metrics : mapping of str to str
        Those that there are, with their words.
    usual_metric : str
    margin_of : callable
        What the core proposes for a metric.
    early : bool
        Whether the out-of-fold test can stop before all splits are done.
    units : bool
        Whether predictions are known.
    of : str
        Id of the experiment that is asked about; empty for scores from elsewhere.
    asked : Asked, optional
        What was asked before its run.
    scored : bool
        Whether there are scores, which tell the scale of a metric without a range.
    first : callable, optional
        Draws what is to be picked before the question.
    """
    usual = usual_metric if asked is None or asked.metric not in metrics else asked.metric
    tested = state.among(key("tested", of), list(metrics), usual)
    usual_test = next(iter(tests))
    decides = state.among(key("decides", of) if units else "mode", list(tests), usual_test)
    hold(tested, decides)
    hold_all(corpus, of, asked)
    metric, test = str(st.session_state[tested]), str(st.session_state[decides])
    proposed = None
    if test == OUT_OF_FOLD:
        proposed = proposal(margin_of(metric), metric, asked)
        margin = state.choice(key(margins.key("margin", proposed), of), proposed.value)
        hold(margin)
        given = asked is not None and asked.margin is not None and asked.metric == metric
        known = scored or given or _usual_margin(metric) is not None
        words = line(metrics[metric], float(st.session_state[margin]) if known else None, of)
    else:
        words = line(metrics[metric], None, of, *test_rule.said())
    with place.popover(words, icon=":material/help:"):
        first()
        pick(_("Metric"), metrics, tested, usual)
        if len(tests) > 1:
            pick(_("Test"), tests, decides, usual_test, buttons=not units)
        if proposed is not None:
            margins.ask(_("δ, a difference too small to matter"), margin, proposed)
        _widgets(corpus, of, early=early and proposed is not None, units=proposed is not None, asked=asked)
        if proposed is None:
            test_rule.ask()
    choices = choices_of(st.session_state.to_dict(), of, asked)
    if proposed is None:
        return metric, None, *test_rule.read(choices, units=units)
    question, rule = read(choices, corpus, proposed)
    return metric, proposed, question if known else replace(question, margin=None), rule


def _widgets(corpus: Corpus, of: str, *, early: bool, units: bool = True, asked: Asked | None = None) -> None:
    usual, fields = _defaults(asked or Asked("")), _fields(corpus)
    level_and_sides(of, asked)
    if early:
        pick(_("Test"), _stops(), key("unit_stop", of), usual["unit_stop"], buttons=True)
        if st.session_state[key("unit_stop", of)] == "precise":
            st.caption(_("Stopping looks at variance alone: α needs no correction."))
        elif st.session_state[key("unit_stop", of)] == "every":
            st.caption(_("All looks share α: longer intervals."))
    if units:
        pick(
            _("Variance"),
            {"calibrated": _("calibrated"), "conservative": _("conservative")},
            key("unit_variance", of),
            usual["unit_variance"],
            buttons=True,
            help=problems.worded(promise.out_of_fold(5, conservative=True)),
        )
    if fields and units:
        pick(
            _("Dependent units share"),
            {"": _("none")} | {field: text.attribute(field) for field in fields},
            key("unit_clusters", of),
            usual["unit_clusters"],
            help=_("Sentences of one document, for example."),
        )


def level_and_sides(of: str = "", asked: Asked | None = None) -> None:
    """The widgets of α, and of the direction that is asked about."""
    usual = _defaults(asked or Asked(""))
    pick("α", ALPHAS, key("alpha", of), usual["alpha"])
    pick(_("Question"), _sides(), key("sides", of), usual["sides"], buttons=True)


def read(choices: Mapping[Any, Any], corpus: Corpus, proposed: Margin) -> tuple[Question, Rule]:
    """The same from kept choices; what cannot have been chosen is as usual.

    Raises
    ------
    InputError
        If units hold sentences of several clusters.
    """
    alpha, field = choices.get("alpha"), choices.get("unit_clusters")
    question = Question(
        alpha=alpha if alpha in ALPHAS else 0.05,
        alternative="greater" if choices.get("sides") == "greater" else "two-sided",
        margin=margins.read(choices, "margin", proposed),
        clusters=unit_clusters(corpus, str(field)) if field in _fields(corpus) else None,
    )
    stop, form = choices.get("unit_stop"), choices.get("unit_variance")
    return question, Rule("out-of-fold", _stop(stop), conservative=form == "conservative")


def _sides() -> dict[str, str]:
    return {"two-sided": _("two-sided"), "greater": _("one-sided: is A better?")}


def _stops() -> dict[str, str]:
    return {
        "precise": _("when more splits no longer help"),
        "every": _("after every split"),
        "all": _("after all splits"),
    }


def _stop(chosen: object) -> Stop:
    """By the word under which projects keep it."""
    return next((stop for stop, word in STOPS.items() if word == chosen), "precision")


def _fields(corpus: Corpus) -> list[str]:
    """Fields that several sentences share."""
    fields = corpus.sentences.fields
    return [
        name
        for name, values in fields.items()
        if name not in NO_CLUSTERS and 1 < len(set(values)) < len(values)
    ]
