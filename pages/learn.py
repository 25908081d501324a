"""Why splits mislead, and what helps: ten steps, each with one thing to move; alone, or with a class."""

from dashboard import learn
from dashboard.learn import layout, phone, presenting
from dashboard.learn.steps import steps

if phone.taking_part():
    phone.show()
else:
    all_steps = steps()
    number = learn.current(len(all_steps))
    if layout.presented():
        presenting.show(all_steps, number)
    else:
        learn.show(all_steps, number)
