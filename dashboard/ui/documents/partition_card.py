"""A set of partitions: what it is, the forms in which it leaves a page, and one that is brought back."""

import io
import shlex
from collections.abc import Callable
from functools import partial

import streamlit as st

import mx2core as mx
from dashboard.server.project import CorpusSource, Project
from dashboard.server.read_only import looking
from dashboard.server.turns import MANY
from dashboard.session import analysis, state
from dashboard.ui import components, menu
from dashboard.ui.widgets import pick
from dashboard.words import problems, text
from dashboard.words.escaping import visible
from dashboard.words.text import _, inert
from mx2core.corpus import Attribute, Corpus
from mx2core.errors import Mx2Error
from mx2core.exchange import size_of_fold_files, snippets_for
from mx2core.exchange.partitions.partition_import import ImportedPartitions
from mx2core.judge.card import span
from mx2core.judge.partition_words import shared_units
from mx2core.partition import PartitionSet
from mx2core.training.run.aside import made_aside

IMPORTED = "imported"  # choice: the key of the set that was imported last; and the way on Splits that uses it


def take(partitions: PartitionSet, name: str) -> None:
    """Say what a set of partitions is; export it."""
    opened = state.project()
    attributes = analysis.current().attributes
    achieved = " · ".join(
        f"{inert(text.attribute(a.name))} {span(partitions.divergence(a.counts).tolist(), '.2f')}"
        for a in attributes
    )
    with st.container(border=True):
        st.markdown(f"**{inert(name)}**")
        facts = [_("χ²/J: {achieved}").format(achieved=achieved)]
        if len(partitions) > 1:
            facts.append(problems.notice_text(shared_units(partitions)))
        st.caption(" · ".join(facts))
        with st.container(horizontal=True):
            # The one form that is verified when it is imported.
            name, content = _files(partitions, attributes, opened)["json"]
            components.download(_("Export JSON"), content, name, "export_json")
            if st.button(_("Share"), key="share_partitions", icon=":material/ios_share:"):
                opened.keep(partitions)
                menu.go("share", what="splits")


def keep_to_compare(partitions: PartitionSet, file: str = "") -> str:
    """Keep partitions, and have the page Race propose all of them; returns their key."""
    key = state.project().keep(partitions, file)
    state.forget("split_source")  # Check shows what was made last
    state.choose("compared_on", [key])
    state.choose("proposed", key)  # unlike a set that is picked by hand on Compare
    state.choose("m_compared", min(len(partitions), 20))
    return key


def bring_back() -> None:
    """Partitions from a file, verified against the corpus that is open."""
    opened, place = state.project(), st.expander(_("Import partitions"), icon=":material/upload_file:")
    label, help = _("Exported partitions: JSON or CSV"), _("Verified against this corpus.")
    with place:
        files = st.file_uploader(label, accept_multiple_files=True, key="partitions_file", help=help)
        menu.lead("check", _("Check another split"), "gavel")
    others = []
    for file in files:
        with place, problems.problem_box():
            try:
                imported = mx.io.read_partitions(file.getvalue(), opened.corpus, name=visible(file.name))
            except Mx2Error:
                if len(files) == 1 and file.name.endswith((".json", ".csv", ".tsv")):
                    raise
                others.append(visible(file.name))
            else:
                _imported(imported, visible(file.name), file.file_id)
    if others:
        words = _("No partitions: {files}. Drop a corpus, or all files of its split together, on Start.")
        place.error(words.format(files=_(", ").join(map(inert, others))), icon=":material/error:")
        with place:
            menu.lead("home", _("Start"), "home")


def _imported(imported: ImportedPartitions, name: str, upload: str) -> None:
    key = state.project().keep(imported.partitions, name)  # at once: a reload empties the uploader
    taken = st.session_state.setdefault("imported_uploads", set())  # a file stays in the uploader
    if upload not in taken:
        taken.add(upload)
        state.choose(IMPORTED, key)
        state.choose("scheme", IMPORTED)
        st.rerun()
    with st.container(border=True):
        verified = _("Verified: {m} partitions from {name}")
        st.markdown(f"**{verified.format(m=len(imported.partitions), name=inert(name))}**")
        for check in imported.checks:
            st.markdown(f":material/check: {problems.problem_text(check)}")
        for notice in imported.notices:
            (st.info if notice.plain else st.warning)(problems.problem_text(notice), icon=":material/info:")


LIMIT = 200  # MB of files for the folds that are made in memory for a download


