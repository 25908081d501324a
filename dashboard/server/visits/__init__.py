"""Who visits, and how much each visitor is given."""
