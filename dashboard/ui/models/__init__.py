"""Choosing models and experiments, and following a training."""
