"""Is this metric right? Every golden case is asked of it, and each answer is held to the dialect that it declares.

Entry point: `suite_run.check`. Result: `Run`.
"""
