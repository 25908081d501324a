"""A student's task sheet, the answers, and the file to hand in."""

from __future__ import annotations

import streamlit as st

from dashboard.server.read_only import looking
from dashboard.server.running import resources
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.choice import pick
from dashboard.words import text
from dashboard.words.text import _, inert
from mx2core.homework import NUMBERS, HandIn, filled_in, sheets, task
from mx2core.homework.hand_in import VERDICTS
from mx2core.homework.sheet import html
from mx2core.homework.task import M
from mx2core.store.files.project_file import unpack_project


def language() -> str:
    """Of sheets."""
    return "zh-CN" if text.language() == "zh" else "en"


def show(course: str) -> None:
    """Drawn anew with every answer; the project keeps them."""
    who = st.columns(2)
    number = who[0].text_input(_("Student number"), key=state.choice("homework_number", ""), max_chars=50)
    name = who[1].text_input(_("Your name"), key=state.choice("homework_name", ""), max_chars=50)
    if not number.strip():
        st.caption(_("Type course (see sheet), number and name."))
        return
    given = task(number, state.project().corpus, course)
    called = {one: text.attribute(one) for one in given.attributes}
    sheet = html(sheets([given], language(), names=called), language())
    components.download(_("Task sheet"), sheet.encode(), f"{given.number}.html", "task_sheet", icon="print")
    st.caption(f"{_('Seed')} {given.seed} · m = {M}")
    labels = answers_asked(called[given.attributes[0]])
    places = [*st.columns(3), *st.columns(3)]
    numbers = {
        key: place.number_input(
            labels[key], value=None, format="%.4f", step=0.0001, key=state.choice(f"homework_{key}", None)
        )
        for key, place in zip(NUMBERS, places, strict=True)
    }
    verdict = pick(_("Verdict"), verdicts(), "homework_verdict", None, placeholder="–")
    paragraph = st.text_area(_("Paragraph on the shift"), key=state.choice("homework_paragraph", ""))
    missing = [labels[key] for key, value in numbers.items() if value is None]
    missing += [_("Verdict")] if verdict is None else []
    missing += [] if paragraph.strip() else [_("Paragraph on the shift")]
    if missing:
        listed = inert(_("; ").join(missing), most=None)  # some hold a comma
        st.caption(_("Not filled in ({n}): {answers}.").format(n=len(missing), answers=listed))
    if not name.strip():
        st.caption(_("The name is missing."))
    if looking() or not name.strip():
        return
    hand_in = HandIn(given.number, name, course, numbers, verdict or "", paragraph)
    project, held = state.project(), resources.projects()
    components.download(
        _("Download hand-in"),
        lambda: filled_in(unpack_project(held.file(project)), hand_in),
        f"{given.number}.zip",
        "hand_in",
        type="primary",
    )


def answers_asked(name: str) -> dict[str, str]:
    """The numbers that are asked for; `name` is the attribute they are about."""
    return {
        "expected": _("Expected χ²/J, {name}").format(name=name),
        "divergence": _("χ²/J of the given split"),
        "percentile": _("Percentile, %"),
        "difference": "A − B",
        "lower": _("Interval from"),
        "upper": _("Interval to"),
    }


def verdicts() -> dict[str, str]:
    """The answers that a test can give."""
    said = (_("A better"), _("B better"), _("equivalent"), _("undecided"))
    return dict(zip(VERDICTS, said, strict=True))
