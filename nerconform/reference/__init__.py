"""The reference evaluator: every step of a dialect, exact, in the standard library alone.

Read it beside the spec: each function names the clause it implements.
"""
