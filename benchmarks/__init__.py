"""What a user would otherwise run, against ours, in the same run."""
