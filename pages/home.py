"""What is this, and where to begin: a file of one's own, a sample, or what was open before."""

from dashboard.home import project_settings, recent_projects, welcome
from dashboard.session import state
from dashboard.words import problems

welcome.what()
with problems.shown():
    welcome.begin()
    welcome.path()
    recent_projects.show()
    project_settings.show(state.project())
    project_settings.bring()
