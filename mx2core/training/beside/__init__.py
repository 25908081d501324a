"""What is said beside a decision: mean scores, other tests, seeds, groups of units, one model alone."""
