"""Identify finds the dialect that an unknown metric implements.

Entry point: `identifier.identify`. The result is an `Identification`.
"""
