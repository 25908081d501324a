"""Why splits mislead, and what helps: steps with one thing to move each; alone, or with a class."""

from dashboard import learn
from dashboard.learn import layout
from dashboard.learn.lesson import notes, phone, presenting
from dashboard.learn.steps import current, steps

if phone.taking_part():
    phone.show()
else:
    all_steps = steps()
    number = current(len(all_steps))
    if notes.is_notes_window():
        notes.window(all_steps, number)
    elif layout.presented():
        presenting.show(all_steps, number)
    else:
        learn.show(all_steps, number)
