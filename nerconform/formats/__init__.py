"""Formats find the units in a file of any known format, and write them again.

Entry points: `read.read`, which yields a `Record` for each unit with its file and line, and `rewrite`.
"""
