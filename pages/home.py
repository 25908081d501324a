"""What is this, and where to begin: a file of one's own, a sample, or what was open before."""

from dashboard import managing, problems, recent, state, welcome

welcome.what()
with problems.shown():
    welcome.begin()
    welcome.path()
    recent.show()
    managing.show(state.project())
    managing.bring()
