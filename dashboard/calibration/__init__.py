"""Calibration: error rates and power of the tests."""
