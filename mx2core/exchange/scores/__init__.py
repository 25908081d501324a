"""Tables of scores, of predictions and of answers."""
