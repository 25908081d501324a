"""The command line: one module a command, each with `add`, `run` and `text`."""
