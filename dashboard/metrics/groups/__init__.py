"""One module for each group of metrics."""
