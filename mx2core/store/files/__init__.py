"""Experiments and projects as single files."""
