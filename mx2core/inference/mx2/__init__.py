"""m x 2 cross-validation: the t-test, the sequential test, and what they promise."""
