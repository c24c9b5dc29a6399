"""Stats: how sure numbers are that come from the counts of sentences, and how far annotators agree.

Entry points: `Resampler` in `resampler.py` on top of the draws of `unit_draws.py`, and `coefficients.py`. Results:
intervals, p values, and exact fractions.
"""
