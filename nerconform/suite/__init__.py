"""The suite says which inputs every metric must get right, and what the right answers are.

Entry points: `cases.load_suite`, whose result is a `Suite` of golden cases, and `judge.judge`, whose result a verdict.
"""
