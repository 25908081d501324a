"""Judge: where a given split stands among random ones."""
