"""The plugin checks the metrics of a repository as items of a pytest run.

Entry point: `session.start`. The result is a failing test for each wrong answer, and a summary.
"""
