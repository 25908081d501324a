"""The part of the user guide that is about one page."""

import re
from functools import cache

import streamlit as st

from dashboard.session.fragments import fragment
from dashboard.ui.documents.paper import as_streamlit
from dashboard.words import text
from dashboard.words.text import _
from mx2core.files import project_path

FILES = {"en": "guide.md", "zh": "guide.zh-CN.md"}


@cache
def part(language: str, title: str) -> str:
    """Markdown of the part about the page that is called `title`."""
    words = (project_path("docs") / FILES[language]).read_text(encoding="utf-8")
    (found,) = re.findall(rf"^### {title}\n+(.*?)(?=^#{{1,3}} |\Z)", words, re.MULTILINE | re.DOTALL)
    return as_streamlit(found)


@fragment()
def button(title: str) -> None:
    """Opens that part over the page."""
    if st.button(_("Guide"), key="guide", icon=":material/help:", width="stretch"):
        st.dialog(title, width="large")(lambda: st.markdown(part(text.language(), title)))()
