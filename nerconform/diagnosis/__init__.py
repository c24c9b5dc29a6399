"""Diagnosis finds the changes of a dialect that reproduce the wrong answers of an implementation.

Entry points: `metric.diagnose` for golden cases, `versus` for a search. The result is a list of causes.
"""
