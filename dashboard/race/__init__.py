"""Two models on the same splits: the question, one interval that grows, and the sentence that ends it."""
