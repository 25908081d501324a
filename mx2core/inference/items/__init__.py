"""Scores per item: two models on the same questions, whatever made their scores."""
