"""Compare: why implementations give different numbers on one data set.

Entry points: `compare` and `compare_files` in `compare_files.py`. Result: `results.comparison.Comparison`.
"""
