"""Figures of two or more models: tests, scores, ranks, ways of splitting."""
