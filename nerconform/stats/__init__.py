"""Stats: how sure numbers are that come from the counts of sentences.

Entry points: `Sample.of`, `interval_of` and `swap_p` in `unit_draws.py`. Results: intervals and p values.
"""
