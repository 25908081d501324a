"""The words of the screen: languages, names of metrics and measures, what went wrong."""
