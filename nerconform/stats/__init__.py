"""Stats: how sure a number is, and how far annotators agree.

Entry points: `resampler.Resampler`, whose results are intervals and paired tests, and `coefficients`.
"""
