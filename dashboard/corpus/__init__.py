"""Corpus: a file is read, its counts are shown."""
