"""One answer: the interval, the sentence that ends it, and the earlier moments."""
