"""Commands for a course: task sheets, and what was handed in."""
