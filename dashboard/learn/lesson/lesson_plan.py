"""What a teacher plans a lesson with: minutes for each step, and two ways through them."""

from dashboard.words.text import _

MINUTES = (8, 7, 5, 6, 7, 4, 7, 6, 8, 7, 4, 6, 4)  # of each step: guess, answer, figure, talk
DEAL, END = 8, 3  # minutes for the splits that Start deals, and for the summary
SHORT = (2, 4, 5, 12, 9)  # for one lesson: χ²/J, blocks, conditions, T, the sequential test
BREAK = 6  # the last step of the first lesson of two


def minutes() -> int:
    """Of one lesson."""
    return DEAL + END + sum(MINUTES[step - 1] for step in SHORT)


def short() -> str:
    """The way through one lesson, in a sentence."""
    return _("One lesson, {total} minutes: {parts}.").format(
        total=minutes(),
        parts=_(", ").join((_deal(), *map(_timed, SHORT), _end())),
    )


def long() -> str:
    """The way through all steps, in two lessons."""
    total = len(MINUTES)
    first = (_deal(), *map(_timed, range(1, BREAK + 1)))
    second = (*map(_timed, range(BREAK + 1, total + 1)), _end())
    return _("Two lessons of {minutes} minutes: {first}; {second}.").format(
        minutes=DEAL + sum(MINUTES[:BREAK]), first=_(", ").join(first), second=_(", ").join(second)
    )


def _deal() -> str:
    return _("Start ({minutes} min)").format(minutes=DEAL)


def _end() -> str:
    return _("the summary ({minutes} min)").format(minutes=END)


def _timed(step: int) -> str:
    return _("step {step} ({minutes} min)").format(step=step, minutes=MINUTES[step - 1])
