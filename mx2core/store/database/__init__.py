"""The database: its connection and its tables."""
