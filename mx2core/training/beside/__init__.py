"""Results shown beside a decision: mean scores, other tests, seeds, groups of units, one model alone."""
