"""Metrics: what answers score, group by group."""
