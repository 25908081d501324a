"""Figures of splits: how they differ, which survive, where one of them stands."""
