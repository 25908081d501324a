"""The sidebar: which corpus this is about, the pages, the language."""

from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import streamlit as st

from dashboard.server.project import Project
from dashboard.server.read_only import VIEW, looking
from dashboard.server.running import resources
from dashboard.server.running.page_files import PLOTLY
from dashboard.server.visits import login, visitors
from dashboard.session import flash, state
from dashboard.session.state import PRESENT
from dashboard.ui.components import NARROW
from dashboard.ui.documents import guide, sharing
from dashboard.ui.widgets import pick
from dashboard.words import text
from dashboard.words.escaping import unbroken
from dashboard.words.text import _, inert
from mx2core.corpus import Corpus
from mx2core.errors import Notice

# A picture of ours: icons of fonts in the title of a window are fetched from Google.
ICON = Path(__file__).parents[1] / "icon.png"


def pages() -> dict[str, st.Page]:
    known = {
        "home": (_("Start"), "home"),
        "check": (_("Check"), "gavel"),
        "splits": (_("Splits"), "tune"),
        "race": (_("Race"), "compare_arrows"),
        "share": (_("Share"), "ios_share"),
        "learn": (_("Learn"), "school"),
        "laboratory": (_("Laboratory"), "experiment"),
    }
    return {
        key: st.Page(
            f"../pages/{key}.py",
            title=title,
            icon=f":material/{icon}:",
            url_path="" if key == "home" else key,
            default=key == "home",
        )
        for key, (title, icon) in known.items()
    }


WAY = ("home", "check", "splits", "race", "share")  # from a file to an answer that can be passed on
BESIDE, STEPS = ("learn", "laboratory"), "steps"  # the latter leads in Learn from homework to the steps

OF_START = ("corpus", "runs")
VIEWS = ("methods", "calibration", "corpora", "metrics")  # of the Laboratory

# Pages that had another address once: links to them lead on, with what the new one needs to show the same.
MOVED: dict[str, tuple[str, dict[str, str]]] = {
    "home": ("home", {}),
    **{view: ("home", {"view": view}) for view in OF_START},
    "judge": ("check", {}),
    **dict.fromkeys(("look", "choose", "partitions", "thresholds"), ("splits", {})),
    **dict.fromkeys(("compare", "decide", "sequential"), ("race", {})),
    **{view: ("laboratory", {"view": view}) for view in VIEWS},
}

BOARD = "board"  # in the address of Learn, as one of the class opened it
ARGUMENT = "argument"  # in the address of Start: only the argument, without the projects of whoever opens it

LESSON, SHORT = "way", "short"  # in the address of Learn: only the steps of one lesson

# What the address of a page names, and the values that it can have; of none the page itself looks.
NAMED: dict[str, dict[str, tuple[str, ...]]] = {
    "home": {"view": OF_START, ARGUMENT: ()},
    "splits": {"c": ()},  # c1, c2 …
    "race": {"m": ()},
    "share": {"what": ("answer", "splits", "split")},
    "learn": {"step": (), LESSON: (SHORT,), PRESENT: (), BOARD: ()},
    "laboratory": {"view": VIEWS, "test": ()},  # of the tests by hand
}

BEFORE_EXAMPLE = "before_example"  # in the session: id of the project that was open before the example
WIDTH = 250  # pixels of the sidebar: what its longest entry needs; on a small screen the page needs the rest
_FOLDED = "folded"  # in the session: the sidebar was folded for a page without menu


def alone(page: str) -> bool:
    """Whether a page stands without menu and sharing; then the sidebar, which falls empty, is folded."""
    standing = page == "learn" and (PRESENT in st.query_params or BOARD in st.query_params)
    if standing != st.session_state.get(_FOLDED):
        st.set_page_config(initial_sidebar_state="collapsed" if standing else WIDTH)
        st.session_state[_FOLDED] = standing
    return standing


def check_address(page: str) -> None:
    """Say what the address names that the page cannot show, and which page would."""
    here = NAMED.get(page or "home", {})
    for name, value in st.query_params.to_dict().items():
        kind = name.rstrip("0123456789")
        values = here.get(kind, tuple(f"{other}?{name}" for other, names in NAMED.items() if kind in names))
        if values and value not in values:
            flash.refuse(name, value, ", ".join(values))


def moved(pages: dict[str, st.Page]) -> list[st.Page]:
    """A page at each old address, which leads to the new one with all that the address named.

    Also at one that never was, where Streamlit would show a window in English: it leads to Start, which says so.
    """

    def leading(old: str, notice: Notice | None = None) -> st.Page:
        new, more = MOVED.get(old, ("home", {}))

        def go() -> None:
            if notice is not None:
                flash.add(notice)
            st.switch_page(pages[new], query_params=st.query_params.to_dict() | more)

        return st.Page(go, title=pages[new].title, url_path=old)

    known = [leading(old) for old in MOVED]
    asked = unquote(urlsplit(st.context.url or "").path.strip("/").rpartition("/")[2])
    if asked in ("", *pages, *MOVED):
        return known
    return [*known, leading(asked, Notice("There is no page “{asked}”.", {"asked": asked}))]


def place(page: str, project: Project) -> tuple[st.Page, dict[str, str]]:
    """A page, or a view of one by its old address, and what its address names."""
    new, more = MOVED.get(page, (page, {}))
    return pages()[new], link(project) | more


def lead(page: str, label: str, icon: str = "arrow_forward", **named: str) -> None:
    """A link to `page` of the project, wherever one stands; `named` stands in its address, too."""
    there, address = place(page, state.project())
    st.page_link(there, label=label, icon=f":material/{icon}:", query_params=address | named)


def go(page: str, **named: str) -> None:
    """Open `page` of the project; `named` stands in its address, too."""
    there, address = place(page, state.project())
    st.switch_page(there, query_params=address | named)


