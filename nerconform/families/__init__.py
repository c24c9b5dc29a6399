"""Families: how far the score moves with the policy for illegal tags.

Entry points: `sweep` and `sweep_files` in `policy_sweep.py`. Result: `results.sweep_result.Sweep`.
"""
