"""The out-of-fold test, and what it shows of groups of units."""
