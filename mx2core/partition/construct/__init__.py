"""Partitions made to a target, all m of them at once, without rejection."""

from .build import default_target, regularized_partitions
from .report import DesignReport, partition_report

__all__ = ["DesignReport", "default_target", "partition_report", "regularized_partitions"]
