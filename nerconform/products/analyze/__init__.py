"""Analyze: which errors a prediction makes, and in which sentences.

Entry points: `analyze` and `analyze_files` in `analyze_files.py`. Result: `results.analysis_result.Analysis`.
"""
