"""A project as files: a report to read, and all of it for another server or an archive."""

import streamlit as st

from dashboard.server.project import Project
from dashboard.server.running import resources
from dashboard.ui import components
from dashboard.ui.documents.report import report
from dashboard.words import text
from dashboard.words.text import _


def buttons(project: Project) -> None:
    """Made when they are asked for."""
    language, held = text.language(), resources.projects()
    with st.container(horizontal=True, vertical_alignment="center"):
        components.download(
            _("Report (HTML)"),
            lambda: report(project, language),
            f"{project.stem}-{language}.html",
            "report",
            icon="description",
        )
        components.download(
            _("Project (ZIP)"), lambda: held.file(project), f"{project.stem}.mx2.zip", "download_project"
        )
