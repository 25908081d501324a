"""Scores of classifiers."""
