"""Rank: which of several systems is better, and how much the order depends on the rules of the score.

Entry points: `rank` and `rank_files` in `rank_systems.py`. Result: `results.ranking_result.Ranking`.
"""
