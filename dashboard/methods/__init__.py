"""Methods: ways of splitting, and the designs of the paper."""
