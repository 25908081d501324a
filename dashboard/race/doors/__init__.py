"""Behind three doors: where the models differ, other tests, and what would decide."""
