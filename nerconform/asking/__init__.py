"""Asking finds out what an implementation answers to a question.

Entry points: `callables.load` for a function, `external.External` for a command. The result is an `Observation`.
"""
