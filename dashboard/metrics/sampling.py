"""Who trains and who validates, by each way of sampling, and what it estimates."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from dashboard.figures.measures import sampling as pictures
from dashboard.metrics.layout import cards
from dashboard.server.result_cache import remembered
from dashboard.session import state
from dashboard.session.fragments import fragment
from dashboard.ui import components
from dashboard.ui.choice import pick
from dashboard.words.text import _
from mx2core.studies import SAMPLING_SCHEMES, Sampling, sampling

MOST_UNITS = 120


def scheme_names() -> dict[str, str]:
    names = {
        "hold_out": _("Hold-out"),
        "kfold": _("K-fold"),
        "leave_one_out": _("Leave-one-out"),
        "bootstrap": _("Bootstrap"),
    }
    return {scheme: names[scheme] for scheme in SAMPLING_SCHEMES}


def show() -> None:
    scheme = pick(
        _("Way of sampling"), scheme_names(), "metrics_scheme", "hold_out", buttons=True, hide_label=True
    )

    @fragment()
    def view() -> None:
        _view(scheme)

    view()


@remembered(64)
def _sampled(
    scheme: str, n: int, folds: int, share: int, repeats: int, stratified: bool, k: int | None, seed: int
) -> Sampling:
    return sampling(
        scheme, n, folds=folds, share=share, repeats=repeats, stratified=stratified, k=k, seed=seed
    )


def _view(scheme: str) -> None:
    answer = st.container(border=True)
    asked = {"hold_out": 2, "kfold": 2, "bootstrap": 1}.get(scheme, 0)  # sliders beside n and the seed
    size, *more, reseed = st.columns([3] * (1 + asked) + [1], gap="medium", vertical_alignment="bottom")
    n = size.slider(_("Units n"), 10, MOST_UNITS, step=2, key=state.choice("metrics_units", 40))
    folds, share, repeats, stratified = 5, 70, 1, False
    if scheme == "kfold":
        key = state.choice("metrics_folds", 5)
        st.session_state[key] = min(st.session_state[key], n)
        folds = more[0].slider(_("Folds K"), 2, min(n, 20) if n > 2 else 3, key=key)
    if scheme == "hold_out":
        share = more[0].slider(_("Trained on, %"), 20, 90, step=5, key=state.choice("metrics_share", 70))
    if scheme == "bootstrap":
        repeats = more[-1].slider(_("Bags"), 1, 50, key=state.choice("metrics_bags", 20))
    elif scheme != "leave_one_out":
        repeats = more[-1].slider(_("Repeats"), 1, 10, key=state.choice("metrics_repeats", 1))
    seed = reseed.number_input(_("Seed"), 0, 9_999, key=state.choice("metrics_sampling_seed", 0))
    model, switches = st.columns([3, 7], gap="medium", vertical_alignment="center")
    turned = switches.container(horizontal=True)
    tune = turned.toggle(_("Tune k by a grid inside"), key=state.choice("metrics_tune", False))
    key = state.choice("metrics_neighbours", 5)
    st.session_state[key] = min(st.session_state[key], n)
    k = model.slider(_("Neighbours k of the model"), 1, min(n, 25), key=key, disabled=tune)
    if scheme in ("hold_out", "kfold"):
        stratified = turned.toggle(_("Stratified by class"), key=state.choice("metrics_stratified", False))
    sample = _sampled(scheme, n, folds, share, repeats, stratified, None if tune else int(k), int(seed))
    with answer:
        _answer(sample)
    components.chart(
        pictures.who_trains(sample, text=_),
        "metrics_who",
        alt=_("A row for each round: which units train, how often, and which validate."),
        csv=lambda: components.csv_bytes(pd.DataFrame(sample.times, columns=range(1, n + 1))),
    )
    left, right = st.columns(2, gap="medium")
    with left:
        components.chart(
            pictures.estimates(sample, text=_),
            "metrics_estimates",
            alt=_("Errors of the rounds and their mean, beside the true error of the final model."),
        )
    with right:
        if scheme == "bootstrap":
            components.chart(
                pictures.left_out(sample, MOST_UNITS, text=_),
                "metrics_left_out",
                alt=_("Share of units that are never drawn, against n; it approaches .368."),
            )
        else:
            st.markdown(_final(sample))
    if scheme == "bootstrap":
        st.caption(_final(sample))


def _range(counts: Sequence[int]) -> str:
    least, most = min(counts), max(counts)
    return str(least) if least == most else f"{least}–{most}"


def _answer(sample: Sampling) -> None:
    train, validate = (_range([getattr(row, of) for row in sample.rows]) for of in ("n_train", "n_validate"))
    st.markdown(
        "**"
        + _("Each round trains on {train} units and validates on {validate}; rounds: {rounds}.").format(
            train=train, validate=validate, rounds=len(sample.rows)
        )
        + "** "
        + _word(sample)
    )
    numbers: list[tuple[str, float | None, str | None]] = [
        (_("Estimated error"), sample.estimate, _("mean of rounds")),
        (_("Spread"), sample.spread, _("sd of the rounds")),
        (_("True error"), sample.truth, _("final model")),
        (_("Training error"), sample.training, _("final model")),
    ]
    if sample.estimate_632 is not None:
        numbers += [
            (_(".632 estimate"), sample.estimate_632, ".368 · .632"),
            (_("Never drawn"), sample.left_out, f"(1 − 1/n)ⁿ = {sample.expected_left_out:.3f}"),
        ]
    cards(numbers)


def _word(sample: Sampling) -> str:
    return {
        "hold_out": _("One draw is one number: move the seed and see how far it goes."),
        "kfold": _("Every unit validates once in each repeat; training sets overlap."),
        "leave_one_out": _("No chance in the division, and as many trainings as units."),
        "bootstrap": _(
            "Units are drawn with replacement; those never drawn validate, about 36.8%. A model sees only 63.2% of the units, so "
            "the out-of-bag error tends to be too large. .632 mixes in the training error, and is too small for models that "
            "learn their units by heart: try k = 1."
        ),
    }[sample.scheme]


def _final(sample: Sampling) -> str:
    if sample.inner is None:
        return _(
            "The rounds only estimate. The model that is used is trained once more, on all {n} units, with k = {k}. Its true "
            "error is known here, since the corpus is generated: two classes on both sides of a wave, 15% wrong labels."
        ).format(n=sample.n_units, k=sample.k)
    used = sorted({row.k for row in sample.rows})
    return _(
        "Each round chooses k from 1, 3, 5, 9, 15 by a 70:30 hold-out inside its training units, "
        "never using those that validate; it chose {used}. For the final model the errors of the "
        "grid are averaged: k = {k}, trained once more on all {n} units."
    ).format(used=_(", ").join(map(str, used)), k=sample.k, n=sample.n_units)
