"""Commands that compare models."""
