"""Partitions of halves, and parts of a split, in every form of a file."""
