"""Tests and estimates on generated corpora whose truth is known."""
