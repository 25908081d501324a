"""Parts of any sizes, and where those of a split stand among random ones."""
