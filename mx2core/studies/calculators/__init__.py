"""Calculators on typed or generated data: tests by hand, ways of sampling, complexity, overlaps."""
