"""Compare: models on the same partitions."""
