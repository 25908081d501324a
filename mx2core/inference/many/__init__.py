"""Several models, several corpora, several tests."""
