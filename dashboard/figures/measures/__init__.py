"""Figures of metrics and of what models cost."""
