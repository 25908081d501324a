"""Units of a corpus: which sentences they hold, what is counted in them, which are alike."""
