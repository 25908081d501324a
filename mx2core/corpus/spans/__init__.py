"""Texts with labelled spans, and how they become sentences of tokens."""
