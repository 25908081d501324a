"""Random halves: drawn, scored, ranked and selected."""
