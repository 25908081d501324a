"""An answer about two models: the question, the rule, and what qualifies it."""
