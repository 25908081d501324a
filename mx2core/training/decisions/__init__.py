"""From a question and predictions to an answer."""
