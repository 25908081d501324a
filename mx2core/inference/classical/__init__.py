"""Tests that users know, and models that no split changes."""
