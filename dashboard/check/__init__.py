"""Check: where a given split stands among random ones, and a better one."""
