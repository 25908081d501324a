"""Look: χ²/J of random splits, and sets of partitions."""
