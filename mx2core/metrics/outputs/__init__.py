"""Scores of numbers, rankings and texts."""
