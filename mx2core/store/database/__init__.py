"""The database: its connection, tables and migrations."""
