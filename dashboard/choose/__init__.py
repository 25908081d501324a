"""Choose: thresholds, survivors, construction."""
