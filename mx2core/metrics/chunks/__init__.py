"""Scores of taggers: chunks found, missed and false."""