def _switch() -> None:
    """Write every choice back, so that select boxes and radios take the new words."""
    for key in state.project().choices:
        if key in st.session_state:
            st.session_state[key] = st.session_state[key]


def samples() -> dict[str, str]:
    """What the corpora that come with the program are called, by their files."""
    return {
        "statement_zh.conll": _("semantic roles, Chinese (frame 陈述)"),
        "ner_zh.bio": _("named entities, Chinese"),
        "segmentation_zh.txt": _("word segmentation, Chinese"),
        "intents_en.jsonl": _("text classification, English"),
    }


def corpus_title(project: Project) -> str:
    """What the corpus of a project is called, the sample in the language of the page."""
    return samples()[project.source.name] if project.source.data is None else project.corpus.name


def units(corpus: Corpus, n: int) -> str:
    """`1,603 sentences`, in the words of the unit."""
    if corpus.unit == "document":
        return text.ngettext("{n:,} document", "{n:,} documents", n).format(n=n)
    if corpus.unit == "sentence":
        return sentences(corpus, n)
    return text.ngettext("{n:,} group", "{n:,} groups", n).format(n=n)


def sentences(corpus: Corpus, n: int) -> str:
    """`1,603 sentences`, or texts."""
    if "label" in corpus.sentences.fields:
        return text.ngettext("{n:,} text", "{n:,} texts", n).format(n=n)
    return text.ngettext("{n:,} sentence", "{n:,} sentences", n).format(n=n)


def kinds(corpus: Corpus, name: str, n_labels: int) -> str:
    """`label: 6 kinds`, or ranges, of an attribute."""
    words = _("{attribute}: {J:,} kinds")
    if corpus.attributes.is_ranged(name):
        words = _("{attribute}: {J:,} ranges")
    return words.format(J=n_labels, attribute=text.attribute(name))


def link(project: Project, *, to_class: bool = False) -> dict[str, str]:
    """What an address needs so that the page behind it finds language and project, or the view of it.

    `to_class`: without the key of the project, since a class sees the address.
    """
    shown = {"v": st.session_state[VIEW]} if looking() else state.project_query(project, to_class=to_class)
    return {"lang": text.language()} | shown


def show(project: Project, pages: dict[str, st.Page], page: str) -> None:
    """What is open, the pages, the language, and a link to `page` for others."""
    corpus = project.corpus
    with st.sidebar:
        st.markdown(f"### {_('Partition explorer')}")
        about = [
            unbroken(inert(kinds(corpus, name, len(corpus.attributes[name].labels))))
            for name in state.chosen("attributes", list(corpus.suggested))
        ]
        title = project.name or project.imported  # of what is open; else it is called what its corpus is
        if title:
            st.markdown(f"**{inert(title)}**")
        called = inert(corpus_title(project))
        name = called if title else f"**{called}**"
        sample = project.source.data is None
        st.markdown(_("Sample: {name}").format(name=name) if sample else name)
        if corpus.where:
            st.caption(f":material/filter_alt: {inert(text.subset(corpus.where))}")
        st.caption(" · ".join((units(corpus, len(corpus)), *about)))
        with st.container(key="menu"):
            for names in (WAY, BESIDE):  # from a file to an answer, then the pages beside it
                with st.container(gap="xxsmall"):
                    for path in names:
                        address = link(project) | ({STEPS: "1"} if path == page == "learn" else {})
                        st.page_link(pages[path], query_params=address, width="stretch")
        pick(_("Language"), text.LANGUAGES, "lang", "en", buttons=True, kept=False, on_change=_switch)
        login.log_out()
        sharing.popover(project, page)
        guide.button(pages[page or "home"].title)
        if sample and not looking():
            _own_corpus(project, page)
        _page_top(page)


def _own_corpus(sample: Project, page: str) -> None:
    """From the sample to the project that its example was opened from, or else to where files are dropped."""
    before = resources.projects().find(st.session_state.get(BEFORE_EXAMPLE), visitors.user())
    if before is not None and before.id != sample.id:
        back = _("Back to {name}").format(name=inert(before.title))
        st.page_link(pages()["home"], label=back, icon=":material/undo:", query_params=link(before))
    elif page and not sample.name:
        lead("home", _("Open your own corpus"), "upload_file")


TOP, TO_TOP = "page_top", "to_top"
_top = st.components.v2.component(TOP, js=Path(__file__).with_name("page_top.js").read_text(encoding="utf-8"))


def to_top() -> None:
    """Have the page drawn next begin at its top, as one that is opened does: what it shows is another thing."""
    st.session_state[TO_TOP] = st.session_state.get(TO_TOP, 0) + 1


def _page_top(page: str) -> None:
    """`page`: the path of the page that is drawn; it stands in the sidebar, where it takes no room from a page."""
    words = {
        "skip": _("Skip to main content"),
        "choose": _("Choose files"),
        "most": _("{size} per file"),
        "drop": _("Drop files here"),
    }

    def refused() -> None:
        """Files that the browser did not send, dropped with others: their field is drawn anew with those."""
        files = str(st.session_state[TOP].refused)
        flash.add(Notice("Not read: {files}. Drop it alone to see why.", {"files": files}))

    def measured() -> None:
        st.session_state[NARROW] = st.session_state[TOP].narrow == "true"

    # In a list, since Streamlit looks for tables among named ones.
    data = [f"{page}#{st.session_state.get(TO_TOP, 0)}", PLOTLY, words, bool(st.session_state.get(NARROW))]
    told: dict[str, Any] = {"on_refused_change": refused, "on_narrow_change": measured}
    _top(key=TOP, data=data, width=1, height=1, **told)
