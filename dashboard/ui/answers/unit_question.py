"""What is asked of two models, and when: by widgets before the run, as it was kept with an experiment, as changed since."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.answers import margins
from dashboard.ui.answers import rule_choice as test_rule
from dashboard.ui.answers.rule_choice import ALPHAS
from dashboard.ui.answers.tested import Tested
from dashboard.ui.widgets import keep_value, pick
from dashboard.words import problems, text
from dashboard.words.metrics import metric_names
from dashboard.words.numbers import whole
from dashboard.words.text import _, inert
from mx2core.corpus import Corpus
from mx2core.exchange import ScoreTable
from mx2core.inference.classical.rules import OUT_OF_FOLD
from mx2core.inference.mx2 import promise
from mx2core.metrics import ProposedMargin as Margin
from mx2core.metrics import default_metric, proposed_margin
from mx2core.training import Comparison, Evaluation, PlannedTest, Question, Rule, margin_for, unit_clusters
from mx2core.training.decisions.planned_tests import ShownAnswer
from mx2core.training.decisions.question import STOPS

NO_CLUSTERS = frozenset({"text", "sent_id", "label"})  # fields that name no group of units that depend
ASKING = "asking"  # a choice: whether the question of another race stands above the answer of the last one
NEW = "new"  # in the place of its id, of the experiment that is not begun yet


def key(name: str, run: str) -> str:
    """Of a choice that an experiment has for itself; `run` is its id, empty where there is none."""
    return f"{name}@{run}" if run else name


def _defaults(plan: PlannedTest) -> dict[str, Any]:
    return {
        "tested": plan.metric,
        "alpha": plan.alpha,
        "sides": plan.alternative,
        "unit_stop": plan.stop,
        "unit_variance": "conservative" if plan.conservative else "calibrated",
        "unit_clusters": plan.clusters,
        "decides": plan.test,
    }


KEPT = tuple(_defaults(PlannedTest("")))


def choices_of(choices: Mapping[Any, Any], run: str, plan: PlannedTest | None) -> dict[str, Any]:
    """Choices with the question of one experiment under its usual keys: as asked before it, or changed since."""
    if not run:
        return dict(choices)
    own = f"@{run}"
    rest = {name: one for name, one in choices.items() if name not in KEPT and not name.startswith("margin")}
    changed = {name.removesuffix(own): one for name, one in choices.items() if name.endswith(own)}
    return rest | ({} if plan is None else _defaults(plan)) | changed


def metric_of(results: Comparison | Evaluation | ScoreTable, choices: Mapping[Any, Any]) -> str:
    """The metric that was chosen, or the usual one; `choices` under the usual keys."""
    chosen = str(choices.get("tested"))
    return chosen if chosen in results.metrics else default_metric(results.main_metrics)


def put(
    tested: Tested, choices: Mapping[Any, Any], metric: str, a: str, b: str
) -> tuple[Question, Rule, ShownAnswer]:
    """What a test of units or of scores is asked; `choices` under the usual keys.

    InputError if units hold sentences of several clusters.
    """
    asked, corpus, partitions, clusters = tested.plan, tested.corpus, tested.partitions, ""
    chosen = _possible(choices, corpus)
    question = Question(chosen["alpha"], chosen["sides"])
    by_units = partitions is None or choices.get("decides", OUT_OF_FOLD) == OUT_OF_FOLD
    if isinstance(tested.results, Evaluation) and by_units:
        assert corpus is not None
        clusters, proposed = chosen["unit_clusters"], proposal(tested, (a, b), metric)
        margin = margins.read(choices, "margin", proposed) if _scale_known(tested, metric) else None
        of_unit = unit_clusters(corpus, clusters) if clusters else None
        question = replace(question, margin=margin, clusters=of_unit)
        conservative = chosen["unit_variance"] == "conservative"
        rule = Rule(OUT_OF_FOLD, chosen["unit_stop"], conservative=conservative)
        if margin == proposed.value:  # as it was kept before the run
            margin = asked.margin if asked is not None and asked.metric == metric else None
    else:
        mode, margin = choices.get("mode" if partitions is None else "decides"), None
        rule = test_rule.rule(choices, "paper" if mode == "paper" else "overall", tested.m)
    about = (metric, question.alpha, question.alternative, margin, clusters)
    shown = PlannedTest(*about, rule.test or OUT_OF_FOLD, rule.stop, rule.conservative)
    on = "" if partitions is None else f"{partitions.method} {partitions.seed}"
    return question, rule, ShownAnswer(shown, a, b, 0, on)


def proposal(tested: Tested, pair: tuple[str, str], metric: str) -> Margin:
    """The margin that was asked for before the run, or else the one that the core proposes."""
    proposed, asked = margin_for(tested.results, *pair, metric=metric), tested.plan
    if asked is None or asked.margin is None or asked.metric != metric:
        return proposed
    return replace(proposed, value=asked.margin)


def _scale_known(tested: Tested, metric: str) -> bool:
    """Without scores nothing tells the scale of a metric without a range."""
    asked = tested.plan
    given = asked is not None and asked.margin is not None and asked.metric == metric
    return tested.done > 0 or given or usual_margin(metric) is not None


def ask_before(
    place: DeltaGenerator, corpus: Corpus, metrics: Sequence[str], usual: str
) -> tuple[PlannedTest, str]:
    """The question, asked before models are trained, and its words; what changes it is folded away in `place`."""
    names = {name: metric_names().get(name, name) for name in metrics}
    tested = state.selection(key("tested", NEW), list(names), usual)
    margin, metric = keep_value(state.choice("margin_asked", None)), keep_value(tested)
    hold_all(corpus, NEW)
    words = line(names[metric], margin or usual_margin(metric), NEW)
    with place.popover(words, icon=":material/help:"):
        st.caption(_("Kept with the run; changes are named."))
        pick(_("Metric"), names, tested, usual)
        st.number_input(
            _("δ, a difference too small to matter"),
            min_value=1e-6,
            value=None,
            format="%g",
            placeholder=_("proposed"),
            key="margin_asked",
        )
        _widgets(corpus, NEW, early=True)
    chosen = _possible(choices_of(st.session_state.to_dict(), NEW, None), corpus)
    stop, conservative = chosen["unit_stop"], chosen["unit_variance"] == "conservative"
    about = (metric, chosen["alpha"], chosen["sides"], margin, chosen["unit_clusters"])
    return PlannedTest(*about, stop=stop, conservative=conservative), words


def ask_anew(margin: float) -> None:
    """Have Race ask about a difference of at least `margin`, above what was compared before."""
    state.choose("margin_asked", margin)
    state.choose(ASKING, True)


def keep(run: str, plan: PlannedTest) -> None:
    """Have an experiment show what was asked of it last."""
    for name, value in _defaults(plan).items():
        state.choose(key(name, run), value)


def carry(source: str, target: str) -> None:
    """Have another experiment asked what one was asked last, changes included."""
    for name, value in list(state.project().choices.items()):
        if name.endswith(f"@{source}"):
            state.choose(key(name.removesuffix(f"@{source}"), target), value)


def line(metric: str, margin: float | None, run: str = "", *more: str, pair: Sequence[str] = ()) -> str:
    """What is chosen, on one line, first the models of a `pair` where there is room; the widgets stand behind it."""
    sides = _("two-sided") if st.session_state[key("sides", run)] == "two-sided" else _("one-sided")
    versus = (
        [_("{a} vs {b}").format(a=inert(pair[0]), b=inert(pair[1]))]
        if pair and not components.phone()
        else []
    )
    parts = [*versus, metric, sides, f"α = {st.session_state[key('alpha', run)]:g}"]
    parts += [] if margin is None else [f"δ = {margin:g}"]
    return whole(_(" · ").join((*parts, *more)))


def usual_margin(metric: str) -> float | None:
    """What is proposed whatever the scores; None where they tell the scale."""
    proposed = proposed_margin(metric, (0.5,))
    return proposed.value if proposed.scale == "proportion" else None


def hold_all(corpus: Corpus, run: str = "", plan: PlannedTest | None = None) -> None:
    """Have the choices that `_widgets` shows."""
    usual = _defaults(plan or PlannedTest(""))
    for name, options in _options(corpus).items():
        usually = usual[name] if usual[name] in options else options[0]
        keep_value(state.selection(key(name, run), list(options), usually))


def ask(
    place: DeltaGenerator,
    corpus: Corpus,
    tests: Mapping[str, str],
    metrics: Mapping[str, str],
    tested: Tested,
    pair: tuple[str, str],
    *,
    first: Callable[[], None],
) -> tuple[Question, Rule, ShownAnswer]:
    """Metric, test and question on one line, and what changes them behind it.

    `tests` and `metrics` are those that there are, with their words; `first` draws what is to be picked before the
    question.
    """
    of, asked, units = tested.experiment_id, tested.plan, tested.partitions is not None
    usual = default_metric(tested.results.main_metrics)
    if asked is not None and asked.metric in metrics:
        usual = asked.metric
    metric_key = state.selection(key("tested", of), list(metrics), usual)
    usual_test = next(iter(tests))
    decides = state.selection(key("decides", of) if units else "mode", list(tests), usual_test)
    hold_all(corpus, of, asked)
    metric, proposed = str(keep_value(metric_key)), None
    if keep_value(decides) == OUT_OF_FOLD:
        proposed = proposal(tested, pair, metric)
        margin = state.choice(key(margins.key("margin", proposed), of), proposed.value)
        value = float(keep_value(margin))
        words = line(metrics[metric], value if _scale_known(tested, metric) else None, of, pair=pair)
    else:
        words = line(metrics[metric], None, of, *test_rule.summary(), pair=pair)
    with place.popover(words, icon=":material/help:"):
        first()
        pick(_("Metric"), metrics, metric_key, usual)
        if len(tests) > 1:
            pick(_("Test"), tests, decides, usual_test, buttons=not units)
        if proposed is not None:
            label, ends = _("δ, a difference too small to matter"), margins.limits(proposed)
            help = text.prose((_("Choose before seeing the scores."), problems.problem_text(proposed.reason)))
            look: dict[str, Any] = {"step": proposed.value / 2, "format": "%g", "key": margin, "help": help}
            st.number_input(label, *ends, **look)
        early = tested.partitions is not None and tested.partitions.may_stop_early and proposed is not None
        _widgets(corpus, of, early=early, units=proposed is not None, plan=asked)
        if proposed is None:
            test_rule.ask()
    return put(tested, choices_of(st.session_state.to_dict(), of, asked), metric, *pair)


def _widgets(
    corpus: Corpus, run: str, *, early: bool, units: bool = True, plan: PlannedTest | None = None
) -> None:
    """`early`: the out-of-fold test can stop before all splits are done; `units`: predictions are known."""
    usual, fields = _defaults(plan or PlannedTest("")), _fields(corpus)
    level_and_sides(run, plan)

    def ask(label: str, name: str, words: dict[str, str], **options: Any) -> str:
        return pick(label, words, key(name, run), str(usual[name]), **options)

    if early:
        stops = {
            "precision": _("when more splits no longer help"),
            "every": _("after every split"),
            "all": _("after all splits"),
        }
        about = {
            "precision": _("Stopping looks at variance alone: α needs no correction."),
            "every": _("All looks share α: longer intervals."),
        }
        if (stop := ask(_("Looks"), "unit_stop", stops, buttons=True)) in about:
            st.caption(about[stop])
    if units:
        forms = {"calibrated": _("calibrated"), "conservative": _("conservative")}
        help = problems.problem_text(promise.out_of_fold(5, conservative=True))
        ask(_("Variance"), "unit_variance", forms, buttons=True, help=help)
    if fields and units:
        shared = {"": _("none")} | {field: text.attribute(field) for field in fields}
        help = _("Sentences of one document, for example.")
        ask(_("Dependent units share"), "unit_clusters", shared, help=help)


def level_and_sides(run: str = "", plan: PlannedTest | None = None) -> None:
    """The widgets of α, and of the direction that is asked about."""
    usual = _defaults(plan or PlannedTest(""))
    sides = {"two-sided": _("two-sided"), "greater": _("one-sided: is A better?")}
    pick("α", ALPHAS, key("alpha", run), usual["alpha"])
    pick(_("Question"), sides, key("sides", run), usual["sides"], buttons=True)


def _options(corpus: Corpus | None) -> dict[str, tuple[Any, ...]]:
    """What can be chosen."""
    return {
        "alpha": ALPHAS,
        "sides": ("two-sided", "greater"),
        "unit_stop": STOPS,
        "unit_variance": ("calibrated", "conservative"),
        "unit_clusters": ("", *(() if corpus is None else _fields(corpus))),
    }


def _possible(choices: Mapping[Any, Any], corpus: Corpus | None) -> dict[str, Any]:
    """What was chosen; what cannot have been is as usual."""
    usual = _defaults(PlannedTest(""))
    chosen = {name: (choices.get(name), options) for name, options in _options(corpus).items()}
    return {name: one if one in options else usual[name] for name, (one, options) in chosen.items()}


def _fields(corpus: Corpus) -> list[str]:
    fields = ((name, len(set(values)), len(values)) for name, values in corpus.sentences.fields.items())
    return [name for name, kinds, n in fields if name not in NO_CLUSTERS and 1 < kinds < n]
