"""What one visitor has open."""
