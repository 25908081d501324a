"""Runs: what is queued, running and done."""
