"""The catalogue of translations, its reader, and the script that keeps it complete."""

from pathlib import Path

PO = Path(__file__).parent / "zh_CN" / "LC_MESSAGES" / "dashboard.po"
