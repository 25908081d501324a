"""Choosing what is predicted, and the models of a comparison: from named presets, each open to be changed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import mx2core as mx
from dashboard.session import state
from dashboard.ui.widgets import pick, width_of
from dashboard.words import problems, text
from dashboard.words.text import _, inert
from mx2core.corpus import Corpus
from mx2core.errors import Mx2Error
from mx2core.models import (
    CRF,
    Model,
    Preset,
    TextClassifier,
    TextRegressor,
    all_presets,
    gold_choices,
    gold_fields,
    proposed,
    quick,
    specification,
)
from mx2core.models.classifiers import NGRAMS, usual_analyzer
from mx2core.models.crf import ALGORITHMS
from mx2core.models.model_words import KIND_NAMES, NGRAM_NAMES, STRENGTHS, feature_reach, model_words
from mx2core.models.texts import texts

MOST = 6  # models in one comparison
CARD, SETTING = 480, 195  # pixels: two settings beside each other in a card
BOUNDARIES, NUMBERS = ":boundaries", ":numbers"  # endings of what is predicted

ChosenModel = CRF | TextClassifier | TextRegressor


def predicted(corpus: Corpus) -> list[str]:
    """What a model can be trained to predict here: columns of tags, the class of each text, or numbers."""
    return [*gold_choices(corpus), *gold_fields(corpus)]


def nothing_to_predict() -> str:
    return _("No tags or labels to predict. Export splits; import scores.")


def gold_label(name: str) -> str:
    if name.endswith(BOUNDARIES):
        return _("{name}: boundaries only").format(name=text.attribute(name.removesuffix(BOUNDARIES)))
    if name.endswith(NUMBERS):
        return _("{name} (as numbers)").format(name=text.attribute(name.removesuffix(NUMBERS)))
    return text.attribute(name)


def ask_gold(columns: Sequence[str], place: Any = st) -> str:
    names = {name: gold_label(name) for name in columns}
    return pick(_("Column to predict"), names, "tags", columns[0], place=place)


def choose(corpus: Corpus, gold: str, row: DeltaGenerator | None = None) -> list[ChosenModel] | None:
    """The models, two at least, each in a card of its own; None while one of them cannot be used.

    In a `row`, where one is given, the first two are picked; what they are in detail stays in their cards.
    """
    presets = {preset.model.name: preset for preset in all_presets(corpus, gold)}
    slots: list[int] = state.chosen("slots") or [0, 1]
    # Of one's own corpus first those that train in seconds; the examples come with the results of the others.
    begin = proposed if state.project().source.data is None else quick
    first_ones = list(dict.fromkeys([*begin(corpus, gold), *presets]))
    starts = {slot: first_ones[min(slot, len(presets) - 1)] for slot in slots}
    models, cards = [], st.container(horizontal=True)  # one below the other where the screen is narrow
    for slot in slots:
        with cards.container(border=True, width=CARD):
            place = row if slot in slots[:2] else None
            models.append(_card(corpus, gold, presets, slot, starts, place))
    free = [slot for slot in range(MOST) if slot not in slots]
    if free:
        add: dict[str, Any] = {"on_click": state.choose, "args": ("slots", [*slots, free[0]])}
        st.button(_("Add a model"), key="add_model", icon=":material/add:", **add)
    return [model for model in models if model] if all(models) else None


def one_model(models: Sequence[Model]) -> str:
    """What to do where all of them are one model, which equals itself; empty where they differ."""
    if len(set(map(specification, models))) != 1:
        return ""
    return _("Choose two models, or change the features of one.")


def _card(
    corpus: Corpus,
    gold: str,
    presets: dict[str, Preset],
    slot: int,
    starts: Mapping[int, str],
    place: DeltaGenerator | None,
) -> ChosenModel | None:
    row = st.container(horizontal=True, vertical_alignment="bottom")  # in two lines where a card is narrow
    words = {name: problems.notice_text(preset.title) for name, preset in presets.items()}
    slots = list(starts)
    label = _("Model") if place is None else (_("Model"), _("Baseline"))[slots.index(slot)]
    width = width_of(words.values())
    picked = pick(label, words, f"preset_{slot}_{gold}", starts[slot], place=place or row, width=width)
    # Named by what it is, and by a number where one before it is the same.
    before = [state.chosen(f"preset_{one}_{gold}", starts[one]) for one in slots if one < slot]
    number = before.count(picked) + 1
    usual = words[picked] if number == 1 else f"{words[picked]} {number}"
    key = state.choice(f"name_{slot}_{gold}_{picked}_{number}", usual)
    name = row.text_input(_("Name"), key=key, max_chars=30, width=width)
    if len(slots) > 2:
        rest: dict[str, Any] = {"on_click": state.choose, "args": ("slots", [k for k in slots if k != slot])}
        row.button("", key=f"remove_{slot}", icon=":material/close:", help=_("Leave this model out"), **rest)
    says, preset = st.empty(), presets[picked].model
    settings = f"{slot}_{gold}_{picked}"
    try:
        if isinstance(preset, CRF):
            model: ChosenModel = _crf(corpus, gold, preset, name or usual, settings)
        else:
            model = _text_settings(corpus, preset, name or usual, settings)
    except Mx2Error as problem:
        st.error(problems.problem_text(problem), icon=":material/error:")
        return None
    # Where the template was changed, it no longer is what the preset says.
    if specification(model, but=STRENGTHS) == specification(preset, but=STRENGTHS):
        says.caption(problems.problem_text(presets[picked].says))
    return model


def described(corpus: Corpus, gold: str | None, models: Iterable[Model]) -> dict[str, str]:
    """What each model is and looks at, as a paper has to say it, by its name."""
    words = model_words(corpus, gold, models, say=problems.notice_text)
    return {name: problems.notice_text(one) for name, one in words.items()}


def _crf(corpus: Corpus, gold: str, preset: CRF, name: str, place: str) -> CRF:
    columns = _(", ").join(f"{k} = {name}" for k, name in enumerate(preset.columns))
    with st.expander(_("Template and settings")):
        key, help = state.choice(f"template_{place}", preset.template.text), _("Columns: {columns}")
        help = help.format(columns=columns)
        written = st.text_area(_("Feature template (CRF++)"), height=220, key=key, help=help)
        (algorithm, iterations), (weak, strong) = st.columns(2), st.columns(2)
        key = f"algorithm_{place}"
        trained_by = pick(_("Algorithm"), list(ALGORITHMS), key, preset.algorithm, place=algorithm)
        key = state.choice(f"iterations_{place}", preset.max_iterations)
        most = iterations.number_input(_("Iterations"), 1, 10_000, key=key)
        strengths: dict[str, Any] = {}
        for column, label, of, kept in (
            (weak, _("L1 strength"), "c1", "l1"),
            (strong, _("L2 strength"), "c2", "l2"),
        ):
            usual, heeded = getattr(preset, of), of in ALGORITHMS[trained_by]
            key = state.choice(f"{kept}_{place}", usual)
            strength = column.number_input(label, 0.0, 1000.0, step=0.1, key=key, disabled=not heeded)
            strengths[of] = strength if heeded else usual
        model = replace(
            preset,
            name=name,
            gold=gold,
            template=mx.models.FeatureTemplate.parse(written),
            algorithm=trained_by,
            max_iterations=int(most),
            **strengths,
        )
        model.check_corpus(corpus, gold)
    seen = _(", ").join(map(problems.notice_text, feature_reach(model)))
    st.caption(_("Looks at {seen}").format(seen=inert(seen)))
    return model


def _text_settings(
    corpus: Corpus, preset: TextClassifier | TextRegressor, name: str, place: str
) -> TextClassifier | TextRegressor:
    made_of = {"": _("as the texts suggest")}
    made_of |= {key: problems.notice_text(name) for key, name in NGRAM_NAMES.items()}
    kinds = {key: problems.notice_text(KIND_NAMES[key]) for key in preset.kinds}
    with st.expander(_("Settings")):
        row = st.container(horizontal=True, vertical_alignment="bottom")
        look: dict[str, Any] = {"place": row, "width": SETTING}
        kind: Any = pick(_("Model"), kinds, f"kind_{place}", preset.kind, **look)
        made_by = preset.analyzer or ""
        look["width"] = width_of(made_of.values())
        analyzer: Any = pick(_("N-grams of"), made_of, f"analyzer_{place}", made_by, **look)
        usual = NGRAMS[analyzer or usual_analyzer(texts(corpus.sentences))]
        key = state.choice(f"ngrams_{place}", preset.ngrams or usual)
        ngrams: Any = row.slider(_("Length of n-grams"), 1, 6, key=key, width=SETTING)
        # What is as usual is left open, as the command and the library have it: the model is the same one.
        chosen = None if tuple(ngrams) == usual else (int(ngrams[0]), int(ngrams[1]))
        key = state.choice(f"min_df_{place}", preset.min_df)
        min_df = row.number_input(_("Minimum texts with a feature"), 1, 100, key=key, width=SETTING)
        words = {"bayes": _("Smoothing α"), "ridge": _("L2 strength")}
        setting = "alpha" if kind in words or isinstance(preset, TextRegressor) else "C"
        label = words.get(kind, _("Inverse regularization strength C"))
        key = state.choice(f"strength_{place}", getattr(preset, setting))
        unheeded = setting == "alpha" and kind not in words
        look = {"key": key, "disabled": unheeded, "width": SETTING}
        strength = row.number_input(label, 0.001, 1000.0, **look)
        changed: dict[str, Any] = {"analyzer": analyzer or None, "ngrams": chosen, setting: strength}
        return replace(preset, name=name, kind=kind, min_df=int(min_df), **changed)
