"""Behind doors: where the models differ, their scores, other tests, and what would decide."""
