"""Commands about a corpus and its splits."""
