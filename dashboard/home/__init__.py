"""Start: projects, what is open, the report."""
