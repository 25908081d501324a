"""Partitions made to a target, all m of them at once, without rejection."""

from .build import regularized_partitions
from .report import DesignReport, report

__all__ = ["DesignReport", "regularized_partitions", "report"]
