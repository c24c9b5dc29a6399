"""Reporting: one writer per format, all over the same results."""
