"""Folds as jobs: planned, trained by workers, kept."""