_Files = dict[str, tuple[str, Callable[[], bytes]]]  # by form: name, and what makes the content


def forms(partitions: PartitionSet, attributes: tuple[Attribute, ...]) -> None:
    """Choose a form, read what it is for, take it."""
    opened = state.project()
    files = _files(partitions, attributes, opened)
    everything = [_("Everything; verified when imported.")]
    if len(opened.corpus) < len(opened.corpus.sentences):
        everything.append(_("Units count from 0; unit_rows lists the sentences."))
    halves = _("Rows are sentences or texts, columns splits: 1 or 2, the half. Fold 1 trains on half 1.")
    of_folds = _("Files of {n} folds, in the corpus's format.").format(n=2 * len(partitions))
    known = {  # what a form is called, and what it is for
        "json": (_("JSON"), text.prose(everything)),
        "csv": (_("table of folds (CSV)"), halves),
        "arff": (_("OpenML (ARFF)"), _("OpenML task splits: repeat is the partition, fold the half.")),
        "zip": (_("files per fold (ZIP)"), of_folds),
        "code": (_("code"), _("Trains two models on every fold.")),
    }
    names = {form: name for form, (name, _purpose) in known.items()}
    form = pick(_("Form"), names, "away", "json", buttons=True, hide_label=True)
    st.markdown(known[form][1])
    if form == "code":
        _code(partitions, files)
    elif form != "zip" or _small_enough(partitions):
        _download(*files[form])


def _files(partitions: PartitionSet, attributes: tuple[Attribute, ...], opened: Project) -> _Files:
    """All forms. Made when clicked, in a thread without a session: from what is known now alone."""
    name = f"partitions-{partitions.method}-m{len(partitions)}-{partitions.id}"
    corpus, keeps = opened.corpus, not looking()

    def kept(make: Callable[[], bytes]) -> bytes:
        """Exported partitions come with a place to import scores on them."""
        made = make() if len(corpus) < MANY else made_aside(make)
        if keeps:
            opened.keep(partitions)
        return made

    made: _Files = {
        "json": (f"{name}.json", partial(mx.io.partitions_json, partitions, corpus, attributes=attributes)),
        "csv": (f"{name}.csv", partial(mx.io.write_fold_columns, partitions, corpus)),
        "arff": (f"{name}.arff", partial(mx.io.write_arff, partitions, corpus)),
        "zip": (f"{name}.zip", partial(_archive, partitions, corpus, attributes, opened.source)),
        "units": ("units.jsonl", partial(mx.io.write_units, corpus)),
    }
    return {form: (name, partial(kept, make)) for form, (name, make) in made.items()}


def _archive(
    partitions: PartitionSet, corpus: Corpus, attributes: tuple[Attribute, ...], source: CorpusSource
) -> bytes:
    target = io.BytesIO()
    mx.io.write_fold_files(target, partitions, corpus=corpus, data=source.content(), attributes=attributes)
    return target.getvalue()


def _download(name: str, content: Callable[[], bytes]) -> None:
    label = _("Download {name}").format(name=inert(name))
    components.download(label, content, name, f"download_{name}")


def _small_enough(partitions: PartitionSet) -> bool:
    """Whether the archive can be made here; if not, a message says what to do instead."""
    source = state.project().source
    size = size_of_fold_files(partitions, source.content()) / 1e6
    if size <= LIMIT:
        return True
    words = _("{size:,.0f} MB, over {limit} MB: use JSON and command line:")
    st.info(words.format(size=size, limit=LIMIT), icon=":material/info:")
    name = f"./{source.name}" if source.name.startswith("-") else source.name  # else it is an option
    command = (
        f"python -m mx2core export {shlex.quote(name)} --partitions partitions.json --as zip -o folds.zip"
    )
    st.code(command, language=None)
    return False


def _code(partitions: PartitionSet, files: _Files) -> None:
    called = {"datasets": "Hugging Face datasets", "pytorch": "PyTorch", "r": "R", "crf++": "CRF++"}
    corpus = state.project().corpus
    usable = snippets_for(corpus)
    if not usable:
        st.info(_("No code: no labels or tags."))
        return
    names = {library: called.get(library, library) for library in usable}
    library = pick(_("Library"), names, "away_library", usable[0], buttons=True)
    needed = ("zip",) if library == "crf++" else ("json", "units")
    if library != "crf++" or _small_enough(partitions):
        with st.container(horizontal=True):
            for name in needed:
                _download(*files[name])
    st.code(mx.io.snippet(library, files[needed[0]][0], corpus=corpus), language=None)
