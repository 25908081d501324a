"""Columns of tokens: their names, their values, the lines they come from."""
