"""The catalogue of translations, and the script that keeps it complete."""
