"""Comparison: what implementations answered beside what is right, in one model of results."""
