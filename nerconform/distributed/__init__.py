"""Distributed: data in many parts, counted where they are, in batches of Arrow; the counts of all parts add up.

Entry points: `tally_arrow` and `Tally`. A tally is stored as `results.tally_part`.
"""
