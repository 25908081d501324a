"""Splits: the map of random halves, the thresholds on it, and the splits to use."""
