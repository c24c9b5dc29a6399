"""Agree: how far several annotators agree, and where they do not.

Entry points: `agree` and `agree_files` in `agree_files.py`. Result: `results.agreement_result.Agreement`.
"""
