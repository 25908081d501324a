"""What a model costs to apply, on which machine."""
