"""Partitions made to a target, all m of them at once, without rejection."""

from .build import default_target as default_target
from .build import regularized_partitions as regularized_partitions
from .report import DesignReport as DesignReport
from .report import partition_report as partition_report
