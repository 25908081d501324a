"""Partitions made to a target, all m of them at once, without rejection."""
